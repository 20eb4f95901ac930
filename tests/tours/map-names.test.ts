import { expect, test } from 'vitest'
import { kenyaMap } from '#app/tours/kenya-map'
import type { StopName } from '#app/tours/stops'

const mapOf = (...stops: StopName[]) =>
  kenyaMap(
    '2025-10-16',
    stops.map((stop) => ({ title: '', place: '', text: '', kinds: ['safari'], stop })),
  )

test('neighbors on the map have their names on other sides', () => {
  const { stops } = mapOf('Laikipia', 'Ol Pejeta')
  expect(new Set(stops.map(({ side }) => side)).size).toBe(2)
})

test('a name at the edge of the map is not cut off', () => {
  const { stops } = mapOf('Lamu', 'Serengeti')
  expect(stops.map(({ side }) => side)).toEqual(['left', 'right'])
})

test('the whole map is shown where the route leads beyond its south', () => {
  expect(mapOf('Nairobi', 'Diani').goesBeyond).toBe(false)
  expect(mapOf('Nairobi', 'Lake Turkana').goesBeyond).toBe(true)
  expect(mapOf('Nairobi', 'Lamu').goesBeyond).toBe(true)
})
