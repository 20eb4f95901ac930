import { Fragment, type ReactNode } from 'react'
import { KIND_NAMES } from '#app/tours/itinerary'
import { Badge } from '#app/ui/badge'
import { KindSign } from '#app/ui/icons'
import { telHref } from '#app/ui/link'
import { Picture } from '#app/ui/picture'
import { BeadBand, ShukaCheck } from '#app/ui/section'
import type { Stay, TripBook, TripDay } from '#app/views/trip-book.server'

type Props = { book: TripBook; here: string }

/** The days, what staff wrote besides, and their files. */
export const TripChapters = ({ book, here }: Props) => (
  <>
    <TripDays stays={book.stays} />
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

/** The days, place by place: where one sleeps, and what happens there. */
function TripDays({ stays }: { stays: Stay[] }) {
  if (stays.length === 0) return null
  return (
    <section id="days" aria-labelledby="days-heading" className="wrap mt-16 scroll-mt-24">
      <h2 id="days-heading" className="type-h2">
        Day by day
      </h2>
      <ol className="mt-6 grid gap-12">
        {stays.map((stay) => (
          <Place key={stay.days[0]?.anchor} stay={stay} />
        ))}
      </ol>
    </section>
  )
}

const Place = ({ stay }: { stay: Stay }) => (
  <li className="trip-place">
    <div className="trip-place-head">
      {stay.picture && (
        <Picture
          picture={stay.picture}
          sizes="(min-width: 64rem) 26rem, (min-width: 40rem) 92vw, 92vw"
          className="trip-place-picture"
        />
      )}
      <div className="trip-whole mt-4">
        <p className="text-ink-soft text-sm">
          {stay.dates}
          {stay.nights > 0 && ` · ${stay.nights === 1 ? '1 night' : `${stay.nights} nights`}`}
        </p>
        <h3 className="type-h3 mt-1" dir="auto">
          {stay.lodge || stay.stop}
        </h3>
        <Lodge stay={stay} />
      </div>
    </div>
    <ol className="min-w-0">
      {stay.days.map((day) => (
        <Day key={day.anchor} day={day} />
      ))}
    </ol>
  </li>
)

const Lodge = ({ stay: { address, phone, coordinates, facts, link } }: { stay: Stay }) => (
  <address className="not-italic">
    {address && (
      <p className="mt-1" dir="auto">
        {address}
      </p>
    )}
    <p className="flex flex-wrap items-baseline gap-x-4 sm:gap-x-6">
      {phone && <Telephone number={phone} />}
      {coordinates && <OnTheMap coordinates={coordinates} />}
      {link && (
        <a href={link} rel="noreferrer" className="trip-link">
          Its own site
        </a>
      )}
    </p>
    {facts.map((fact) => (
      <p key={fact} className="mt-1 text-ink-soft text-sm" dir="auto">
        {fact}
      </p>
    ))}
  </address>
)

type TelephoneProps = { number: string; className?: string }

/** Called by a tap. */
export const Telephone = ({ number, className = 'trip-link' }: TelephoneProps) => (
  <a href={telHref(number)} className={`whitespace-nowrap tabular-nums ${className}`}>
    {number}
  </a>
)

/** The first opens in any browser, the other in whatever maps app the phone has, also without a network. */
function OnTheMap({ coordinates }: { coordinates: string }) {
  const point = coordinates.replace(' ', '')
  return (
    <>
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(point)}`}
        className="trip-link"
      >
        Open in maps
      </a>
      <a
        href={`geo:${point}?q=${encodeURIComponent(point)}`}
        className="trip-link font-normal! text-sm tabular-nums"
      >
        {coordinates}
        <span className="sr-only"> in a maps app on this phone</span>
      </a>
    </>
  )
}

/** Concert days sit on a check edge. */
const Day = ({ day }: { day: TripDay }) => (
  <li
    id={day.anchor}
    className="trip-whole relative grid scroll-mt-24 grid-cols-[3.75rem_1fr] gap-x-4 border-umber/25 border-t py-6"
  >
    {day.kinds.includes('concert') && <ShukaCheck className="absolute inset-x-0 -top-[3px] h-1.5" />}
    <p className="text-center leading-none">
      <span className="block text-ink-soft text-xs">{day.weekday}</span>
      <time dateTime={day.day} className="type-figure mt-1.5 block whitespace-nowrap">
        {day.dayOfMonth}
        <span className="sr-only"> {day.month}</span>
      </time>
      <span aria-hidden="true" className="mt-1 block text-ink-soft text-xs">
        {day.month}
      </span>
      <span className="mt-3 grid justify-items-center gap-1.5">
        {day.kinds.map((kind) => (
          <KindSign key={kind} kind={kind} />
        ))}
      </span>
    </p>
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
        <span>
          Day {day.number} · <span dir="auto">{day.place}</span>
        </span>
        {day.isToday && <Badge tone="success">Today</Badge>}
        {day.isChanged && <Badge tone="info">Changed since your last visit</Badge>}
      </p>
      <h4 className="type-h3 mt-1" dir="auto">
        {day.title}
      </h4>
      <p className="sr-only">{day.kinds.map((kind) => KIND_NAMES[kind]).join(', ')}</p>
      <p className="mt-2 max-w-[58ch]" dir="auto">
        {day.text}
      </p>
      {day.picture && (
        <Picture
          picture={day.picture}
          sizes="(min-width: 40rem) 36rem, 80vw"
          className="mt-3 aspect-16/10 w-full max-w-xl rounded-card"
        />
      )}
      {day.meeting && (
        <p className="mt-3 max-w-[58ch] rounded-field bg-sand px-4 py-3 text-sm" dir="auto">
          <strong className="font-semibold">Meet: </strong>
          {day.meeting}
        </p>
      )}
    </div>
  </li>
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
