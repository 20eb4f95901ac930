import { type Cents, cents, showCents } from '#app/platform/money'
import type { MONEY_STATES } from '#db/values'
import { type BOOKING_STATUSES, PAID_STATUSES, SEAT_STATUSES } from '#db/values'
import type { Booking } from './find-booking.server'
import { amountOnItsWay } from './on-its-way'

export type BookingStatus = (typeof BOOKING_STATUSES)[number]
/** What the database stores; 'written-off' is paid in full, the rest of it written off (`moneyStateOf`). */
export type MoneyState = (typeof MONEY_STATES)[number] | 'written-off'

/** Each status as the log names it. What staff read of a booking is `statusWords`, and first `moneyWords`. */
export const STATUS_NAMES: Record<BookingStatus, string> = {
  pending: 'Pending',
  deposit_paid: 'Deposit paid',
  completed: 'Completed',
  expired: 'Expired',
  cancelled: 'Canceled',
  refunded: 'Refunded',
  payment_failed: 'Payment failed',
}

const isOneOf = (statuses: readonly BookingStatus[]) => (status: BookingStatus) => statuses.includes(status)

export const isPaid = isOneOf(PAID_STATUSES)
export const holdsSeat = isOneOf(SEAT_STATUSES)

/** The seat was given back because no money came; money that still comes may take one again (rules 2.11). */
export const lostItsSeat = (status: BookingStatus): boolean =>
  status === 'expired' || status === 'payment_failed'

/** What the database keeps of a booking's money. */
export type BookingMoney = Pick<
  Booking,
  | 'status'
  | 'moneyState'
  | 'totalCents'
  | 'depositCents'
  | 'keptCents'
  | 'goingBackCents'
  | 'stuckBackCents'
  | 'staysCents'
  | 'writtenOffCents'
  | 'askedCents'
  | 'onItsWayCents'
> & { promisedCents?: Cents }

/** The states by which bookings are filtered, in the order of the filter. */
export const MONEY_STATE_NAMES: Record<MoneyState, string> = {
  'balance-open': 'Deposit paid, balance due',
  'paid-in-full': 'Paid in full',
  'written-off': 'Balance written off',
  held: 'Held',
  cancelled: 'Canceled',
  refunded: 'Refunded',
  expired: 'Expired',
  'payment-failed': 'Payment failed',
}

/**
 * What staff read first of a booking (rules 6.9): "Deposit paid, $4,000 open". `state` leaves out what is
 * open. Green is paid in full, red what waits for staff. `promisedCents` is to be paid back by hand
 * (`partyMoney`).
 */
export function moneyWords(
  booking: BookingMoney,
  promisedCents: Cents = booking.promisedCents ?? cents(0),
): { words: string; state: string; tone: 'success' | 'failed' | 'quiet' } {
  const open = openWords(booking)
  const head = headOf(booking, promisedCents)
  const rest = [
    ...comes(booking),
    ...writtenOff(booking),
    ...notReturned(booking, promisedCents),
    ...goingBack(booking),
  ]
  return {
    words: [...head, ...open, ...rest].join(', '),
    state: [...head, ...(openCents(booking) > 0 ? [] : open), ...rest].join(', '),
    tone: toneOf(booking, promisedCents),
  }
}

/**
 * The status of a booking, wherever it is shown: one that Stripe completed while a balance is open is no more
 * than its deposit paid.
 */
export const statusWords = (booking: BookingMoney): string =>
  STATUS_NAMES[
    booking.status === 'completed' && openCents(booking) + booking.onItsWayCents > 0
      ? 'deposit_paid'
      : booking.status
  ]

function toneOf(booking: BookingMoney, promisedCents: Cents) {
  if (booking.stuckBackCents + toPayBackCents(booking, promisedCents) > 0) return 'failed'
  return moneyStateOf(booking) === 'paid-in-full' ? 'success' : 'quiet'
}

/** A booking that asks for no more is not paid in full where staff wrote off the rest. */
const moneyStateOf = (booking: Pick<BookingMoney, 'moneyState' | 'writtenOffCents'>): MoneyState =>
  booking.moneyState === 'paid-in-full' && booking.writtenOffCents > 0 ? 'written-off' : booking.moneyState

