import { type Field, ofEach } from '#app/platform/typed/fields'
import type { DayKind, TRIP_CHAPTERS } from '#db/values'
import type { StopName } from './stops'

export const KIND_NAMES: Record<DayKind, string> = { concert: 'Concerts', safari: 'Safaris', beach: 'Beach' }

/** One day of a departure; its date follows the departure's first day. */
export type ItineraryDay = {
  title: string
  place: string
  text: string
  /** What the day is made of; where there are two, the evening is the second. */
  kinds: DayKind[]
  /** Where it is spent. */
  stop: StopName
  /** Where it ends, when that is another place than the next day's. */
  onward?: StopName | null
  /** The address of a picture of the site. */
  picture?: string
} & Partial<Lodging>

export type LodgingField = 'lodge' | 'lodgeAddress' | 'lodgePhone' | 'coordinates' | 'meeting'

/** What else the trip book says of a day; the journey's page shows the lodge's name alone. */
export const LODGING: Record<LodgingField, Field & { atMost: number }> = {
  lodge: {
    label: 'Lodge',
    atMost: 80,
    hint: 'Where travelers sleep that night. Named as under Settings, Website, Lodges, its pictures and facts come along.',
  },
  lodgeAddress: {
    label: 'Address of the lodge',
    atMost: 160,
    hint: 'With another lodge, address, phone and coordinates become those that other days have of it.',
  },
  lodgePhone: {
    label: 'Phone of the lodge',
    kind: 'tel',
    atMost: 40,
    hint: 'With the country code: +254 20 555 0100',
  },
  coordinates: {
    label: 'Coordinates of the lodge',
    atMost: 40,
    hint: 'As a maps app copies them: -2.6523, 37.2609',
  },
  meeting: {
    label: 'Meeting point',
    atMost: 240,
    hint: 'Where and when everyone meets that day.',
    wide: true,
  },
}

/** What stays with a lodge when a day moves to another one. */
export const OF_THE_LODGE = ['lodgeAddress', 'lodgePhone', 'coordinates'] as const

export type Lodging = Record<LodgingField, string>

/** Of anything that has them, and may have more. */
export const lodgingOf = (day: Partial<Lodging>): Lodging => ofEach(LODGING, (field) => day[field] ?? '')

const DEGREES = /^-?\d{1,3}(?:\.\d{1,6})?$/

/** Latitude and longitude as maps apps copy them, in one spelling: '-2.65, 37.26'; null for anything else. */
export function readCoordinates(text: string): string | null {
  const typed = text
    .trim()
    .replaceAll('°', '')
    .split(/[\s,;]+/)
  if (typed.length !== 2 || !typed.every((one) => DEGREES.test(one))) return null
  const [latitude, longitude] = typed.map(Number)
  if (latitude === undefined || longitude === undefined) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? `${latitude}, ${longitude}` : null
}

export type TripChapter = (typeof TRIP_CHAPTERS)[number]

/** What staff call the chapters of a trip book. */
export const CHAPTER_NAMES: Record<TripChapter, string> = {
  packing: 'What to pack',
  money: 'Money',
  visa: 'Visa and entry',
  health: 'Health',
  emergency: 'If you need help',
  more: 'Good to know',
}

/** From how many days before the first day the trip book says who guides, and how to reach them. */
export const GUIDE_SHOWN_DAYS_BEFORE = 14

/** For how many days after the return a trip book can be opened. */
export const TRIP_BOOK_DAYS_AFTER = 30

export const TRIP_FILES_AT_MOST = 10
export const TRIP_FILE_MB_AT_MOST = 5
export const TRIP_FILE_BYTES_AT_MOST = TRIP_FILE_MB_AT_MOST * 1024 * 1024

/**
 * What a phone stores of a trip book's files for offline use, at most; page, pictures and scripts take about
 * as much again.
 */
export const OFFLINE_FILE_BYTES_AT_MOST = 1_200_000

/** Where a departure's files are sent to: only such an address takes a body of that size. */
export const TRIP_FILES_PATH = /^\/admin\/settings\/tour\/\d{1,15}\/book\/files(?:\.data)?$/

/** Why a file is not taken, and what to do instead. */
export const TRIP_FILE_REFUSALS = {
  missing: 'Please choose a file.',
  'too-large': `This file is larger than ${TRIP_FILE_MB_AT_MOST} MB. Please save it smaller first.`,
  'wrong-kind':
    'This is not a PDF, JPEG or PNG file, whatever its name says. Please export it as one of these.',
  'already-here': 'This file is in the trip book already.',
  'too-many': `A trip book has ${TRIP_FILES_AT_MOST} files at most. Please remove one first.`,
} as const

export type TripFileRefusal = keyof typeof TRIP_FILE_REFUSALS
