import { SKIPPED_WORDS } from '#app/mail/skipped-words'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { EXPORTS, type ExportName } from '#app/staff/exports'
import { BOOKING_EVENTS } from './booking-events'
import {
  type AuditEvent,
  amount,
  type Change,
  changed,
  day,
  days,
  direction,
  dueOn,
  event,
  field,
  fromTo,
  letters,
  mailKind,
  mails,
  maybe,
  number,
  type Page,
  part,
  reason,
  role,
  span,
  spoken,
  times,
  title,
  tourList,
  travelers,
} from './event-parts'

const MANIFEST_FILES = {
  csv: 'as CSV',
  'csv-with-passports': 'as CSV with passport numbers and medical notes',
  phone: 'for a phone, with medical notes',
  'kept-on-phone': 'to be kept on a phone, with medical notes',
}

const because = field(
  'because',
  'too-late' as keyof typeof SKIPPED_WORDS,
  (because) => SKIPPED_WORDS[because],
)

const OPENING_WORDS = {
  prices: 'prices and dates are right',
  pictures: 'the pictures are right',
  legal: 'a lawyer has read terms and privacy',
  'sample-company': 'the sample company is ours',
  closed: 'the checklist is not needed anymore',
}

const discountCode = [
  field('code', 'CHOIR2026', (code) => code),
  field('off', '10%', (off) => `${off} off`),
  field('words', 'Choir of Austin', (words) => `for: ${words}`),
] as const

const leaderCode = maybe(field('code', 'AMANI', (code) => code))

/** Field by field of a departure: what it was and what it is. */
const terms = part<Record<string, Change>>(
  {
    seats: { from: 20, to: 18 },
    doublePriceCents: { from: 450_000, to: 475_050 },
    startsOn: { from: '2025-10-16', to: '2025-10-17' },
    earlyBirdOffer: { from: null, to: 'A hat' },
    salesOpen: { from: true, to: false },
    sales: { from: 'draft', to: 'open' },
    salesOpenOn: { from: null, to: '2026-01-10' },
  },
  (fields, { term }) => Object.entries(fields).map(([name, change]) => change && term(name, change)),
)

const placed = field('place', 3, (which) => `seat ${which}`)
const endedAs = field('as', 'taken-back' as string, spoken)
const size = field('bytes', 2_345_678, (bytes) => bytes > 0 && `${(bytes / 1_000_000).toFixed(1)} MB`)
const entry = field('entry', 12, (which) => `party ${which}`)
const partyOf = field('party', 4, (travelers) => `for ${counted(travelers, 'traveler')}`)
const seatsOf = field('seats', 2, (seats) => counted(seats, 'seat'))

/** The exported files; two of them say more, below. */
const EXPORTED = Object.fromEntries(
  Object.values(EXPORTS).map((file) => [file.event, event(file.did)]),
) as Record<(typeof EXPORTS)[ExportName]['event'], AuditEvent<object>>

/**
 * Every event of the audit log: its words, and the parts of its detail in the order in which they are read.
 * Amounts, days and states, never addresses or names of travelers.
 */
