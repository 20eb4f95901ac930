import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Booking } from '#app/bookings/find-booking.server'
import { storeInstallments } from '#app/bookings/installments/party-installments.server'
import { spreadOver } from '#app/bookings/installments/reprice-installments.server'
import {
  type ChangedInstallment,
  installmentsOf,
} from '#app/bookings/installments/settle-installments.server'
import { closeOpen } from '#app/bookings/open-on-booking.server'
import { isPaid } from '#app/bookings/status'
import {
  amountsOwed,
  type InstallmentNow,
  installmentsLeft,
  isBeingGivenBack,
} from '#app/money/books/amounts-owed.server'
import { type NotDone, type SpreadQuote, unwrapQuote } from '#app/money/books/quotes'
import { mailDaysChanged } from '#app/money/letters/party-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay } from '#app/platform/days'
import { isChargeable, showCents } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { hasBegun } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { SPREAD_AT_MOST } from '#app/tours/promises'
import type { Tx } from '#db/connection.server'
import { outbox, reminders } from '#db/schema/mail'
import { installments } from '#db/schema/money'
import { changeBooking } from './change-booking.server'
import type { PostponeInstallmentForm } from './money-forms'

type PostponeWish = z.output<typeof PostponeInstallmentForm> & { reference: string; number: number }

type NotPostponed = 'not-owed' | 'not-later' | 'in-the-past' | 'after-departure' | 'after-the-next'

/** The installment as it is until then. */
export type PostponeQuote = Pick<InstallmentNow, 'name' | 'owedCents' | 'dueOn'>

export type InstallmentPostponed = { postponed: InstallmentNow } | NotDone<PostponeQuote, NotPostponed>

/**
 * What can be postponed: an installment that still asks for something; null where there is none of that
 * number.
 */
const openInstallment = (booking: Booking, number: number): InstallmentNow | null =>
  (isPaid(booking.status) &&
    amountsOwed(booking).installments.find((one) => one.number === number && one.owedCents > 0)) ||
  null

/** What is displayed before it is postponed; null where it cannot be. */
export function postponeQuote(booking: Booking, number: number): PostponeQuote | null {
  const installment = openInstallment(booking, number)
  return installment && asQuote(installment)
}

const asQuote = ({ name, owedCents, dueOn }: InstallmentNow): PostponeQuote => ({ name, owedCents, dueOn })

/**
 * Postpones one installment of a booking. The traveler gets a letter; reminders begin again for the new day,
 * and what still waits for the old one is not sent. While the departure lies ahead the day is before it.
 */
export const postponeInstallment = (
  wish: PostponeWish,
  staff: Staff,
  clock: () => Date,
): Promise<InstallmentPostponed> =>
  changeBooking(wish, clock, {
    name: 'postpone',
    plan: (booking) => {
      const installment = openInstallment(booking, wish.number)
      return installment ? { installment, quote: asQuote(installment) } : { refused: 'not-owed' as const }
    },
    leavesOpen: () => true,
    change: (booking, { installment }, now, tx): InstallmentPostponed => {
      const refused = whyNot(booking, installment, wish.dueOn, now)
      if (refused) return { refused }
      const { agreedDueOn: agreed } = installment
      const agreedDueOn = agreed && agreed > wish.dueOn ? agreed : null
      tx.update(installments)
        .set({ dueOn: wish.dueOn, agreedDueOn })
        .where(eq(installments.id, installment.id))
        .run()
      forgetReminders(installment.id, tx)
      tell(booking, installment, wish.dueOn, now)
      const detail = { installment: wish.number, from: installment.dueOn, to: wish.dueOn, note: wish.note }
      recordBookingAct(now, booking, byStaff(staff), 'installment-extended', detail)
      closeOpen(booking, 'days-changed', byStaff(staff), now, tx)
      return { postponed: { ...installment, dueOn: wish.dueOn } }
    },
  })

function whyNot(booking: Booking, { number, dueOn }: InstallmentNow, day: Day, now: Date) {
  const next = amountsOwed(booking).installments.find((one) => one.number > number && one.owedCents > 0)
  if (day <= dueOn) return 'not-later'
  const refused = whyNotDue(booking, day, now)
  return refused ?? (next && day > next.dueOn ? 'after-the-next' : null)
}

