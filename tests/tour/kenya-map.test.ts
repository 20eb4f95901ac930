import { expect, test } from 'vitest'
import { ITINERARY } from '#app/tour/itinerary'
import { KENYA_FRAME } from '#app/tour/kenya-frame'
import { kenyaMap } from '#app/tour/kenya-map'
import { STOPS } from '#app/tour/stops'
import { showVisit, visitsFrom } from '#app/tour/visits'

test('the visits cover the twelve days without a gap', () => {
  const visits = visitsFrom('2025-10-16')
  expect(visits.map(({ stop, from, to }) => [stop, from.slice(8), to.slice(8)])).toEqual([
    ['Nairobi', '16', '17'],
    ['Amboseli', '18', '19'],
    ['Lake Naivasha', '20', '20'],
    ['Lake Nakuru', '21', '21'],
    ['Maasai Mara', '22', '24'],
    ['Diani', '25', '27'],
    ['Nairobi', '27', '27'],
  ])
  expect(visits[1]?.kinds).toEqual(['concert', 'safari'])
  expect(visits.at(-1)?.kinds).toEqual([])
})

test('another departure has its own dates, even across months', () => {
  const { stops, visits } = kenyaMap('2026-10-28')
  expect(visits.map(({ dates }) => dates)).toEqual([
    'Oct 28 to 29',
    'Oct 30 to 31',
    'Nov 1',
    'Nov 2',
    'Nov 3 to 5',
    'Nov 6 to 8',
    'Nov 8',
  ])
  expect(stops[0]?.dates).toBe('Oct 28 to 29 & Nov 8')
  expect(showVisit({ from: '2026-10-31', to: '2026-11-01' })).toBe('Oct 31 to Nov 1')
})

test('the itinerary and the map have the same places', () => {
  expect(new Set(ITINERARY.map(({ stop }) => stop))).toEqual(new Set(Object.keys(STOPS)))
})

test('pins stand inside the drawing, where their places are', () => {
  const { stops } = kenyaMap('2025-10-16')
  const at = Object.fromEntries(stops.map((stop) => [stop.name, stop]))
  for (const { x, y } of stops) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(KENYA_FRAME.width)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(KENYA_FRAME.height)
  }
  // North is up and east is right: the equator crosses the drawing half way, Diani is the farthest south-east.
  expect(at['Lake Nakuru']?.y).toBeLessThan(at['Maasai Mara']?.y ?? 0)
  expect(Math.max(...stops.map(({ y }) => y))).toBe(at.Diani?.y)
  expect(Math.max(...stops.map(({ x }) => x))).toBe(at.Diani?.x)
})

test('a pin shows its main activity and any concert', () => {
  const { stops } = kenyaMap('2025-10-16')
  expect(stops.map(({ name, kind, concert }) => [name, kind, concert])).toEqual([
    ['Nairobi', 'concert', false],
    ['Amboseli', 'safari', true],
    ['Lake Naivasha', 'safari', false],
    ['Lake Nakuru', 'safari', false],
    ['Maasai Mara', 'safari', true],
    ['Diani', 'beach', true],
  ])
})

test('the route touches the stops in order of visit', () => {
  const { route, stops, visits } = kenyaMap('2025-10-16')
  const ends = [...route.matchAll(/(?:M|Q\S+ \S+ )(\S+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
  const placeOf = (name: string) => stops.find((stop) => stop.name === name)
  expect(ends).toEqual(visits.map(({ stop }) => [placeOf(stop)?.x, placeOf(stop)?.y]))
})
