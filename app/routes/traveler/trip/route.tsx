import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { now, today } from '#app/platform/clock.server'
import { recordTripVisit, rememberLink } from '#app/server/guards/guest-cookies.server'
import { TRIP_BOOK_DAYS_AFTER } from '#app/tours/itinerary'
import { ButtonLink } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { pageHead } from '#app/ui/page-head'
import { Picture } from '#app/ui/picture'
import { UnknownLink } from '#app/ui/shell/contact-line'
import { MessageScreen } from '#app/ui/shell/message-screens'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { secondsLeft, type TripBook, tripBook, tripByToken } from '#app/views/trip-book.server'
import { Telephone, TripChapters } from './trip-chapters'

export const handle: PageHandle = { quiet: true, plain: true }

/**
 * All that a traveler needs on the way, by their own link. No money, nothing sealed. A phone keeps
 * it for places without network (public/kept-worker.js) for as long as `X-Keep-Seconds` says.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const trip = tripByToken(token, today())
  if (!trip) return data(null, 404)
  if (trip === 'ended') return data({ here: '', book: null }, 410)
  const at = now()
  const look = await recordTripVisit(request, token, at)
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

type Props = { book: TripBook; here: string }

const Trip = ({ book, here }: Props) => (
  <article className="trip pb-16">
    <TripOpening book={book} here={here} />
    <TripChapters book={book} here={here} />
    <script src="/kept-page.js" defer data-packing={`packing ${book.departureId}`} />
  </article>
)

/** The cover, what is new, the way to each chapter, and what is asked first. */
const TripOpening = ({ book, here }: Props) => (
  <>
    <header className="trip-cover on-dark">
      <Picture picture={book.cover} sizes="(min-width: 64rem) 100vw, 160vw" priority className="size-full" />
      <div className="trip-cover-words">
        <div className="wrap">
          <p className="type-small-caps text-dawn">{book.countdown ?? 'Trip book'}</p>
          <h1 className="type-h2 mt-3 max-w-[14em]">{book.name}</h1>
          <p className="type-lead mt-2 text-cream">
            {book.dates}
            <span className="block" dir="auto">
              The trip book of {book.called}
            </span>
          </p>
          {book.running && <p className="mt-2 text-cream text-sm">{book.running}</p>}
        </div>
      </div>
    </header>
    <div className="wrap">
      <AsOf book={book} here={here} />
      <Changes book={book} />
      <Contents book={book} />
      <AtAGlance book={book} here={here} />
    </div>
  </>
)

/** The worker that shows a saved copy marks the document: the notice is there all along. */
const AsOf = ({ book: { asOf }, here }: Props) => (
  <>
    <div className="trip-saved mt-6">
      <Notice tone="wait" role="status" title={`Saved copy, as of ${asOf}`}>
        There is no network right now. All of this is on your device, without anything that changed since
        then.{' '}
        <a href={here} className="font-semibold underline underline-offset-4">
          Try again
        </a>
      </Notice>
    </div>
    <p className="mt-5 text-ink-soft text-xs">
      As of <time>{asOf}</time>.{' '}
      <span data-kept hidden>
        Saved on this device: it opens without a network.
      </span>
    </p>
  </>
)

function Changes({ book: { changes, since } }: { book: TripBook }) {
  if (changes.length === 0) return null
  return (
    <div className="mt-5 print:hidden">
      <Notice tone="info" title={`Changed since your last visit on ${since}`}>
        <ul className="mt-1 grid gap-1">
          {changes.map(({ anchor, words }) => (
            <li key={anchor}>
              <a href={`#${anchor}`} className="underline underline-offset-4">
                {words}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

const Contents = ({ book }: { book: TripBook }) => (
  <nav aria-label="Chapters" className="mt-6 print:hidden">
    <ul className="flex flex-wrap gap-2">
      {chaptersOf(book).map(({ anchor, words }) => (
        <li key={anchor}>
          <a
            href={`#${anchor}`}
            className="block min-h-11 rounded-full border border-umber/30 bg-white px-4 py-2.5 font-semibold text-sm text-umber hover:border-umber"
          >
            {words}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const chaptersOf = ({ chapters, files, stays }: TripBook) => [
  { anchor: 'glance', words: 'At a glance' },
  ...(stays.length > 0 ? [{ anchor: 'days', words: 'Day by day' }] : []),
  ...chapters.map(({ anchor, title }) => ({ anchor, words: title })),
  ...(files.length > 0 ? [{ anchor: 'files', words: 'Files' }] : []),
]

const AtAGlance = ({ book, here }: Props) => (
  <section id="glance" aria-labelledby="glance-heading" className="mt-12 scroll-mt-24">
    <h2 id="glance-heading" className="type-h2">
      At a glance
    </h2>
    <dl className="mt-6 grid gap-x-12 border-umber/25 border-t sm:grid-cols-2">
      <Fact label={book.guides.length > 1 ? 'Your guides' : 'Your guide'}>
        <Guides book={book} />
      </Fact>
      <Fact label="Your room">
        <Room book={book} />
      </Fact>
      <Fact label="Your flights">
        <Flights book={book} here={here} />
      </Fact>
      <Fact label="Our office">
        {book.office.phone && <Telephone number={book.office.phone} />}
        {book.office.email ? (
          <a href={`mailto:${book.office.email}`} className="trip-link break-all">
            {book.office.email}
          </a>
        ) : (
          !book.office.phone && (
            <a href="/contact" className="trip-link">
              Write to us
            </a>
          )
        )}
      </Fact>
    </dl>
  </section>
)

function Flights({ book: { flights }, here }: Props) {
  const isMissing = !(flights.arrival && flights.departure)
  return (
    <>
      {flights.arrival && <span className="block">In: {flights.arrival}</span>}
      {flights.departure && <span className="block">Home: {flights.departure}</span>}
      {isMissing && (
        <span className="block">
          {flights.arrival || flights.departure ? 'The other is missing. ' : 'We don’t know them yet. '}
          <a
            href={here.replace('/trip', '')}
            className="font-semibold text-umber underline underline-offset-4"
          >
            Add them to your details
          </a>
          , so the driver is there at the right time.
        </span>
      )}
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="trip-whole border-umber/25 border-b py-4">
    <dt className="text-ink-soft text-sm">{label}</dt>
    <dd className="mt-0.5 font-medium" dir="auto">
      {children}
    </dd>
  </div>
)

function Guides({ book: { guides, guidesFrom } }: { book: TripBook }) {
  if (guidesFrom) return <>You’ll find a name and a phone number here starting {guidesFrom}.</>
  if (guides.length === 0) return <>We are still deciding. Until then, please call our office.</>
  return guides.map(({ name, phone }) => (
    <span key={name} className="block">
      <bdi>{name}</bdi>
      {phone && <Telephone number={phone} />}
    </span>
  ))
}

const WITHOUT_NAME = 'a fellow traveler'

function Room({ book: { room, isSingle } }: { book: TripBook }) {
  const elsewhere = room?.elsewhere
  const mates = [...(room?.party ?? []), ...(elsewhere ? [elsewhere.other ?? WITHOUT_NAME] : [])]
  if (mates.length === 0) return <>{isSingle ? 'A single room.' : 'You have a room to yourself so far.'}</>
  const contact = elsewhere?.contact
  return (
    <>
      You share it with <bdi>{mates.join(' and ')}</bdi>.
      {contact && (
        <>
          <a href={`mailto:${contact.email}`} className="trip-link break-all">
            {contact.email}
          </a>
          {contact.phone && <Telephone number={contact.phone} />}
        </>
      )}
    </>
  )
}
