import { eq } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/clock.server'
import { askAgain } from '#app/installments/ask-again.server'
import { settleInstallments } from '#app/installments/settle-installments.server'
import { type Cents, cents, isTooSmallToAsk } from '#app/money'
import { departureOf } from '#app/tour/departures.server'
import type { Tx } from '#db/connection.server'
import { bookings } from '#db/schema'
import { askedNow, isBeingGivenBack } from './asked-now.server'
import { keptCents, remainingCents } from './ledger.server'
import { giveToThoseOf, partOfStayers, settlePromises } from './party/party-changes.server'
import { mailShareCameBack } from './party/share-came-back.server'

const NOTHING = cents(0)

/**
 * Changes what a booking costs by so many cents, and settles its deposit and installments anew: money that is given
 * back for good lowers the price, and an undone refund raises it. Ledger and orders must say already what happened;
 * with nothing to change, the installments follow them, and what is owed again is asked for. Answers what was really
 * changed, which the caller stores beside its cause (`price_change_cents`): exactly that is undone with it.
 *
 * A price is lowered by as much as lets nobody owe more than before: never below what the company keeps, nor below one
 * cent. The price of a booking that has ended is not lowered any more. A rest that no card can pay is forgiven: the price
 * is lowered by that, too (decision 012).
 */
export function changePrice(bookingId: number, byCents: Cents, now: Date, tx: Tx): Cents {
  const before = tx.select().from(bookings).where(eq(bookings.id, bookingId)).get()
  if (before) settlePromises(before.id, tx)
  if (!before || (byCents <= 0 && !isPaid(before.status))) return NOTHING

  const kept = keptCents(bookingId, tx)
  const changed = priceAfter(before, byCents, kept)
  const forgivenCents = isAsked(before, kept, tx) ? tooSmall(cents(changed - kept)) : NOTHING
  const totalCents = cents(changed - forgivenCents)
  const after = tx
    .update(bookings)
    .set({
      totalCents,
      depositCents: cents(Math.min(before.agreedDepositCents, totalCents)),
      updatedAt: now,
    })
    .where(eq(bookings.id, bookingId))
    .returning()
    .get()
  recordChange(before, after, forgivenCents, now, tx)
  const { startsOn } = departureOf(after, tx)
  askAgain({ ...after, ...askedNow(after, tx), startsOn, today: businessDay(now) }, now, tx)
  settleInstallments(bookingId, remainingCents(after, tx), now, tx)
  return cents(totalCents - before.totalCents)
}

const isAsked = (booking: Booking, kept: Cents, tx: Tx): boolean =>
  isPaid(booking.status) && !isBeingGivenBack(booking, tx, kept)

const tooSmall = (left: Cents): Cents => (isTooSmallToAsk(left) ? left : NOTHING)

function recordChange(before: Booking, after: Booking, forgivenCents: Cents, now: Date, tx: Tx): void {
  if (before.totalCents === after.totalCents) return
  const detail = {
    fromCents: before.totalCents,
    toCents: after.totalCents,
    ...(forgivenCents > 0 && { forgivenCents }),
  }
  recordAct(
    { actor: 'site', action: 'price-changed', subject: `booking:${after.reference}`, detail },
    now,
    tx,
  )
}

/**
 * Undoes a change of a price that its cause has on file; answers what to store beside what undid it. It was made at
 * `since` and concerned all who travelled then; null: one who left, and nobody else. Where somebody has left the party
 * meanwhile, their part of it is not asked of those who stay: it is credit of who booked, as far as something is left to
 * pay, and staff get a letter about it.
 */
export function undoPriceChange(
  bookingId: number | null,
  changed: Cents,
  since: Date | null,
  now: Date,
  tx: Tx,
): Cents {
  const booking = bookingId === null ? undefined : bookingWithId(bookingId, tx)
  if (!booking) return NOTHING
  const back = cents(0 - changed)
  if (since === null) return changePrice(booking.id, back, now, tx)
  const ofLeavers = cents(back - partOfStayers(booking.id, back, since, tx))
  if (ofLeavers <= 0 || !isPaid(booking.status)) {
    giveToThoseOf(booking.id, since, back, tx)
    return changePrice(booking.id, back, now, tx)
  }

  const beyondPrice = Math.max(0, keptCents(booking.id, tx) - booking.totalCents)
  const undone = cents(Math.max(back - ofLeavers, Math.min(back, beyondPrice)))
  recordAct(
    {
      actor: 'site',
      action: 'share-came-back',
      subject: `booking:${booking.reference}`,
      detail: { amountCents: ofLeavers },
    },
    now,
    tx,
  )
  mailShareCameBack(booking, ofLeavers, now, tx)
  giveToThoseOf(booking.id, since, undone, tx)
  return changePrice(booking.id, undone, now, tx)
}

function priceAfter({ totalCents }: Booking, by: Cents, kept: Cents): Cents {
  if (by >= 0) return cents(totalCents + by)
  const floor = Math.max(1, Math.min(totalCents, kept))
  return cents(Math.max(totalCents + by, floor))
}
