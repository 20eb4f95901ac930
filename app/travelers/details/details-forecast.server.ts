import { businessDay } from '#app/clock.server'
import { addDays, type Day, daysFrom } from '#app/days'
import { db } from '#db/connection.server'
import { type AskedDays, askedAt } from './asked-days'
import { type IncompleteBooking, incompleteBookings } from './incomplete-bookings.server'
import { lettersDue } from './letters-due.server'

/** What a booking's travelers will be written on a day: which letter, and to whom. */
export type DetailsLetters = Pick<IncompleteBooking, 'reference' | 'customerName'> & {
  days: AskedDays
  toPayer: boolean
  companions: number
}

type DetailsForecast = {
  letters: DetailsLetters[]
  /** Only this many bookings were looked at, where there are more. */
  cutAt: number | null
}

/** What a page can show. */
const AT_MOST = 300

/**
 * Which letters ask for details on a business day, today or later, if nobody tells us anything until then: a letter goes
 * out in the first run that finds its time come. `runsToday` says whether today's run is still to come. Sends nothing.
 */
export function detailsLettersOn(asked: Day, now: Date, runsToday: boolean): DetailsForecast {
  const today = businessDay(now)
  const firstRun = runsToday ? today : addDays(today, 1)
  if (asked < firstRun) return { letters: [], cutAt: null }
  const timeHasCome = ({ startsOn }: IncompleteBooking): boolean =>
    asked === firstRun || daysAt(asked, startsOn) !== daysAt(addDays(asked, -1), startsOn)
  const due = incompleteBookings(asked).filter(timeHasCome)
  return {
    letters: due.slice(0, AT_MOST).flatMap((booking) => lettersOf(booking, asked)),
    cutAt: due.length > AT_MOST ? AT_MOST : null,
  }
}

const daysAt = (day: Day, startsOn: Day): AskedDays | null => askedAt(daysFrom(day, startsOn))

function lettersOf(booking: IncompleteBooking, asked: Day): DetailsLetters[] {
  const days = daysAt(asked, booking.startsOn)
  if (days === null) return []
  const { toPayer, toCompanions } = lettersDue(booking, days, db)
  if (!toPayer && toCompanions.length === 0) return []
  const { reference, customerName } = booking
  return [{ reference, customerName, days, toPayer, companions: toCompanions.length }]
}
