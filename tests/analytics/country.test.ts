import { expect, test } from 'vitest'
import { countryName, countryOf } from '#app/analytics/visits.server'

test.each([
  ['8.8.8.8', 'US'],
  ['41.90.1.1', 'KE'],
  ['2a00:1450:4001::', 'IE'],
  ['2001:4860:4860::/64', 'US'],
])('%s lies in %s', (address, code) => {
  expect(countryOf(address)).toBe(code)
})

test.each([
  'unknown',
  '',
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '203.0.113.7',
  '::1',
  '0:0:0:0::/64',
  'fe80::1',
  'fd00::/64',
  'not an address',
])('nobody can say where %s lies', (address) => {
  expect(countryOf(address)).toBe('unknown')
})

test('countries go by their names', () => {
  expect(['KE', 'US', 'unknown', 'ZZ', '??'].map(countryName)).toEqual([
    'Kenya',
    'United States',
    'Unknown',
    'Unknown',
    'Unknown',
  ])
})
