import { eq } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { payAddress } from '#app/bookings/links.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/clock.server'
import { type Day, daysFrom } from '#app/days'
import type { Installment } from '#app/installments/schedule-installments.server'
import { installmentsOf } from '#app/installments/settle-installments.server'
import { candidateFor } from '#app/reminders/candidates.server'
import { DAYS_BEFORE, kindDue, type ReminderKind } from '#app/reminders/reminder-kinds'
import { claimReminder, postReminder } from '#app/reminders/send-due-reminders.server'
import type { Staff } from '#app/staff/sessions.server'
import { type Db, db, immediately } from '#db/connection.server'
import { outbox } from '#db/schema'

/** Why an installment cannot be asked for. */
export type NotOwed = {
  refused:
    | 'not-found'
    | 'not-standing'
    | 'paid-in-full-at-booking'
    | 'no-such-installment'
    | 'already-paid'
    | 'being-paid'
    | 'being-refunded'
}

export type InstallmentAsked = { reference: string; installmentNumber: number }

/** The traveler's permanent payment link, where that installment is owed (spec §7). */
export function paymentLinkFor(asked: InstallmentAsked): { paymentLink: string } | NotOwed {
  const owed = owedInstallment(asked, db)
  return 'refused' in owed ? owed : { paymentLink: payAddress(owed.booking) }
}

/**
 * Sends a reminder by hand, whatever went out before. `daysUntilDue` chooses its tone: 4 and more is friendly, 2
 * or 3 urgent, 0 or 1 final, less overdue. Where the automation would send that kind just now, it counts as that
 * one. One opened form, `formKey`, sends one mail. Refused while money is on its way, in or back: the mail would be
 * taken back before it goes out (reminder-as-of-now.server.ts).
 */
export function sendManualReminder(
  asked: InstallmentAsked & { daysUntilDue: number; formKey: string },
  staff: Staff,
  now: Date,
  outer: Db = db,
): { sent: ReminderKind; booking: Booking } | NotOwed {
  return immediately(outer, (tx) => {
    const owed = owedInstallment(asked, tx)
    if ('refused' in owed) return owed
    const { booking, installment } = owed
    const candidate = candidateFor(installment.id, now)
    if (!candidate || candidate.owedCents <= 0) return { refused: 'already-paid' }

    const kind = kindDue(asked.daysUntilDue) ?? 'friendly'
    const occasion = `manual-reminder:${installment.id}:${asked.formKey}`
    const known = tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.occasion, occasion)).get()
    if (known) return { sent: kind, booking }
    if (candidate.isBeingPaid) return { refused: 'being-paid' }
    if (candidate.isBeingRefunded) return { refused: 'being-refunded' }

    if (wouldGoOutNow(kind, installment.dueOn, now)) claimReminder(installment.id, kind, now, tx)
    postReminder(candidate, kind, occasion, now, tx)
    recordAct(
      {
        ...byStaff(staff),
        action: 'reminder-sent',
        subject: `booking:${booking.reference}`,
        detail: { installment: installment.number, kind },
      },
      now,
      tx,
    )
    return { sent: kind, booking }
  })
}

function wouldGoOutNow(kind: ReminderKind, dueOn: Day, now: Date): boolean {
  return daysFrom(businessDay(now), dueOn) <= DAYS_BEFORE[kind]
}

function owedInstallment(
  { reference, installmentNumber }: InstallmentAsked,
  tx: Db,
): NotOwed | { booking: Booking; installment: Installment } {
  const booking = findBooking(reference, tx)
  if (!booking) return { refused: 'not-found' }
  if (!isPaid(booking.status)) return { refused: 'not-standing' }
  const planned = installmentsOf(booking.id, tx)
  if (planned.length === 0) return { refused: 'paid-in-full-at-booking' }
  const installment = planned.find(({ number }) => number === installmentNumber)
  if (!installment) return { refused: 'no-such-installment' }
  if (installment.paidAt !== null) return { refused: 'already-paid' }
  return { booking, installment }
}
