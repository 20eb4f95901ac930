import type { StopName } from './stops'

/** What a day of a journey is made of. The database has the same list. */
export const DAY_KINDS = ['concert', 'safari', 'beach'] as const

export type DayKind = (typeof DAY_KINDS)[number]

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
} & Partial<Lodging>

/**
 * What the trip book says of a day besides: where travelers sleep, and where they meet. The labels of the
 * form and its limits in characters; all of it may be empty.
 */
export const LODGING = {
  lodge: { label: 'Lodge', atMost: 80 },
  lodgeAddress: { label: 'Address of the lodge', atMost: 160 },
  lodgePhone: { label: 'Phone of the lodge', atMost: 40 },
  coordinates: { label: 'Coordinates of the lodge', atMost: 40 },
  meeting: { label: 'Meeting point', atMost: 240 },
} as const

export type LodgingField = keyof typeof LODGING
export type Lodging = Record<LodgingField, string>

/** Of anything that has them, and may have more. */
export const lodgingOf = (day: Partial<Lodging>): Lodging => ({
  ...{ lodge: day.lodge ?? '', lodgeAddress: day.lodgeAddress ?? '', lodgePhone: day.lodgePhone ?? '' },
  ...{ coordinates: day.coordinates ?? '', meeting: day.meeting ?? '' },
})

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
