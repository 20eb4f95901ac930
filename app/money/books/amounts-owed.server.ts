import type { Booking } from '#app/bookings/find-booking.server'
import { installmentName } from '#app/bookings/installments/plan'
import {
  type Installment,
  installmentsOf,
  owedByInstallment,
} from '#app/bookings/installments/settle-installments.server'
import { isRefundChosen } from '#app/bookings/schedule-choices.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import { type Cents, cents } from '#app/platform/money'
import { areRoomsOpen, hasBegun, waitsForDecision } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { isDisputed } from './disputes.server'
import { isWholeRefundOrdered, keptCents } from './ledger.server'
import { onItsWayCents } from './on-its-way.server'

export type InstallmentNow = Installment & {
  name: string
  /**
   * What it asks for: less than planned where money was paid ahead, more where there are arrears; nothing
   * once settled.
   */
  owedCents: Cents
  /** What of it is on its way from a bank account, and asked for only if it does not come. */
  onItsWayCents: Cents
  /** What a page shows for it: what it asks for, and once it is settled what it was. */
  shownCents: Cents
  /** It does not fall due before it is decided that the departure runs; it can be paid ahead. */
  waits: boolean
}

export type AmountsOwed = {
  /** What is asked for: the price less what is kept and what is on its way; the sum of the installments. */
  remainingCents: Cents
  /** What is on its way from a bank account. */
  onItsWayCents: Cents
  /** First due first. */
  installments: InstallmentNow[]
}

/**
 * Whether all that was paid is on its way back, or promised to a guest who chose it (rules 4.20): the booking
 * ends with that, and takes no money in the meantime. `kept` is what it keeps, for a caller that asks about
 * the moment before.
 */
export const isBeingGivenBack = (booking: Booking, kept: Cents = keptCents(booking.id)): boolean =>
  isPaid(booking.status) && (kept <= 0 || isWholeRefundOrdered(booking.id) || isRefundChosen(booking.id))

/** Whether a booking takes no more money: all is on its way back, or its departure was canceled. */
export const acceptsNoPayments = (booking: Booking, kept: Cents = keptCents(booking.id)): boolean =>
  isBeingGivenBack(booking, kept) || departureOf(booking).canceledAt !== null

/** Why a booking's departure and rooms cannot change. */
export type NotMovable = 'inactive' | 'written-off' | 'has-begun' | 'disputed' | 'being-refunded'

/** Why a booking cannot be moved (rules 4.17), as from a canceled departure it can; null where it can. */
export function whyNotMoved(booking: Booking, now: Date): NotMovable | null {
  if (!isPaid(booking.status) || isBeingGivenBack(booking)) return 'inactive'
  const departure = departureOf(booking)
  if (departure.canceledAt === null && hasBegun(departure, businessDay(now))) return 'has-begun'
  return booking.writtenOffCents > 0 ? 'written-off' : whyUnsettled(booking)
}

/** What is still to be decided about a booking's money: the bank decides, or a refund is on its way. */
export function whyUnsettled(booking: Booking): 'disputed' | 'being-refunded' | null {
  if (isDisputed(booking)) return 'disputed'
  return booking.goingBackCents + booking.stuckBackCents > 0 ? 'being-refunded' : null
}

/** Why the rooms of a booking cannot change (rules 4.19); null where they can. */
export function whyNotRoomed(booking: Booking, now: Date): NotMovable | null {
  const departure = departureOf(booking)
  if (departure.canceledAt !== null) return 'inactive'
  return whyNotMoved(booking, now) ?? (areRoomsOpen(departure, businessDay(now)) ? null : 'has-begun')
}

/**
 * What a booking and each of its installments ask for now: the one answer for pages, letters, calls and
 * lists. Nothing for a booking that is not active, whose money is all on its way back or promised, or whose
 * departure was canceled. Amounts in cents.
 */
export function amountsOwed(booking: Booking): AmountsOwed {
  const kept = keptCents(booking.id)
  const isAsked = isPaid(booking.status) && !acceptsNoPayments(booking, kept)
  const comingCents = onItsWayCents(booking.id)
  const remainingCents = cents(isAsked ? Math.max(0, booking.totalCents - kept - comingCents) : 0)
  return amountsOwedOf(booking, { remainingCents, onItsWayCents: comingCents }, installmentsOf(booking.id))
}

/** The same where a list has read what is left (`asked_cents`), and the installments, already. */
export function amountsOwedOf(
  booking: Pick<Booking, 'departureId'>,
  { remainingCents, onItsWayCents }: Omit<AmountsOwed, 'installments'>,
  planned: Installment[],
): AmountsOwed {
  const departure = departureOf(booking)
  const ifItFails = owedByInstallment(planned, cents(remainingCents + onItsWayCents))
  const installments = owedByInstallment(planned, remainingCents).map((installment, index) => ({
    ...installment,
    name: installmentName(installment.number, planned),
    onItsWayCents: comingFor(installment, ifItFails[index]),
    shownCents: installment.owedCents > 0 ? installment.owedCents : installment.amountCents,
    waits: installment.owedCents > 0 && waitsForDecision(departure),
  }))
  return { remainingCents, onItsWayCents, installments }
}

const comingFor = (now: { owedCents: Cents }, ifItFails: { owedCents: Cents } | undefined): Cents =>
  cents(Math.max(0, (ifItFails?.owedCents ?? 0) - now.owedCents))

/** What the installments of a plan ask for, of the cents that are left; first due first. */
export const installmentsLeft = (
  plan: Pick<Installment, 'number' | 'amountCents' | 'dueOn'>[],
  remainingCents: Cents,
): Pick<InstallmentNow, 'name' | 'owedCents' | 'dueOn'>[] =>
  owedByInstallment(plan, remainingCents)
    .filter(({ owedCents }) => owedCents > 0)
    .map(({ number, owedCents, dueOn }) => ({ name: installmentName(number, plan), owedCents, dueOn }))

/** The installment that is paid next. */
export const nextInstallment = <One extends { owedCents: Cents }>({
  installments,
}: {
  installments: One[]
}): One | undefined => installments.find(({ owedCents }) => owedCents > 0)

/** The installments of a booking that are past their day and still ask for something, first due first. */
export const overdueOf = (booking: Booking, now: Date): InstallmentNow[] => {
  const today = businessDay(now)
  return amountsOwed(booking).installments.filter(
    ({ owedCents, dueOn, waits }) => owedCents > 0 && dueOn < today && !waits,
  )
}

/** All of it in one sum. */
export const overdueCents = (booking: Booking, now: Date): Cents =>
  cents(overdueOf(booking, now).reduce((sum, { owedCents }) => sum + owedCents, 0))
