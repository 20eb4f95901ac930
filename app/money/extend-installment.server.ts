import { and, eq } from 'drizzle-orm'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { hasBegun } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { installments, outbox, reminders } from '#db/schema'
import { askedNow, type InstallmentNow } from './asked-now.server'
import { mailDaysChanged } from './party/party-mail.server'

export type ExtendWish = {
  reference: string
  number: number
  /** The day as it was shown: with another by now nothing is changed. */
  shownDueOn: Day
  dueOn: Day
  note: string
}

export type Extended =
  | { extended: InstallmentNow }
  | {
      refused:
        | 'not-found'
        | 'not-owed'
        | 'day-changed'
        | 'not-later'
        | 'in-the-past'
        | 'after-departure'
        | 'after-the-next'
    }

/**
 * What can be given a later day: an installment that still asks for something; null where there is none of
 * that number.
 */
export const openInstallment = (booking: Booking, number: number): InstallmentNow | null =>
  (isPaid(booking.status) &&
    askedNow(booking).installments.find((one) => one.number === number && one.owedCents > 0)) ||
  null

/**
 * Gives one installment of a booking a later day. The traveler gets a letter; reminders begin again for the
 * new day, and what still waits for the old one is not sent. While the departure lies ahead the day is before
 * it.
 */
export function extendInstallment(wish: ExtendWish, staff: Staff, now: Date): Extended {
  return immediately((tx) => {
    const booking = findBooking(wish.reference)
    if (!booking) return { refused: 'not-found' }
    const installment = openInstallment(booking, wish.number)
    if (!installment) return { refused: 'not-owed' }
    if (installment.dueOn !== wish.shownDueOn) return { refused: 'day-changed' }
    const refused = whyNot(booking, installment, wish.dueOn, now)
    if (refused) return { refused }

    const { agreedDueOn: agreed } = installment
    const agreedDueOn = agreed && agreed > wish.dueOn ? agreed : null
    tx.update(installments)
      .set({ dueOn: wish.dueOn, agreedDueOn })
      .where(eq(installments.id, installment.id))
      .run()
    forgetReminders(installment.id, tx)
    const extended = { ...installment, dueOn: wish.dueOn }
    tell(booking, installment, wish.dueOn, now)
    recordAct(
      {
        ...byStaff(staff),
        action: 'installment-extended',
        subject: `booking:${booking.reference}`,
        detail: { installment: wish.number, from: installment.dueOn, to: wish.dueOn, note: wish.note },
      },
      now,
    )
    return { extended }
  })
}

function whyNot(booking: Booking, { number, dueOn }: InstallmentNow, day: Day, now: Date) {
  const next = askedNow(booking).installments.find((one) => one.number > number && one.owedCents > 0)
  if (day <= dueOn) return 'not-later'
  const refused = whyNotDue(booking, day, now)
  return refused ?? (next && day > next.dueOn ? 'after-the-next' : null)
}

/** Why nothing of a booking can be given this day: it has gone by, or the journey ahead begins before it. */
export function whyNotDue(booking: Booking, day: Day, now: Date): 'in-the-past' | 'after-departure' | null {
  const today = businessDay(now)
  const departure = departureOf(booking)
  if (day < today) return 'in-the-past'
  return !hasBegun(departure, today) && hasBegun(departure, day) ? 'after-departure' : null
}

/** What was sent speaks of the old day: the new one has reminders of its own. */
function forgetReminders(installmentId: number, tx: Tx): void {
  tx.delete(reminders).where(eq(reminders.installmentId, installmentId)).run()
  const isWaiting = and(eq(outbox.installmentId, installmentId), eq(outbox.state, 'waiting'))
  // An overdue notice may have spoken of the other installment, too: that one is told by the next run.
  for (const { id } of tx.select({ id: outbox.id }).from(outbox).where(isWaiting).all()) {
    tx.delete(reminders).where(eq(reminders.outboxId, id)).run()
  }
  tx.delete(outbox).where(isWaiting).run()
}

function tell(booking: Booking, { id, name, owedCents, dueOn }: InstallmentNow, day: Day, now: Date): void {
  const says = `The ${name.toLowerCase()} of ${showCents(owedCents)} for booking ${booking.reference} is now due on ${showDay(day)}, instead of ${showDay(dueOn)}.`
  // Its day may have come forward with the departure since it was put off to this one.
  mailDaysChanged(booking.id, says, `${id}:${dueOn}:${day}`, now)
}
