import type { Day } from '#app/days'
import { type DayKind, KIND_NAMES } from './day-kinds'
import type { ItineraryDay } from './itinerary'
import { KENYA_FRAME } from './kenya-frame'
import { type NameSide, sidesOfNames } from './map-names'
import { STOPS, type StopName } from './stops'
import { showVisit, visitsFrom } from './visits'

export type MapStop = {
  name: StopName
  /** In units of the drawing. */
  x: number
  y: number
  /** What most of its days are made of. */
  kind: DayKind
  /** On which side of the pin its name stands. */
  side: NameSide
  /** The band plays here too, on a day of another kind. */
  concert: boolean
  dates: string
}

/** The route over kenya.svg through the stops that the days use, and the same in words. */
export function kenyaMap(startsOn: Day, days: readonly ItineraryDay[]) {
  const visits = visitsFrom(startsOn, days)
  const names = [...new Set(visits.map(({ stop }) => stop))]
  const sides = sidesOfNames(names.map(placeOf))
  const stops = names.map((name, index): MapStop => {
    const kind = mainKindOf(name, days)
    return {
      name,
      ...placeOf(name),
      side: sides[index] ?? 'right',
      kind,
      concert: kind !== 'concert' && kindsOf(name, days).includes('concert'),
      dates: visits
        .filter(({ stop }) => stop === name)
        .map(showVisit)
        .join(' & '),
    }
  })
  return {
    stops,
    /** Whether the route leads beyond what a phone shows of the drawing, its south. */
    goesNorth: stops.some(({ y }) => y < NORTH),
    route: routeThrough(visits.map(({ stop }) => stop)),
    visits: visits.map((visit) => ({ stop: visit.stop, dates: showVisit(visit), kinds: visit.kinds })),
  }
}

/** What lies above, in units of the drawing, is cut off on phones. */
const NORTH = 330

const kindsOf = (name: StopName, days: readonly ItineraryDay[]): DayKind[] =>
  days.filter(({ stop }) => stop === name).flatMap(({ kinds }) => kinds)

/** Of as many days of two kinds, the one that the legend names first. */
function mainKindOf(name: StopName, days: readonly ItineraryDay[]): DayKind {
  const all = kindsOf(name, days)
  const times = (kind: DayKind) => all.filter((one) => one === kind).length
  const [first = 'safari', ...others] = Object.keys(KIND_NAMES) as DayKind[]
  return others.reduce((most, kind) => (times(kind) > times(most) ? kind : most), first)
}

const RADIANS = Math.PI / 180

/** Mercator, as the drawing was made. */
function placeOf(name: StopName): { x: number; y: number } {
  const { longitude, latitude } = STOPS[name]
  const { radian, origin } = KENYA_FRAME
  const north = Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2))
  return { x: tenth(origin.x + radian * longitude * RADIANS), y: tenth(origin.y - radian * north) }
}

/** How far a leg bends, by the place it leaves, in shares of its length: away from what lies on the straight line. */
const BENDS: Partial<Record<`${StopName} ${StopName}`, number>> = {
  'Nairobi Amboseli': -0.16,
  'Amboseli Lake Naivasha': -0.22,
  'Lake Nakuru Maasai Mara': 0.2,
  'Maasai Mara Diani': -0.26,
  'Diani Nairobi': 0.24,
}

function routeThrough(names: StopName[]): string {
  const [first] = names
  if (!first) return ''
  const start = placeOf(first)
  let line = `M${start.x} ${start.y}`
  for (const [index, name] of names.slice(1).entries()) {
    const before = names[index] ?? first
    const [from, to] = [placeOf(before), placeOf(name)]
    const bend = BENDS[`${before} ${name}`] ?? 0
    const middle = {
      x: (from.x + to.x) / 2 - (to.y - from.y) * bend,
      y: (from.y + to.y) / 2 + (to.x - from.x) * bend,
    }
    line += `Q${tenth(middle.x)} ${tenth(middle.y)} ${to.x} ${to.y}`
  }
  return line
}

const tenth = (n: number) => Math.round(n * 10) / 10
