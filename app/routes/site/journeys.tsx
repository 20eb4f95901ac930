import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from '#app/platform/clock.server'
import { shownTours, TOURS_PATH, toursPath } from '#app/tours/tours.server'
import { DottedFacts } from '#app/ui/dotted-facts'
import { Link, OVER_WHOLE_CARD, WHOLE_CARD } from '#app/ui/link'
import { pageHead } from '#app/ui/page-head'
import { PageHeading } from '#app/ui/panel'
import { Picture } from '#app/ui/picture'
import { tourInShort } from './tour-page.server'

/** One alone needs no list. */
export function loader(_: LoaderFunctionArgs) {
  if (toursPath() !== TOURS_PATH) throw redirect(toursPath())
  return { journeys: shownTours().map((tour) => tourInShort(tour, today())) }
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageHead({
    title: 'Journeys',
    description: 'The journeys you can book: where each one goes, when, and from how much.',
    path: '/journeys',
    matches,
  })

export default function JourneysPage() {
  const { journeys } = useLoaderData<typeof loader>()
  return (
    <div className="pb-16 md:pb-24">
      <PageHeading
        title="Journeys"
        lead="Each one is small, has its own days, and is led by people who call these places home."
        className="wrap"
      />
      <ul className="wrap grid gap-x-10 gap-y-12 md:grid-cols-2">
        {journeys.map((journey) => (
          <JourneyCard key={journey.to} {...journey} />
        ))}
      </ul>
    </div>
  )
}

type Journey = ReturnType<typeof tourInShort>

const JourneyCard = ({ name, to, picture, facts, teaser }: Journey) => (
  <li className={`grid content-start overflow-hidden rounded-card bg-white shadow-card ${WHOLE_CARD}`}>
    <div className="aspect-3/2 overflow-hidden">
      <Picture picture={picture} sizes="(width >= 48rem) 46vw, 100vw" className="size-full" />
    </div>
    <div className="p-5 sm:p-7">
      <h2 className="type-h3 text-2xl">
        <Link to={to} className={`no-underline ${OVER_WHOLE_CARD}`}>
          {name}
        </Link>
      </h2>
      <DottedFacts facts={facts} className="mt-2" />
      <p className="mt-3 text-ink-soft" dir="auto">
        {teaser}
      </p>
      <p className="mt-4 font-semibold text-umber underline decoration-1 underline-offset-5 group-hover:decoration-2">
        See the journey
      </p>
    </div>
  </li>
)
