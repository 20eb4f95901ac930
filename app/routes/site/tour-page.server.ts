import { termsOnOffer } from '#app/bookings/checkout-offer.server'
import { plannedTogether } from '#app/bookings/installments/due'
import type { InstallmentPlan } from '#app/bookings/installments/plan'
import { type Leader, leaderCalled, pageFrom } from '#app/bookings/leaders/leaders.server'
import { businessZone, today } from '#app/platform/clock.server'
import { addDays, type Day, showDay, showDays, showWeekday } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { cents, showAmountOrPercent, showCents } from '#app/platform/money'
import { inWords } from '#app/platform/words'
import { pictureAt } from '#app/site/gallery.server'
import { storiesOfTour } from '#app/site/lists.server'
import { tourFilms, tourPicture, tourPictures } from '#app/site/page-words.server'
import { LEGAL_LINKS } from '#app/site/site-pages'
import { SOUND_SECONDS } from '#app/tours/band-sound'
import {
  dayCount,
  hasBegun,
  nameInLinks,
  pageOf,
  privateTo,
  runningState,
  waitsForDecision,
} from '#app/tours/departure'
import {
  type Departure,
  departureOnOffer,
  nextOnSale,
  publicDepartures,
  runningOn,
  type SalesState,
  salesState,
  seatsLeft,
  traveledWith,
} from '#app/tours/departures.server'
import type { ItineraryDay } from '#app/tours/itinerary'
import { kenyaMap } from '#app/tours/kenya-map'
import { lodgesOf } from '#app/tours/lodges.server'
import { ROOM_NAMES, type RoomType } from '#app/tours/party'
import { earlyBirdOn, lowestPriceOf, resaleNote } from '#app/tours/price'
import { faqPage, withFacts } from '#app/tours/questions'
import {
  dayAskedCounts,
  type OnTheDay,
  type RefundTermsText,
  refundOnOffer,
  stepsOnOffer,
} from '#app/tours/refund-policy'
import { daysOf, itemsOf } from '#app/tours/tour-lists.server'
import { touristTrip } from '#app/tours/tourist-trip.server'
import { pathOf, type Tour, tourIn } from '#app/tours/tours.server'
import { publicNotesOf } from '#app/tours/trip-book.server'

/**
 * A journey's page about one departure: the requested one, also of another journey, or the next to be booked.
 * A leader's code in its address goes on to checkout, and finds the seats kept for them.
 */
export function tourPage({ id: tourId }: Tour, asked: string | null, code?: string | null) {
  const day = today()
  return pageAbout(departureOnOffer(day, asked, { tourId }), day, leaderCalled(code))
}

/** A journey about the departure that can be booked next: for the home page and the list of journeys. */
export function tourInShort(tour: Tour, day: Day) {
  const departure = departureOnOffer(day, null, { tourId: tour.id })
  return {
    ...{ shortName: tour.shortName, name: tour.name, title: tour.introTitle, to: pathOf(tour) },
    teaser: tour.teaser
      .replaceAll('{days}', inWords(dayCount(departure)))
      .replaceAll('{seats}', inWords(departure.seats)),
    picture: tourPicture(departure).wide,
    facts: [
      showDays(departure.startsOn, departure.endsOn),
      `${dayCount(departure)} days`,
      `from\u00a0${lowestPrice(departure, day)}`,
      stateWords(departure, salesState(departure, day)),
    ],
  }
}

