import { TourBand } from './tour-band'
import { TourDepartures } from './tour-departures'
import { TourFilms } from './tour-films'
import { TourHero } from './tour-hero'
import { TourIncluded } from './tour-included'
import { TourIntro } from './tour-intro'
import { TourItinerary } from './tour-itinerary'
import { TourMap } from './tour-map'
import type { TourPage } from './tour-page.server'
import { TourPayments } from './tour-payments'
import { TourQuestions } from './tour-questions'
import { TourRooms } from './tour-rooms'

/** The journey's page about one of its departures; staff see it as a preview, too. */
export const TourContent = ({ tour }: { tour: TourPage }) => (
  <>
    <TourHero tour={tour} />
    <TourIntro tour={tour} />
    {tour.departures.length > 0 && <TourDepartures departures={tour.departures} />}
    <TourBand tour={tour} />
    {tour.films.placed.length > 0 && <TourFilms films={tour.films} />}
    {tour.itinerary.length > 0 && <TourItinerary days={tour.itinerary} />}
    {tour.map.stops.length > 0 && <TourMap tour={tour} />}
    <TourIncluded tour={tour} />
    <TourRooms tour={tour} />
    {tour.sales === 'open' && <TourPayments tour={tour} />}
    {tour.questions.length > 0 && <TourQuestions questions={tour.questions} />}
  </>
)
