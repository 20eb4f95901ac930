import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import { addDays, type Day } from '#app/platform/days'
import type { DayKind } from '#db/values'
import { type ItineraryDay, KIND_NAMES } from './itinerary'
import { KENYA_FRAME } from './kenya-frame'
import { STOPS, type StopName } from './stops'

type NameSide = 'right' | 'left' | 'below' | 'above'

type Pin = { x: number; y: number }
type Box = { left: number; top: number; right: number; bottom: number }

/** The room of a name with its dates in the drawing on a phone; and half of a pin's, with its margin. */
const NAME = { width: 165, height: 50 }
const PIN = 20

const SIDES: Record<NameSide, (pin: Pin) => Box> = {
  right: ({ x, y }) => boxAt(x + PIN, y - NAME.height / 2),
  left: ({ x, y }) => boxAt(x - PIN - NAME.width, y - NAME.height / 2),
  below: ({ x, y }) => boxAt(x - NAME.width / 2, y + PIN),
  above: ({ x, y }) => boxAt(x - NAME.width / 2, y - PIN - NAME.height),
}

const boxAt = (left: number, top: number): Box => ({
  left,
  top,
  right: left + NAME.width,
  bottom: top + NAME.height,
})

const around = ({ x, y }: Pin): Box => ({ left: x - PIN, top: y - PIN, right: x + PIN, bottom: y + PIN })

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))

const area = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top)
const FRAME: Box = { left: 0, top: 0, right: KENYA_FRAME.width, bottom: KENYA_FRAME.height }

/** The side of its pin for each name: where it covers least of other pins and names, and is not cut off. */
function sidesOfNames(pins: readonly Pin[]): NameSide[] {
  const taken = pins.map(around)
  return pins.map((pin) => {
    const cost = (side: NameSide) => {
      const box = SIDES[side](pin)
      const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0)
      return covered + 2 * (area(box) - overlap(box, FRAME))
    }
    const [first, ...others] = Object.keys(SIDES) as [NameSide, ...NameSide[]]
    const best = others.reduce((least, side) => (cost(side) < cost(least) ? side : least), first)
    taken.push(SIDES[best](pin))
    return best
  })
}

/** Consecutive days in one place; none of the kinds where the tour only passes on the way home. */
export type Visit = { stop: StopName; from: Day; to: Day; kinds: DayKind[] }

/** The places of the days in order, with their dates. A place seen twice is two visits. */
export function visitsFrom(startsOn: Day, days: readonly ItineraryDay[]): Visit[] {
  const visits: Visit[] = []
  for (const [index, { stop, onward, kinds }] of days.entries()) {
    const day = addDays(startsOn, index)
    const last = visits.at(-1)
    if (last?.stop === stop) {
      last.to = day
      last.kinds = inOrder([...last.kinds, ...kinds])
    } else visits.push({ stop, from: day, to: day, kinds: inOrder(kinds) })
    if (onward) visits.push({ stop: onward, from: day, to: day, kinds: [] })
  }
  return visits
}

const inOrder = (kinds: DayKind[]): DayKind[] =>
  (Object.keys(KIND_NAMES) as DayKind[]).filter((kind) => kinds.includes(kind))

/** 'Oct 16', 'Oct 16 to 17', 'Oct 30 to Nov 2': short, for a map; the year stands beside it. */
export function showVisit({ from, to }: Pick<Visit, 'from' | 'to'>): string {
  if (from === to) return format(parseISO(from), 'MMM d')
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${format(parseISO(from), 'MMM d')} to ${format(parseISO(to), sameMonth ? 'd' : 'MMM d')}`
}

export type MapStop = {
  name: StopName
  /** Its place in the order of the road. */
  number: number
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
      number: index + 1,
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
    /** Whether the route leads beyond the south of the drawing, which is shown where it does not. */
    goesBeyond: stops.some(({ x, y }) => y < NORTH || x > EAST),
    legs: legsThrough(visits.map(({ stop }) => stop)),
    visits: visits.map(({ stop, kinds, ...days }) => ({
      ...{ stop, kinds, number: names.indexOf(stop) + 1 },
      dates: showVisit(days),
    })),
  }
}

/** What lies above or to the right, in units of the drawing, is cut off, or its pin would be. */
const NORTH = 330
const EAST = 530

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

/** How far a leg bends around what lies on the straight line, in shares of its length. */
const BENDS: Partial<Record<`${StopName} ${StopName}`, number>> = {
  'Nairobi Amboseli': -0.16,
  'Amboseli Lake Naivasha': -0.22,
  'Lake Nakuru Maasai Mara': 0.2,
  'Maasai Mara Diani': -0.26,
  'Diani Nairobi': 0.24,
}

/** Beyond this many kilometers as the crow flies a leg is flown. */
const FLOWN_FROM = 320
/** What roads are longer than the straight line, and how fast a safari car goes on them, in km/h. */
const ROAD = { detour: 1.3, speed: 50 }
const EARTH = 6_371
/** A shorter leg has no room for its hours on the map. */
const ROOM_FOR_HOURS = 70

type Leg = {
  path: string
  isFlown: boolean
  /** Where its hours stand; null of a flight, and where there is no room. */
  hours: { x: number; y: number; words: string } | null
}

/** The legs between places in their order, each a bow. */
function legsThrough(names: StopName[]): Leg[] {
  return names.slice(1).map((name, index) => {
    const before = names[index] ?? name
    const [from, to] = [placeOf(before), placeOf(name)]
    const bend = BENDS[`${before} ${name}`] ?? 0
    const middle = {
      x: (from.x + to.x) / 2 - (to.y - from.y) * bend,
      y: (from.y + to.y) / 2 + (to.x - from.x) * bend,
    }
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const km = (length / KENYA_FRAME.radian) * EARTH
    const isFlown = km > FLOWN_FROM
    return {
      path: `M${from.x} ${from.y}Q${tenth(middle.x)} ${tenth(middle.y)} ${to.x} ${to.y}`,
      isFlown,
      hours:
        isFlown || length < ROOM_FOR_HOURS
          ? null
          : {
              x: tenth((from.x + 2 * middle.x + to.x) / 4),
              y: tenth((from.y + 2 * middle.y + to.y) / 4),
              words: `${Math.max(1, Math.round((km * ROAD.detour) / ROAD.speed))} h`,
            },
    }
  })
}

const tenth = (n: number) => Math.round(n * 10) / 10