/** Amounts and days leave here as text, so that the page needs neither money nor calendar. */
export function pageAbout(departure: Departure, day: Day, leader?: Leader) {
  const tour = tourIn(departure.tourId)
  const heroPicture = tourPicture(departure)
  const pictures = tourPictures(departure)
  const items = itemsOf(tour.id)
  const days = daysOf(departure.id)
  const sales = { state: salesState(departure, day, leader?.id), seatsLeft: seatsLeft(departure, leader?.id) }
  const next = sales.state === 'open' ? null : nextOnSale(day, departure)
  const facts = { ...departure, bookedOn: day }
  const questions = [...items.question, ...publicNotesOf(departure.id)].map(({ title, text }) => ({
    question: withFacts(title, facts),
    answer: withFacts(text, facts),
  }))
  return {
    name: tour.name,
    ...{ shortName: tour.shortName, tagline: tour.tagline, promise: tour.promise, path: pathOf(tour) },
    words: {
      introTitle: tour.introTitle,
      intro: tour.introText.split(/\n{2,}/),
      bandTitle: tour.bandTitle,
      bandText: tour.bandText,
      routeTitle: tour.routeTitle,
      routeText: tour.routeText,
      notIncluded: tour.notIncluded,
    },
    players: items.player,
    sound: tour.bandSound && {
      file: tour.bandSound,
      label: `Hear ${SOUND_SECONDS} seconds of the band`,
    },
    included: items.inclusion,
    heroPicture,
    films: tourFilms(departure),
    departure: nameInLinks(departure),
    page: pageOf(departure),
    privateTo: privateTo(departure),
    privateNote: departure.isPrivate ? departure.privateNote : '',
    dates: showDays(departure.startsOn, departure.endsOn),
    dayCount: dayCount(departure),
    seats: departure.seats,
    seatsLeft: sales.seatsLeft,
    sales: sales.state,
    opensOn: sales.state === 'not-yet' && departure.salesOpenOn ? showDay(departure.salesOpenOn) : null,
    deposit: showCents(departure.depositCents),
    /** The first day, once the journey has begun. */
    begun: hasBegun(departure, day) ? showDay(departure.startsOn) : null,
    earlyBird: sales.state === 'open' ? earlyBird(departure, day) : null,
    /** Whether it runs, in a sentence where that is not a matter of course. */
    running: runningOn(departure, day),
    isCanceled: departure.canceledAt !== null,
    waits: waitsForDecision(departure),
    refund: refundInShort(facts, resaleNote(departure)),
    from: lowestPrice(departure, day),
    rooms: ROOMS.map((type) => ({
      ...room(departure, type, day, sales.state),
      picture: pictures.rooms[type],
    })),
    /** How checkout is told which departure: not at all where it is the one that checkout is about anyway. */
    checkoutQuery: String(
      new URLSearchParams({
        ...(departure.id !== departureOnOffer(day).id && { departure: nameInLinks(departure) }),
        ...(leader?.code && { leader: leader.code }),
      }),
    ),
    /** The departure that can be booked instead. */
    next: next && { to: pageFrom(next, leader), dates: showDays(next.startsOn, next.endsOn) },
    departures: departure.isPrivate ? [] : choices(departure, day, leader),
    // Search engines are told nothing of a private one.
    things: [
      ...(departure.isPrivate ? [] : [touristTrip(env.BASE_URL, departure, days, sales, day)]),
      ...(questions.length > 0 ? [faqPage(env.BASE_URL + pathOf(tour), questions)] : []),
    ],
    picture: pictures.band,
    itinerary: itinerary(departure, days),
    stories: storiesOfTour((traveledOn) => traveledWith(tour.id, traveledOn)),
    lodges: lodgesOf(days),
    map: kenyaMap(departure.startsOn, days),
    questions,
  }
}

/** What comes back of a booking made today; nobody has agreed to anything here. */
function refundInShort(on: OnTheDay, resale: string | null): RefundTermsText {
  const { terms, dates } = refundOnOffer(on)
  return {
    steps: stepsOnOffer(on),
    besides: [],
    dates: dates.split('\n'),
    notes: [dayAskedCounts(businessZone()), ...(resale ? [resale] : [])],
    accepted: [terms],
    pages: LEGAL_LINKS,
  }
}

export type TourPage = ReturnType<typeof pageAbout>

