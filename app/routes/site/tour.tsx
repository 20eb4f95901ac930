import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { heroPreloads } from '#app/ui/hero-picture'
import { pageHead } from '#app/ui/page-head'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { TourBand } from './tour-band'
import { TourFilms } from './tour-films'
import { TourHero } from './tour-hero'
import { TourIncluded } from './tour-included'
import { TourIntro } from './tour-intro'
import { TourItinerary } from './tour-itinerary'
import { TourMap } from './tour-map'
import { tourPage } from './tour-page.server'
import { TourPayments } from './tour-payments'
import { TourQuestions } from './tour-questions'
import { TourRooms } from './tour-rooms'

export const handle: PageHandle = { hero: true }

export const loader = () => tourPage()

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageHead({
    matches,
    things: data?.things,
    title: '2Step Safari: country music and safari in Kenya',
    description: data
      ? `${data.name}, ${data.dates}: ${data.dayCount} days, ${data.seats} travelers, a live country band.${data.sales === 'open' ? ` A ${data.deposit} deposit holds your seat.` : ''}`
      : 'A group tour with a live country band: concerts, safaris and the beach in Kenya.',
    path: '/texascountrysafari',
  }),
  ...heroPreloads(data?.heroPicture),
]

export default function TourPage() {
  const tour = useLoaderData<typeof loader>()
  return (
    <>
      <TourHero tour={tour} />
      <TourIntro tour={tour} />
      <TourBand picture={tour.picture} />
      <TourFilms />
      <TourItinerary days={tour.itinerary} />
      <TourMap map={tour.map} dates={tour.dates} />
      <TourIncluded tour={tour} />
      <TourRooms tour={tour} />
      {tour.sales === 'open' && <TourPayments tour={tour} />}
      <TourQuestions questions={tour.questions} />
    </>
  )
}
