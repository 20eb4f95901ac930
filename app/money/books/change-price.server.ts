import { and, asc, eq, ne } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { askAgain } from '#app/bookings/installments/reprice-installments.server'
import { settleInstallments } from '#app/bookings/installments/settle-installments.server'
import { agreedPriceCents, isPaid } from '#app/bookings/status'
import { writeToStaff } from '#app/bookings/traveler-letters.server'
import { businessDay } from '#app/platform/clock.server'
import { type Cents, cents, isTooSmallToAsk, showCents } from '#app/platform/money'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { partyChanges, refunds } from '#db/schema/money'
import { acceptsNoPayments, amountsOwed } from './amounts-owed.server'
import { keptCents, type LedgerEntry, ledgerOf, remainingCents } from './ledger.server'
import {
  giveBackParts,
  giveToLead,
  noteParts,
  type Part,
  sharesOf,
  type TravelerShare,
} from './shares.server'

const NOTHING = cents(0)

/**
 * Changes a booking's price, and settles its deposit and installments again: money that is given back for
 * good lowers the price, and an undone refund raises it. Ledger and orders must be up to date before; with
 * nothing to change, the installments follow them, and what is owed again is requested. Returns what really
 * changed, which the caller stores beside its cause (`price_change_cents`), so that exactly that is undone.
 *
 * A price never falls below what the company keeps, nor below one cent, so that no one owes more than before;
 * once a booking has ended, it does not fall at all. A remainder too small for a card is forgiven: the price
 * is lowered by that, too (decision 012). A write-off lowers what is requested, beside the agreed price.
 */
export function changePrice(
  bookingId: number,
  byCents: Cents,
  now: Date,
  tx: Tx,
  writtenOffCents: Cents = NOTHING,
): Cents {
  const before = tx.select().from(bookings).where(eq(bookings.id, bookingId)).get()
  if (before) settlePromises(before.id, tx)
  if (!before || (byCents <= 0 && !isPaid(before.status))) return NOTHING

  const kept = keptCents(bookingId)
  const changed = priceAfter(before, byCents, kept)
  const forgivenCents = isAsked(before, kept) ? tooSmall(cents(changed - kept)) : NOTHING
  const totalCents = cents(changed - forgivenCents)
  const after = tx
    .update(bookings)
    .set({
      totalCents,
      depositCents: cents(Math.min(before.agreedDepositCents, totalCents)),
      writtenOffCents: cents(before.writtenOffCents + writtenOffCents),
      updatedAt: now,
    })
    .where(eq(bookings.id, bookingId))
    .returning()
    .get()
  recordChange(before, after, forgivenCents, now)
  const { startsOn } = departureOf(after)
  askAgain({ ...after, ...amountsOwed(after), startsOn, today: businessDay(now) }, now, tx)
  settleInstallments(bookingId, remainingCents(after), now, tx)
  return cents(totalCents - before.totalCents)
}

const isAsked = (booking: Booking, kept: Cents): boolean =>
  isPaid(booking.status) && !acceptsNoPayments(booking, kept)

const tooSmall = (left: Cents): Cents => (isTooSmallToAsk(left) ? left : NOTHING)

function recordChange(before: Booking, after: Booking, forgivenCents: Cents, now: Date): void {
  const [fromCents, toCents] = [agreedPriceCents(before), agreedPriceCents(after)]
  if (fromCents === toCents) return
  const detail = { fromCents, toCents, ...(forgivenCents > 0 && { forgivenCents }) }
  recordBookingAct(now, after, { actor: 'site' }, 'price-changed', detail)
}

/**
 * Money that left for good, and that we did not order, lowers the price for all travelers: `entry` is its
 * movement, `booking` how it stands with that.
 */
export function lowerPriceBy(
  lostCents: Cents,
  entry: LedgerEntry,
  booking: Booking,
  now: Date,
  tx: Tx,
): Cents {
  settlePromises(booking.id, tx, entry)
  const before = sharesOf(booking, cents(keptCents(booking.id) + lostCents))
  const changed = changePrice(booking.id, cents(0 - lostCents), now, tx)
  const after = { id: booking.id, totalCents: cents(booking.totalCents + changed) }
  if (isPaid(booking.status)) noteParts({ paymentId: entry.id }, after, before, tx)
  return changed
}

/**
 * Undoes a price change; returns what to store beside what undid it. `taken` is what it took from each
 * traveler, by its cause, `before` what each had until the money came back. Each gets back exactly what was
 * taken from them; from those who joined later nothing was. No one who stays is asked for the part of a
 * traveler who has left since: it is credited to the lead traveler, as far as something is left to pay, and
 * staff get a letter about it.
 */
export function undoPriceChange(
  bookingId: number | null,
  changed: Cents,
  { taken, before }: { taken: Part[]; before: TravelerShare[] },
  now: Date,
  tx: Tx,
): Cents {
  const booking = bookingId === null ? undefined : bookingWithId(bookingId)
  if (!booking) return NOTHING
  const back = cents(0 - changed)
  if (!isPaid(booking.status)) return changePrice(booking.id, back, now, tx)
  const ofLeavers = giveBackParts(taken, before, tx)
  const asked = Math.max(0, back - Math.max(0, ofLeavers.shareCents))
  const beyondPrice = Math.max(0, keptCents(booking.id) - booking.totalCents)
  const undone = back <= 0 ? back : cents(Math.max(asked, Math.min(back, beyondPrice)))
  if (ofLeavers.paidCents > 0) {
    giveToLead(booking.id, { shareCents: cents(undone - asked), paidCents: ofLeavers.paidCents }, tx)
  }
  if (back > asked) notifyShareCameBack(booking, cents(back - asked), now)
  return changePrice(booking.id, undone, now, tx)
}

