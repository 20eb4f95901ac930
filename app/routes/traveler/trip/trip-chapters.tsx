import { Fragment, type ReactNode } from 'react'
import { Badge } from '#app/ui/badge'
import { BeadBand } from '#app/ui/section'
import type { TripBook } from '#app/views/trip-book.server'

type Props = { book: TripBook; here: string }
type Chapter = TripBook['chapters'][number]

/** What staff wrote besides the days, and their files. */
export const TripChapters = ({ book, here }: Props) => (
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

const TripChapter = ({ chapter }: { chapter: Chapter }) => {
  const { kind, anchor, title, text, isChanged } = chapter
  return (
    <Frame {...{ anchor, title, isChanged }} isWide={kind === 'packing'}>
      {kind === 'packing' ? <Packing text={text} /> : <ToldText text={text} />}
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

/** Called by a tap. What somebody typed beside the digits stays out of the address. */
export const Telephone = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className="trip-link whitespace-nowrap tabular-nums">
    {number}
  </a>
)

const NUMBER = /(\+\d[\d ()/-]{6,}\d)/

/** Paragraphs that staff wrote; a phone number in them is called by a tap. */
export const ToldText = ({ text }: { text: string }) =>
  text.split(/\n{2,}/).map((paragraph) => (
    <p key={paragraph} dir="auto" className="mt-3 max-w-[62ch] whitespace-pre-line">
      {paragraph.split(NUMBER).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
        <Fragment key={at}>{at % 2 === 1 ? <InText number={part} /> : part}</Fragment>
      ))}
    </p>
  ))

const InText = ({ number }: { number: string }) => (
  <a
    href={`tel:${number.replace(/[^\d+]/g, '')}`}
    className="whitespace-nowrap font-semibold text-umber tabular-nums underline underline-offset-4"
  >
    {number}
  </a>
)
