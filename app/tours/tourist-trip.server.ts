import { addDays, type Day, earlierDay, showDay, showDays } from '#app/platform/days'
import { CURRENCY, dollarsOf } from '#app/platform/money'
import { tourPicture } from '#app/site/page-words.server'
import { sharedWithFirst } from '#app/site/picture'
import { agencyIn } from '#app/site/seo/site-identity'
import type { Thing } from '#app/site/site-pages'
import { dayCount, lastSaleDay, type RunsFrom, runningState } from './departure'
import type { Departure, SalesState } from './departures.server'
import { runsFromOn } from './departures.server'
import type { ItineraryDay } from './itinerary'
import { ROOM_NAMES, type RoomType } from './party'
import { earlyBirdOn, priceOf } from './price'
import { pathOf, tourIn } from './tours.server'

type Sales = { state: SalesState; seatsLeft: number }

const FEW = 5

/** The group tour: what it is, what a place costs in each room, and its days. */
export const touristTrip = (
  origin: string,
  departure: Departure,
  days: readonly ItineraryDay[],
  sales: Sales,
  day: Day,
): Thing => {
  const tour = tourIn(departure.tourId)
  return {
    '@type': 'TouristTrip',
    '@id': `${origin}${pathOf(tour)}#trip`,
    name: departure.name,
    description: `${dayCount(departure)} days ${tour.promise}, ${showDays(departure.startsOn, departure.endsOn)}.`,
    url: origin + pathOf(tour),
    image: origin + sharedWithFirst(tourPicture(departure)).file,
    touristType: [...(tour.madeFor ? [tour.madeFor] : []), 'Safari travelers'],
    departureTime: departure.startsOn,
    arrivalTime: departure.endsOn,
    provider: agencyIn(origin),
    offers: (['double', 'single'] as const).map((roomType) => offer(origin, departure, roomType, sales, day)),
    itinerary: {
      '@type': 'ItemList',
      numberOfItems: days.length,
      itemListElement: days.map(({ title, place, text }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: `${showDay(addDays(departure.startsOn, index))}: ${title}`,
        description: text,
        item: { '@type': 'Place', name: place },
      })),
    },
  }
}

/**
 * Whether it runs for certain, from how many travelers, and when that is decided. A trip has no status, as an
 * event has: a canceled one is a discontinued offer.
 */
function runningProperties(departure: Departure, day: Day) {
  const runs = runsFromOn(departure, day)
  const isGuaranteed = runningState(departure, day) === 'guaranteed'
  const said = { ...(isGuaranteed && { 'Guaranteed departure': 'Yes' }), ...(runs && facts(runs)) }
  const additionalProperty = Object.entries(said).map(([name, value]) => ({
    ...{ '@type': 'PropertyValue', name, value },
  }))
  return additionalProperty.length > 0 && { additionalProperty }
}

const facts = ({ minimumTravelers, decideOn }: RunsFrom) => ({
  'Guaranteed departure': 'No',
  ...{ 'Minimum travelers': String(minimumTravelers), 'Decided by': decideOn },
})

const offer = (origin: string, departure: Departure, roomType: RoomType, sales: Sales, day: Day): Thing => ({
  '@type': 'Offer',
  name: `${ROOM_NAMES[roomType]}, one traveler`,
  url: `${origin}/${departure.path}#pricing`,
  price: dollarsOf(priceOf(departure, roomType, day).priceCents).toFixed(2),
  priceCurrency: CURRENCY.toUpperCase(),
  availability: `https://schema.org/${departure.canceledAt === null ? availability(sales) : 'Discontinued'}`,
  ...runningProperties(departure, day),
  validThrough: lastDayOfPrice(departure, day),
  seller: agencyIn(origin),
})

/** An early bird's price holds until its day, any other as long as it is sold. */
const lastDayOfPrice = (departure: Departure, day: Day): Day =>
  earlyBirdOn(departure, day)?.off && departure.earlyBirdEndsOn !== null
    ? earlierDay(departure.earlyBirdEndsOn, lastSaleDay(departure))
    : lastSaleDay(departure)

function availability({ state, seatsLeft }: Sales): string {
  if (state === 'closed') return 'OutOfStock'
  if (state === 'not-yet') return 'PreOrder'
  if (state === 'sold-out') return 'SoldOut'
  return seatsLeft <= FEW ? 'LimitedAvailability' : 'InStock'
}