export const EVENTS = {
  'signed-in': event('signed in'),
  'signed-out': event('signed out'),
  'signed-out-everywhere': event(
    'signed out everywhere',
    field('ended', 2, (ended) => `${counted(ended, 'session')} ended`),
  ),
  'wrong-password': event('gave a wrong password for', times),
  'unknown-name': event('tried to sign in with an unknown name', times),
  'guesses-refused': event('gave too many wrong passwords, and had to wait, for', times),
  'wrong-code': event('gave a wrong code for', times),
  'codes-refused': event('gave too many wrong codes, and had to wait, for', times),
  'second-factor-on': event('turned two-step sign-in on for'),
  'second-factor-off': event('turned two-step sign-in off for'),
  'second-factor-lifted': event('let in again, by turning two-step sign-in off, the user'),
  'recovery-codes-made': event('made new recovery codes for'),
  'recovery-code-used': event(
    'used a recovery code of',
    field('left', 9, (left) => `${number(left)} left`),
  ),
  'reset-asked': event('asked for a link to a new password for', times),
  'reset-link-made': event('made a link to a new password for'),
  'password-reset': event('chose a new password, by a link, for'),
  'reset-link-sent': event('sent a link to a new password to'),
  'email-asked': event('gave an email address, to be confirmed, for'),
  'email-confirmed': event('confirmed the email address of'),
  'email-chosen': event('changed the email address of'),
  'idle-hours-chosen': event(
    'chose when unused sessions end',
    field('hours', 1, (hours) => `after ${counted(hours, 'hour')}`),
    field('before', 12, (hours) => `before: ${number(hours)}`),
  ),
  'clock-moved': event('moved the clock', fromTo),
  'backup-restored': event(
    'put a backup in place of the database',
    day('of', '2025-06-01', 'of'),
    maybe(field('intent', 'pi_1', (id) => `Stripe’s newest payment in it ${id}`)),
  ),
  'account-created': event('created the account'),
  'user-created': event('created the user', role),
  'user-deleted': event('deleted the user', role),
  'guide-introduced': event('changed the name and phone number that travelers see of'),
  'guide-assigned': event('assigned a departure to the guide', span),
  'guide-unassigned': event('took a departure from the guide', span),
  'password-changed': event('changed the password of'),

  'opening-confirmed': event(
    'said before opening:',
    field('step', 'prices' as keyof typeof OPENING_WORDS, (step) => OPENING_WORDS[step]),
  ),
  'settings-saved': event('changed the site settings', changed),
  'page-words-changed': event(
    'changed the words of',
    part<{ page: Page; changed: string[] }>(
      { page: 'twende-home', changed: ['title', 'reason2Text'] },
      ({ page, changed: names }, { pageField }) => [names?.map((name) => pageField(page, name)).join(', ')],
    ),
  ),
  'experience-added': event('added', title),
  'experience-changed': event('changed', title),
  'experience-removed': event('removed', title),
  'experience-moved': event('moved', direction),
  'story-added': event('added'),
  'story-changed': event('changed'),
  'story-removed': event('removed'),
  'story-moved': event('moved', direction),
  'lodge-added': event('added', title),
  'lodge-changed': event('changed', title),
  'lodge-removed': event('removed', title),
  'lodge-moved': event('moved', direction),
  'picture-uploaded': event('uploaded', title, size),
  'picture-replaced': event('chose another file for', title, size),
  'picture-hung': event('hung'),
  'picture-changed': event('changed the words of'),
  'picture-removed': event('took down'),
  'picture-moved': event('moved', direction),
  'film-uploaded': event('uploaded', title, size),
  'film-removed': event('removed', title),
  /** From when a tour had one departure. */
  'tour-changed': event('changed', terms),
  'departure-changed': event('changed', terms),
  'departure-copied': event(
    'copied',
    days((from, to) => `of ${from}, to begin on ${to}`),
  ),
  'departure-link-changed': event('made a new private link of'),
  'departure-guaranteed': event('guaranteed', letters),
  'departure-canceled': event(
    'canceled as a whole',
    letters,
    field('holds', 1, (holds) => holds > 0 && `${counted(holds, 'hold')} ended`),
    reason,
  ),
  'departure-postponed': event('postponed', fromTo, letters, reason),
  'schedule-chosen': event(
    'chose, of a departure that was canceled or postponed, for',
    field('choice', 'refund' as 'refund' | 'stays', (choice) =>
      choice === 'refund' ? 'everything back' : 'to travel on the new dates',
    ),
  ),
  'departure-removed': event('deleted', day('startsOn', '2026-10-15', 'that was to begin on')),
  'code-made': event('made', ...discountCode),
  'code-changed': event('changed', ...discountCode),
  'code-ended': event('ended', ...discountCode),
  'leader-applied': event('applied to bring others, as'),
  'leader-added': event('added', leaderCode),
  'leader-approved': event('approved', leaderCode),
  'leader-changed': event('changed', leaderCode),
  'leader-ended': event('ended', leaderCode),
  'leader-declined': event('deleted the application of', leaderCode),
  'leader-agreed': event(
    'agreed seats and reward with',
    field('seats', 6, (seats) => seats > 0 && `${counted(seats, 'seat')} kept`),
    field('releaseOn', '2025-08-01' as Day | null, (until) => until && `until ${showDay(until)}`),
    field('freeEvery', 6 as number | null, (every) => every && `one place free for each ${every}`),
    field(
      'eachCents',
      cents(10_000) as Cents | null,
      (each) => each && `${showCents(each)} for each traveler`,
    ),
  ),
  'leader-earned': event('wrote down what was earned by', travelers, amount),
  'leader-block-released': event(
    'made public what was kept for a leader on',
    field('seats', 6, (seats) => `${counted(seats, 'seat')} kept until then`),
  ),
  'waitlist-joined': event('joined the waitlist of', entry, partyOf),
  'waitlist-left': event('left the waitlist of', entry, partyOf),
  'waitlist-offered': event('offered seats to the waitlist of', entry, seatsOf),
  'waitlist-offer-ended': event('ended an offer to the waitlist of', entry, seatsOf, endedAs),
  'place-offered': event(
    'offered the waitlist a seat of',
    placed,
    field('feeCents', cents(45_000), (fee) => `for a fee of ${showCents(fee)}`),
  ),
  'place-offer-ended': event('ended the offer of a seat of', placed, endedAs),
  'waitlist-ended': event(
    'closed the waitlist of',
    field('entries', 4, (waiting) => counted(waiting, 'party', 'parties')),
  ),
  'waitlist-skipped': event('passed over a party on the waitlist of', entry),
  'waitlist-resumed': event('put a party back in line on the waitlist of', entry),
  'waitlist-collected': event(
    'started collecting seats for a party on the waitlist of',
    entry,
    day('until', '2025-08-29', 'until'),
  ),
  'waitlist-not-collected': event('stopped collecting seats for a party on the waitlist of', entry),
  'waitlist-taken-off': event('took a party off the waitlist of', entry),
  'dates-told': event('wrote to the travelers about the new dates of', travelers),
  'day-added': event('added a day to', title),
  'day-changed': event('changed a day of', title),
  'day-removed': event('removed a day from', title),
  'day-moved': event('moved a day of', direction),
  'trip-note-added': event('added to the trip book of', title),
  'trip-note-changed': event('changed the trip book of', title),
  'trip-note-removed': event('removed from the trip book of', title),
  'trip-note-moved': event('moved a chapter of the trip book of', direction),
  'trip-file-added': event('added a file to the trip book of', title),
  'trip-file-removed': event('removed a file from the trip book of', title),
  'document-added': event('added a document to sign for', title),
  'document-changed': event('changed a document to sign for', title),
  'document-ended': event('ended a document to sign for', title),
  'signing-reminded': event('reminded travelers to sign for', travelers),
  'aboard-ticked': event('noted that everyone is aboard on', field('day', '2025-10-16' as Day, showDay)),
  'journey-copied': event(
    'made',
    field('title', 'Lodges of Laikipia & the Coast', (title) => `from ${title}`),
  ),
  'journey-shown': event('showed guests'),
  'journey-ended': event('took out of menu and lists'),
  'journey-removed': event(
    'deleted',
    field('title', 'Lodges of Laikipia & the Coast', (title) => `the draft of ${title}`),
  ),
  'tour-words-changed': event(
    'changed the words of',
    field('changed', ['introTitle', 'bandText'], (names, words) => names.map(words.tourField).join(', ')),
  ),
  'band-sound-uploaded': event('uploaded the sound of the band on', size),
  'band-sound-removed': event('removed the sound of the band from'),
  'tour-item-added': event('added to', tourList),
  'tour-item-changed': event('changed', tourList),
  'tour-item-removed': event('removed from', tourList),
  'tour-item-moved': event('moved in', tourList),

  'letter-drafted': event('drafted a letter to the travelers of', title),
  'letter-changed': event('changed a letter to the travelers of', title),
  'letter-scheduled': event('scheduled a letter to the travelers of', title),
  'letter-held': event('took a letter off the schedule of', title),
  'letter-removed': event('deleted a letter to the travelers of', title),
  'letter-tested': event('sent a test of a letter to the travelers of', title),
  'letter-begun': event('started sending a letter to the travelers of', title),
  'letter-sent': event('sent a letter to the travelers of', title, travelers),
  'letter-skipped': event('did not send a letter to the travelers of', title, because),

  'review-written': event(
    'wrote a review for',
    field('rating', 5, (rating) => `${rating} of 5`),
  ),
  'review-published': event('published the review of'),
  'review-set-aside': event('set aside the review of'),

  'contact-written-to': event('sent an answer to'),
  'contact-answered': event('answered'),
  'contact-reopened': event('marked as unanswered'),
  'contact-changed': event('changed', changed),
  'contact-deleted': event('deleted'),
  'caught-deleted': event('deleted a message caught as'),
  'caught-passed-on': event('passed on a message caught as'),
  'note-added': event('wrote a note about', maybe(dueOn)),
  'note-changed': event('changed a note about', maybe(dueOn)),
  'note-done': event('marked a task as done for', maybe(dueOn)),
  'note-removed': event('removed a note about', maybe(dueOn)),
  'person-read': event('read all that is held of the person of'),
  'person-erased': event(
    'erased a person',
    field('bookings', 1, (led) => led > 0 && counted(led, 'booking')),
    field('inquiries', 2, (written) => written > 0 && counted(written, 'inquiry', 'inquiries')),
  ),
  'traces-removed': event('rewrote the database file without what was erased'),
  'subscriber-taken-off': event('took off the newsletter'),
  'subscribers-added': event(
    'added subscribers',
    field('added', 1, (added) => `${counted(added, 'address', 'addresses')} added`),
    field('alreadyThere', 1_200, (known) => known > 0 && `${number(known)} on the list already`),
    field('refused', 3, (refused) => refused > 0 && `${number(refused)} refused`),
  ),
  'campaign-created': event('began to write'),
  'campaign-changed': event('changed the text of'),
  'campaign-tested': event('sent a test of'),
  'campaign-begun': event(
    'started sending',
    field('recipients', 1_200, (sent) => `to ${counted(sent, 'subscriber')}`),
  ),
  'campaign-scheduled': event('scheduled'),
  'campaign-held': event('took off the schedule'),
  'campaign-removed': event('deleted'),
  'campaign-skipped': event('did not send', because),
  'campaign-retried': event('tried again to send the failed emails of', mails),
  'mail-retried': event('tried again to send', maybe(mailKind), maybe(mails)),
  'marketing-spend-entered': event(
    'entered',
    amount,
    maybe(field('beforeCents', cents(40_000), (before) => `before: ${showCents(before)}`)),
  ),
  'month-closed': event(
    'closed',
    field('digest', '9f86d081884c7d65', (digest) => `checksum ${digest.slice(0, 16)}`),
  ),
  'cost-entered': event('entered a cost of', amount, maybe(title)),
  'cost-changed': event('changed a cost of', amount, maybe(title)),
  'cost-removed': event('removed a cost of', amount, maybe(title)),
  ...EXPORTED,
  'payments-exported': event(
    EXPORTS.payments.did,
    day('from', '2025-05-01', 'from'),
    day('to', '2025-05-31', 'to'),
  ),
  'manifest-opened': event('opened the manifest of'),
  'manifest-exported': event(
    EXPORTS.manifest.did,
    field('kind', 'csv-with-passports' as keyof typeof MANIFEST_FILES, (kind) => MANIFEST_FILES[kind]),
  ),

  ...BOOKING_EVENTS,
}

export type Action = keyof typeof EVENTS

/** The detail of each. */
export type Details = { [A in Action]: (typeof EVENTS)[A] extends AuditEvent<infer Detail> ? Detail : never }
