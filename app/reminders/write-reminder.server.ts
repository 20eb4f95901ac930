import { findBooking } from '#app/bookings/find-booking.server'
import { bookingAddress, payAddress } from '#app/bookings/links.server'
import { siteSettings } from '#app/content/site-settings.server'
import { installmentsOf } from '#app/installments/settle-installments.server'
import { installmentReminder } from '#app/mail/installment-reminder'
import type { Letter } from '#app/mail/letter'
import { keptCents } from '#app/payments/ledger.server'
import type { Candidate } from '#app/reminders/candidates.server'
import type { ReminderKind } from '#app/reminders/reminder-kinds'
import { theTour, tourIn } from '#app/tour/tour.server'
import type { Db } from '#db/connection.server'

/** A reminder's letter by what the ledger says now, and whom it goes to. */
export function writeReminder(
  candidate: Candidate,
  kind: ReminderKind,
  tx: Db,
): { letter: Letter; to: { name: string; address: string } } {
  const booking = findBooking(candidate.reference, tx)
  if (!booking) throw new Error(`${candidate.reference} is gone`)
  const tour = tourIn(tx, booking.tourId) ?? theTour()
  const { contactEmail, contactPhone } = siteSettings()
  return {
    to: { name: booking.customerName, address: booking.customerEmail },
    letter: installmentReminder({
      kind,
      travellerName: booking.customerName,
      reference: booking.reference,
      tourName: tour.name,
      startsOn: tour.startsOn,
      installmentName: installmentName(candidate.number, installmentsOf(booking.id, tx).length),
      owedCents: candidate.owedCents,
      dueOn: candidate.dueOn,
      paidCents: keptCents(booking.id, tx),
      totalCents: booking.totalCents,
      payAddress: payAddress(booking),
      bookingAddress: bookingAddress(booking),
      contactEmail,
      contactPhone,
    }),
  }
}

function installmentName(number: number, count: number): string {
  if (count === 1) return 'Installment'
  return number === count ? 'Final installment' : 'First installment'
}
