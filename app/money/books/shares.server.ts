import { asc, eq, type SQL } from 'drizzle-orm'
import { enterCharges, type Part, sumsOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { heldOfFormerTravelers, type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { type Cents, cents, divide } from '#app/platform/money'
import { db, type Tx } from '#db/connection.server'
import { charges } from '#db/schema/money'
import { keptCents } from './ledger.server'

/** One of a party: what they cost by their charges, their deposit, and what was written down as paid. */
export type SharesBefore = { priceCents: Cents; depositCents: Cents; paidCents: Cents }

/** A traveler's part of the booking's price, and of what was paid. */
export type Shares = { shareCents: Cents; paidCents: Cents }

/**
 * Divides a booking's price and what it keeps among its travelers, to the cent (rules 4.11). Each keeps what
 * was written down as theirs; what came since goes where it was owed, to each deposit first, and what went
 * back is taken off by what each had paid.
 */
export function sharesAmong(party: SharesBefore[], totalCents: Cents, keptCents: Cents): Shares[] {
  const shares = divide(
    totalCents,
    party.map(({ priceCents }) => priceCents),
  )
  const before = party.map(({ paidCents }, index) => Math.min(paidCents, shares[index] ?? 0))
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

type Priced = Pick<Booking, 'id' | 'totalCents'>

/**
 * What each traveler of a booking has of its price and of what it keeps, the lead traveler first; in cents.
 * `kept` is given by a caller that asks about the moment before.
 */
export function sharesOf(booking: Priced, kept: Cents = keptCents(booking.id)): TravelerShare[] {
  const { staysCents, promisedCents } = heldOfFormerTravelers(booking.id, kept)
  const ofOthers = staysCents + promisedCents
  return dividedAmong(booking, { price: booking.totalCents - ofOthers, kept: kept - ofOthers })
}

function dividedAmong(
  { id: bookingId }: Priced,
  { price, kept }: { price: number; kept: number },
  changes: Part[] = [],
): TravelerShare[] {
  const party = partyOf(bookingId)
  const entered = sumsOf(bookingId)
  const shares = sharesAmong(
    party.map(({ id, depositCents }) => ({ depositCents, ...withChanges(id, entered.get(id), changes) })),
    cents(Math.max(0, price)),
    cents(kept),
  )
  return party.map((traveler, index) => ({ traveler, ...(shares[index] ?? NOTHING) }))
}

function withChanges(id: number, sums: Pick<Part, 'priceCents' | 'paidCents'> | undefined, changes: Part[]) {
  const own = [...(sums ? [sums] : []), ...changes.filter(({ travelerId }) => travelerId === id)]
  const priceCents = Math.max(0, sum(own.map((one) => one.priceCents)))
  return {
    priceCents: cents(priceCents),
    paidCents: cents(Math.max(0, sum(own.map((one) => one.paidCents)))),
  }
}

/**
 * What is missing to what each is to have once `changes` are charged. Charges come to the price: what stays
 * of former travelers is charged also where a loss took so much that it is no longer kept.
 */
export function partsTo(booking: Priced, changes: Part[]): Required<Omit<Part, 'kind'>>[] {
  const kept = keptCents(booking.id)
  const { staysCents, promisedCents, chargedCents } = heldOfFormerTravelers(booking.id, kept, changes)
  const price = booking.totalCents - chargedCents
  const shares = dividedAmong(booking, { price, kept: kept - staysCents - promisedCents }, changes)
  const below = Math.min(0, price)
  return beyondEntered(booking.id, shares).map((part, index) => ({
    ...part,
    priceCents: cents(part.priceCents + (index === 0 ? below : 0)),
  }))
}

function beyondEntered(bookingId: number, shares: TravelerShare[]) {
  const entered = sumsOf(bookingId)
  return shares.map(({ traveler: { id }, shareCents, paidCents }) => ({
    travelerId: id,
    priceCents: cents(shareCents - (entered.get(id)?.priceCents ?? 0)),
    paidCents: cents(paidCents - (entered.get(id)?.paidCents ?? 0)),
  }))
}

/**
 * Writes down what each has paid, before the party changes: what comes later is divided by what each has
 * still to pay then. What they cost is charged already.
 */
export function settleShares(booking: Priced, now: Date, tx: Tx, shares = sharesOf(booking)): void {
  const parts = beyondEntered(booking.id, shares).map((part) => ({ ...part, priceCents: cents(0) }))
  enterCharges(booking.id, { kind: 'settled' }, parts, now, tx)
}

/**
 * Writes down that money came for one of a party alone, or left what they had paid: the others keep what they
 * had by then. `kept` is what the booking kept before, `paymentId` the movement. Nothing where they travel no
 * more: then it counts for all.
 */
export function settleFor(
  { booking, travelerId, byCents }: { booking: Priced; travelerId: number | null; byCents: Cents },
  { kept, paymentId }: { kept: Cents; paymentId: number },
  now: Date,
  tx: Tx,
): void {
  const shares = travelerId === null ? [] : sharesOf(booking, kept)
  const theirs = shares.find(({ traveler }) => traveler.id === travelerId)
  if (!theirs) return
  settleShares(booking, now, tx, shares)
  const paidCents = cents(Math.max(byCents, -theirs.paidCents))
  const part = { travelerId: theirs.traveler.id, priceCents: cents(0), paidCents }
  enterCharges(booking.id, { kind: 'settled', paymentId }, [part], now, tx)
}

/** What took something from a party: the order of a refund, or a movement of the ledger. */
export type Cause = { refundId: number } | { paymentId: number }

const caused = (cause: Cause): SQL =>
  'refundId' in cause ? eq(charges.refundId, cause.refundId) : eq(charges.paymentId, cause.paymentId)

/** What a cause has changed for each traveler, by what it was. */
export function partsOf(cause: Cause): Required<Part>[] {
  const rows = db.select().from(charges).where(caused(cause)).orderBy(asc(charges.id)).all()
  const parts = new Map<string, Required<Part>>()
  for (const { travelerId, kind, priceCents, paidCents } of rows) {
    const key = `${travelerId} ${kind === 'promised' || kind === 'retained' ? kind : ''}`
    const before = parts.get(key) ?? { travelerId, kind, priceCents: cents(0), paidCents: cents(0) }
    parts.set(key, {
      ...before,
      priceCents: cents(before.priceCents + priceCents),
      paidCents: cents(before.paidCents + paidCents),
    })
  }
  return [...parts.values()]
}

/** By how much a cause has changed the price; below zero where it lowered it. */
export const priceChangeOf = (cause: Cause): Cents =>
  cents(sum(partsOf(cause).map(({ priceCents }) => priceCents)))

/** So much of what a cause has changed, in proportion: `price` of its price, `paid` of what was paid. */
export function portionOf(cause: Cause, ratio: { price: number; paid: number }): Required<Part>[] {
  const whole = partsOf(cause)
  const prices = portions(
    whole.map(({ priceCents }) => priceCents),
    ratio.price,
  )
  const paid = portions(
    whole.map(({ paidCents }) => paidCents),
    ratio.paid,
  )
  return whole.map((part, index) => ({
    ...part,
    priceCents: cents(prices[index] ?? 0),
    paidCents: cents(paid[index] ?? 0),
  }))
}

/** So much of each amount. Running sums are rounded, so that nothing is lost: the last gets the remainder. */
export function portions(amounts: number[], ratio: number): number[] {
  let whole = 0
  let given = 0
  return amounts.map((amount) => {
    whole += amount
    const part = Math.round(whole * ratio) - given
    given += part
    return part
  })
}

/** The opposite of what was charged. */
export const opposite = <One extends Part>(parts: One[]): One[] =>
  parts.map((part) => ({
    ...part,
    priceCents: cents(0 - part.priceCents),
    paidCents: cents(0 - part.paidCents),
  }))

const NOTHING: Shares = { shareCents: cents(0), paidCents: cents(0) }
