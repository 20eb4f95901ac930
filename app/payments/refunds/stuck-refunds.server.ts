import { and, eq, sql } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import { findBooking } from '#app/bookings/find-booking.server'
import { mailRefundDropped } from '#app/payments/money-mail.server'
import type { Staff } from '#app/staff/sessions.server'
import { type Db, db, immediately } from '#db/connection.server'
import { refunds } from '#db/schema'
import { giveUp } from './order-ends.server'
import { payOwedRefunds } from './owed-refunds.server'

type Which = { reference: string; id: number }

/** A booking's refund that Stripe refused ten times, and that staff decide about; undefined when there is none. */
export function stuckRefund({ reference, id }: Which, outer: Db = db) {
  const booking = findBooking(reference, outer)
  if (!booking) return undefined
  const order = outer
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.bookingId, booking.id), sql`${refunds.state} = 'refused'`))
    .get()
  return order && { booking, order }
}

/**
 * Asks Stripe once more for a refund that it refused. Made: the money is on its way. Refused: Stripe said no again,
 * and the refund is stuck as before. Owed: Stripe cannot be reached; it is tried again by itself.
 */
export async function tryRefundAgain(
  which: Which,
  staff: Staff,
  now: () => Date,
): Promise<'made' | 'refused' | 'owed' | 'not-stuck'> {
  if (!reopen(which, staff, now())) return 'not-stuck'
  await payOwedRefunds(now)
  const state = db.select({ state: refunds.state }).from(refunds).where(eq(refunds.id, which.id)).get()?.state
  return state === 'refused' || state === 'owed' ? state : 'made'
}

const reopen = (which: Which, staff: Staff, now: Date): boolean =>
  immediately(db, (tx) => {
    const stuck = stuckRefund(which, tx)
    if (!stuck) return false
    tx.update(refunds).set({ state: 'owed', nextAttemptAt: now }).where(eq(refunds.id, which.id)).run()
    const { booking, order } = stuck
    recordAct(
      {
        ...byStaff(staff),
        action: 'refund-tried-again',
        subject: `booking:${booking.reference}`,
        detail: { amountCents: order.amountCents, reason: order.reason },
      },
      now,
      tx,
    )
    return true
  })

/**
 * Gives up a refund that Stripe refused: its money counts as paid again, and a price that was lowered by it is what
 * it was. The traveler, who expects it, gets a letter that it does not come. False when it is stuck no longer.
 */
export const dropRefund = (which: Which, staff: Staff, now: Date): boolean =>
  immediately(db, (tx) => {
    const stuck = stuckRefund(which, tx)
    if (!stuck) return false
    const { booking, order } = stuck
    giveUp(order, now, tx, byStaff(staff))
    mailRefundDropped(booking, order, now, tx)
    return true
  })