/** Its name on the booking's page, in the list of bookings and in the file. */
export const TO_PAY_BACK = 'To be paid back by hand'

/** What staff have to pay back by hand: promised while a booking stands, else all that it still owes. */
export const toPayBackCents = (booking: BookingMoney, promisedCents: Cents): Cents =>
  isPaid(booking.status) ? promisedCents : notReturnedCents(booking)

/** The price as it was agreed: what was written off is not asked for anymore, and stays in it. */
export const agreedPriceCents = (booking: Pick<Booking, 'totalCents' | 'writtenOffCents'>): Cents =>
  cents(booking.totalCents + booking.writtenOffCents)

/** What is still to be paid: nothing where the booking ended, or all of its money goes back. */
export const openCents = ({ moneyState, askedCents }: BookingMoney): Cents =>
  moneyState === 'balance-open' ? askedCents : cents(0)

/** What a booking that ended still has to pay back, without a refund ordered: paid by hand, or refused. */
export function notReturnedCents({ status, moneyState, keptCents, staysCents }: BookingMoney): Cents {
  if (isPaid(status) || moneyState === 'held') return cents(0)
  const stays = moneyState === 'cancelled' ? (staysCents ?? keptCents) : 0
  return cents(Math.max(0, keptCents - stays))
}

function headOf(booking: BookingMoney, promisedCents: Cents): string[] {
  const { depositCents, status } = booking
  const moneyState = moneyStateOf(booking)
  const paidCents = cents(booking.keptCents - promisedCents)
  switch (moneyState) {
    case 'held':
      return ['Held', 'nothing paid']
    case 'balance-open':
      return [paidCents >= depositCents ? 'Deposit paid' : `${showCents(paidCents)} paid`]
    case 'cancelled':
      return ['Canceled', ...stays(booking)]
    case 'written-off':
      return [`${showCents(paidCents)} paid`]
    case 'refunded':
      return [isPaid(status) ? 'Nothing kept' : 'Refunded']
    default:
      return [MONEY_STATE_NAMES[moneyState]]
  }
}

function openWords(booking: BookingMoney): string[] {
  if (moneyStateOf(booking) !== 'balance-open') return []
  if (openCents(booking) === 0 && booking.onItsWayCents > 0) return []
  return [openCents(booking) > 0 ? `${showCents(openCents(booking))} open` : 'nothing due']
}

/** '$2,000 on its way': from a bank account, and not to be asked for in the meantime. */
const comes = ({ onItsWayCents }: BookingMoney): string[] =>
  onItsWayCents > 0 ? [amountOnItsWay(onItsWayCents)] : []

/** '$4,000 written off': the price stays what was agreed, and no one is asked for that part of it. */
const writtenOff = ({ writtenOffCents }: Pick<BookingMoney, 'writtenOffCents'>): string[] =>
  writtenOffCents > 0 ? [`${showCents(writtenOffCents)} written off`] : []

function stays(booking: BookingMoney): string[] {
  const kept = cents(booking.keptCents - notReturnedCents(booking))
  if (kept > 0) return [`${showCents(kept)} kept`]
  return booking.keptCents + booking.goingBackCents + booking.stuckBackCents > 0 ? [] : ['nothing kept']
}

function notReturned(booking: BookingMoney, promisedCents: Cents): string[] {
  const amount = toPayBackCents(booking, promisedCents)
  if (amount === 0) return []
  const isByHand = booking.moneyState === 'cancelled' || isPaid(booking.status)
  return [`${showCents(amount)} ${isByHand ? 'to be paid back by hand' : 'not given back'}`]
}

const goingBack = ({ goingBackCents, stuckBackCents }: BookingMoney): string[] => [
  ...(goingBackCents > 0 ? [`${showCents(goingBackCents)} on its way back`] : []),
  ...(stuckBackCents > 0 ? [`${showCents(stuckBackCents)} could not be given back`] : []),
]
