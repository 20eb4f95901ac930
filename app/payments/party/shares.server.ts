import { eq } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { heldOfThoseWhoLeft, type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { type Cents, cents } from '#app/money'
import { keptCents } from '#app/payments/ledger.server'
import { type Db, db, type Tx } from '#db/connection.server'
import { travelers } from '#db/schema'
import { type Shares, sharesAmong } from './party-shares'

export type TravelerShare = Shares & { traveler: PartyTraveler }

/**
 * What each traveler of a booking has of its price and of what it keeps, the lead traveler first; in cents. `kept` is
 * given by a caller that asks about the moment before.
 */
export function sharesOf(
  booking: Pick<Booking, 'id' | 'totalCents'>,
  outer: Db = db,
  kept: Cents = keptCents(booking.id, outer),
): TravelerShare[] {
  const party = partyOf(booking.id, outer)
  const ofOthers = heldOfThoseWhoLeft(booking.id, kept, outer)
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

/** Writes down what each has, before the party changes: what comes later is divided by what each has still to pay then. */
export function settleShares(shares: TravelerShare[], tx: Tx): void {
  for (const { traveler, shareCents, paidCents } of shares) {
    tx.update(travelers)
      .set({ settledShareCents: shareCents, settledPaidCents: paidCents })
      .where(eq(travelers.id, traveler.id))
      .run()
  }
}
