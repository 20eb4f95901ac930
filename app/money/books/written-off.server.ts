import { eq } from 'drizzle-orm'
import { chargesOf } from '#app/bookings/charges.server'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { type Cents, cents, divide } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema/money'
import { changePrice } from './change-price.server'
import { settleShares, type TravelerShare } from './shares.server'

/** What was written off of each who travels, in the order of their shares. */
function writtenOffOfEach({ id }: Booking, shares: TravelerShare[]): Cents[] {
  const off = chargesOf(id).filter(({ kind }) => kind === 'written-off')
  return shares.map(({ traveler }) =>
    cents(off.reduce((sum, row) => sum - (row.travelerId === traveler.id ? row.priceCents : 0), 0)),
  )
}

/** What was written off of one traveler's part of the price. */
export const writtenOffOf = (booking: Booking, share: TravelerShare): Cents =>
  writtenOffOfEach(booking, [share])[0] ?? cents(0)

/**
 * Lowers what was written off by money that came for it after all and is in the ledger already: the price
 * takes that up again, and nothing is asked for. In a party it goes to those whose part was written off.
 */
export function lowerWriteOff(
  booking: Booking,
  { byCents, sharesBefore }: { byCents: Cents; sharesBefore: TravelerShare[] },
  staff: Staff,
  now: Date,
  tx: Tx,
): Booking {
  settleShares(booking, now, tx, sharesBefore)
  takeOffInstallments(booking, byCents, tx)
  const parts = divide(byCents, writtenOffOfEach(booking, sharesBefore)).map((part, index) => ({
    travelerId: sharesBefore[index]?.traveler.id ?? 0,
    kind: 'written-off' as const,
    priceCents: cents(part),
    paidCents: cents(0),
  }))
  const act = { kind: 'written-off', words: 'Paid after all', changedBy: staff.id } as const
  changePrice(booking.id, byCents, act, now, tx, { parts })
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
