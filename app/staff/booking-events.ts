import { type Day, showDay } from '#app/platform/days'
import { BY_METHOD } from '#app/platform/ledger-words'
import { type Cents, cents, showCents } from '#app/platform/money'
import type { AUTOPAY_ENDS, INTENT_METHODS } from '#db/values'
import {
  amount,
  type BookingStatus,
  changed,
  day,
  days,
  dueOn,
  event,
  field,
  maybe,
  note,
  part,
  type ReminderKind,
  type RequestKind,
  type RoomType,
  reason,
  span,
  spoken,
  times,
  title,
  traveler,
  travelers,
} from './event-parts'

/** What may have changed of a traveler; the log never says from what to what. */
const OF_TRAVELER = {
  name: 'name',
  passportName: 'name in the passport',
  email: 'email address',
  person: 'another person',
}
type OfTraveler = keyof typeof OF_TRAVELER

const request = field('kind', 'cancel' as RequestKind, (kind, words) => words.request(kind))
const signed = (change: Cents): string => `${change < 0 ? '−' : '+'}${showCents(cents(Math.abs(change)))}`

/** A discount or a surcharge, with its reason as the guest reads it. */
const priceChange = [
  field('changeCents', cents(-45_000), signed),
  field('words', 'Choir discount', (words) => `reason: ${words}`),
] as const

const installment = field('installment', 2, (which, words) => words.installment(which))
const intent = field('intent', 'pi_1', (id) => `Stripe’s payment ${id}`)
const refundId = field('refund', 're_1', (id) => `Stripe’s refund ${id}`)
const disputeId = field('dispute', 'dp_1', (id) => `Stripe’s dispute ${id}`)

const MEANS: Record<string, string> = BY_METHOD
const means = field('method', 'cheque', (method) => MEANS[method] ?? spoken(method))

const BEGUN = {
  'hosted-page': 'on Stripe’s page',
  'card-element': 'with the card form',
  'off-session': 'automatically, as agreed',
}

/** Why installments are not charged by themselves anymore, as staff read it. */
export const AUTOPAY_ENDED: Record<(typeof AUTOPAY_ENDS)[number], string> = {
  'not-begun': 'it never began',
  stopped: 'the guest stopped it',
  'stopped-by-staff': 'staff stopped it',
  'booking-ended': 'the booking ended',
  paid: 'all is paid',
  disputed: 'a payment is disputed',
  moved: 'the booking changed its departure',
  declined: 'the card was declined',
  revoked: 'the bank withdrew the permission',
  'other-method': 'another card took its place',
  'first-failed': 'the first payment did not come',
  left: 'they no longer travel',
  'who-pays': 'who pays has changed',
}

const PAYMENT_NAMES = { deposit: 'deposit', full: 'the full price' }
const payment = (says: (name: string) => string) =>
  field('paymentType', 'full' as 'deposit' | 'full', (type) => says(PAYMENT_NAMES[type]))

const moved = part<{ from: BookingStatus; to: BookingStatus }>(
  { from: 'deposit_paid', to: 'payment_failed' },
  ({ from, to }, { status }) => {
    if (!from || from === to) return []
    return [to ? `status from ${status(from)} to ${status(to)}` : `status before: ${status(from)}`]
  },
)

const placedWith = [
  part<{ roomType: RoomType; travelers?: number; singles?: number }>(
    { roomType: 'double', travelers: 3, singles: 1 },
    ({ roomType, travelers = 1, singles }, { rooms }) => [
      roomType && rooms({ roomType, travelers, singles }),
    ],
  ),
  payment((name) => name),
  field('totalCents', cents(450_000), (price) => `price ${showCents(price)}`),
] as const

/** By what the policy says, and what of it does not go through Stripe. */
const backByPolicy = [
  field('refundCents', cents(400_000), (back) =>
    back > 0 ? `${showCents(back)} goes back` : 'nothing goes back',
  ),
  field('byHandCents', cents(200_000), (byHand) => byHand > 0 && `${showCents(byHand)} of it by hand`),
  field('why', 'within-30-days', (why, words) => words.refundRule(why)),
  /** When the guest asked, where that day counted. */
  maybe(field('askedOn', '2025-07-01', (day) => `as of ${showDay(day)}, when they asked`)),
] as const

const refund = [amount, field('reason', 'owed-again', (why, words) => words.refundReason(why))] as const

/** Of money that was entered by hand on another day. */
const receivedOn = day('receivedOn', '2025-05-28', 'of')
const askedAgain = [amount, dueOn] as const

const reminder = [
  installment,
  field('kind', 'overdue' as ReminderKind, (kind, words) => words.reminder(kind)),
] as const

