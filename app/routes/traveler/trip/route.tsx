import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { now, today } from '#app/platform/clock.server'
import { recordTripVisit, rememberLink } from '#app/server/guards/guest-cookies.server'
import { TRIP_BOOK_DAYS_AFTER } from '#app/tours/itinerary'
import { Badge } from '#app/ui/badge'
import { ButtonLink } from '#app/ui/button'
import { pageHead } from '#app/ui/page-head'
import { BeadBand } from '#app/ui/section'
import { UnknownLink } from '#app/ui/shell/contact-line'
import { MessageScreen } from '#app/ui/shell/message-screens'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { secondsLeft, type TripBook, tripBook, tripByToken } from '#app/views/trip-book.server'
import { Telephone, TripDays } from './trip-days'
import { TripOpening } from './trip-opening'

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
    <TripDays stays={book.stays} />
    <TripChapters book={book} here={here} />
    <script src="/kept-page.js" defer data-packing={`packing ${book.departureId}`} />
  </article>
)

/** What staff wrote besides the days, and their files. */
const TripChapters = ({ book, here }: Props) => (
  <>
    <div className="mt-16 print:hidden">
      <BeadBand />
    </div>
    <div className="trip-chapters">
      <div className="wrap grid items-start gap-x-16 gap-y-12 lg:grid-cols-2">
        {book.chapters.map((chapter) => (
          <TripChapter key={chapter.id} chapter={chapter} />
        ))}
        {book.files.length > 0 && <Files files={book.files} here={here} />}
      </div>
    </div>
    <p className="wrap mt-8 text-ink-soft text-sm">
      This trip book can be opened until {book.opensUntil}. Anyone who has the link can read it, so please
      don’t pass it on.
    </p>
  </>
)

type FrameProps = { anchor: string; title: string; isChanged: boolean; children: ReactNode; isWide?: boolean }

const Frame = ({ anchor, title, isChanged, children, isWide }: FrameProps) => (
  <section
    id={anchor}
    aria-labelledby={`${anchor}-heading`}
    className={`scroll-mt-24 ${isWide ? 'lg:col-span-2' : 'trip-whole'}`}
  >
    <h2 id={`${anchor}-heading`} className="type-h2" dir="auto">
      {title}
    </h2>
    {isChanged && (
      <p className="mt-2">
        <Badge tone="info">Changed since your last visit</Badge>
      </p>
    )}
    {children}
  </section>
)

const TripChapter = ({ chapter }: { chapter: TripBook['chapters'][number] }) => {
  const { kind, anchor, title, text, isChanged } = chapter
  return (
    <Frame {...{ anchor, title, isChanged }} isWide={kind === 'packing'}>
      {kind === 'packing' ? <Packing text={text} /> : <LinkedText text={text} />}
    </Frame>
  )
}

/** Boxes that work without scripts; with them the device remembers which are ticked. */
const Packing = ({ text }: { text: string }) => (
  <>
    <p className="mt-3 text-ink-soft text-sm print:hidden">
      Check marks stay on this device. <output data-packed />
    </p>
    <ul className="mt-4 grid gap-x-12 sm:grid-cols-2">
      {linesOf(text).map((line) => (
        <li key={line} className="trip-whole border-umber/20 border-t">
          <label className="flex min-h-12 items-start gap-3.5 py-3">
            <input type="checkbox" data-pack={line} className="mt-0.5 size-5 flex-none accent-umber" />
            <span dir="auto">{line}</span>
          </label>
        </li>
      ))}
    </ul>
  </>
)

const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)

type FilesProps = { files: TripBook['files']; here: string }

const Files = ({ files, here }: FilesProps) => (
  <Frame anchor="files" title="Files" isChanged={false}>
    <ul className="mt-4">
      {files.map(({ id, title, about, isKept, isChanged }) => (
        <li key={id} className="border-umber/20 border-t py-3">
          <a href={`${here}/files/${id}`} data-keep={isKept || undefined} className="trip-link" dir="auto">
            {title}
          </a>
          <p className="text-ink-soft text-sm">
            {about}
            {!isKept && ' · opens only with a network'} {isChanged && <Badge tone="info">New</Badge>}
          </p>
        </li>
      ))}
    </ul>
  </Frame>
)

const IN_TEXT = 'font-semibold text-umber underline underline-offset-4'
const NUMBER = /(\+\d[\d ()/-]{6,}\d)/

/** Paragraphs that staff wrote; a phone number in them is called by a tap. */
const LinkedText = ({ text }: { text: string }) =>
  text.split(/\n{2,}/).map((paragraph) => (
    <p key={paragraph} dir="auto" className="mt-3 max-w-[62ch] whitespace-pre-line">
      {paragraph.split(NUMBER).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
        <Fragment key={at}>{at % 2 === 1 ? <Telephone number={part} className={IN_TEXT} /> : part}</Fragment>
      ))}
    </p>
  ))
