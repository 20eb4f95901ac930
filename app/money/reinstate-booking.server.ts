import { takeBack } from '#app/bookings/advance-booking.server'
import { canHaveCodeAgain } from '#app/bookings/discount-codes.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { type Raised, raiseInstallments } from '#app/bookings/installments/party-installments.server'
import { movedInstallments } from '#app/bookings/installments/reprice-installments.server'
import { installmentsOf, owedByInstallment } from '#app/bookings/installments/settle-installments.server'
import { agreedPriceCents } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents, isChargeable, isTooSmallToAsk } from '#app/platform/money'
import { byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { hasBegun } from '#app/tours/departure'
import { departureOf, seatsLeft } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { changePrice } from './change-price.server'
import { openDisputes } from './disputes/dispute-log.server'
import { remainingCents } from './ledger.server'
import { freeCancelledLetter } from './money-mail.server'
import { askedOf } from './move-booking.server'
import { mailReinstated } from './party/party-mail.server'
import { type ReinstateQuote, reinstateShown } from './party/quotes'

export type NotReinstated =
  | 'not-canceled'
  | 'nothing-kept'
  | 'written-off'
  | 'has-begun'
  | 'departure-canceled'
  | 'disputed'
  | 'being-refunded'
  | 'sold-out'
  | 'code-used-up'
  | 'not-chargeable'

type Reinstated =
  | { reinstated: ReinstateQuote }
  | { refused: NotReinstated | 'not-found' }
  | { refused: 'quote-changed'; quote: ReinstateQuote }

type ReinstateWish = { reference: string; quoted: string; formKey: string }

/**
 * Takes a canceled booking back while its seats are free and the journey lies ahead (rules 4.18), with its
 * money as it stands: what is kept counts as paid, and what was refunded is owed again, by days as for a late
 * booking. The lead traveler gets a letter. A second press finds it active, and changes nothing.
 */
export const reinstateBooking = (wish: ReinstateWish, staff: Staff, now: Date): Reinstated =>
  immediately((tx) => {
    const booking = findBooking(wish.reference)
    if (!booking) return { refused: 'not-found' }
    const found = reinstating(booking, now)
    if ('refused' in found) return found
    const { quote } = found
    if (reinstateShown(quote) !== wish.quoted) return { refused: 'quote-changed', quote }
    take(booking, found, wish.formKey, staff, now, tx)
    return { reinstated: quote }
  })

/** What is shown before it is done, or why it cannot be. */
export function reinstateQuote(booking: Booking, now: Date): ReinstateQuote | { refused: NotReinstated } {
  const found = reinstating(booking, now)
  return 'refused' in found ? found : found.quote
}

function reinstating(
  booking: Booking,
  now: Date,
): { quote: ReinstateQuote; rows: Raised[] } | { refused: NotReinstated } {
  const departure = departureOf(booking)
  const today = businessDay(now)
  if (booking.status !== 'cancelled') return { refused: 'not-canceled' }
  if (departure.canceledAt !== null) return { refused: 'departure-canceled' }
  if (hasBegun(departure, today)) return { refused: 'has-begun' }
  if (booking.goingBackCents + booking.stuckBackCents > 0) return { refused: 'being-refunded' }
  if (openDisputes(`booking:${booking.reference}`).length > 0) return { refused: 'disputed' }
  if (booking.keptCents <= 0) return { refused: 'nothing-kept' }
  if (booking.writtenOffCents > 0) return { refused: 'written-off' }
  const left = seatsLeft(departure)
  if (left < booking.numberOfGuests) return { refused: 'sold-out' }
  if (!canHaveCodeAgain(booking)) return { refused: 'code-used-up' }

  const open = remainingCents(booking)
  const remaining = isTooSmallToAsk(open) ? cents(0) : open
  const rows = movedInstallments(openedAgain(booking, remaining, today), departure, today)
  const installments = askedOf(rows, remaining)
  if (!installments.every(({ owedCents }) => isChargeable(owedCents))) return { refused: 'not-chargeable' }
  const quote = {
    totalCents: cents(agreedPriceCents(booking) - (open - remaining)),
    paidCents: booking.keptCents,
    remainingCents: remaining,
    promisedCents: cents(0),
    writtenOffCents: booking.writtenOffCents,
    guests: booking.numberOfGuests,
    seatsLeft: left,
    installments,
  }
  return { quote, rows }
}

/** Those of its installments that ask for something by now are open, and new; without a plan it is one. */
function openedAgain({ id }: Booking, remaining: Cents, today: Day): Raised[] {
  const planned = installmentsOf(id)
  if (planned.length === 0 && remaining > 0) {
    const only = { number: 1, amountCents: remaining, dueOn: today, agreedDueOn: null, paidAt: null }
    return [{ ...only, isRaised: true }]
  }
  return owedByInstallment(planned, remaining).map(({ owedCents, ...row }) => ({
    ...row,
    ...(owedCents > 0 && { paidAt: null }),
    isRaised: owedCents > 0,
  }))
}

function take(
  booking: Booking,
  { quote, rows }: { quote: ReinstateQuote; rows: Raised[] },
  formKey: string,
  staff: Staff,
  now: Date,
  tx: Tx,
): void {
  const to = quote.remainingCents === 0 ? ('completed' as const) : ('deposit_paid' as const)
  takeBack(booking.id, to, now, tx)
  raiseInstallments(booking.id, rows, tx)
  changePrice(booking.id, cents(0), now, tx)
  freeCancelledLetter(booking, formKey, tx)
  mailReinstated(booking.id, formKey, now)
  const detail = { from: booking.status, to, amountCents: quote.remainingCents }
  recordAct(
    { ...byStaff(staff), action: 'booking-reinstated', subject: `booking:${booking.reference}`, detail },
    now,
  )
}
