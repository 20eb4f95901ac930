import { z } from 'zod'
import { paragraphs } from '#app/platform/typed/clean'
import { ofEach } from '#app/platform/typed/fields'
import { openedVersion, optionalText, typedText } from '#app/platform/typed/text'
import type { TOUR_ITEM_KINDS } from '#db/values'
import { DAY_KINDS, TRIP_CHAPTERS } from '#db/values'
import { LODGING, type LodgingField, readCoordinates } from './itinerary'
import { isStop, type StopName } from './stops'

type Kind = (typeof TOUR_ITEM_KINDS)[number]

/** What staff call each list of the journey's page, and what one thing of it consists of. */
export const TOUR_LISTS: Record<Kind, { name: string; one: string; title: string | null; text: string }> = {
  inclusion: { name: 'What is included', one: 'inclusion', title: null, text: 'What is included' },
  question: { name: 'Questions and answers', one: 'question', title: 'Question', text: 'Answer' },
  player: { name: 'The band', one: 'player', title: 'Instrument', text: 'In a sentence' },
}

export const isTourList = (name: unknown): name is Kind =>
  typeof name === 'string' && Object.hasOwn(TOUR_LISTS, name)

/** How many things a list holds. */
export const TOUR_ITEMS_AT_MOST = 30

/** The texts of one thing of a list. */
export const tourItemTexts = (kind: Kind) => ({
  title: { label: TOUR_LISTS[kind].title ?? '', atMost: 120 },
  text: { label: TOUR_LISTS[kind].text, atMost: 600 },
})

/** One thing of a list; its title is empty in a list whose things have none. */
export function tourItemForm(kind: Kind) {
  const { title, text } = tourItemTexts(kind)
  const none = z
    .string()
    .optional()
    .transform(() => '')
  return z.object({
    title: (TOUR_LISTS[kind].title === null ? none : typedText(title)) as z.ZodType<
      string,
      string | undefined
    >,
    text: typedText(text),
    version: openedVersion(),
  })
}

export type TourItemWords = { title: string; text: string }

/** The texts of the journey's page: their labels in the form, and the longest that each may be. */
export const TOUR_WORDS = {
  name: { label: 'Name', atMost: 120 },
  introTitle: { label: 'Introduction: heading', atMost: 80 },
  introText: { label: 'Introduction', atMost: 1_500, clean: paragraphs },
  bandTitle: { label: 'Band: heading', atMost: 80 },
  bandText: { label: 'Band', atMost: 800 },
  routeTitle: { label: 'Route: heading', atMost: 80 },
  routeText: { label: 'Route', atMost: 400 },
  notIncluded: { label: 'What is not included', atMost: 300 },
}

/** The words of the journey's page, the same for all its departures. */
export const TourWordsForm = z.object({
  ...ofEach(TOUR_WORDS, (field) => typedText(TOUR_WORDS[field])),
  /** The version that was opened for editing. */
  version: z.coerce.number().int(),
})

export type TourWords = Omit<z.output<typeof TourWordsForm>, 'version'>

/** The texts of a day, but for its lodging. */
export const DAY_TEXTS = {
  title: { label: 'Title', atMost: 80 },
  place: { label: 'Place', atMost: 60 },
  text: { label: 'Text', atMost: 500 },
}

/** A text of a day that may be empty. */
const lodging = (field: LodgingField) => optionalText(LODGING[field]).transform((text) => text ?? '')

const wrongCoordinates = 'Please enter latitude and longitude as a maps app copies them: -2.6523, 37.2609'

const wrongStop = 'Please choose a place on the map'
const stop = z.custom<StopName>(isStop, { error: wrongStop })

/** One day of a departure, as staff write it. */
export const DayForm = z.object({
  ...ofEach(DAY_TEXTS, (field) => typedText(DAY_TEXTS[field])),
  kind: z.enum(DAY_KINDS, { error: 'Please choose what the day includes' }),
  evening: z
    .enum(DAY_KINDS, { error: 'Please choose what the evening includes, or nothing' })
    .optional()
    .transform((kind) => kind ?? null),
  stop,
  onward: optionalText({ label: 'Ends in', atMost: DAY_TEXTS.place.atMost })
    .refine((name) => name === undefined || isStop(name), { error: wrongStop })
    .transform((name) => (isStop(name) ? name : null)),
  lodge: lodging('lodge'),
  lodgeAddress: lodging('lodgeAddress'),
  lodgePhone: lodging('lodgePhone').refine((text) => /^[+\d ()/.-]*$/.test(text), {
    error: 'Please enter a phone number: +254 20 555 0100',
  }),
  coordinates: lodging('coordinates')
    .refine((text) => text === '' || readCoordinates(text) !== null, { error: wrongCoordinates })
    .transform((text) => readCoordinates(text) ?? ''),
  meeting: lodging('meeting'),
  version: openedVersion(),
})

export type DayWords = Omit<z.output<typeof DayForm>, 'version'>

export const TRIP_NOTES_AT_MOST = 20
export const TRIP_NOTE_TEXTS = {
  title: { label: 'Heading', atMost: 80 },
  text: { label: 'Text', atMost: 3_000, clean: paragraphs },
}

/** One chapter of a trip book, as staff write it. */
export const TripNoteForm = z.object({
  kind: z.enum(TRIP_CHAPTERS, { error: 'Please choose a chapter' }),
  ...ofEach(TRIP_NOTE_TEXTS, (field) => typedText(TRIP_NOTE_TEXTS[field])),
  isPublic: z
    .string()
    .optional()
    .transform((sent) => sent === 'yes'),
  version: openedVersion(),
})

export type TripNoteWords = Omit<z.output<typeof TripNoteForm>, 'version'>

/** What staff say of a file. What the file really is, the server finds out. */
export const TripFileForm = z.object({
  title: typedText({ label: 'Name of the file', atMost: TRIP_NOTE_TEXTS.title.atMost }),
})
