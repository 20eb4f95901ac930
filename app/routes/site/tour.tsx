import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sharedWithFirst } from '#app/site/picture'
import { readNameInLinks } from '#app/tours/departure'
import { searchResult } from '#app/tours/search-result'
import { pathOf, tourAt } from '#app/tours/tours.server'
import { heroPreloads } from '#app/ui/hero'
import { pageHead } from '#app/ui/page-head'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { answerTourForm } from './answer-forms.server'
import { keepFormOnFailure } from './site-form'
import { TourContent } from './tour-offer'
import { tourPage } from './tour-page.server'

export const handle: PageHandle = { hero: true }

/** Of what a route has one segment for, this one comes last: throws 404 where no journey has the address. */
function tourOf({ journey = '' }: { journey?: string }) {
  const tour = tourAt(`/${journey.toLowerCase()}`)
  if (!tour) throw new Response(null, { status: 404 })
  return tour
}

export function loader({ request, params }: LoaderFunctionArgs) {
  const tour = tourOf(params)
  const query = new URL(request.url).searchParams
  const page = tourPage(tour, readNameInLinks(query.get('departure')), query.get('leader'))
  if (page.path !== pathOf(tour)) throw redirect(page.page)
  return page
}

export function action({ request, params, context }: ActionFunctionArgs) {
  tourOf(params)
  return answerTourForm(request, context.clientAddress)
}

export const clientAction = keepFormOnFailure

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? [
        ...pageHead({
          matches,
          things: data.things,
          called: data.shortName,
          ...searchResult(data, { ...data, deposit: data.sales === 'open' ? data.deposit : null }),
          path: data.path,
          noindex: Boolean(data.privateTo),
          picture: sharedWithFirst(data.heroPicture),
        }),
        ...heroPreloads(data.heroPicture),
      ]
    : []

export default function TourPage() {
  return <TourContent tour={useLoaderData<typeof loader>()} />
}
