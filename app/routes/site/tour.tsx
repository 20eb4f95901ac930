import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from '#app/clock.server'
import { addDays, daysFrom, showDay, showDays } from '#app/days'
import { planFor } from '#app/installments/plan'
import { showCents } from '#app/money'
import { ITINERARY } from '#app/tour/itinerary'
import { REFUND_TERMS } from '#app/tour/refund-terms'
import { ROOM_NAMES, type RoomType } from '#app/tour/room-type'
import { priceOf, salesState, seatsLeft, type Tour, theTour } from '#app/tour/tour.server'
import { pageHead } from '#app/ui/page-head'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { TourHero } from './tour-hero'
import { TourIncluded } from './tour-included'
import { TourIntro } from './tour-intro'
import { TourItinerary } from './tour-itinerary'
import { TourPayments } from './tour-payments'
import { TourRooms } from './tour-rooms'

export const handle: PageHandle = { hero: true }

/** Amounts and days leave here as text, so that the page needs neither money nor calendar. */
export function loader() {
  const tour = theTour()
  const day = today()
  return {
    name: tour.name,
    dates: showDays(tour.startsOn, tour.endsOn),
    dayCount: daysFrom(tour.startsOn, tour.endsOn) + 1,
    seats: tour.seats,
    seatsLeft: seatsLeft(tour),
    sales: salesState(tour, day),
    deposit: showCents(tour.depositCents),
    earlyBird: earlyBird(tour, day),
    refundTerms: REFUND_TERMS,
    rooms: [room(tour, 'double', day), room(tour, 'single', day)],
    itinerary: ITINERARY.map((item, index) => ({ ...item, date: showDay(addDays(tour.startsOn, index)) })),
  }
}

export type TourPage = ReturnType<typeof loader>

/** Only while it can still be had (spec §9). */
const earlyBird = (tour: Tour, day: string) =>
  tour.earlyBirdOffer && tour.earlyBirdEndsOn && day <= tour.earlyBirdEndsOn
    ? { offer: tour.earlyBirdOffer, until: showDay(tour.earlyBirdEndsOn) }
    : null

function room(tour: Tour, roomType: RoomType, day: string) {
  const plan = planFor(tour, priceOf(tour, roomType), day)
  return {
    roomType,
    name: ROOM_NAMES[roomType],
    price: showCents(plan.totalCents),
    installments: plan.installments.map(({ number, amountCents, dueOn }) => ({
      number,
      amount: showCents(amountCents),
      dueOn: showDay(dueOn),
    })),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageHead({
    matches,
    title: '2Step Safari: country music and safari in Kenya',
    description: data
      ? `${data.name}, ${data.dates}: ${data.dayCount} days, ${data.seats} travelers, a live country band. A ${data.deposit} deposit holds your seat.`
      : 'A group tour with a live country band: concerts, safaris and the beach in Kenya.',
    path: '/texascountrysafari',
  })

export default function TourPage() {
  const tour = useLoaderData<typeof loader>()
  return (
    <>
      <TourHero tour={tour} />
      <TourIntro tour={tour} />
      <TourItinerary days={tour.itinerary} />
      <TourIncluded tour={tour} />
      <TourRooms tour={tour} />
      {tour.sales === 'open' && <TourPayments tour={tour} />}
    </>
  )
}
