import { findBooking } from '#app/bookings/find-booking.server'
import { payAddress } from '#app/bookings/links.server'
import { partyMoney } from '#app/bookings/party.server'
import { aboutBooking, travelerMailbox } from '#app/bookings/traveler-letters.server'
import { showDay } from '#app/days'
import { nameTogether } from '#app/installments/due-together'
import { installmentName } from '#app/installments/installment-name'
import { installmentsOf } from '#app/installments/settle-installments.server'
import { installmentReminder } from '#app/mail/installment-reminder'
import type { Letter } from '#app/mail/letter'
import type { Mailbox } from '#app/mail/outbox.server'
import { cents, showCents } from '#app/money'
import { overdueOf } from '#app/payments/overdue.server'
import { departureOf } from '#app/tour/departures.server'
import type { Db } from '#db/connection.server'
import type { Candidate } from './candidates.server'
import { isAfterDueDate, REMINDERS, type ReminderKind } from './reminder-kinds'

/**
 * A reminder's letter by what the ledger says now, and who gets it: an overdue notice asks for all that is overdue, as
 * the page behind its button does.
 */
export function writeReminder(
  candidate: Candidate,
  kind: ReminderKind,
  now: Date,
  outer: Db,
): { letter: Letter; to: Mailbox } {
  const booking = findBooking(candidate.reference, outer)
  if (!booking) throw new Error(`${candidate.reference} is gone`)
  const departure = departureOf(booking, outer)
  const { priceCents, paidCents } = partyMoney(booking, outer)
  const name = installmentName(candidate.number, installmentsOf(booking.id, outer).length)
  const late = overdueOf(booking, now, outer)
  const asked = isAfterDueDate(kind) && late.length > 0 ? late : [{ ...candidate, name }]
  const owedCents = cents(asked.reduce((sum, one) => sum + one.owedCents, 0))
  return {
    to: travelerMailbox(booking),
    letter: installmentReminder({
      ...aboutBooking(booking),
      words: REMINDERS[kind].letter({
        reference: booking.reference,
        tourName: departure.name,
        startsOn: showDay(departure.startsOn),
        installment: (asked.length > 1 ? nameTogether(asked) : name).toLowerCase(),
        dueOn: showDay(candidate.dueOn),
        overdueSum: showCents(owedCents),
        overdue: asked
          .map((one) => `the ${one.name.toLowerCase()} was due on ${showDay(one.dueOn)}`)
          .join(', and '),
      }),
      asked,
      owedCents,
      paidCents,
      totalCents: priceCents,
      payAddress: payAddress(booking),
    }),
  }
}