/** What happened to a booking, its money and its travelers; a part of EVENTS. */
export const BOOKING_EVENTS = {
  'details-saved': event('saved travelers’ details of', times),
  'details-erased': event('erased details of', travelers),
  'traveler-changed': event(
    'changed a traveler of',
    traveler,
    field('changed', Object.keys(OF_TRAVELER) as OfTraveler[], (names) =>
      names.map((name) => OF_TRAVELER[name] ?? spoken(name)).join(', '),
    ),
  ),
  'lead-contact-changed': event('changed how to reach the lead traveler of', changed),
  'lead-changed': event('made another traveler the lead traveler of', traveler),
  'asked-staff': event('sent staff a request about', request),
  'request-done': event('closed a request of', request),
  'request-answered': event('answered a request of', request),
  'request-declined': event('declined a request of', request),
  'request-taken-back': event('took back a request for', request),
  'document-signed': event('signed for', title, traveler),
  'companion-link-sent': event('sent a companion their own link for', traveler),

  'seat-held': event('began to book', 'a seat is held', ...placedWith),
  'seats-held-for-guest': event(
    'held seats for a guest on',
    ...placedWith,
    day('heldUntil', '2025-06-04', 'until'),
  ),
  'hold-changed-by-staff': event(
    'changed how long seats are held for a guest on',
    days((from, to) => `until ${to} instead of ${from}`),
    note,
  ),
  'hold-changed': event(
    'changed the details of',
    field('changed', ['room', 'name'], (names) => `changed: ${names.join(', ')}`),
    ...placedWith,
  ),
  'hold-expired': event('gave back the seat of', 'no one paid in time', moved),
  'hold-payment_failed': event('gave back the seat of', 'too many cards were declined', moved),
  'payment-begun': event(
    'opened a payment for',
    amount,
    field('method', 'hosted-page' as (typeof INTENT_METHODS)[number], (method) => BEGUN[method]),
    maybe(field('paysFrom', 'bank-account', (from) => MEANS[from] ?? spoken(from))),
  ),
  'payment-withdrawn': event('closed a payment that no one made for', amount),
  'payment-processing': event('began to process a payment for', amount),
  'bank-payment-failed': event(
    'reported that a bank payment failed for',
    amount,
    field('failure', 'insufficient_funds', (failure) => failure && `reason: ${spoken(failure)}`),
  ),
  'bank-discount-given': event('took off the price, for paying from a bank account, of', amount),
  'bank-discount-taken-back': event('took back what was off for paying from a bank account, of', amount),
  'card-declined': event(
    'declined a card for',
    amount,
    field('count', 3, (declined) => declined > 1 && `${declined} times so far`),
  ),
  /** `paymentType` where another payment option was paid than was on file. */
  'payment-taken': event(
    'took a payment for',
    amount,
    maybe(means),
    maybe(field('isAutomatic', true as boolean, (is) => is && 'charged automatically, as agreed')),
    maybe(payment((name) => `paid as: ${name}`)),
    maybe(receivedOn),
    moved,
    maybe(note),
    maybe(intent),
  ),
  'each-pays-begun': event('let each of the party pay their own share of'),
  'each-pays-ended': event('had one pay for everybody again of'),
  'payer-link-made': event('made a link for somebody else to pay for', amount),
  'payer-link-withdrawn': event('withdrew a link for somebody else to pay for', amount),
  'autopay-agreed': event(
    'agreed to automatic payment for',
    field('brand', 'Visa', (brand) => brand),
    field('last4', '4242', (last4) => `ending in ${last4}`),
  ),
  'autopay-ended': event(
    'ended automatic payment for',
    field('why', 'stopped' as (typeof AUTOPAY_ENDS)[number], (why) => AUTOPAY_ENDED[why]),
  ),
  /** By hand, after a restored backup that did not have it. */
  'payment-found': event('entered a payment found only at Stripe for', amount, intent),
  'payment-given-back': event(
    'sent a payment that could not be used for',
    amount,
    'it goes back in full',
    intent,
  ),
  /** Others appear only by the reference of their booking. */
  'travelers-paired': event(
    'gave a shared room to a traveler of',
    field('with', 'TS-ABC234', (other) => `with one of ${other}`),
  ),
  'travelers-parted': event(
    'gave separate rooms to a traveler of',
    field('with', 'TS-ABC234', (other) => `and one of ${other}`),
  ),
  'room-wish-saved': event('changed the room request of', times),
  'room-request-declined': event(
    'declined a room companion for',
    field('of', 'TS-ABC234', (other) => `lead traveler of ${other}`),
  ),
  'contact-shared': event('agreed to share contact details with the room companion of', times),
  'contact-unshared': event('stopped sharing contact details with the room companion of', times),
  'booking-completed': event('came back from paying for', moved),
  'booking-cancelled': event(
    'canceled the booking',
    maybe(field('unpaidCents', cents(200_000), (unpaid) => `because ${showCents(unpaid)} stayed unpaid`)),
    ...backByPolicy,
    moved,
    note,
  ),
  'traveler-joined': event('added a traveler to', travelers, amount),
  'traveler-left': event('took a traveler off', travelers, ...backByPolicy, note),
  'booking-reinstated': event(
    'reinstated the booking',
    field('amountCents', cents(400_000), (open) => open > 0 && `${showCents(open)} due`),
    maybe(day('heldUntil', '2025-06-04', 'held until')),
    moved,
  ),
  'booking-moved': event(
    'changed the departure of',
    part<{ fromStartsOn: Day; toStartsOn: Day }>(
      { fromStartsOn: '2025-10-16', toStartsOn: '2026-10-15' },
      ({ fromStartsOn, toStartsOn }) => [
        fromStartsOn && toStartsOn && `${showDay(fromStartsOn)} to ${showDay(toStartsOn)}`,
      ],
    ),
    maybe(field('changeCents', cents(30_000), signed)),
  ),
  'room-changed': event(
    'changed a room of',
    traveler,
    field('roomType', 'single' as RoomType, (roomType, { rooms }) => rooms({ roomType, travelers: 1 })),
    maybe(field('changeCents', cents(200_000), signed)),
  ),
  'rooms-swapped': event(
    'swapped two rooms of',
    traveler,
    field('other', 3, (place) => `with traveler ${place}`),
  ),
  'part-asked': event('sent a payment link for', amount),
  repriced: event('changed the price of', ...priceChange),
  'reprice-undone': event('undid a price change of', ...priceChange),
  'free-place-given': event('gave a leader’s free place on', field('changeCents', cents(-400_000), signed)),
  'free-place-taken-back': event(
    'took back a leader’s free place on',
    field('changeCents', cents(400_000), signed),
  ),
  'leader-corrected': event(
    'changed who brought',
    field('from', 'AMANI' as string | null, (code) => `from ${code ?? 'no one'}`),
    field('to', 'GRACE' as string | null, (code) => `to ${code ?? 'no one'}`),
  ),
  'share-came-back': event('counted a former traveler’s refund as paid again for', amount),
  'booking-refunded': event('ended the booking', 'all that was paid went back', moved),
  'price-changed': event(
    'changed the price of',
    part<{ fromCents: Cents; toCents: Cents }>(
      { fromCents: cents(450_000), toCents: cents(449_970) },
      ({ fromCents: from, toCents: to }) => [
        from !== undefined && to !== undefined && `from ${showCents(from)} to ${showCents(to)}`,
      ],
    ),
    maybe(
      field('forgivenCents', cents(30), (rest) => `${showCents(rest)} forgiven: no card can pay so little`),
    ),
  ),
  'installment-settled': event('marked an installment as paid for', installment, amount),
  'due-date-moved': event('moved a due date with the departure for', installment, span),
  'installment-asked': event('asked again for money for', ...askedAgain),
  'installment-withdrawn': event('stopped asking again for money for', ...askedAgain),
  'installment-reopened': event('opened an installment again for', installment, amount),
  'installment-extended': event(
    'postponed an installment for',
    installment,
    days((from, to) => `due ${to} instead of ${from}`),
    note,
  ),
  'plan-spread': event(
    'spread the balance over new due dates for',
    amount,
    field('dueOn', ['2025-08-01', '2025-09-01'], (days) => `due ${days.map(showDay).join(', ')}`),
    note,
  ),
  'written-off': event('wrote off what was owed for', amount, reason),
  'write-off-lowered': event('lowered what was written off by a payment for', amount),
  'refund-ordered': event('ordered a refund for', ...refund, maybe(traveler)),
  'refund-tried-again': event('tried a refund again for', ...refund),
  'refund-stuck': event(
    'permanently refused a refund for',
    ...refund,
    field('lastError', 'charge_disputed', (error) => `Stripe said: ${spoken(error)}`),
  ),
  'refund-dropped': event('gave up a refund for', ...refund),
  'refund-recognized': event('recognized a refund made at Stripe for', ...refund),
  'refund-told-apart': event('marked a refund made at Stripe as a different one for', ...refund),
  'refund-made': event('made a refund for', amount, refundId),
  'refund-failed': event('reported that a refund failed for', amount, refundId),
  'paid-back-by-hand': event(
    'wrote down money paid back by hand for',
    amount,
    means,
    maybe(receivedOn),
    note,
  ),
  'dispute-opened': event(
    'reported a dispute for',
    amount,
    reason,
    maybe(field('answerBy', 'Wednesday at noon', (instant) => `answer before ${instant}`)),
    disputeId,
  ),
  'dispute-closed': event(
    'closed a dispute for',
    amount,
    maybe(field('outcome', 'lost', (outcome) => outcome)),
    reason,
    disputeId,
  ),
  'reminder-sent': event('sent a reminder for', ...reminder),
  'reminder-taken-back': event('withdrew a reminder for', 'it was no longer needed', ...reminder),
}
