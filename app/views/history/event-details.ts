import { JOINERS_DEPOSIT } from '#app/bookings/installments/plan'
import { type BookingStatus, STATUS_NAMES } from '#app/bookings/status'
import { mailName } from '#app/mail/mail-names'
import type { CancelQuote } from '#app/money/refunds/policy-quote.server'
import { REFUND_REASONS, type RefundReason } from '#app/money/refunds/refund-reasons'
import { REMINDERS } from '#app/money/reminders/reminder-kinds'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import type { Acts } from '#app/staff/audit/audit-events'
import { DEPARTURE_LABELS, showTerm } from '#app/tours/departure-form'
import { ROOM_NAMES, roomOfParty, travelersInWords } from '#app/tours/party'
import { FULL_REFUND_DAYS, NO_REFUND_DAYS } from '#app/tours/refund-policy'
import { TOUR_LISTS } from '#app/tours/tour-forms'

/** One of the things that are said of an act; the others are left out. */
export type Piece = string | false | null | undefined | 0

/** Why the policy gives back what it gives back, in a few words. */
const REASONS_OF_QUOTES: Record<CancelQuote['why'], string> = {
  'within-30-days': `within ${FULL_REFUND_DAYS} days of booking`,
  'deposit-stays': 'the deposit stays',
  differs: 'by the day on which each was booked',
  'too-late': `${NO_REFUND_DAYS} days or fewer were left`,
  'has-begun': 'the journey had begun',
  'nothing-paid': 'nothing was paid',
}

export const QUOTE_REASONS: Record<string, string> = REASONS_OF_QUOTES

/** Which day counted for what goes back, where it was not that of the act. */
export const whenAsked = (askedOn: Day | undefined): Piece =>
  askedOn && `as of ${showDay(askedOn)}, when they asked`

const MEANS: Record<string, string> = {
  card: 'by card',
  cheque: 'by check',
  wire: 'by wire',
  other: 'by other means',
}

export const PAYMENT_NAMES = { deposit: 'deposit', full: 'the whole price' }

export const number = (amount: number): string => amount.toLocaleString('en-US')
export const count = (amount: number | undefined, one: string, many: string): string =>
  `${number(amount ?? 0)} ${amount === 1 ? one : many}`
export const money = (amount: Cents | undefined): Piece => amount !== undefined && showCents(amount)
export const quoted = (title: string | undefined): Piece => title && `“${title}”`
export const noted = (note: string | undefined): Piece => note && `note: ${note}`
export const byMeans = (method: string | undefined): Piece => method && (MEANS[method] ?? spoken(method))
export const atStripe = (what: string, id: string | undefined): Piece => id && `Stripe’s ${what} ${id}`
export const mailKind = (kind: string | undefined): Piece => kind && `the mail: ${mailName(kind)}`

/** A word of ours or of Stripe's, as people write it: 'charge disputed' of 'charge_disputed'. */
export const spoken = (word: string): string => word.replace(/[-_]/g, ' ')

export function direction({ direction: way }: Partial<Acts['story-moved']>): Piece[] {
  return [way && `one place ${way}`]
}

export function mails({ mails: sent }: { mails?: number }): Piece[] {
  return [sent !== undefined && count(sent, 'mail', 'mails')]
}

export function repeated({ times }: { times?: number }): Piece[] {
  return [times !== undefined && times > 1 && `${number(times)} times within the hour`]
}

export function moved({ from, to }: { from?: BookingStatus; to?: BookingStatus }): Piece[] {
  if (!from || from === to) return []
  const before = statusWords(from)
  return [to ? `status from ${before} to ${statusWords(to)}` : `status before: ${before}`]
}

const statusWords = (status: BookingStatus): string => (STATUS_NAMES[status] ?? spoken(status)).toLowerCase()

export function placedWith({
  roomType,
  travelers = 1,
  paymentType,
  totalCents,
}: Partial<Acts['seat-held']>): Piece[] {
  return [
    roomType && roomOfParty(ROOM_NAMES[roomType].toLowerCase(), travelers),
    paymentType && PAYMENT_NAMES[paymentType],
    totalCents !== undefined && `price ${showCents(totalCents)}`,
  ]
}

export const installmentNumbered = (number: number): string =>
  number === JOINERS_DEPOSIT ? 'deposit of an added traveler' : `installment ${number}`

export function installment({
  installment: which,
  amountCents,
}: Partial<Acts['installment-settled']>): Piece[] {
  return [which !== undefined && installmentNumbered(which), money(amountCents)]
}

