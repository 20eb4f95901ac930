import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sharedWithChosen } from '#app/site/picture'
import { readNameInLinks } from '#app/tours/departure'
import { heroPreloads } from '#app/ui/hero'
import { pageHead } from '#app/ui/page-head'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { answerTourForm } from './answer-forms.server'
import { keepFormOnFailure } from './site-form'
import { TourContent } from './tour-offer'
import { tourPage } from './tour-page.server'

export const handle: PageHandle = { hero: true }

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  return tourPage(readNameInLinks(query.get('departure')), query.get('leader'))
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  answerTourForm(request, context.clientAddress)

export const clientAction = keepFormOnFailure

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageHead({
    matches,
    things: data?.things,
    title: '2Step Safari: country music and safari in Kenya',
    description: data
      ? `${data.name}, ${data.dates}: ${data.dayCount} days, ${data.seats} travelers, a live country band.${data.sales === 'open' ? ` A ${data.deposit} deposit holds your seat.` : ''}`
      : 'A group tour with a live country band: concerts, safaris and the beach in Kenya.',
    path: '/texascountrysafari',
    noindex: Boolean(data?.privateTo),
    picture: sharedWithChosen(data?.heroPicture),
  }),
  ...heroPreloads(data?.heroPicture),
]

export default function TourPage() {
  return <TourContent tour={useLoaderData<typeof loader>()} />
}
