import { type Day, showDays } from '#app/days'
import { departureDates, travelsNext } from '#app/tour/departure-choices.server'
import { detailsProgress } from './details.server'

export type NextDepartureDetails = {
  departureId: number
  dates: string
  startsOn: Day
  travelers: number
  complete: number
}

/** How complete the details are for the departure under way, or the next one; null while nobody travels on it. */
export function detailsOfNextDeparture(today: Day): NextDepartureDetails | null {
  const departureId = travelsNext(today)
  const dates = departureId === null ? undefined : departureDates().get(departureId)
  if (departureId === null || !dates || dates.endsOn < today) return null
  const progress = detailsProgress(departureId)
  if (progress.travelers === 0) return null
  return { departureId, dates: showDays(dates.startsOn, dates.endsOn), startsOn: dates.startsOn, ...progress }
}
