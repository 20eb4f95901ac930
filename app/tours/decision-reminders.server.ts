import { and, isNotNull, isNull, ne } from 'drizzle-orm'
import { type Letter, letter } from '#app/mail/letter'
import { departureInAdmin, postToStaff } from '#app/mail/outbox.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, daysFrom, showDays, showLongDay } from '#app/platform/days'
import { immediately } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { DECISION_REMINDER_DAYS, hasBegun } from './departure'
import { type Departure, seatsPaidOn, selectDepartures } from './departures.server'

export type Undecided = Departure & { paidTravelers: number; daysLeft: number }

/** The departures ahead of which no one has decided yet whether they run, the most pressing first. */
export const undecidedDepartures = (today: Day): Undecided[] =>
  selectDepartures()
    .where(
      and(
        isNotNull(departures.minimumTravelers),
        isNull(departures.guaranteedAt),
        isNull(departures.canceledAt),
        ne(departures.sales, 'draft'),
      ),
    )
    .orderBy(departures.decideOn)
    .all()
    .filter((departure) => !hasBegun(departure, today))
    .map((departure) => ({
      ...departure,
      paidTravelers: seatsPaidOn(departure.id),
      daysLeft: daysFrom(today, departure.decideOn ?? today),
    }))

const decisionNotice = ({ paidTravelers, daysLeft, ...about }: Undecided): Letter => {
  const day = showLongDay(about.decideOn ?? '')
  const dates = showDays(about.startsOn, about.endsOn)
  return letter`
    # ${daysLeft < 0 ? 'Overdue: decide' : `Decide by ${day}`} whether the ${dates}, departure runs

    ${about.name}, ${dates}, needs at least ${about.minimumTravelers} travelers, and ${paidTravelers} have paid.
    ${daysLeft < 0 && `Guests were told we would decide by ${day}. Nothing they owe comes due until you decide.`}
    ${daysLeft >= 0 && `Guests were told we would decide by ${day}, and not to buy flights before then.`}

    Guarantee it, cancel it, or postpone it.

    [Open the departure](${departureInAdmin(about.id)})
  `
}

/** Whole weeks since the day after the one that staff named. */
const weeksSince = (daysLeft: number): number => Math.floor((-1 - daysLeft) / 7)

/**
 * Reminds staff to decide whether a departure runs: DECISION_REMINDER_DAYS before the day they named, and
 * once a week when it has passed; each once, and a missed day is made up for.
 */
export function remindOfDecisions(now: Date): { undecided: number; told: number } {
  const undecided = undecidedDepartures(businessDay(now))
  let told = 0
  immediately(() => {
    for (const departure of undecided) {
      const { id, decideOn, daysLeft } = departure
      const since =
        daysLeft < 0 ? -1 - 7 * weeksSince(daysLeft) : DECISION_REMINDER_DAYS.find((days) => days >= daysLeft)
      if (since === undefined) continue
      postToStaff(now, {
        kind: 'staff-decision',
        once: `${id}:${decideOn}:${since}`,
        letter: decisionNotice(departure),
      })
      told += 1
    }
  })
  return { undecided: undecided.length, told }
}