/** The departures that lie ahead, where there are several to choose from. */
function choices(shown: Departure, day: Day, leader?: Leader) {
  const ahead = publicDepartures(day, shown).filter(
    (departure) => !hasBegun(departure, day) && (departure.canceledAt === null || departure.id === shown.id),
  )
  const others = ahead.filter(({ id }) => id !== shown.id)
  if (others.length === 0) return []
  return ahead.map((departure) => ({
    to: pageFrom(departure, leader),
    dates: showDays(departure.startsOn, departure.endsOn),
    price: lowestPrice(departure, day),
    state: stateWords(departure, salesState(departure, day, leader?.id), leader),
    // A word where it is certain, else the sentence; neither where it runs anyway, or was canceled.
    isGuaranteed: runningState(departure, day) === 'guaranteed',
    runsFrom:
      waitsForDecision(departure) && salesState(departure, day) === 'open' ? runningOn(departure, day) : null,
    isShown: departure.id === shown.id,
  }))
}

const ROOMS: RoomType[] = ['double', 'single']

const lowestPrice = (departure: Departure, day: Day): string => showCents(lowestPriceOf(departure, day))

function stateWords(departure: Departure, state: SalesState, leader?: Leader): string {
  if (departure.canceledAt !== null) return 'Canceled'
  switch (state) {
    case 'open': {
      const left = seatsLeft(departure, leader?.id)
      return `${left} ${left === 1 ? 'seat' : 'seats'} left`
    }
    case 'not-yet':
      return departure.salesOpenOn ? `Opens on ${showDay(departure.salesOpenOn)}` : 'Opens later'
    case 'sold-out':
      return 'Sold out'
    case 'closed':
      return 'Sales have closed'
  }
}

const itinerary = ({ startsOn }: Departure, days: ItineraryDay[]) =>
  days.map(({ title, place, text, kinds, lodge = '', picture = '' }, index) => {
    const day = addDays(startsOn, index)
    const shown = { picture: pictureAt(picture) }
    return {
      ...{ title, place, text, kinds, lodge, ...shown },
      day,
      date: `Day ${index + 1}, ${showWeekday(day)}`,
    }
  })

/** Only while it can still be had. */
function earlyBird(departure: Departure, day: Day) {
  const bird = earlyBirdOn(departure, day)
  const off = bird?.off ? `${showAmountOrPercent(bird.off)} off the price` : null
  return bird && { offer: [bird.offer, off].filter(Boolean).join(', and '), until: showDay(bird.endsOn) }
}

function room(departure: Departure, roomType: RoomType, day: Day, sales: SalesState) {
  const pricedFor = (travelers: number) => termsOnOffer(departure, undefined, { roomType, travelers }, day)
  const plan = pricedFor(1)
  const installments = plannedTogether(plan).map(({ name, amountCents, dueOn }) => ({
    name,
    amount: showCents(amountCents),
    dueOn: showDay(dueOn),
  }))
  const first = `${showCents(departure.depositCents)} ${sales === 'open' ? 'today' : 'when you book'}`
  return {
    roomType,
    name: ROOM_NAMES[roomType],
    price: showCents(plan.totalCents),
    usual: usualPrice(plan, departure),
    forTwo: roomType === 'double' ? showCents(pricedFor(2).totalCents) : null,
    installments,
    /** '$500 today, $2,000 by Aug 15, 2025, and $2,000 by Sep 15, 2025.' */
    plan:
      sales === 'closed'
        ? null
        : `${inOne.format([first, ...installments.map(({ amount, dueOn }) => `${amount} by ${dueOn}`)])}.`,
  }
}

const inOne = new Intl.ListFormat('en-US')

/** The price without what an early bird has off, and until when it is off; null where nothing is. */
const usualPrice = (
  { totalCents, earlyBirdOffCents }: InstallmentPlan,
  { earlyBirdEndsOn }: Departure,
): { price: string; until: string } | null =>
  earlyBirdOffCents !== undefined && earlyBirdEndsOn !== null
    ? { price: showCents(cents(totalCents + earlyBirdOffCents)), until: showDay(earlyBirdEndsOn) }
    : null
