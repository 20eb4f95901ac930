import { z } from 'zod'
import { paragraphs } from '#app/platform/typed/clean'
import { characters, fields, ofEach, required } from '#app/platform/typed/fields'
import { type RowWords, rowFormOf } from '#app/platform/typed/form-schema'
import { emptyableText, typedText } from '#app/platform/typed/text'
import { optionalPicture } from '#app/site/list-forms'
import type { TOUR_ITEM_KINDS } from '#db/values'
import { DAY_KINDS } from '#db/values'
import { CHAPTER_NAMES, KIND_NAMES, LODGING, type LodgingField, readCoordinates } from './itinerary'
import { FACTS_TO_WRITE } from './questions'
import { isStop, STOPS, type StopName } from './stops'

type Kind = (typeof TOUR_ITEM_KINDS)[number]

/** What staff call each list of the journey's page, and what one thing of it consists of. */
export const TOUR_LISTS: Record<Kind, { name: string; one: string; title: string | null; text: string }> = {
  inclusion: { name: 'What is included', one: 'inclusion', title: null, text: 'What is included' },
  question: { name: 'Questions and answers', one: 'question', title: 'Question', text: 'Answer' },
  player: { name: 'The band', one: 'player', title: 'Name and instrument', text: 'In a sentence' },
}

export const isTourList = (name: unknown): name is Kind =>
  typeof name === 'string' && Object.hasOwn(TOUR_LISTS, name)

/** How many things a list holds. */
export const TOUR_ITEMS_AT_MOST = 30

/** What staff write of one thing of a list; its title is empty in a list whose things have none. */
export const tourItemFields = (kind: Kind) => {
  const { title, text } = TOUR_LISTS[kind]
  return {
    title:
      title === null
        ? { label: '', schema: untitled }
        : { ...required(title, 120), ...(kind === 'player' && { hint: PLAYER_HINT }) },
    text: {
      ...required(text, 600),
      rows: kind === 'question' ? 5 : 2,
      ...(kind === 'question' && { hint: `Facts that follow the departure: ${FACTS_TO_WRITE}.` }),
    },
  }
}

const PLAYER_HINT = 'The name first, as guests read it: Cal Whitaker, fiddle.'

const untitled = z
  .string()
  .optional()
  .transform(() => '')

export const tourItemForm = (kind: Kind) => rowFormOf(tourItemFields(kind))

export type TourItemWords = { title: string; text: string }

/** The texts of the journey's page: their labels in the form, and the longest that each may be. */
export const TOUR_WORDS = {
  name: { label: 'Name', atMost: 120 },
  teaser: { label: 'In a sentence or two', atMost: 240 },
  shortName: { label: 'Short name', atMost: 40 },
  tagline: { label: 'About', atMost: 80 },
  promise: { label: 'After its number of days', atMost: 80 },
  madeFor: { label: 'For whom it is made', atMost: 80 },
  introTitle: { label: 'Introduction: heading', atMost: 80 },
  introText: { label: 'Introduction', atMost: 1_500, clean: paragraphs },
  bandTitle: { label: 'Band: heading', atMost: 80 },
  bandText: { label: 'Band', atMost: 800 },
  routeTitle: { label: 'Route: heading', atMost: 80 },
  routeText: { label: 'Route', atMost: 400 },
  notIncluded: { label: 'What is not included', atMost: 300 },
}

/** A journey may have no band, and be made for everyone. */
export const CAN_BE_EMPTY: ReadonlySet<string> = new Set(['bandTitle', 'bandText', 'madeFor'])

/** The words of the journey's page, the same for all its departures. */
export const TourWordsForm = z.object({
  ...ofEach(TOUR_WORDS, (field) =>
    CAN_BE_EMPTY.has(field) ? emptyableText(TOUR_WORDS[field]) : typedText(TOUR_WORDS[field]),
  ),
  /** The version that was opened for editing. */
  version: z.coerce.number().int(),
})

export type TourWords = Omit<z.output<typeof TourWordsForm>, 'version'>

