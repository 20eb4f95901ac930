import { z } from 'zod'
import { ManualReminderForm, PaymentLinkForm } from '#app/money/reminders/operations-form'
import { PRESETS_IN_WORDS, USUAL_DAYS } from '#app/platform/lists/date-range'
import { SettingsCall } from '#app/site/settings-form'
import { CODE_AT_MOST, NewUserForm, PasswordForm, SignInForm } from '#app/staff/user-forms'
import {
  Contact,
  declare,
  declareList,
  dollars,
  instant,
  ListedBooking,
  Message,
  refused,
  refusedForNow,
  Session,
  Settings,
  Subscriber,
  User,
} from './operation'

// What staff read and do.

const count = z.int().min(0)
const percent = z.number()

const Figures = z
  .strictObject({
    stats: z.strictObject({
      totalContacts: count,
      totalBookings: count,
      totalNewsletterSubscribers: count,
    }),
    overview: z.strictObject({
      totalPageViews: count,
      weeklyGrowth: percent.nullable(),
      totalVisitors: count,
      todayVisitors: count,
      conversionRate: percent,
      totalRevenue: dollars,
    }),
    topPages: z.array(z.strictObject({ path: z.string(), percentage: percent, views: count })),
    trafficSources: z.array(z.strictObject({ source: z.string(), percentage: percent, visits: count })),
    geographicData: z.array(z.strictObject({ country: z.string(), percentage: percent, visitors: count })),
    businessMetrics: z.strictObject({
      averageBookingValue: dollars,
      customerAcquisitionCost: dollars.nullable(),
      lifetimeValue: dollars,
      emailSignupRate: percent,
    }),
    recentActivity: z.array(
      z.strictObject({
        type: z.enum(['booking', 'visitor', 'other']),
        description: z.string(),
        timestamp: instant,
        value: dollars.nullable(),
      }),
    ),
  })
  .meta({ title: 'Figures' })

export const readFigures = declare('readFigures', 'GET', '/api/admin/analytics', {
  summary: `The figures of the last ${USUAL_DAYS} days, or of the days asked for`,
  who: 'staff',
  query: z.strictObject({
    days: z.string().optional().describe(PRESETS_IN_WORDS),
    from: z.string().optional().describe('The first day, as 2025-06-01'),
    to: z.string().optional().describe('The last day'),
  }),
  answers: { 200: { means: 'The figures', schema: Figures } },
})

export const listContacts = declareList(
  'listContacts',
  '/api/admin/contacts',
  'Everyone who sent an inquiry',
  Contact,
)

export const deleteContact = declare('deleteContact', 'DELETE', '/api/admin/contacts/{id}', {
  summary: 'Delete a contact',
  who: 'staff',
  writes: true,
  answers: {
    200: { means: 'It is deleted', schema: Message },
    404: refused('There is no such contact'),
  },
})

export const listSubscribers = declareList(
  'listSubscribers',
  '/api/admin/newsletters',
  'Newsletter subscribers, and who has unsubscribed',
  Subscriber,
)

export const listBookings = declareList('listBookings', '/api/admin/bookings', 'All bookings', ListedBooking)

export const readSettings = declare('readSettings', 'GET', '/api/admin/settings', {
  summary: 'What the site’s pages say',
  who: 'staff',
  answers: { 200: { means: 'The settings', schema: Settings } },
})

const ignored = z.unknown().optional().describe('Not changed by it')
/** What was read may be sent back whole. */
const READ_ONLY = { id: ignored, updatedAt: ignored }

export const saveSettings = declare('saveSettings', 'PUT', '/api/admin/settings', {
  summary: 'Save what the site’s pages say',
  notes: 'A call that names the version it read is refused if someone has saved since.',
  who: 'staff',
  body: SettingsCall.extend(READ_ONLY).strict(),
  example: {
    heroTitle: 'Journeys into Africa',
    heroSubtitle: 'Small groups, wide skies',
    aboutText: 'We have traveled here all our lives.',
    contactEmail: 'hello@example.com',
    contactPhone: '+1 512 555 0100',
    footerText: 'Safaris in Kenya and Tanzania',
    bannerText: 'Early bird until June',
    bannerEnabled: true,
  },
  writes: true,
  answers: {
    200: { means: 'The settings as they are now', schema: Settings },
    409: refused('Someone else has saved in the meantime'),
  },
})

const DAILY_JOB = {
  notes: 'What was sent before is not sent again.',
  who: 'staff-or-cron',
  writes: true,
  answers: {
    200: { means: 'It ran; how many were looked at, and sent', schema: Message.catchall(count) },
    409: refused('It is running already, or the machine’s clock is wrong'),
    500: refused('It failed; the log says why'),
  },
} as const

