import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import { advanceBooking } from '#app/bookings/advance-booking.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { settleInstallments } from '#app/installments/settle-installments.server'
import { type Cents, cents } from '#app/money'
import { changePrice } from '#app/payments/change-price.server'
import { credit, isWanted } from '#app/payments/credit.server'
import { unsettledIntentOf } from '#app/payments/intent-records.server'
import { keptCents, paidCents, remainingCents } from '#app/payments/ledger.server'
import { mailPaidBackByHand } from '#app/payments/money-mail.server'
import { type RefundReason, refundableCents } from '#app/payments/refund-orders.server'
import { withdraw } from '#app/payments/settle.server'
import type { Staff } from '#app/staff/sessions.server'
import { type Db, db, immediately } from '#db/connection.server'
import { payments } from '#db/schema'

const ROUNDS = 5
const BUSY_MS = 300

const HAND_METHODS = ['cheque', 'wire', 'other'] as const

export type HandWish = {
  reference: string
  amountCents: Cents
  method: (typeof HAND_METHODS)[number]
  /** in: the traveler paid. out: the company paid back. */
  direction: 'in' | 'out'
  /** Of money paid back while the booking stands: the price is lowered by it, or the traveler owes it again. */
  reason?: RefundReason
  note: string
  /** One opened form: a second press of its button enters nothing. */
  formKey: string
}

export type RecordedByHand =
  | { booking: Booking; known?: true }
  | { refused: 'not-found' | 'being-paid' | 'no-place' }
  /** Not beyond what is owed, nor back beyond what was paid by hand. */
  | { refused: 'too-much'; atMostCents: Cents }
  /** A first payment must be the deposit, or the whole price. */
  | { refused: 'too-little'; atLeastCents: Cents }

/**
 * Enters money that came, or went back, by cheque, wire or otherwise. A first payment takes a held seat, or a free
 * one; what might still be paid by card is withdrawn at Stripe first. The traveler gets a receipt, or a letter. Throws
 * StripeUnavailable where an open payment cannot be withdrawn; then nothing has changed.
 */
export async function recordByHand(wish: HandWish, staff: Staff, now: () => Date): Promise<RecordedByHand> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = enterByHand(wish, staff, now())
    if (outcome !== 'intent-in-the-way') return outcome
    const booking = findBooking(wish.reference)
    const open = booking && unsettledIntentOf(booking.id)
    if (open && (await withdraw(open, now)) === 'processing') return { refused: 'being-paid' }
    await pause(round === 0 ? 0 : BUSY_MS)
  }
  return { refused: 'being-paid' }
}

function enterByHand(wish: HandWish, staff: Staff, now: Date): RecordedByHand | 'intent-in-the-way' {
  return immediately(db, (tx) => {
    const booking = findBooking(wish.reference, tx)
    if (!booking) return { refused: 'not-found' }
    if (isEntered(wish.formKey, tx)) return { booking, known: true }
    if (wish.direction === 'out') return payBackByHand(booking, wish, staff, now, tx)
    if (unsettledIntentOf(booking.id, tx)) return 'intent-in-the-way'

    const purpose = isPaid(booking.status) ? 'balance' : isWhole(booking, wish) ? 'full' : 'deposit'
    const before = keptCents(booking.id, tx)
    const left = cents(Math.max(0, booking.totalCents - before))
    if (wish.amountCents > left) return { refused: 'too-much', atMostCents: left }
    if (purpose === 'deposit' && wish.amountCents < booking.depositCents) {
      return { refused: 'too-little', atLeastCents: booking.depositCents }
    }
    if (!isWanted(purpose, booking, before, wish.amountCents, tx)) return { refused: 'no-place' }

    enter(booking, wish, wish.amountCents, staff, now, tx)
    const by = { ...byStaff(staff), detail: { method: wish.method, note: wish.note } }
    return { booking: credit(booking, { purpose, receivedCents: wish.amountCents, by }, now, tx) }
  })
}

const isWhole = (booking: Booking, wish: HandWish): boolean => wish.amountCents >= booking.totalCents

const isEntered = (formKey: string, tx: Db): boolean =>
  tx.select({ id: payments.id }).from(payments).where(eq(payments.formKey, formKey)).get() !== undefined

function payBackByHand(booking: Booking, wish: HandWish, staff: Staff, now: Date, tx: Db): RecordedByHand {
  const atMostCents = cents(Math.max(0, keptCents(booking.id, tx) - refundableCents(booking.id, tx)))
  if (wish.amountCents > atMostCents) return { refused: 'too-much', atMostCents }

  enter(booking, wish, cents(-wish.amountCents), staff, now, tx)
  if (paidCents(booking.id, tx) <= 0) advanceBooking(booking.id, { status: 'refunded' }, now, tx)
  else if (isPaid(booking.status) && wish.reason === 'goodwill') {
    changePrice(booking.id, cents(-wish.amountCents), now, tx)
  } else if (isPaid(booking.status)) settleInstallments(booking.id, remainingCents(booking, tx), now, tx)
  mailPaidBackByHand(booking, wish, now, tx)
  recordAct(
    {
      ...byStaff(staff),
      action: 'paid-back-by-hand',
      subject: `booking:${booking.reference}`,
      detail: { amountCents: wish.amountCents, method: wish.method, note: wish.note },
    },
    now,
    tx,
  )
  return { booking: findBooking(booking.reference, tx) ?? booking }
}

function enter(booking: Booking, wish: HandWish, amountCents: Cents, staff: Staff, now: Date, tx: Db): void {
  tx.insert(payments)
    .values({
      bookingId: booking.id,
      kind: amountCents > 0 ? 'payment' : 'refund',
      method: wish.method,
      amountCents,
      note: wish.note || null,
      formKey: wish.formKey,
      recordedBy: staff.id,
      createdAt: now,
    })
    .run()
}