export function askedAgain({ amountCents, dueOn }: Partial<Acts['installment-asked']>): Piece[] {
  return [money(amountCents), dueOn && `due ${showDay(dueOn)}`]
}

/** Entries of other days may have a reason that is none any more. */
const reasonWords = (reason: string): string =>
  Object.hasOwn(REFUND_REASONS, reason) ? REFUND_REASONS[reason as RefundReason].inHistory : spoken(reason)

export function refund({ amountCents, reason }: Partial<Acts['refund-ordered']>): Piece[] {
  return [money(amountCents), reason && reasonWords(reason)]
}

export function reminder({ installment: which, kind }: Partial<Acts['reminder-sent']>): Piece[] {
  return [which !== undefined && installmentNumbered(which), kind && REMINDERS[kind].name]
}

const NAMES_OF_TRAVELER: Record<string, string> = {
  name: 'name',
  passportName: 'name in the passport',
  email: 'email address',
  person: 'another person',
}

/** Which traveler, and what is another by now; never what it was or is. */
export const changedOfTraveler = ({ traveler, changed = [] }: Partial<Acts['traveler-changed']>): Piece[] => [
  traveler !== undefined && `traveler ${traveler}`,
  changed.map((field) => NAMES_OF_TRAVELER[field] ?? spoken(field)).join(', '),
]

/** With the fields of the time when a tour had one departure. */
const LABELS: Record<string, string> = { ...DEPARTURE_LABELS, name: 'Name', salesOpen: 'On sale' }

const labelOf = (field: string): string => LABELS[field] ?? spoken(field)

/** What was changed of a departure, field by field. */
export const terms = (fields: Partial<Record<string, { from: unknown; to: unknown }>>): Piece[] =>
  Object.entries(fields).map(
    ([field, change]) =>
      change && `${labelOf(field)} from ${showTerm(field, change.from)} to ${showTerm(field, change.to)}`,
  )

const MANIFEST_FILES: Record<Acts['manifest-exported']['kind'], string> = {
  csv: 'as CSV',
  'csv-with-passports': 'as CSV with passport numbers and medical notes',
  phone: 'for a phone, with medical notes',
}

/** What the file of a manifest holds. */
export const manifestFile = ({ kind }: Partial<Acts['manifest-exported']>): Piece[] => [
  kind && MANIFEST_FILES[kind],
]

/** Which list of the journey's page. */
export const tourList = ({ list }: { list?: keyof typeof TOUR_LISTS }): Piece[] => [
  list && TOUR_LISTS[list].name.toLowerCase(),
]

/** The words of what changes the party of a paid booking. */
export const PARTY_WORDS = {
  'traveler-joined': {
    did: 'added a traveler to',
    detail: ({ travelers, amountCents }: Partial<Acts['traveler-joined']>): Piece[] => [
      travelers && travelersInWords(travelers),
      money(amountCents),
    ],
  },
  'traveler-left': {
    did: 'took a traveler off',
    detail: ({
      travelers,
      refundCents,
      byHandCents,
      why,
      askedOn,
      note,
    }: Partial<Acts['traveler-left']>): Piece[] => [
      travelers && travelersInWords(travelers),
      refundCents ? `${showCents(refundCents)} goes back` : 'nothing goes back',
      byHandCents !== undefined && byHandCents > 0 && `${showCents(byHandCents)} of it by hand`,
      why && (QUOTE_REASONS[why] ?? spoken(why)),
      whenAsked(askedOn),
      noted(note),
    ],
  },
  'share-came-back': {
    did: 'counted a former traveler’s refund as paid again for',
    detail: ({ amountCents }: Partial<Acts['share-came-back']>): Piece[] => [money(amountCents)],
  },
}

/** The words of what is done to rooms: of others only the reference of their booking is said. */
export const ROOM_WORDS = {
  'travelers-paired': {
    did: 'put into one room a traveler of',
    detail: ({ with: other }: Partial<Acts['travelers-paired']>): Piece[] => [
      other && `with one of ${other}`,
    ],
  },
  'travelers-parted': {
    did: 'gave separate rooms to a traveler of',
    detail: ({ with: other }: Partial<Acts['travelers-parted']>): Piece[] => [other && `and one of ${other}`],
  },
  'room-wish-saved': { did: 'changed the room request of', detail: repeated },
  'room-request-declined': {
    did: 'declined a room companion for',
    detail: ({ of }: Partial<Acts['room-request-declined']>): Piece[] => [of && `lead traveler of ${of}`],
  },
  'contact-shared': { did: 'agreed to share contact details with the room companion of', detail: repeated },
  'contact-unshared': { did: 'stopped sharing contact details with the room companion of', detail: repeated },
}
