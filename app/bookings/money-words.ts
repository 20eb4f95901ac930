import { type Cents, cents, showCents } from '#app/money'
import type { Booking } from './find-booking.server'
import { isPaid, type MoneyState } from './status'

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
> & { promisedCents?: Cents }

/** The states by which bookings are filtered, in the order of the filter. */
export const MONEY_STATE_NAMES: Record<MoneyState, string> = {
  'balance-open': 'Deposit paid, balance open',
  'paid-in-full': 'Paid in full',
  held: 'Held',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  expired: 'Expired',
  'payment-failed': 'Payment failed',
}

const TONES = {
  'balance-open': 'wait',
  'paid-in-full': 'success',
  held: 'info',
  cancelled: 'failed',
  refunded: 'failed',
  expired: 'failed',
  'payment-failed': 'failed',
} as const

type Tone = (typeof TONES)[MoneyState]

/**
 * What staff read first of a booking, whatever its status: its money (rules 6.9), as "Deposit paid, $4,000 open" or
 * "Cancelled, $500 kept". Green is paid in full; what waits for staff is red. `promisedCents` is what a booking that stands
 * still has to pay back by hand (`partyMoney`).
 */
export const moneyWords = (
  booking: BookingMoney,
  promisedCents: Cents = booking.promisedCents ?? cents(0),
): { words: string; tone: Tone } => ({
  words: [
    ...headOf(booking, promisedCents),
    ...notReturned(booking, promisedCents),
    ...goingBack(booking),
  ].join(', '),
  tone: toneOf(booking),
})

function toneOf({ stuckBackCents, writtenOffCents, moneyState }: BookingMoney): Tone {
  if (stuckBackCents > 0) return 'failed'
  return writtenOffCents > 0 && moneyState === 'paid-in-full' ? 'info' : TONES[moneyState]
}

/** The name of what staff still have to pay back by hand: on the booking's page, in its list and in the file. */
export const TO_PAY_BACK = 'To be paid back by hand'

/** What staff have to pay back by hand: promised by a booking that stands, or all that one which ended still owes. */
export const toPayBackCents = (booking: BookingMoney, promisedCents: Cents): Cents =>
  isPaid(booking.status) ? promisedCents : notReturnedCents(booking)

/** What is still to be paid: nothing of a booking that ended, or whose money all goes back. */
export const openCents = ({ moneyState, totalCents, keptCents }: BookingMoney): Cents =>
  cents(moneyState === 'balance-open' ? totalCents - keptCents : 0)

/** What a booking that ended still has to give back and nobody has ordered: paid by hand, or refused by the card. */
export function notReturnedCents({ status, moneyState, keptCents, staysCents }: BookingMoney): Cents {
  if (isPaid(status) || moneyState === 'held') return cents(0)
  const stays = moneyState === 'cancelled' ? (staysCents ?? keptCents) : 0
  return cents(Math.max(0, keptCents - stays))
}

function headOf(booking: BookingMoney, promisedCents: Cents): string[] {
  const { moneyState, depositCents, status } = booking
  const paidCents = cents(booking.keptCents - promisedCents)
  switch (moneyState) {
    case 'held':
      return ['Held', 'nothing paid']
    case 'balance-open':
      return [
        paidCents >= depositCents ? 'Deposit paid' : `${showCents(paidCents)} paid`,
        `${showCents(openCents(booking))} open`,
      ]
    case 'cancelled':
      return ['Cancelled', ...stays(booking)]
    case 'paid-in-full':
      return booking.writtenOffCents > 0
        ? [`${showCents(paidCents)} paid`, `${showCents(booking.writtenOffCents)} written off`]
        : [MONEY_STATE_NAMES[moneyState]]
    case 'refunded':
      return [isPaid(status) ? 'Nothing kept' : 'Refunded']
    default:
      return [MONEY_STATE_NAMES[moneyState]]
  }
}

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
