import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { addDays, type Day, showDay, showDays } from '#app/platform/days'
import { type Undecided, undecidedDepartures } from '#app/tours/decision-reminders.server'
import { DECISION_REMINDER_DAYS } from '#app/tours/departure'
import { db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, scheduleChoices as choices } from '#db/schema/bookings'
import { scheduleChanges as changes } from '#db/schema/tours'

const SOON_DAYS = Math.max(...DECISION_REMINDER_DAYS)

/**
 * Departures of which staff should say now whether they run: the day is near or over, or the minimum is paid.
 */
export const departuresToDecide = (today: Day, departureId: number | null): Undecided[] =>
  undecidedDepartures(today).filter(
    ({ id, daysLeft, paidTravelers, minimumTravelers }) =>
      (departureId === null || id === departureId) &&
      (daysLeft <= SOON_DAYS || paidTravelers >= (minimumTravelers ?? 0)),
  )

const isOpen = and(
  isNull(choices.settledAt),
  sql`(${sql.placeholder('departureId')} is null or ${changes.departureId} = ${sql.placeholder('departureId')})`,
)

const unanswered = prepared(() =>
  db
    .select({
      reference: bookings.reference,
      customerName: bookings.customerName,
      phone: bookings.customerPhone,
      kind: changes.kind,
      startsOn: changes.fromStartsOn,
      endsOn: changes.fromEndsOn,
      answerBy: changes.answerBy,
      choice: choices.choice,
    })
    .from(choices)
    .innerJoin(changes, eq(changes.id, choices.changeId))
    .innerJoin(bookings, eq(bookings.id, choices.bookingId))
    .where(isOpen)
    .orderBy(asc(changes.answerBy), asc(choices.id))
    .limit(sql.placeholder('atMost'))
    .prepare(),
)

const howMany = prepared(() =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(choices)
    .innerJoin(changes, eq(changes.id, choices.changeId))
    .where(isOpen)
    .prepare(),
)

type OpenChoice = ReturnType<typeof openChoices>[number]

/**
 * Lead travelers of departures that were canceled or postponed whose choice is not carried out: most have not
 * answered, the next last day first; some want everything back, and a payment is in its way.
 */
export const openChoices = (departureId: number | null, atMost: number) =>
  unanswered().all({ departureId, atMost })

const LISTED_AT_MOST = 300

/**
 * Guests of a canceled departure for whom everything goes back on a day, if they do not choose until then.
 */
export const choicesEndingOn = (day: Day) =>
  openChoices(null, LISTED_AT_MOST).filter(
    ({ kind, choice, answerBy }) => kind === 'canceled' && choice === null && addDays(answerBy, 1) === day,
  )

export const openChoiceCount = (departureId: number | null): number =>
  howMany().get({ departureId })?.count ?? 0

/** What guests were asked and have not answered, in words. */
export const choiceRows = (choices: OpenChoice[]) =>
  choices.map(({ reference, customerName, phone, kind, startsOn, endsOn, answerBy, choice }) => ({
    ...{ reference, customerName, phone },
    about:
      choice === 'refund'
        ? 'Wants everything back. It is waiting for Stripe, an open payment or a dispute.'
        : `${showDays(startsOn, endsOn)} was ${kind}: answer by ${showDay(answerBy)}`,
  }))
