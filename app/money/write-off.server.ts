import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { businessDay } from '#app/platform/clock.server'
import { type Cents, cents } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { installments, writeOffs } from '#db/schema'
import { amountsOwed, overdueCents } from './amounts-owed.server'
import { changePrice } from './change-price.server'
import type { WriteOffForm } from './money-forms'
import { divide, settleShares, sharesOf, type TravelerShare } from './party/shares.server'
import { unsettledIntentOf } from './payments/intent-records.server'
import { changeBooking } from './payments/settle.server'

/** With what was owed when the form was opened: if that has changed since, it is displayed again first. */
export type WriteOffWish = z.output<typeof WriteOffForm> & { reference: string }

export type WrittenOff =
  | { writtenOffCents: Cents; known?: true }
  | { refused: 'not-found' | 'nothing-late' | 'going-back' | 'being-paid' }
  | { refused: 'amount-changed'; owedCents: Cents }

/**
 * All that a booking owes, once a part of it is overdue or the journey is over; until then, and where nothing
 * is owed, zero.
 */
export function writeOffCents(booking: Booking, now: Date): Cents {
  const { remainingCents } = amountsOwed(booking)
  const isLate = overdueCents(booking, now) > 0 || departureOf(booking).endsOn < businessDay(now)
  return cents(isLate ? remainingCents : 0)
}

/**
 * Writes off all that a booking still owes: what is asked for is lowered to what it keeps, beside the price
 * that was agreed. No money moves, the traveler gets no letter, and it cannot be undone. What might still be
 * paid is withdrawn at Stripe first. Refused while a refund is on its way: if that is given up, more would be
 * kept than the price. Throws StripeUnavailable where an open payment cannot be withdrawn; then nothing has
 * changed.
 */
export const writeOff = (wish: WriteOffWish, staff: Staff, clock: () => Date): Promise<WrittenOff> =>
  changeBooking<WrittenOff>(wish.reference, clock, (booking, now, tx) => {
    const known = tx.select().from(writeOffs).where(eq(writeOffs.formKey, wish.formKey)).get()
    if (known) return { writtenOffCents: known.amountCents, known: true }
    const owedCents = writeOffCents(booking, now)
    if (owedCents === 0) return { refused: 'nothing-late' }
    if (booking.goingBackCents + booking.stuckBackCents > 0) return { refused: 'going-back' }
    if (owedCents !== wish.quotedCents) return { refused: 'amount-changed', owedCents }
    if (unsettledIntentOf(booking.id)) return 'intent-in-the-way'

    enter(booking, { ...wish, amountCents: owedCents }, staff, now, tx)
    forgo(booking, owedCents, now, tx)
    const detail = { amountCents: owedCents, reason: wish.reason }
    recordBookingAct(now, booking, byStaff(staff), 'written-off', detail)
    return { writtenOffCents: owedCents }
  })

function enter(
  { id: bookingId }: Booking,
  { amountCents, reason, formKey }: { amountCents: Cents; reason: string; formKey: string },
  staff: Staff,
  createdAt: Date,
  tx: Tx,
): void {
  tx.insert(writeOffs)
    .values({ bookingId, amountCents, reason, formKey, recordedBy: staff.id, createdAt })
    .run()
}

/**
 * In a party, each traveler's part of the lower price is what they have paid: no one bears what another
 * owed.
 */
function forgo(booking: Booking, owedCents: Cents, now: Date, tx: Tx): void {
  const shares = sharesOf(booking)
  for (const { id, owedCents: writtenOffCents } of amountsOwed(booking).installments) {
    if (writtenOffCents > 0)
      tx.update(installments).set({ writtenOffCents }).where(eq(installments.id, id)).run()
  }
  changePrice(booking.id, cents(-owedCents), now, tx, owedCents)
  settleShares(
    shares.map((share) => ({ ...share, shareCents: share.paidCents })),
    tx,
  )
}

/**
 * Lowers what was written off by money that came for it after all and is in the ledger already: the price
 * takes that up again, and nothing is asked for. In a party it goes to those whose part was written off.
 */
export function lowerWriteOff(
  booking: Booking,
  { byCents, formKey, sharesBefore }: { byCents: Cents; formKey: string; sharesBefore: TravelerShare[] },
  staff: Staff,
  now: Date,
  tx: Tx,
): Booking {
  enter(booking, { amountCents: cents(-byCents), reason: 'Paid after all', formKey }, staff, now, tx)
  takeOffInstallments(booking, byCents, tx)
  changePrice(booking.id, byCents, now, tx, cents(-byCents))
  const lacking = sharesBefore.map(({ traveler, shareCents }) =>
    Math.max(0, traveler.priceCents - shareCents),
  )
  const parts = divide(byCents, lacking)
  settleShares(
    sharesBefore.map((one, index) => ({ ...one, shareCents: cents(one.shareCents + (parts[index] ?? 0)) })),
    tx,
  )
  recordBookingAct(now, booking, byStaff(staff), 'write-off-lowered', { amountCents: byCents })
  return bookingWithId(booking.id) ?? booking
}

function takeOffInstallments({ id: bookingId }: Booking, byCents: Cents, tx: Tx): void {
  let left: number = byCents
  for (const { id, writtenOffCents } of installmentsOf(bookingId)) {
    const taken = Math.min(left, writtenOffCents)
    left -= taken
    if (taken === 0) continue
    const rest = cents(writtenOffCents - taken)
    tx.update(installments).set({ writtenOffCents: rest }).where(eq(installments.id, id)).run()
  }
}
