import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now, today } from '#app/platform/clock.server'
import { lookNow } from '#app/server/guards/guest-cookies.server'
import { rememberLink } from '#app/server/guards/link-guesses.server'
import { TRIP_BOOK_DAYS_AFTER } from '#app/tours/itinerary'
import { ButtonLink } from '#app/ui/button'
import { pageHead } from '#app/ui/page-head'
import { MessageScreen } from '#app/ui/shell/message-screens'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { secondsLeft, type TripBook, tripBehind, tripBook } from '#app/views/trip-book.server'
import { UnknownLink } from '../link-page'
import { TripChapters } from './trip-chapters'
import { TripDays } from './trip-days'
import { TripOpening } from './trip-opening'

export const handle: PageHandle = { quiet: true, plain: true }

/**
 * All that a traveler needs on the way, by their own link. No money, nothing sealed. A phone keeps
 * it for places without network (public/kept-worker.js) for as long as `X-Keep-Seconds` says.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const trip = tripBehind(token, today())
  if (!trip) return data(null, 404)
  if (trip === 'ended') return data({ here: '', book: null }, 410)
  const at = now()
  const look = await lookNow(request, token, at)
  const headers = new Headers(await rememberLink(request, token))
  headers.append('Set-Cookie', look.header)
  headers.set('X-Keep-Seconds', String(secondsLeft(trip, at)))
  return data({ here: `/traveler/${token}/trip`, book: tripBook(trip, look.since, at) }, { headers })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) => [
  ...pageHead({
    title: 'Your trip book',
    description: 'Days, lodges, phone numbers and what to pack.',
    path: '/traveler',
    noindex: true,
    matches,
  }),
  // Before the site's own: a browser takes the first one.
  ...(found?.book ? [{ tagName: 'link', rel: 'manifest', href: `${found.here}/manifest.webmanifest` }] : []),
]

export default function TripPage() {
  const found = useLoaderData<typeof loader>()
  if (!found) return <UnknownLink />
  return found.book ? <Trip book={found.book} here={found.here} /> : <Ended />
}

const Ended = () => (
  <MessageScreen
    title="This trip book is closed"
    text={`You can open a trip book while its booking and departure are active, until ${TRIP_BOOK_DAYS_AFTER} days after the return. Nothing from it stays on this device.`}
    actions={<ButtonLink to="/contact">Contact us</ButtonLink>}
  />
)

const Trip = ({ book, here }: { book: TripBook; here: string }) => (
  <article className="trip pb-16">
    <TripOpening book={book} here={here} />
    <TripDays stays={book.stays} />
    <TripChapters book={book} here={here} />
    <script src="/kept-page.js" defer data-packing={`packing ${book.departureId}`} />
  </article>
)
