import { type Words, words } from '#app/mail/letter'
import { businessDay } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { showCents } from '#app/platform/money'
import { dayCount } from './departure'
import { nextOnSale } from './departures.server'
import { lowestPriceOf } from './price'
import { pathOf, tourIn } from './tours.server'

/** The next departure on sale, and the way to it, in a letter to someone without one; null where none is. */
export function nextDepartureInLetter(now: Date): Words | null {
  const day = businessDay(now)
  const departure = nextOnSale(day)
  if (!departure) return null
  const tour = tourIn(departure.tourId)
  return words`
    Next: ${showDays(departure.startsOn, departure.endsOn)}, ${dayCount(departure)} days ${tour.promise}, from
    ${showCents(lowestPriceOf(departure, day))}.

    [See the tour](${env.BASE_URL}${pathOf(tour)})
  `
}
