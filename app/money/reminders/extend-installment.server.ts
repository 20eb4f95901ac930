import { and, eq } from 'drizzle-orm'
import { type AboutBooking, agreedTerms, questions, seeBooking } from '#app/bookings/about-booking'
import { type Booking, findBooking, payAddress } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { aboutBooking, postToTraveler } from '#app/bookings/traveler-letters.server'
import type { Letter } from '#app/mail/letter'
import { askedNow, type InstallmentNow } from '#app/money/asked-now.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { hasBegun } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { installments, outbox, reminders } from '#db/schema'

/** Tells a traveler that an installment has a later day. */
const installmentExtended = (
  about: AboutBooking & { name: string; owedCents: Cents; before: Day; dueOn: Day; payAddress: string },
): Letter => ({
  subject: `A later day for your ${about.name.toLowerCase()}: ${about.reference}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: `The ${about.name.toLowerCase()} of ${showCents(about.owedCents)} for booking ${about.reference} is now due on ${showDay(about.dueOn)}, instead of ${showDay(about.before)}. You can pay it sooner.`,
    },
    { link: { label: `Pay ${showCents(about.owedCents)}`, address: about.payAddress } },
    ...agreedTerms(about),
    seeBooking(about),
    questions(about),
  ],
})

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
  const today = businessDay(now)
  const departure = departureOf(booking)
  const next = askedNow(booking).installments.find((one) => one.number > number && one.owedCents > 0)
  if (day <= dueOn) return 'not-later'
  if (day < today) return 'in-the-past'
  if (!hasBegun(departure, today) && hasBegun(departure, day)) return 'after-departure'
  return next && day > next.dueOn ? 'after-the-next' : null
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
  const asked = { name, owedCents, before: dueOn, dueOn: day }
  postToTraveler(
    booking,
    {
      kind: 'installment-extended',
      // Its day may have come forward with the departure since it was put off to this one.
      once: `${id}:${dueOn}:${day}`,
      letter: installmentExtended({
        ...aboutBooking(booking, now),
        ...asked,
        payAddress: payAddress(booking),
      }),
    },
    now,
  )
}