/** Tells staff that a bounced refund was partly the share of a former traveler. */
function notifyShareCameBack(booking: Booking, amountCents: Cents, now: Date): void {
  recordBookingAct(now, booking, { actor: 'site' }, 'share-came-back', { amountCents })
  writeToStaff(booking, now, {
    kind: 'staff-share-came-back',
    once: `${booking.id}:${now.getTime()}`,
    subject: 'Refund for a former traveler bounced',
    says: `A refund for ${booking.reference} did not reach the card, so its money counts as paid again. ${showCents(amountCents)} of it was the share of a former traveler: the other travelers are not asked for it. Please decide whether to return it, and refund it on the booking’s page.`,
  })
}

function priceAfter({ totalCents }: Booking, by: Cents, kept: Cents): Cents {
  if (by >= 0) return cents(totalCents + by)
  const floor = Math.max(1, Math.min(totalCents, kept))
  return cents(Math.max(totalCents + by, floor))
}

/**
 * Records what is still promised to former travelers, computed from orders and ledger alone, so that the
 * order of events does not matter: what each was to get, less what is ordered or made of it, less what went
 * back for good since they left, oldest first. `without` leaves one movement out, to see how it was before.
 */
export function settlePromises(bookingId: number, tx: Tx, without?: LedgerEntry): void {
  const left = tx
    .select()
    .from(partyChanges)
    .where(and(eq(partyChanges.bookingId, bookingId), eq(partyChanges.kind, 'left')))
    .orderBy(asc(partyChanges.createdAt), asc(partyChanges.id))
    .all()
  if (left.length === 0) return
  const { forLeavers, forGood } = goneFor(bookingId, without, tx)
  const open = left.map(({ refundCents, createdAt }) => ({ cents: refundCents as number, createdAt }))
  for (const gone of forLeavers) {
    take(
      gone,
      open.filter(({ createdAt }) => createdAt.getTime() === gone.at),
    )
  }
  for (const gone of forGood.toSorted((one, other) => one.at - other.at)) {
    take(
      gone,
      open.filter(({ createdAt }) => createdAt.getTime() <= gone.at),
    )
  }
  left.forEach(({ id, promisedCents: before }, index) => {
    const promisedCents = cents(open[index]?.cents ?? 0)
    if (promisedCents === before) return
    tx.update(partyChanges).set({ promisedCents }).where(eq(partyChanges.id, id)).run()
  })
}

type Gone = { at: number; cents: number }

/** Deducts what went back from what is open, oldest first. */
function take(gone: Gone, open: { cents: number }[]): void {
  let left = gone.cents
  for (const one of open) {
    const taken = Math.min(left, one.cents)
    one.cents -= taken
    left -= taken
  }
}

/**
 * What went back from a booking, or is ordered, and was not returned by the bank: for a former traveler,
 * with the moment they left, and for good, in any way: goodwill, the dashboard, by hand, a lost dispute.
 */
function goneFor(
  bookingId: number,
  without: LedgerEntry | undefined,
  tx: Tx,
): { forLeavers: Gone[]; forGood: Gone[] } {
  const ledger = ledgerOf(bookingId)
  const undone = new Set(
    ledger.flatMap(({ stripeRefundId }) => /^(.+):(?:failed|won)$/.exec(stripeRefundId ?? '')?.[1] ?? []),
  )
  const orders = tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.bookingId, bookingId), ne(refunds.state, 'dropped')))
    .all()
  const standing = orders.filter(({ stripeRefundId }) => !undone.has(stripeRefundId ?? ''))
  const neverTaken = new Set(
    orders.filter(({ reason }) => reason === 'no-place').map(({ stripeIntentId }) => stripeIntentId),
  )
  const ordered = (...reasons: (typeof refunds.$inferSelect)['reason'][]) =>
    standing
      .filter(({ reason }) => reasons.includes(reason))
      .map(({ createdAt, amountCents }) => ({ at: createdAt.getTime(), cents: amountCents as number }))
  const past = ledger
    .filter(
      ({ id, amountCents, isOwedAgain, stripeRefundId, stripeIntentId }) =>
        amountCents < 0 &&
        id !== without?.id &&
        !isOwedAgain &&
        !undone.has(stripeRefundId ?? '') &&
        !neverTaken.has(stripeIntentId ?? ''),
    )
    .map(({ createdAt, enteredAt, amountCents, stripeRefundId }) => {
      const done = orders.filter(
        (order) => stripeRefundId !== null && order.stripeRefundId === stripeRefundId,
      )
      const ofOrders = done.reduce((sum, order) => sum + order.amountCents, 0)
      return { at: (enteredAt ?? createdAt).getTime(), cents: Math.max(0, -amountCents - ofOrders) }
    })
  return { forLeavers: ordered('left-party'), forGood: [...ordered('goodwill', 'whole'), ...past] }
}
