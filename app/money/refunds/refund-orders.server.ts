import { eq } from 'drizzle-orm'
import { isPaid } from '#app/bookings/status'
import { keptCents } from '#app/money/ledger.server'
import { unsettledIntentOf } from '#app/money/payments/intent-records.server'
import { changeBooking } from '#app/money/payments/settle.server'
import type { Cents } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import type { Tx } from '#db/connection.server'
import { refunds } from '#db/schema'
import { owedAgainAtMost, oweToCards, refundableCents } from './orders.server'
import { payOwedRefunds } from './owed-refunds.server'
import { mailRefundOrdered } from './refund-mail.server'
import type { RefundReason } from './refund-reasons'

/** Staff choose between these. */
export type ChosenReason = Extract<RefundReason, 'goodwill' | 'owed-again'>

export type RefundWish = {
  reference: string
  amountCents: Cents
  /**
   * Staff chose all that can go back, which was so much: if it is another amount by now, nothing is ordered.
   */
  isAll?: boolean
  /**
   * goodwill: the price is lowered by it. owed-again: the traveler still owes it. Of all that was paid:
   * neither.
   */
  reason: ChosenReason
  note: string
  /** One opened form: a second press of its button orders nothing. */
  formKey: string
}

export type RefundOrdered =
  | { ordered: Cents; known?: true }
  | { refused: 'not-found' | 'nothing-paid' | 'being-paid' }
  | { refused: 'more-than-paid' | 'quote-changed'; refundableCents: Cents }
  /** Owed again, and promised to travelers who canceled. */
  | { refused: 'promised'; atMostCents: Cents }

/**
 * Gives money back to the cards that paid for a booking, wholly or in part: never more than was captured,
 * however many press the button at once. The order is written first, with the traveler's mail, and carried
 * out at Stripe afterward; where Stripe cannot be reached it is tried again by itself. A refund of all that
 * was paid ends the booking: what might still be paid is withdrawn at Stripe first. Throws StripeUnavailable
 * where that cannot be done; then nothing has changed.
 */
export async function refundBooking(
  wish: RefundWish,
  staff: Staff,
  clock: () => Date,
): Promise<RefundOrdered> {
  const ordered = await changeBooking<RefundOrdered>(wish.reference, clock, (booking, now, tx) => {
    if (isOrdered(wish.formKey, tx)) return { ordered: wish.amountCents, known: true }

    const refundable = refundableCents(booking.id)
    if (refundable === 0) return { refused: 'nothing-paid' }
    if (wish.isAll && wish.amountCents !== refundable) {
      return { refused: 'quote-changed', refundableCents: refundable }
    }
    if (wish.amountCents > refundable) return { refused: 'more-than-paid', refundableCents: refundable }

    const isWhole = wish.amountCents >= keptCents(booking.id)
    if (isWhole && unsettledIntentOf(booking.id)) return 'intent-in-the-way'
    const stands = isPaid(booking.status)
    // A booking that has ended owes nothing again.
    const chosen = stands ? wish.reason : 'goodwill'
    const reason = isWhole ? 'whole' : chosen
    const atMostCents = owedAgainAtMost(booking.id)
    if (reason === 'owed-again' && wish.amountCents > atMostCents) return { refused: 'promised', atMostCents }
    oweToCards(booking, { ...wish, reason }, byStaff(staff), now, tx)
    const endsBooking = isWhole && stands
    mailRefundOrdered(booking, { ...wish, reason, endsBooking }, now)
    const detail = { amountCents: wish.amountCents, reason: chosen }
    recordBookingAct(now, booking, byStaff(staff), 'refund-ordered', detail)
    return { ordered: wish.amountCents }
  })
  if ('ordered' in ordered) await payOwedRefunds(clock)
  return ordered
}

/** A form's key is ours, made of letters, digits and dashes. */
const isOrdered = (formKey: string, tx: Tx): boolean =>
  tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.formKey, `${formKey}:0`))
    .get() !== undefined
