import { expect, test } from 'vitest'
import { KENYA_FRAME } from '#app/tours/kenya-frame'
import { kenyaMap, showVisit, visitsFrom } from '#app/tours/kenya-map'
import { STOP_NAMES } from '#app/tours/stops'
import { DAYS } from '#db/seed/tour'

test('the visits cover the twelve days without a gap', () => {
  const visits = visitsFrom('2025-10-16', DAYS)
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
  const { stops, visits } = kenyaMap('2026-10-28', DAYS)
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

test('every stop of the gazetteer lies inside the drawing', () => {
  expect(STOP_NAMES.length).toBeGreaterThanOrEqual(25)
  for (const stop of STOP_NAMES) {
    const days = [{ title: '', place: '', text: '', kinds: ['safari' as const], stop }]
    const { stops } = kenyaMap('2025-10-16', days)
    expect(stops, stop).toMatchObject([{ name: stop, dates: 'Oct 16' }])
    for (const { x, y } of stops) {
      expect(x > 20 && x < KENYA_FRAME.width - 20, stop).toBe(true)
      expect(y > 20 && y < KENYA_FRAME.height - 10, stop).toBe(true)
    }
  }
})

test('pins stand inside the drawing, where their places are', () => {
  const { stops } = kenyaMap('2025-10-16', DAYS)
  const at = Object.fromEntries(stops.map((stop) => [stop.name, stop]))
  for (const { x, y } of stops) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(KENYA_FRAME.width)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(KENYA_FRAME.height)
  }
  // North is up and east is right: the equator crosses the drawing half way, Diani is the farthest
  // south-east.
  expect(at['Lake Nakuru']?.y).toBeLessThan(at['Maasai Mara']?.y ?? 0)
  expect(Math.max(...stops.map(({ y }) => y))).toBe(at.Diani?.y)
  expect(Math.max(...stops.map(({ x }) => x))).toBe(at.Diani?.x)
})

test('a pin shows its main activity and any concert', () => {
  const { stops } = kenyaMap('2025-10-16', DAYS)
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
  const { legs, stops, visits } = kenyaMap('2025-10-16', DAYS)
  const points = legs.map(({ path }) => path.match(/[\d.]+/g)?.map(Number) ?? [])
  const placeOf = (name: string) => {
    const { x, y } = stops.find((stop) => stop.name === name) ?? {}
    return [x, y]
  }
  const route = visits.map(({ stop }) => placeOf(stop))
  expect(points.map((point) => point.slice(0, 2))).toEqual(route.slice(0, -1))
  expect(points.map((point) => point.slice(-2))).toEqual(route.slice(1))
})

test('a road says its hours where there is room, and what is flown says none', () => {
  const { legs } = kenyaMap('2025-10-16', DAYS)
  expect(legs.map(({ isFlown, hours }) => (isFlown ? 'flight' : (hours?.words ?? 'short')))).toEqual([
    ...['4 h', '6 h', 'short', '4 h'],
    ...['flight', 'flight'],
  ])
})
