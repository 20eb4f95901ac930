import { findBooking } from '#app/bookings/find-booking.server'
import { payAddress } from '#app/bookings/links.server'
import { partyMoney } from '#app/bookings/party.server'
import { aboutBooking, travelerMailbox } from '#app/bookings/traveler-letters.server'
import { showDay } from '#app/days'
import { installmentName } from '#app/installments/installment-name'
import { installmentsOf } from '#app/installments/settle-installments.server'
import { installmentReminder } from '#app/mail/installment-reminder'
import type { Letter } from '#app/mail/letter'
import type { Mailbox } from '#app/mail/outbox.server'
import { departureOf } from '#app/tour/departures.server'
import type { Db } from '#db/connection.server'
import type { Candidate } from './candidates.server'
import { REMINDERS, type ReminderKind } from './reminder-kinds'

/** A reminder's letter by what the ledger says now, and who gets it. */
export function writeReminder(
  candidate: Candidate,
  kind: ReminderKind,
  outer: Db,
): { letter: Letter; to: Mailbox } {
  const booking = findBooking(candidate.reference, outer)
  if (!booking) throw new Error(`${candidate.reference} is gone`)
  const departure = departureOf(booking, outer)
  const { priceCents, paidCents } = partyMoney(booking, outer)
  const name = installmentName(candidate.number, installmentsOf(booking.id, outer).length)
  return {
    to: travelerMailbox(booking),
    letter: installmentReminder({
      ...aboutBooking(booking),
      words: REMINDERS[kind].letter({
        reference: booking.reference,
        tourName: departure.name,
        startsOn: showDay(departure.startsOn),
        installment: name.toLowerCase(),
        dueOn: showDay(candidate.dueOn),
      }),
      installmentName: name,
      owedCents: candidate.owedCents,
      dueOn: candidate.dueOn,
      paidCents,
      totalCents: priceCents,
      payAddress: payAddress(booking),
    }),
  }
}
