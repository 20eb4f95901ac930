import { bookingWithId, payAddress } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyMoney } from '#app/bookings/party.server'
import { aboutBooking, postToTraveler } from '#app/bookings/traveler-letters.server'
import { askedNow, nextAsked } from '#app/money/asked-now.server'
import { businessDay } from '#app/platform/clock.server'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { partyLessened, partyRaised } from './party-letters'
import type { JoinQuote, LeaveQuote } from './quotes'

/** Tells who booked that one of the party has left, what comes back, and what the others pay; once for a form. */
export function mailPartyLessened(
  bookingId: number,
  leaver: PartyTraveler,
  quote: LeaveQuote,
  formKey: string,
  now: Date,
  tx: Tx,
): void {
  const known = facts(bookingId, now, tx)
  if (!known) return
  postToTraveler(
    known.booking,
    {
      kind: 'party-lessened',
      once: formKey,
      letter: partyLessened({ ...quote, ...known.about, leaverName: leaver.name }),
    },
    now,
    tx,
  )
}

/** Tells who booked that one more travels with them, what that costs and how to pay it; once for a form. */
export function mailPartyRaised(
  bookingId: number,
  quote: JoinQuote,
  formKey: string,
  now: Date,
  tx: Tx,
): void {
  const known = facts(bookingId, now, tx)
  if (!known) return
  postToTraveler(
    known.booking,
    { kind: 'party-raised', once: formKey, letter: partyRaised({ ...quote, ...known.about, ...known.pays }) },
    now,
    tx,
  )
}

/** The booking as it is after the change. */
function facts(bookingId: number, now: Date, tx: Tx) {
  const booking = bookingWithId(bookingId, tx)
  if (!booking) return null
  const asked = askedNow(booking, tx)
  const { priceCents } = partyMoney(booking, tx)
  return {
    booking,
    about: {
      ...aboutBooking(booking),
      tourName: departureOf(booking, tx).name,
      totalCents: priceCents,
      remainingCents: asked.remainingCents,
      installments: asked.installments.filter(({ owedCents }) => owedCents > 0),
      today: businessDay(now),
    },
    pays: { payAddress: payAddress(booking), next: nextAsked(asked) ?? null },
  }
}
