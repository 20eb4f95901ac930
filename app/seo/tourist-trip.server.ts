import { addDays, showDay, showDays } from '#app/days'
import { dollarsOf } from '#app/money'
import { lastSaleDay } from '#app/tour/departure'
import { ITINERARY } from '#app/tour/itinerary'
import { ROOM_NAMES, type RoomType } from '#app/tour/room-type'
import { priceOf, type SalesState, type Tour } from '#app/tour/tour.server'
import { sharePictureOf } from './share-pictures'
import type { Thing } from './thing'
import { agencyIn } from './travel-agency'

type Sales = { state: SalesState; seatsLeft: number }

const PATH = '/texascountrysafari'
const FEW = 5

/** The group tour: what it is, what a place costs in each room, and its days. */
export const touristTrip = (origin: string, tour: Tour, sales: Sales): Thing => ({
  '@type': 'TouristTrip',
  '@id': `${origin}${PATH}#trip`,
  name: tour.name,
  description: `Concerts, safaris and the beach in Kenya with a live country band, ${showDays(tour.startsOn, tour.endsOn)}.`,
  url: origin + PATH,
  image: origin + sharePictureOf(PATH).file,
  touristType: ['Country music fans', 'Safari travelers'],
  provider: agencyIn(origin),
  offers: (['double', 'single'] as const).map((roomType) => offer(origin, tour, roomType, sales)),
  itinerary: {
    '@type': 'ItemList',
    numberOfItems: ITINERARY.length,
    itemListElement: ITINERARY.map(({ title, place, text }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: `${showDay(addDays(tour.startsOn, index))}: ${title}`,
      description: text,
      item: { '@type': 'Place', name: place },
    })),
  },
})

const offer = (origin: string, tour: Tour, roomType: RoomType, sales: Sales): Thing => ({
  '@type': 'Offer',
  name: `${ROOM_NAMES[roomType]}, one traveler`,
  url: `${origin}${PATH}#pricing`,
  price: dollarsOf(priceOf(tour, roomType)).toFixed(2),
  priceCurrency: 'USD',
  availability: `https://schema.org/${availability(sales)}`,
  validThrough: lastSaleDay(tour),
  seller: agencyIn(origin),
})

function availability({ state, seatsLeft }: Sales): string {
  if (state === 'closed') return 'OutOfStock'
  if (state === 'sold-out') return 'SoldOut'
  return seatsLeft <= FEW ? 'LimitedAvailability' : 'InStock'
}
