import { eq } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { heldOfThoseWhoLeft, type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { bookingForStaff } from '#app/bookings/traveler-letters.server'
import { postToStaff } from '#app/mail/outbox.server'
import { keptCents } from '#app/money/ledger.server'
import { type Cents, cents } from '#app/platform/money'
import type { Tx } from '#db/connection.server'
import { travelers } from '#db/schema'
import { shareCameBackNotice } from './party-letters'

/** One of a party: what was agreed for them, and what the last change of the party left as theirs. */
export type SharesBefore = {
  priceCents: Cents
  settledShareCents: Cents | null
  settledPaidCents: Cents | null
}

/** What one of a party has of the booking's price, and of what was paid. */
export type Shares = { shareCents: Cents; paidCents: Cents }

/**
 * Divides a booking's price and what it keeps, both without what stays of those who left, among its travelers
 * (rules 4.10). The price by what each had of it. Of what was paid, each keeps what was theirs at the last
 * change of the party; what came since goes where it was owed, by what each had still to pay, and what went
 * back is taken off by what each had paid. To the cent: the sums are the amounts given.
 */
export function sharesAmong(party: SharesBefore[], totalCents: Cents, keptCents: Cents): Shares[] {
  const shares = divide(
    totalCents,
    party.map(({ settledShareCents, priceCents }) => settledShareCents ?? priceCents),
  )
  const before = party.map(({ settledPaidCents }, index) =>
    Math.min(settledPaidCents ?? 0, shares[index] ?? 0),
  )
  const paid = paidOf(shares, before, Math.max(0, keptCents))
  return shares.map((share, index) => ({ shareCents: cents(share), paidCents: cents(paid[index] ?? 0) }))
}

function paidOf(shares: number[], before: number[], kept: number): number[] {
  const since = kept - sum(before)
  if (since < 0) return divide(kept, before)
  const open = shares.map((share, index) => share - (before[index] ?? 0))
  const asked = Math.min(since, sum(open))
  const more = divide(asked, open)
  const beyond = divide(since - asked, shares)
  return before.map((paid, index) => paid + (more[index] ?? 0) + (beyond[index] ?? 0))
}

/** By weight, in whole cents: what does not divide goes to the first who have room for it. */
export function divide(amount: number, weights: number[]): number[] {
  const whole = sum(weights)
  if (whole === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const parts = weights.map((weight) => Math.floor((amount * weight) / whole))
  let left = amount - sum(parts)
  return parts.map((part, index) => {
    const room = amount > whole ? left : Math.max(0, (weights[index] ?? 0) - part)
    const more = Math.min(left, room)
    left -= more
    return part + more
  })
}

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
  const ofOthers = heldOfThoseWhoLeft(booking.id, kept)
  const shares = sharesAmong(
    party,
    cents(Math.max(0, booking.totalCents - ofOthers.staysCents - ofOthers.promisedCents)),
    cents(kept - ofOthers.staysCents - ofOthers.promisedCents),
  )
  return party.map((traveler, index) => ({
    traveler,
    shareCents: shares[index]?.shareCents ?? cents(0),
    paidCents: shares[index]?.paidCents ?? cents(0),
  }))
}

/**
 * Writes down what each has, before the party changes: what comes later is divided by what each has still to
 * pay then.
 */
export function settleShares(shares: TravelerShare[], tx: Tx): void {
  for (const { traveler, shareCents, paidCents } of shares) {
    tx.update(travelers)
      .set({ settledShareCents: shareCents, settledPaidCents: paidCents })
      .where(eq(travelers.id, traveler.id))
      .run()
  }
}

/** Tells staff that a refund has come back of which a part was of somebody who has left. */
export function mailShareCameBack(booking: Booking, amountCents: Cents, now: Date): void {
  postToStaff(
    {
      kind: 'staff-share-came-back',
      once: `${booking.id}:${now.getTime()}`,
      booking,
      letter: shareCameBackNotice({ ...bookingForStaff(booking), amountCents }),
    },
    now,
  )
}
