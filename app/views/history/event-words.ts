import { JOINERS_DEPOSIT } from '#app/bookings/installments/plan'
import { STATUS_NAMES } from '#app/bookings/status'
import { GUEST_REQUEST_WORDS } from '#app/bookings/stored-values'
import type { CancelQuote } from '#app/money/refunds/policy-quote.server'
import { REFUND_REASONS, type RefundReason } from '#app/money/refunds/refund-reasons'
import { REMINDERS } from '#app/money/reminders/reminder-kinds'
import { ofEach } from '#app/platform/typed/fields'
import { fieldsOfPage } from '#app/site/page-words'
import { type Action, EVENTS } from '#app/staff/audit-events'
import { type AuditEvent, spoken, type Vocabulary } from '#app/staff/event-parts'
import { DEPARTURE, showTerm } from '#app/tours/departure-form'
import { roomsInWords } from '#app/tours/party'
import { FULL_REFUND_DAYS, NO_REFUND_DAYS } from '#app/tours/refund-policy'
import { TOUR_LISTS, TOUR_WORDS } from '#app/tours/tour-forms'

/** Why the policy gives back what it gives back, in a few words. */
const REFUND_RULES: Record<CancelQuote['why'], string> = {
  'within-30-days': `within ${FULL_REFUND_DAYS} days of booking`,
  'deposit-stays': 'the deposit stays',
  differs: 'by the day on which each was booked',
  'too-late': `${NO_REFUND_DAYS} days or fewer were left`,
  'has-begun': 'the journey had begun',
  'nothing-paid': 'nothing was paid',
  'departure-canceled': 'the departure was canceled',
  'departure-postponed': 'the departure was put off',
  'place-sold': 'the waitlist took the place, less the fee',
}

/** With the fields of the time when a tour had one departure. */
const TERMS: Record<string, string> = {
  ...ofEach(DEPARTURE, (field) => DEPARTURE[field].label),
  earlyBirdOffPercent: DEPARTURE.earlyBirdOffCents.label,
  resaleFeePercent: DEPARTURE.resaleFeeCents.label,
  name: 'Name',
  salesOpen: 'On sale',
}

/** Entries of other days may have a word that is none anymore. */
const VOCABULARY: Vocabulary = {
  status: (status) => (STATUS_NAMES[status] ?? spoken(status)).toLowerCase(),
  rooms: (party) => roomsInWords(party).toLowerCase(),
  installment: (number) =>
    number === JOINERS_DEPOSIT ? 'deposit of an added traveler' : `installment ${number}`,
  reminder: (kind) => REMINDERS[kind].name,
  request: (kind) => GUEST_REQUEST_WORDS[kind] ?? spoken(kind),
  refundReason: (reason) => REFUND_REASONS[reason as RefundReason]?.inHistory ?? spoken(reason),
  refundRule: (why) => REFUND_RULES[why as CancelQuote['why']] ?? spoken(why),
  term: (field, { from, to }) =>
    `${TERMS[field] ?? spoken(field)} from ${showTerm(field, from)} to ${showTerm(field, to)}`,
  pageField: (page, field) => (page && fieldsOfPage(page)[field]?.label) || field,
  tourField: (field) => TOUR_WORDS[field as keyof typeof TOUR_WORDS] ?? field,
  tourList: (list) => TOUR_LISTS[list].name.toLowerCase(),
}

const isKnown = (action: string): action is Action => Object.hasOwn(EVENTS, action)

/**
 * The words for an action of the audit log. One of a release that is not this one is read from its own name,
 * without the kind of its subject, which follows: 'experience-lent' of 'experience:3' is "lent", then
 * "experience 3".
 */
export function actWords(action: string, subject: string): string {
  if (isKnown(action)) return EVENTS[action].did
  const [kind = ''] = subject.split(':')
  return spoken(action.startsWith(`${kind}-`) ? action.slice(kind.length + 1) : action)
}

/** What is said of an act, in words: amounts, days and states as people write them. */
export function detailWords(action: string, detail: Record<string, unknown>): string {
  const pieces = isKnown(action)
    ? (EVENTS[action] as AuditEvent<object>).says(detail, VOCABULARY)
    : Object.entries(detail).map(([key, value]) => typeof value !== 'object' && `${spoken(key)}: ${value}`)
  return pieces.filter(Boolean).join(' · ')
}
