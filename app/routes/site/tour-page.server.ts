import { today } from '#app/clock.server'
import { painted } from '#app/content/gallery/painted.server'
import { addDays, showDay, showDays } from '#app/days'
import { env } from '#app/env.server'
import { plannedTogether } from '#app/installments/due-together'
import { planFor } from '#app/installments/plan'
import { showCents } from '#app/money'
import { faqPage } from '#app/seo/faq-page'
import { touristTrip } from '#app/seo/tourist-trip.server'
import { dayCount, hasBegun } from '#app/tour/departure'
import { earlyBirdOn } from '#app/tour/early-bird'
import { ITINERARY } from '#app/tour/itinerary'
import { kenyaMap } from '#app/tour/kenya-map'
import { questionsAbout } from '#app/tour/questions'
import { refundTerms } from '#app/tour/refund-policy'
import { ROOM_NAMES, type RoomType } from '#app/tour/room-type'
import { priceOf, salesState, seatsLeft, type Tour, theTour } from '#app/tour/tour.server'

/** Amounts and days leave here as text, so that the page needs neither money nor calendar. */
export function tourPage() {
  const tour = theTour()
  const day = today()
  const sales = { state: salesState(tour, day), seatsLeft: seatsLeft(tour) }
  const questions = questionsAbout(tour)
  return {
    name: tour.name,
    heroPicture: { wide: painted('tour-stage'), portraitPosition: '80%' },
    dates: showDays(tour.startsOn, tour.endsOn),
    dayCount: dayCount(tour),
    seats: tour.seats,
    seatsLeft: sales.seatsLeft,
    sales: sales.state,
    deposit: showCents(tour.depositCents),
    /** The first day, once the journey has begun. */
    begun: hasBegun(tour, day) ? showDay(tour.startsOn) : null,
    earlyBird: sales.state === 'open' ? earlyBird(tour, day) : null,
    refundTerms: refundTerms(tour),
    rooms: [room(tour, 'double', day), room(tour, 'single', day)],
    things: [
      touristTrip(env.BASE_URL, tour, sales),
      faqPage(`${env.BASE_URL}/texascountrysafari`, questions),
    ],
    picture: painted('band-on-the-ridge'),
    itinerary: itinerary(tour),
    map: kenyaMap(tour.startsOn),
    questions,
  }
}

export type TourPage = ReturnType<typeof tourPage>

const itinerary = ({ startsOn }: Tour) =>
  ITINERARY.map(({ title, place, text, kinds }, index) => {
    const day = addDays(startsOn, index)
    return { title, place, text, kinds, day, date: showDay(day) }
  })

/** Only while it can still be had. */
function earlyBird(tour: Tour, day: string) {
  const bird = earlyBirdOn(tour, day)
  return bird && { offer: bird.offer, until: showDay(bird.endsOn) }
}

function room(tour: Tour, roomType: RoomType, day: string) {
  const plan = planFor(tour, priceOf(tour, roomType), day)
  return {
    roomType,
    name: ROOM_NAMES[roomType],
    price: showCents(plan.totalCents),
    installments: plannedTogether(plan).map(({ name, amountCents, dueOn }) => ({
      name,
      amount: showCents(amountCents),
      dueOn: showDay(dueOn),
    })),
  }
}
