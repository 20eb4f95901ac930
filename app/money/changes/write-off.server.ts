import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Booking } from '#app/bookings/find-booking.server'
import { amountsOwed, overdueCents } from '#app/money/books/amounts-owed.server'
import { changePrice } from '#app/money/books/change-price.server'
import type { NotDone } from '#app/money/books/quotes'
import { settleShares, sharesOf, type TravelerShare } from '#app/money/books/shares.server'
import { businessDay } from '#app/platform/clock.server'
import { type Cents, cents } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema/money'
import { changeBooking } from './change-booking.server'
import type { WriteOffForm } from './money-forms'

type WriteOffWish = z.output<typeof WriteOffForm> & { reference: string }

/** What would be written off, and what the booking keeps. Cents. */
export type WriteOffQuote = { owedCents: Cents; keptCents: Cents }

export type WrittenOff = { writtenOffCents: Cents } | NotDone<WriteOffQuote, 'nothing-late' | 'going-back'>

/**
 * All that a booking owes, once a part of it is overdue or the journey is over; until then, and where nothing
 * is owed, zero.
 */
export function writeOffCents(booking: Booking, now: Date): Cents {
  const { remainingCents } = amountsOwed(booking)
  const isLate = overdueCents(booking, now) > 0 || departureOf(booking).endsOn < businessDay(now)
  return cents(isLate ? remainingCents : 0)
}

/**
 * Writes off the whole balance: the agreed price stays, nothing more is due. No money moves, no letter is
 * sent, and it cannot be undone. Refused while a refund is on its way: if that is given up, more would be
 * kept than the price. Throws StripeUnavailable, with nothing changed.
 */
export const writeOff = (wish: WriteOffWish, staff: Staff, clock: () => Date): Promise<WrittenOff> =>
  changeBooking(wish, clock, {
    name: 'write-off',
    plan: (booking, now) => {
      const quote = writeOffQuote(booking, now)
      if (quote.owedCents === 0) return { refused: 'nothing-late' as const }
      const isGoingBack = booking.goingBackCents + booking.stuckBackCents > 0
      return isGoingBack ? { refused: 'going-back' as const } : { quote }
    },
    change: (booking, { quote: { owedCents } }, now, tx) => {
      const shares = sharesOf(booking)
      forgo(booking, shares, owedCents, { words: wish.reason, changedBy: staff.id }, now, tx)
      const detail = { amountCents: owedCents, reason: wish.reason }
      recordBookingAct(now, booking, byStaff(staff), 'written-off', detail)
      return { writtenOffCents: owedCents }
    },
  })

/** What is displayed before it is done. */
export const writeOffQuote = (booking: Booking, now: Date): WriteOffQuote => ({
  owedCents: writeOffCents(booking, now),
  keptCents: booking.keptCents,
})

/**
 * In a party, each traveler's part of the lower price is what they have paid: no one bears what another
 * owed.
 */
function forgo(
  booking: Booking,
  shares: TravelerShare[],
  owedCents: Cents,
  cause: { words: string; changedBy: number },
  now: Date,
  tx: Tx,
): void {
  for (const { id, owedCents: writtenOffCents } of amountsOwed(booking).installments) {
    if (writtenOffCents > 0)
      tx.update(installments).set({ writtenOffCents }).where(eq(installments.id, id)).run()
  }
  settleShares(booking, now, tx, shares)
  const parts = shares.map(({ traveler, shareCents, paidCents }) => ({
    travelerId: traveler.id,
    kind: 'written-off' as const,
    priceCents: cents(paidCents - shareCents),
    paidCents: cents(0),
  }))
  changePrice(booking.id, cents(-owedCents), { kind: 'written-off', ...cause }, now, tx, { parts })
}
