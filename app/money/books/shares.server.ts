import { asc, eq, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { heldOfFormerTravelers, type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { type Cents, cents, divide } from '#app/platform/money'
import type { Tx } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { partyParts } from '#db/schema/money'
import { keptCents } from './ledger.server'

/** One of a party: what was agreed for them, and their part after the last change of the party. */
export type SharesBefore = {
  priceCents: Cents
  depositCents: Cents
  settledShareCents: Cents | null
  settledPaidCents: Cents | null
}

/** A traveler's part of the booking's price, and of what was paid. */
export type Shares = { shareCents: Cents; paidCents: Cents }

/**
 * Divides a booking's price and what it keeps, both without what stays of former travelers, among its
 * travelers (rules 4.11). The price by what each had of it. Of what was paid, each keeps what was theirs
 * at the last change of the party; what came since goes where it was owed, to each deposit first and then by
 * what each had still to pay, and what went back is taken off by what each had paid. To the cent: the sums
 * are the amounts given.
 */
export function sharesAmong(party: SharesBefore[], totalCents: Cents, keptCents: Cents): Shares[] {
  const shares = divide(
    totalCents,
    party.map(({ settledShareCents, priceCents }) => settledShareCents ?? priceCents),
  )
  const before = party.map(({ settledPaidCents }, index) =>
    Math.min(settledPaidCents ?? 0, shares[index] ?? 0),
  )
  const deposits = party.map(({ depositCents }, index) => Math.min(depositCents, shares[index] ?? 0))
  const paid = paidOf(shares, deposits, before, Math.max(0, keptCents))
  return shares.map((share, index) => ({ shareCents: cents(share), paidCents: cents(paid[index] ?? 0) }))
}

function paidOf(shares: number[], deposits: number[], before: number[], kept: number): number[] {
  let left = kept - sum(before)
  if (left < 0) return divide(kept, before)
  let paid = before
  for (const owed of [deposits, shares]) {
    const open = owed.map((amount, index) => Math.max(0, amount - (paid[index] ?? 0)))
    const covered = Math.min(left, sum(open))
    paid = added(paid, divide(covered, open))
    left -= covered
  }
  return added(paid, divide(left, shares))
}

const added = (amounts: number[], more: number[]): number[] =>
  amounts.map((amount, index) => amount + (more[index] ?? 0))

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

export type TravelerShare = Shares & { traveler: PartyTraveler }

/**
 * What each traveler of a booking has of its price and of what it keeps, the lead traveler first; in cents.
 * `kept` is given by a caller that asks about the moment before.
 */
export function sharesOf(
  booking: Pick<Booking, 'id' | 'totalCents'>,
  kept: Cents = keptCents(booking.id),
): TravelerShare[] {
  const party = partyOf(booking.id)
  const ofOthers = heldOfFormerTravelers(booking.id, kept)
  const shares = sharesAmong(
    party,
    cents(Math.max(0, booking.totalCents - ofOthers.staysCents - ofOthers.promisedCents)),
    cents(kept - ofOthers.staysCents - ofOthers.promisedCents),
  )
  return party.map((traveler, index) => ({ traveler, ...(shares[index] ?? NOTHING) }))
}

/**
 * Writes down what each has, before the party changes: what comes later is divided by what each has still to
 * pay then.
 */
export function settleShares(shares: TravelerShare[], tx: Tx): void {
  for (const { traveler, ...share } of shares) settle(traveler.id, share, tx)
}

/** What took something from a party: an order until it is made, or a movement of the ledger. */
export type Cause = { refundId: number } | { paymentId: number }

/**
 * Records what a refund or a loss took from each traveler on the booking, given what they had `before`.
 * Price and ledger must be up to date.
 */
export function noteParts(
  cause: Cause,
  booking: { id: number; totalCents: Cents },
  before: TravelerShare[],
  tx: Tx,
): void {
  const taken = takenSince(before, booking).filter(
    ({ shareCents, paidCents }) => shareCents !== 0 || paidCents !== 0,
  )
  putParts(
    cause,
    taken.map((part) => ({ ...part, bookingId: booking.id })),
    tx,
  )
}

/** How much less each on the booking has now than `before`. */
export function takenSince(before: TravelerShare[], booking: Pick<Booking, 'id' | 'totalCents'>): Part[] {
  const after = new Map(sharesOf(booking).map((share) => [share.traveler.id, share]))
  return before.map(({ traveler, shareCents, paidCents }) => ({
    travelerId: traveler.id,
    shareCents: cents(shareCents - (after.get(traveler.id)?.shareCents ?? 0)),
    paidCents: cents(paidCents - (after.get(traveler.id)?.paidCents ?? 0)),
  }))
}

/** An order was made: from now on what it took belongs to its movement. */
export function movePartsTo(paymentId: number, refundId: number, tx: Tx): void {
  tx.update(partyParts).set({ paymentId, refundId: null }).where(eq(partyParts.refundId, refundId)).run()
}

/** What was taken from one traveler. */
export type Part = Shares & { travelerId: number }

const caused = (cause: Cause) =>
  'refundId' in cause ? eq(partyParts.refundId, cause.refundId) : eq(partyParts.paymentId, cause.paymentId)

/** What a cause took from each traveler. */
export const partsOf = (cause: Cause, tx: Tx) =>
  tx.select().from(partyParts).where(caused(cause)).orderBy(asc(partyParts.id)).all()

/**
 * Splits an amount off what a cause has taken, in proportion, and returns it: both parts add up to the cent.
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

/** Running sums are rounded, so that nothing is lost: the last one gets the remainder. */
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

/** Records what a cause took. */
export function putParts(cause: Cause, parts: NewPart[], tx: Tx): void {
  if (parts.length > 0)
    tx.insert(partyParts)
      .values(parts.map((part) => ({ ...part, ...cause })))
      .run()
}

/**
 * Gives each traveler back what was taken from them, on top of what they had `before` it was undone. Returns
 * the part of the price that was taken from travelers who have left since; what is neither price nor theirs
 * goes to the lead traveler (`undoPriceChange`).
 */
export function giveBackParts(taken: Part[], before: TravelerShare[], tx: Tx): Shares {
  if (taken.length === 0) return NOTHING
  const aboard = new Set(before.map(({ traveler }) => traveler.id))
  for (const { traveler, ...had } of before) {
    const own = sumOf(taken.filter(({ travelerId }) => travelerId === traveler.id))
    settle(traveler.id, plus(had, own), tx)
  }
  return sumOf(taken.filter(({ travelerId }) => !aboard.has(travelerId)))
}

/** Adds to the lead traveler's part of the price and of what was paid. */
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

const sumOf = (parts: Shares[]): Shares => parts.reduce(plus, NOTHING)

const settle = (travelerId: number, { shareCents, paidCents }: Shares, tx: Tx) =>
  tx
    .update(travelers)
    .set({ settledShareCents: shareCents, settledPaidCents: paidCents })
    .where(eq(travelers.id, travelerId))
    .run()
