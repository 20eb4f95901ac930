import { asc, eq, sql } from 'drizzle-orm'
import { type Cents, cents } from '#app/platform/money'
import type { Tx } from '#db/connection.server'
import { partyParts, travelers } from '#db/schema'
import { type Shares, sharesOf, type TravelerShare } from './shares.server'

/** What took something of a party: an order until it is made, or a movement of the ledger. */
export type Cause = { refundId: number } | { paymentId: number }

/**
 * Writes down what a refund or a loss took of each who travels on the booking, given what they had `before`.
 * Price and ledger must say already what happened.
 */
export function noteParts(
  cause: Cause,
  booking: { id: number; totalCents: Cents },
  before: TravelerShare[],
  tx: Tx,
): void {
  const after = new Map(sharesOf(booking).map((share) => [share.traveler.id, share]))
  const parts = before.map(({ traveler, shareCents, paidCents }) => ({
    ...cause,
    bookingId: booking.id,
    travelerId: traveler.id,
    shareCents: cents(shareCents - (after.get(traveler.id)?.shareCents ?? 0)),
    paidCents: cents(paidCents - (after.get(traveler.id)?.paidCents ?? 0)),
  }))
  const taken = parts.filter(({ shareCents, paidCents }) => shareCents !== 0 || paidCents !== 0)
  if (taken.length > 0) tx.insert(partyParts).values(taken).run()
}

/** An order was made: what it took is from now on its movement's. */
export function movePartsTo(paymentId: number, refundId: number, tx: Tx): void {
  tx.update(partyParts).set({ paymentId, refundId: null }).where(eq(partyParts.refundId, refundId)).run()
}

/** What was taken of one traveler. */
export type Part = Shares & { travelerId: number }

const caused = (cause: Cause) =>
  'refundId' in cause ? eq(partyParts.refundId, cause.refundId) : eq(partyParts.paymentId, cause.paymentId)

/** What a cause took of each traveler. */
export const partsOf = (cause: Cause, tx: Tx) =>
  tx.select().from(partyParts).where(caused(cause)).orderBy(asc(partyParts.id)).all()

/**
 * Takes so much off what a cause has taken, of each traveler alike, and answers that: both together are what
 * it was, to the cent.
 */
export function splitParts(cause: Cause, ratio: { share: number; paid: number }, tx: Tx): NewPart[] {
  const whole = partsOf(cause, tx)
  const shares = partsOfAll(
    whole.map(({ shareCents }) => shareCents),
    ratio.share,
  )
  const paid = partsOfAll(
    whole.map(({ paidCents }) => paidCents),
    ratio.paid,
  )
  return whole.map(({ id, bookingId, travelerId, shareCents, paidCents }, index) => {
    const off = { shareCents: cents(shares[index] ?? 0), paidCents: cents(paid[index] ?? 0) }
    tx.update(partyParts)
      .set({ shareCents: cents(shareCents - off.shareCents), paidCents: cents(paidCents - off.paidCents) })
      .where(eq(partyParts.id, id))
      .run()
    return { bookingId, travelerId, ...off }
  })
}

type NewPart = Part & { bookingId: number }

/** The sums are rounded, so that nothing is lost: the last one gets what is left. */
function partsOfAll(amounts: number[], ratio: number): number[] {
  let whole = 0
  let given = 0
  return amounts.map((amount) => {
    whole += amount
    const part = Math.round(whole * ratio) - given
    given += part
    return part
  })
}

/** Writes down for another cause what was split off. */
export function putParts(cause: Cause, parts: NewPart[], tx: Tx): void {
  if (parts.length > 0)
    tx.insert(partyParts)
      .values(parts.map((part) => ({ ...part, ...cause })))
      .run()
}

/**
 * Gives each traveler again what was taken of them, to what they had `before` it was undone. Answers what of
 * the price was taken of travelers who have left since; what of it is neither price nor theirs is the lead
 * traveler's (`undoPriceChange`).
 */
export function giveBackParts(taken: Part[], before: TravelerShare[], tx: Tx): Shares {
  if (taken.length === 0) return NOTHING
  const aboard = new Set(before.map(({ traveler }) => traveler.id))
  for (const { traveler, ...had } of before) {
    const own = sum(taken.filter(({ travelerId }) => travelerId === traveler.id))
    settle(traveler.id, plus(had, own), tx)
  }
  return sum(taken.filter(({ travelerId }) => !aboard.has(travelerId)))
}

/** Adds to what the lead traveler of a booking has of its price and of what was paid. */
export function giveToLead(bookingId: number, more: Shares, tx: Tx): void {
  tx.update(travelers)
    .set({
      settledShareCents: sql`${travelers.settledShareCents} + ${more.shareCents}`,
      settledPaidCents: sql`${travelers.settledPaidCents} + ${more.paidCents}`,
    })
    .where(sql`${travelers.bookingId} = ${bookingId} and ${travelers.position} = 1`)
    .run()
}

const NOTHING: Shares = { shareCents: cents(0), paidCents: cents(0) }

const plus = (one: Shares, other: Shares): Shares => ({
  shareCents: cents(one.shareCents + other.shareCents),
  paidCents: cents(one.paidCents + other.paidCents),
})

const sum = (parts: Shares[]): Shares => parts.reduce(plus, NOTHING)

const settle = (travelerId: number, { shareCents, paidCents }: Shares, tx: Tx) =>
  tx
    .update(travelers)
    .set({ settledShareCents: shareCents, settledPaidCents: paidCents })
    .where(eq(travelers.id, travelerId))
    .run()
