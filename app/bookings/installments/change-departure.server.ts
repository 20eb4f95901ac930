import { and, countDistinct, eq, isNotNull, isNull } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, earlierDay } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { type Actor, recordBookingAct } from '#app/staff/audit-log.server'
import { hasBegun } from '#app/tours/departure'
import { type DepartureSaved, saveDeparture } from '#app/tours/save-departure.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings, installments } from '#db/schema'
import { offerFreedSeats } from '../waitlist/offer-seats.server'
import { type Installment, isSettled, removeInstallment } from './settle-installments.server'

/**
 * Everything is due before the journey begins, also where staff move the departure: what would be due on its
 * first day or after it is due on the day before, and on the day that was agreed as soon as that lies ahead
 * of the journey again. Where it has begun by now all stays as it is: what is due later was postponed by
 * staff, who knew. Answers for how many bookings that are owed something a day was moved.
 */
function keepDueBeforeDeparture(departureId: number, startsOn: Day, now: Date, tx: Tx): number {
  if (hasBegun({ startsOn }, businessDay(now))) return 0
  const lastDay = addDays(startsOn, -1)
  const moved = tx
    .select({ installment: installments, reference: bookings.reference })
    .from(installments)
    .innerJoin(bookings, eq(bookings.id, installments.bookingId))
    .where(eq(bookings.departureId, departureId))
    .all()
    .map(({ installment, reference }) => {
      const agreed = installment.agreedDueOn ?? installment.dueOn
      return { installment, reference, agreed, dueOn: earlierDay(agreed, lastDay) }
    })
    .filter(({ installment, dueOn }) => dueOn !== installment.dueOn)
  for (const { installment, reference, agreed, dueOn } of moved) {
    moveTo(installment, { dueOn, agreedDueOn: dueOn === agreed ? null : agreed }, tx)
    const detail = { installment: installment.number, from: installment.dueOn, to: dueOn }
    recordBookingAct(now, { reference }, { actor: 'site' }, 'due-date-moved', detail)
  }
  const owed = moved.filter(({ installment }) => installment.isOwed && !isSettled(installment))
  return new Set(owed.map(({ reference }) => reference)).size
}

/** A postponed installment counts as new, with its own reminders: those of the earlier day have gone out. */
function moveTo(row: Installment, to: { dueOn: Day; agreedDueOn: Day | null }, tx: Tx): void {
  if (to.dueOn < row.dueOn) {
    tx.update(installments).set(to).where(eq(installments.id, row.id)).run()
    return
  }
  const { bookingId, number, amountCents, paidAt, writtenOffCents } = row
  removeInstallment(row.id, tx)
  tx.insert(installments)
    .values({ bookingId, number, amountCents, paidAt, writtenOffCents, ...to })
    .run()
}

/** How many bookings of a departure are asked for money sooner than was agreed, because it was moved. */
export const bookingsDueSooner = (departureId: number): number =>
  db
    .select({ bookings: countDistinct(installments.bookingId) })
    .from(installments)
    .innerJoin(bookings, eq(bookings.id, installments.bookingId))
    .where(
      and(
        eq(bookings.departureId, departureId),
        eq(installments.isOwed, true),
        isNull(installments.paidAt),
        eq(installments.writtenOffCents, cents(0)),
        isNotNull(installments.agreedDueOn),
      ),
    )
    .get()?.bookings ?? 0

type Saved = Extract<DepartureSaved, { changed: unknown }>

/** What `saveDeparture` answers, and for how many bookings that are owed something a due date was moved. */
export type DepartureChanged = (Saved & { dueMoved: number }) | Exclude<DepartureSaved, Saved>

/** Saves a departure; where its first day changed, all that its bookings owe stays due before it. */
export function changeDeparture(
  id: number,
  terms: Parameters<typeof saveDeparture>[1],
  actor: Actor,
  now: Date,
): DepartureChanged {
  return immediately((tx) => {
    const saved = saveDeparture(id, terms, actor, now)
    if ('refused' in saved) return saved
    const isMoved = saved.changed.includes('startsOn')
    const dueMoved = isMoved ? keepDueBeforeDeparture(id, saved.departure.startsOn, now, tx) : 0
    offerFreedSeats(id, now)
    return { ...saved, dueMoved }
  })
}
