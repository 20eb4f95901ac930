import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { dueWords } from '#app/bookings/installments/due'
import { aboutBooking, letterTo } from '#app/bookings/traveler-letters.server'
import { words } from '#app/mail/letter'
import { post } from '#app/mail/outbox.server'
import { nextInstallment } from '#app/money/books/amounts-owed.server'
import { type ShareOwed, sharesOwed } from '#app/money/books/shares-owed.server'
import { businessDay } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { firstNameOf } from '#app/platform/typed/first-name'
import { departureOf } from '#app/tours/departures.server'

/**
 * Tells each companion with an address that they pay their own share, with their link; once for each, however
 * often the lead traveler changes their mind (rules 2.26).
 */
export function mailEachPays(booking: Booking, now: Date): void {
  for (const share of sharesOwed(booking)) {
    if (share.traveler.position !== 1 && share.owedCents > 0) mailOwnShare(booking, share, now)
  }
}

function mailOwnShare(booking: Booking, share: ShareOwed, now: Date): void {
  const { id, name, email } = share.traveler
  if (!email) return
  const about = aboutBooking(booking, now)
  const next = nextInstallment(share)
  const lead = firstNameOf(booking.customerName) ?? 'Who booked for you'
  const letter = letterTo({ ...about, travelerName: name })`
    # Your share of the ${departureOf(booking).name}

    ${lead} has booked the ${departureOf(booking).name} for your party, and each of you pays your own share. Here is
    yours.

    | Booking reference | ${booking.reference} |
    | Your share | ${showCents(share.shareCents)} |
    | Paid so far | ${showCents(share.paidCents)} |
    | Left to pay | ${showCents(share.owedCents)} |
    ${next && words`| Next | ${showCents(next.owedCents)}, ${dueWords(next, businessDay(now))} |`}

    [Pay my share](${payAddress(share.traveler)})

    The link is yours alone: it shows your share and what you paid. The booking stays one contract, made by ${lead}, who
    sees who has paid and hears from us as well when something is late.
  `
  post({ kind: 'own-share', once: id, bookingId: booking.id, to: { name, address: email }, letter }, now)
}