/** Why no installment of a booking can be due on this day: it has passed, or the journey begins before it. */
function whyNotDue(booking: Booking, day: Day, now: Date): 'in-the-past' | 'after-departure' | null {
  const today = businessDay(now)
  const departure = departureOf(booking)
  if (day < today) return 'in-the-past'
  return !hasBegun(departure, today) && hasBegun(departure, day) ? 'after-departure' : null
}

/** Sent reminders name the old day: the new one gets its own. */
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
  // Its day may have come forward with the departure since it was postponed to this one.
  mailDaysChanged(booking.id, says, `${id}:${dueOn}:${day}`, now)
}

type SpreadWish = {
  reference: string
  /** The days on which equal parts of the open balance are due, first due first. */
  days: Day[]
  quoted: string
  note: string
  formKey: string
}

export type NotSpreading =
  | 'inactive'
  | 'written-off'
  | 'nothing-open'
  | 'how-many'
  | 'not-rising'
  | 'in-the-past'
  | 'after-departure'
  | 'not-chargeable'

export type Spread = { spread: SpreadQuote } | NotDone<SpreadQuote, NotSpreading>

/**
 * Spreads what is open of a paid booking over one to SPREAD_AT_MOST days (rules 3.12), before the journey
 * while that lies ahead, in equal amounts. Each new installment has reminders of its own, and the lead
 * traveler gets the plan. Throws StripeUnavailable, with nothing changed.
 */
export const spreadPlan = (wish: SpreadWish, staff: Staff, clock: () => Date): Promise<Spread> =>
  changeBooking(wish, clock, {
    name: 'spread',
    plan: (booking, now) => spreadingOf(booking, wish.days, now),
    change: (booking, { quote, rows }, now, tx) => {
      storeInstallments(booking.id, rows, tx)
      const says = `We changed the due dates for booking ${booking.reference}. The balance is now due as listed below.`
      mailDaysChanged(booking.id, says, wish.formKey, now)
      const detail = { amountCents: quote.remainingCents, dueOn: wish.days, note: wish.note }
      recordBookingAct(now, booking, byStaff(staff), 'plan-spread', detail)
      closeOpen(booking, 'days-changed', byStaff(staff), now, tx)
      return { spread: quote }
    },
  })

/** What is displayed before it is done, or why it cannot be. */
export const spreadQuote = (booking: Booking, days: Day[], now: Date) =>
  unwrapQuote(spreadingOf(booking, days, now))

/** Why nothing of a booking can be spread, over whatever days; null where it can. */
export function whyNotSpread(booking: Booking): NotSpreading | null {
  if (!isPaid(booking.status) || isBeingGivenBack(booking)) return 'inactive'
  if (booking.writtenOffCents > 0) return 'written-off'
  return amountsOwed(booking).remainingCents > 0 ? null : 'nothing-open'
}

function spreadingOf(
  booking: Booking,
  days: Day[],
  now: Date,
): { quote: SpreadQuote; rows: ChangedInstallment[] } | { refused: NotSpreading } {
  const refused = whyNotSpread(booking) ?? whyNotThese(booking, days, now)
  if (refused) return { refused }
  const { remainingCents, installments } = amountsOwed(booking)
  const rows = spreadOver(installmentsOf(booking.id), remainingCents, days)
  const after = installmentsLeft(rows, remainingCents)
  if (!after.every(({ owedCents }) => isChargeable(owedCents)) || after.length < days.length)
    return { refused: 'not-chargeable' }
  const installmentsBefore = installments.filter(({ owedCents }) => owedCents > 0)
  return { quote: { remainingCents, installmentsBefore, installments: after }, rows }
}

function whyNotThese(booking: Booking, days: Day[], now: Date): NotSpreading | null {
  if (days.length < 1 || days.length > SPREAD_AT_MOST) return 'how-many'
  if (days.some((day, index) => index > 0 && day <= (days[index - 1] ?? ''))) return 'not-rising'
  return days.map((day) => whyNotDue(booking, day, now)).find(Boolean) ?? null
}
