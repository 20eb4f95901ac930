import { expect, type Page } from './site-test'

export type AdminForm = {
  /** Where it is; `REFERENCE` stands for the booking's. */
  path: string
  /** What is typed, by label. */
  typed?: Record<string, string>
  /** Whether that is in another form of the page, which without scripts is not sent along. */
  typedBeside?: true
  /** The button, and where there are several of that name, the region around it. */
  press: string | RegExp
  within?: string
  /** What is said when it did not arrive: the toast, and the form's own words where it has room for them. */
  toast: string
  alert?: string
}

const STORY = {
  Name: 'Grace Wambui',
  Location: 'Nakuru, Kenya',
  Review: 'We heard the lions before we saw them, and nobody slept.',
}

/**
 * Every form of the admin area but signing in and out, and those of a person signing in
 * with a code besides, which have tests of their own (second-factor.spec.ts).
 */
export const ADMIN_FORMS: Record<string, AdminForm> = {
  'a mail that failed': {
    path: '/admin/dashboard',
    press: /^Try again/,
    within: 'To do now',
    toast: 'Failed to try the email again',
  },
  'a contact’s note': {
    path: '/admin/contacts/1',
    typed: { 'For staff only': 'Afraid of small planes.\nCalls back on Monday.' },
    press: 'Save note',
    toast: 'Failed to save the note',
    alert: 'Failed to save the note',
  },
  'a note on a booking': {
    path: '/admin/bookings/REFERENCE',
    typed: { 'For staff only': 'Call Robert', 'To do by (optional)': '2025-10-02' },
    press: 'Save note',
    toast: 'Failed to save the note',
    alert: 'Failed to save the note',
  },
  'a changed note': {
    path: '/admin/contacts/1?note=1',
    typed: { 'For staff only': 'Call Dale at noon', 'To do by (optional)': '2025-10-02' },
    press: 'Save note',
    toast: 'Failed to save the note',
    alert: 'Failed to save the note',
  },
  'a task that is done': {
    path: '/admin/contacts/1',
    typed: { 'For staff only': 'Half a note' },
    typedBeside: true,
    press: 'Mark as done “Call Dale”',
    toast: 'Failed to mark the task as done',
  },
  'a note that is removed': {
    path: '/admin/contacts/1?note=1',
    press: 'Remove note “Call Dale”',
    toast: 'Failed to remove the note',
  },
  'a contact’s answer': {
    path: '/admin/contacts/1',
    typed: { 'For staff only': 'Half a note' },
    typedBeside: true,
    press: 'Mark as answered',
    toast: 'Failed to mark the contact',
  },
  'a letter to a contact': {
    path: '/admin/contacts/1/answer',
    typed: { Subject: 'Re: Your inquiry', Answer: 'Dear Dale,\n\nyes, there is room.' },
    press: 'Send answer',
    toast: 'Failed to send the answer',
    alert: 'Failed to send the answer',
  },
  'deleting a contact': {
    path: '/admin/contacts/1/delete',
    press: 'Delete contact',
    toast: 'Error',
    alert: 'Failed to delete contact.',
  },
  'a new campaign': {
    path: '/admin/campaigns/new',
    typed: { Subject: 'The herds are back', Letter: 'Karibu,\n\nThe **herds** are back.' },
    press: 'Save draft',
    toast: 'Failed to save the draft',
    alert: 'Failed to save the draft',
  },
  'a campaign’s letter': {
    path: '/admin/campaigns/71?edit',
    typed: { Subject: 'The herds are back', Letter: 'Karibu,\n\nThe **herds** are back.' },
    press: 'Review and send',
    toast: 'Failed to save the draft',
    alert: 'Failed to save the draft',
  },
  'a campaign’s test': {
    path: '/admin/campaigns/71',
    typed: { To: 'me@example.com' },
    press: 'Send test',
    toast: 'Failed to send the test',
    alert: 'Failed to send the test',
  },
  'sending a campaign': {
    path: '/admin/campaigns/71',
    press: 'Send now to 1 subscriber',
    toast: 'Failed to begin sending',
    alert: 'Failed to begin sending',
  },
  'a campaign’s failed mails': {
    path: '/admin/campaigns/72',
    press: 'Retry failed',
    toast: 'Failed to try the emails again',
    alert: 'Failed to try the emails again',
  },
  'new subscribers': {
    path: '/admin/subscribers/add',
    typed: { 'Email addresses': 'grace@example.com\notieno@example.com' },
    press: 'Add subscribers',
    toast: 'Failed to add subscribers',
    alert: 'Failed to add subscribers',
  },
  'a booking for a guest': {
    path: '/admin/bookings/new',
    typed: {
      'Full name': 'Grace Otieno',
      Email: 'grace@example.com',
      'Hold the seats until': '2025-06-05',
      'A different price for all of them, in dollars (optional)': '4000',
      'Why, as the guest reads it (optional)': 'Choir',
    },
    press: 'Show what it comes to',
    toast: 'Failed to hold the seats',
    alert: 'Failed to hold the seats',
  },
  'canceling a booking': {
    path: '/admin/bookings/REFERENCE/cancel',
    typed: { 'Note for the history (optional)': 'Broke a leg' },
    press: /^Cancel booking/,
    toast: 'Failed to cancel the booking',
    alert: 'Failed to cancel the booking',
  },
  'postponing an installment': {
    path: '/admin/bookings/REFERENCE/later/1',
    typed: { 'New due date': '2025-08-29', 'Note for the history (optional)': 'Paid on the 28th' },
    press: 'Save new due date',
    toast: 'Failed to change the due date',
    alert: 'Failed to change the due date',
  },
  'a refund': {
    path: '/admin/bookings/REFERENCE/refund',
    typed: { 'Amount in dollars': '120.50', 'Note for the history (optional)': 'The jeep was late' },
    press: 'Show what it comes to',
    toast: 'Failed to order the refund',
    alert: 'Failed to order the refund',
  },
  'a payment by hand': {
    path: '/admin/bookings/REFERENCE/payment',
    typed: { 'Amount in dollars': '2000', 'Note (optional)': 'Check 1041' },
    press: 'Record payment',
    toast: 'Failed to record the payment',
    alert: 'Failed to record the payment',
  },
  'a refund tried again': {
    path: '/admin/bookings/REFERENCE/refunds/1',
    press: 'Try again',
    toast: 'Failed to try the refund again',
    alert: 'Failed to try the refund again',
  },
  'a refund dropped': {
    path: '/admin/bookings/REFERENCE/refunds/1',
    press: 'Drop it',
    toast: 'Failed to drop the refund',
    alert: 'Failed to drop the refund',
  },
  'a payment link': {
    path: '/admin/installments',
    typed: { 'Booking Reference': 'TS-ABC123', 'Days Until Due': '3' },
    press: 'Generate Payment Link',
    toast: 'Failed to generate payment link',
    alert: 'Failed to generate payment link',
  },
  'a manual reminder': {
    path: '/admin/installments',
    typed: { 'Booking Reference': 'TS-ABC123', 'Days Until Due': '3' },
    press: 'Send Manual Reminder',
    toast: 'Failed to send reminder',
    alert: 'Failed to send reminder',
  },
  'the reminders’ run': {
    path: '/admin/installments',
    typed: { 'Booking Reference': 'TS-ABC123' },
    typedBeside: true,
    press: 'Check & Send Reminders',
    toast: 'Failed to run automation. Check console for details',
  },
  'the overdue run': {
    path: '/admin/installments',
    press: 'Process Overdue Payments',
    toast: 'Failed to run automation. Check console for details',
  },
  'the clock': {
    path: '/admin/installments',
    typed: { 'To noon on': '2025-08-08' },
    press: 'Move',
    toast: 'The clock was not moved',
  },
  'a new user': {
    path: '/admin/users/new',
    typed: { Username: 'Achieng', Password: 'kahawa-1' },
    press: 'Create User',
    toast: 'Failed to create user',
    alert: 'An error occurred while creating the user.',
  },
  'a password': {
    path: '/admin/users/1/password',
    typed: {
      'Current Password': 'karibu-sana',
      'New Password': 'karibu-tena',
      'Confirm New Password': 'karibu-tena',
    },
    press: 'Update Password',
    toast: 'Failed to update password',
    alert: 'An error occurred while updating your password.',
  },
  'the address for a forgotten password': {
    path: '/admin/users/1',
    typed: { 'Email (optional)': 'wambui@savannasoul.example', 'Current Password': 'karibu-sana' },
    press: 'Save address',
    toast: 'The email address was not saved',
    alert: 'The email address was not saved',
  },
  'setting up two-step sign-in': {
    path: '/admin/users/two-step',
    typed: { 'Current Password': 'karibu-sana' },
    press: 'Continue',
    toast: 'Two-step sign-in was not set up',
    alert: 'Two-step sign-in was not set up',
  },
  'the first code of an app': {
    path: '/admin/users/two-step/app',
    typed: { 'The six digits from your app': '123456' },
    press: 'Turn on',
    toast: 'Two-step sign-in was not turned on',
    alert: 'Two-step sign-in was not turned on',
  },
  'the hours of an idle session': {
    path: '/admin/users',
    press: 'Save',
    toast: 'Update failed',
    alert: 'Update failed',
  },
  'deleting a user': {
    path: '/admin/users/2/delete',
    press: 'Delete user',
    toast: 'Failed to delete user',
    alert: 'An error occurred while deleting the user.',
  },
  'the site’s settings': {
    path: '/admin/settings',
    typed: { 'Hero Title': 'Karibu', 'About Text': 'One.\n\nTwo.', 'Footer Text': 'Ours.' },
    press: 'Save Settings',
    toast: 'Update failed',
    alert: 'Failed to update settings. Please try again.',
  },
  'an experience': {
    path: '/admin/settings/experiences/1',
    typed: { Title: 'Walking with elephants', Description: 'At first light.', Price: 'From $3,150' },
    press: 'Save experience',
    toast: 'Failed to save the experience',
    alert: 'Failed to save the experience',
  },
  'deleting an experience': {
    path: '/admin/settings/experiences/1?remove',
    press: 'Delete experience',
    toast: 'Failed to delete the experience',
    alert: 'Failed to delete the experience',
  },
  'the order of experiences': {
    path: '/admin/settings/experiences',
    press: /^Move .+ down$/,
    toast: 'Failed to move the experience',
  },
  'a new story': {
    path: '/admin/settings/stories/new',
    typed: STORY,
    press: 'Save story',
    toast: 'Failed to save the story',
    alert: 'Failed to save the story',
  },
  'a story': {
    path: '/admin/settings/stories/1',
    typed: STORY,
    press: 'Save story',
    toast: 'Failed to save the story',
    alert: 'Failed to save the story',
  },
  'deleting a story': {
    path: '/admin/settings/stories/1?remove',
    press: 'Delete story',
    toast: 'Failed to delete the story',
    alert: 'Failed to delete the story',
  },
  'a picture’s words': {
    path: '/admin/settings/gallery/1',
    typed: {
      Title: 'Elephants',
      'Alternative text': 'Six elephants cross dry grass.',
      'Place (optional)': 'Amboseli',
    },
    press: 'Save picture',
    toast: 'Failed to save the picture',
    alert: 'Failed to save the picture',
  },
  'removing a picture': {
    path: '/admin/settings/gallery/1?remove',
    press: 'Remove picture',
    toast: 'Failed to remove the picture',
    alert: 'Failed to remove the picture',
  },
  'a departure': {
    path: '/admin/departures/1/settings',
    typed: { Deposit: '750', 'Gift, in words (optional)': 'A welcome pack' },
    press: 'Save departure',
    toast: 'Failed to save the departure',
    alert: 'Failed to save the departure',
  },
  'deleting a departure': {
    path: '/admin/departures/1/settings?remove',
    press: 'Delete departure',
    toast: 'Failed to delete the departure',
    alert: 'Failed to delete the departure',
  },
  'copying a departure': {
    path: '/admin/departures/1/copy',
    typed: { 'First day of the copy': '2027-10-14' },
    press: 'Copy departure',
    toast: 'Failed to copy the departure',
    alert: 'Failed to copy the departure',
  },
  'a day': {
    path: '/admin/departures/1/trip-book/days/1',
    typed: { Title: 'Karibu', Text: 'Supper in a garden.' },
    press: 'Save day',
    toast: 'Failed to save the day',
    alert: 'Failed to save the day',
  },
  'the words of the journey': {
    path: '/admin/settings/tour-page',
    typed: { Name: 'Texas goes on safari', Route: 'By road and by air.' },
    press: 'Save words',
    toast: 'Failed to save the words',
    alert: 'Failed to save the words',
  },
  'the words of a page': {
    path: '/admin/settings/pages/contact',
    typed: { Heading: 'Why come along', 'Reason 1: text': 'Because of the coffee.' },
    press: 'Save page',
    toast: 'Failed to save the page',
    alert: 'Failed to save the page',
  },
  'a question and its answer': {
    path: '/admin/settings/tour-page/question/new',
    typed: { Question: 'May I bring my hat?', Answer: 'Yes.' },
    press: 'Save',
    toast: 'Failed to save it',
    alert: 'Failed to save it',
  },
  'marketing spend': {
    path: '/admin/analytics',
    typed: { 'Spent, in dollars': '1,200' },
    press: 'Save spend',
    toast: 'Failed to save the spend',
    alert: 'Failed to save the spend',
  },
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

export async function type(page: Page, form: AdminForm) {
  const folded = page.locator('main details:not([open]) > summary:has(h2):visible')
  while ((await folded.count()) > 0) await folded.first().click()
  for (const [label, words] of Object.entries(form.typed ?? {})) await field(page, label).fill(words)
  if (form.path.endsWith('/subscribers/add')) await page.getByRole('checkbox').check()
}

export const pressIn = (page: Page, { press, within }: AdminForm) =>
  (within ? page.getByRole('region', { name: within }) : page)
    .getByRole('button', { name: press, exact: true })
    .first()
    .click()

export async function expectTyped(page: Page, form: AdminForm, { passwords = true } = {}) {
  for (const [label, words] of Object.entries(form.typed ?? {})) {
    const isKept = passwords || !/password|six digits/i.test(label)
    await expect(field(page, label), label).toHaveValue(isKept ? words : '')
  }
}