const wrongStop = 'Please choose a place on the map'
const wrongCoordinates = 'Please enter latitude and longitude as a maps app copies them: -2.6523, 37.2609'

/** A text of a day's lodging may be empty. */
const lodging = (field: LodgingField) => emptyableText(LODGING[field])

const LODGING_READ: Partial<Record<LodgingField, z.ZodType<string>>> = {
  lodgePhone: lodging('lodgePhone').refine((text) => /^[+\d ()/.-]*$/.test(text), {
    error: 'Please enter a phone number: +254 20 555 0100',
  }),
  coordinates: lodging('coordinates')
    .refine((text) => text === '' || readCoordinates(text) !== null, { error: wrongCoordinates })
    .transform((text) => readCoordinates(text) ?? ''),
}

const STOP_CHOICES = ofEach(STOPS, (name) => name)

/** One day of a departure, as staff write it. */
export const DAY = fields()({
  title: required('Title', 80),
  place: { ...required('Place', 60), hint: 'As travelers read it: Nairobi National Park' },
  text: { ...required('Text', 500), hint: `At most ${characters(500)}.`, rows: 3, wide: true },
  kind: {
    label: 'What it includes',
    of: KIND_NAMES,
    usual: 'safari',
    missing: 'Please choose what the day includes',
  },
  evening: {
    label: 'And the evening',
    called: 'The evening',
    of: KIND_NAMES,
    none: 'The same',
    schema: z
      .enum(DAY_KINDS, { error: 'Please choose what the evening includes, or nothing' })
      .optional()
      .transform((kind) => kind ?? null),
  },
  stop: {
    label: 'Stop on the map',
    of: STOP_CHOICES,
    missing: wrongStop,
    hint: 'Where the day is spent. The map draws the stops that the days use.',
    schema: z.custom<StopName>(isStop, { error: wrongStop }),
  },
  onward: {
    label: 'Ends in',
    of: STOP_CHOICES,
    none: 'The same place',
    hint: 'Only if the day ends somewhere other than where the next one begins.',
    schema: z
      .string()
      .optional()
      .refine((name) => name === undefined || isStop(name), { error: wrongStop })
      .transform((name) => (isStop(name) ? name : null)),
  },
  picture: {
    ...{ label: 'Picture', kind: 'picture', none: 'No picture', wide: true },
    hint: 'The tour page and the trip book show it with this day.',
    schema: optionalPicture(),
  },
  ...ofEach(LODGING, (name) => ({
    ...LODGING[name],
    group: 'For the trip book',
    schema: LODGING_READ[name] ?? lodging(name),
  })),
})

export const DayForm = rowFormOf(DAY)

export type DayWords = RowWords<typeof DayForm>

export const TRIP_NOTES_AT_MOST = 20

/** One chapter of a trip book, as staff write it. */
export const TRIP_NOTE = fields()({
  kind: {
    label: 'Chapter',
    of: CHAPTER_NAMES,
    usual: 'more',
    missing: 'Please choose a chapter',
    hint: 'What to pack becomes a checklist, one item per line.',
  },
  isPublic: {
    label: 'On the tour page',
    of: { yes: 'Also on the tour page' },
    none: 'Only in the trip book',
    hint: 'As a question and its answer, for everyone.',
    schema: z
      .string()
      .optional()
      .transform((sent) => sent === 'yes'),
  },
  title: { ...required('Heading', 80), wide: true },
  text: {
    ...required('Text', 3_000),
    kind: 'paragraphs',
    hint: `An empty line begins a paragraph. At most ${characters(3_000)}.`,
    rows: 12,
    wide: true,
  },
})

export const TripNoteForm = rowFormOf(TRIP_NOTE)

export type TripNoteWords = RowWords<typeof TripNoteForm>

/** What staff say of a file. What the file really is, the server finds out. */
export const TripFileForm = z.object({
  title: typedText({ label: 'Name of the file', atMost: TRIP_NOTE.title.atMost }),
})