export const checkReminders = declare('checkReminders', 'POST', '/api/admin/check-reminders', {
  summary: 'Send the reminders that are due today',
  ...DAILY_JOB,
})

export const processOverdue = declare('processOverdue', 'POST', '/api/admin/process-overdue', {
  summary: 'Send the overdue notices',
  ...DAILY_JOB,
})

const NOT_OWED = {
  404: refused('There is no such booking or installment'),
  409: refused('Nothing can be asked for just now; the message says why'),
}

export const makePaymentLink = declare('makePaymentLink', 'POST', '/api/admin/generate-payment-link', {
  summary: 'A traveler’s permanent payment link',
  who: 'staff',
  body: PaymentLinkForm.strict(),
  example: { bookingReference: 'TS-7K2M9Q', installmentNumber: 1 },
  answers: {
    200: { means: 'The link', schema: z.strictObject({ paymentLink: z.url() }) },
    ...NOT_OWED,
  },
})

export const sendReminder = declare('sendReminder', 'POST', '/api/admin/send-reminder', {
  summary: 'Send a reminder by hand',
  notes: 'One that contradicts the calendar, or repeats itself, waits for confirmed: true.',
  who: 'staff',
  body: ManualReminderForm.strict(),
  example: { bookingReference: 'TS-7K2M9Q', installmentNumber: 1, daysUntilDue: 7 },
  writes: true,
  answers: {
    200: { means: 'It is on its way', schema: Message.extend({ kind: z.string() }) },
    ...NOT_OWED,
  },
})

// Sessions and accounts of the staff.

const codeSent = z
  .string()
  .min(1)
  .max(CODE_AT_MOST)
  .optional()
  .describe('Six digits from the account’s app, or one of its recovery codes')

export const readSession = declare('readSession', 'GET', '/api/admin/me', {
  summary: 'Whose session this is',
  who: 'staff',
  isForEachRole: true,
  answers: { 200: { means: 'Who is signed in', schema: Session } },
})

export const beginSession = declare('beginSession', 'POST', '/api/admin/login', {
  summary: 'Sign in: the session is a cookie',
  who: 'everybody',
  notes: 'An account with two-step sign-in needs a code, too: without one it is asked for in `errors`.',
  body: SignInForm.extend({ code: codeSent }).strict(),
  example: { username: 'wambui', password: 'a long password' },
  writes: true,
  answers: {
    200: { means: 'Signed in', schema: Session },
    401: refused('Username, password or code is wrong, or there is no code'),
    429: refusedForNow('Too many wrong passwords or codes, or too many from this network'),
  },
})

export const endSession = declare('endSession', 'POST', '/api/admin/logout', {
  summary: 'Sign out',
  notes: 'Someone already signed out gets the same answer.',
  who: 'everybody',
  answers: { 200: { means: 'Signed out', schema: Message } },
})

export const listUsers = declareList(
  'listUsers',
  '/api/admin/users',
  'The staff’s accounts, newest first',
  User,
)

export const createUser = declare('createUser', 'POST', '/api/admin/users', {
  summary: 'Create an account',
  notes: 'An email, where one is given, counts once its owner has confirmed it by the link sent there.',
  who: 'staff',
  body: NewUserForm.strict(),
  example: { username: 'otieno', password: 'a long password', role: 'editor' },
  writes: true,
  answers: {
    201: { means: 'The account', schema: User },
    409: refused('The username is taken, or another account has the email address'),
    429: refusedForNow('Several confirmations went to this address within the hour'),
  },
})

export const setPassword = declare('setPassword', 'PUT', '/api/admin/users/{id}/password', {
  summary: 'Change an account’s password, knowing the one it has',
  notes: 'Ends all other sessions of that account.',
  who: 'staff',
  body: PasswordForm.strict(),
  example: {
    currentPassword: 'a long password',
    newPassword: 'a longer password',
    confirmPassword: 'a longer password',
  },
  writes: true,
  answers: {
    200: { means: 'It was changed', schema: Message },
    404: refused('There is no such account'),
    429: refusedForNow('Too many wrong passwords, or too many from this network'),
  },
})

export const deleteUser = declare('deleteUser', 'DELETE', '/api/admin/users/{id}', {
  summary: 'Delete an account, not one’s own',
  who: 'staff',
  writes: true,
  answers: {
    200: { means: 'It is deleted', schema: Message },
    404: refused('There is no such account'),
    409: refused('It is your own'),
  },
})
