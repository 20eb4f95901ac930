import { and, asc, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { type Day, earlierDay } from '#app/platform/days'
import { departureOf } from '#app/tours/departures.server'
import type { ScheduleReason } from '#app/tours/refund-policy'
import { db, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { scheduleChoices } from '#db/schema/bookings'
import { scheduleChanges } from '#db/schema/tours'
import type { SCHEDULE_CHOICES } from '#db/values'
import type { Booking } from './find-booking.server'

export type ScheduleChange = typeof scheduleChanges.$inferSelect
export type ScheduleChoice = (typeof SCHEDULE_CHOICES)[number]
/** What a lead traveler was asked after a departure was canceled or postponed, and what became of it. */
export type Asked = { change: ScheduleChange; answer: typeof scheduleChoices.$inferSelect }

const withChange = () =>
  db
    .select({ change: scheduleChanges, answer: scheduleChoices })
    .from(scheduleChoices)
    .innerJoin(scheduleChanges, eq(scheduleChanges.id, scheduleChoices.changeId))

const ofBooking = prepared(() =>
  withChange()
    .where(eq(scheduleChoices.bookingId, sql.placeholder('bookingId')))
    .orderBy(desc(scheduleChoices.id))
    .prepare(),
)

/** The last time a booking's lead traveler was given a choice; undefined where they never were. */
export const latestChoice = (bookingId: number): Asked | undefined => ofBooking().get({ bookingId })

const refundChosen = prepared(() =>
  db
    .select({ id: scheduleChoices.id })
    .from(scheduleChoices)
    .where(
      and(
        eq(scheduleChoices.bookingId, sql.placeholder('bookingId')),
        isNull(scheduleChoices.settledAt),
        eq(scheduleChoices.choice, sql`'refund'`),
      ),
    )
    .prepare(),
)

/**
 * Whether its guest chose everything back, and that waits: for Stripe, a payment under way, or the bank. The
 * trigger `bookings_asked` asks the same.
 */
export const isRefundChosen = (bookingId: number): boolean => refundChosen().get({ bookingId }) !== undefined

/** By the key of the form that made it. */
export const scheduleChangeBy = (formKey: string, tx: Tx): ScheduleChange | undefined =>
  tx.select().from(scheduleChanges).where(eq(scheduleChanges.formKey, formKey)).get()

/**
 * Writes down a change and gives each of these bookings its choice. One that is still open from an earlier
 * change ends unanswered: the new one takes its place.
 */
export function giveChoices(
  change: typeof scheduleChanges.$inferInsert,
  bookings: Booking[],
  now: Date,
  tx: Tx,
): ScheduleChange {
  const made = tx.insert(scheduleChanges).values(change).returning().get()
  for (const { id: bookingId } of bookings) {
    const open = tx.update(scheduleChoices).set({ settledAt: now }).where(openOf(bookingId)).returning().get()
    const asksForRefund = open?.choice === 'refund' && { choice: open.choice, chosenAt: open.chosenAt }
    tx.insert(scheduleChoices)
      .values({ changeId: made.id, bookingId, ...asksForRefund })
      .run()
  }
  return made
}

const postponed = prepared(() =>
  db
    .select()
    .from(scheduleChanges)
    .where(
      and(
        eq(scheduleChanges.departureId, sql.placeholder('departureId')),
        eq(scheduleChanges.kind, 'postponed'),
        gte(scheduleChanges.createdAt, sql.placeholder('since')),
      ),
    )
    .orderBy(desc(scheduleChanges.id))
    .limit(1)
    .prepare(),
)

/** The last time a departure was postponed since an instant; asked at each first payment. */
export const lastPostponed = (departureId: number, since: Date): ScheduleChange | undefined =>
  postponed().get({ departureId, since: since.getTime() })

/** Gives a booking that was paid for after a change its choice; false where it had one. */
export const giveChoiceOfChange = ({ id: changeId }: ScheduleChange, bookingId: number, tx: Tx): boolean =>
  tx.insert(scheduleChoices).values({ changeId, bookingId }).onConflictDoNothing().run().changes > 0

const openOf = (bookingId: number) =>
  and(eq(scheduleChoices.bookingId, bookingId), isNull(scheduleChoices.settledAt))

/** Notes what a guest chose; what it means is carried out afterward, and again until it is. */
export function noteChoice(bookingId: number, choice: ScheduleChoice, now: Date, tx: Tx): void {
  tx.update(scheduleChoices).set({ choice, chosenAt: now }).where(openOf(bookingId)).run()
}

/** What became of a booking's open choice, in the transaction that does it: so it is one thing, and once. */
export function settleChoice(bookingId: number, choice: ScheduleChoice, now: Date, tx: Tx): void {
  tx.update(scheduleChoices).set({ choice, settledAt: now }).where(openOf(bookingId)).run()
}

/** The bookings whose choice is to be carried out: made, or not made by its last day. Oldest first. */
export const choicesToCarryOut = (today: Day): Asked[] =>
  withChange()
    .where(
      and(
        isNull(scheduleChoices.settledAt),
        sql`(${scheduleChoices.choice} is not null or ${scheduleChanges.answerBy} < ${today})`,
      ),
    )
    .orderBy(asc(scheduleChoices.id))
    .all()

/**
 * Why a whole booking comes back whatever the policy says (rules 4.20): its departure is canceled, or was
 * postponed and the guest may still choose, or asked to in time and has no answer. What was settled otherwise
 * is over, also once reinstated. Null where it does not.
 */
export function everythingBack(
  booking: Booking,
  askedToCancelOn: Day | null,
  now: Date,
): ScheduleReason | null {
  if (departureOf(booking).canceledAt !== null) return 'departure-canceled'
  const asked = latestChoice(booking.id)
  if (asked?.change.kind !== 'postponed' || asked.change.departureId !== booking.departureId) return null
  const { choice, chosenAt, settledAt } = asked.answer
  if (settledAt === null && choice === 'refund') return 'departure-postponed'
  const day = earlierDay(askedToCancelOn ?? businessDay(now), businessDay(now))
  const ranOut = choice === 'stays' && chosenAt === null
  const mayStillChoose = (settledAt === null || ranOut) && day <= asked.change.answerBy
  return mayStillChoose ? 'departure-postponed' : null
}
