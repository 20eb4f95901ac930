import { expect, test } from 'vitest'
import { TravelerForm } from '#app/bookings/checkout-form'
import { countryCode, countryNamed, countryNames } from '#app/bookings/countries'
import { OUTSIDE_US, stateNamed } from '#app/bookings/us-states'
import { aTraveler } from '#tests/fixtures/orders'

test.each([
  ['United States', 'US'],
  ['germany', 'DE'],
  ['Vietnam', 'VN'],
  ['Serbia', 'RS'],
  ['Zimbabwe', 'ZW'],
  ['UK', 'GB'],
  ['ke', 'KE'],
  ['Tanzania', 'TZ'],
  ['Hong Kong', 'HK'],
  ['Antigua and Barbuda', 'AG'],
  ['Saint Lucia', 'LC'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Côte d’Ivoire', 'CI'],
  ['the Bahamas', 'BS'],
  ['Atlantis', 'US'],
])('%s is %s', (country, code) => {
  expect(countryCode(country)).toBe(code)
})

const refused = (details: object) =>
  TravelerForm.safeParse(aTraveler(details)).error?.issues.map(({ path, message }) => `${path}: ${message}`)

test.each(['Hong Kong', 'UAE', 'Zimbabwe', 'uganda'])('%s needs no postal code', (country) => {
  for (const zipCode of [undefined, '', ' '])
    expect(TravelerForm.parse(aTraveler({ country, zipCode: zipCode as string }))).toMatchObject({
      zipCode: '',
    })
})

test('elsewhere it is asked for, together with whatever else is missing', () => {
  expect(refused({ zipCode: '' })).toEqual(['zipCode: Please fill in your zip code'])
  expect(refused({ zipCode: '', country: 'Atlantis', name: '' })).toEqual([
    'name: Please fill in your name',
    'zipCode: Please fill in your zip code',
  ])
  expect(refused({ zipCode: '', country: 'Kenya', email: 'nobody' })).toEqual([
    'email: Please enter a valid email address',
    'zipCode: Please fill in your zip code',
  ])
  expect(refused({ zipCode: '', country: '' })).toEqual([
    'country: Please fill in your country',
    'zipCode: Please fill in your zip code',
  ])
  expect(refused({ zipCode: 'x'.repeat(21), country: 'Hong Kong' })).toEqual([
    'zipCode: Please keep your zip code under 21 characters',
  ])
})

test('who lives outside the US may say no more of a state, and who lives there chooses one', () => {
  expect(refused({ state: OUTSIDE_US, country: 'Kenya' })).toBeUndefined()
  expect(refused({ state: OUTSIDE_US, country: 'usa' })).toEqual(['state: Please fill in your state'])
  expect(['tx', 'Texas ', 'Nairobi County'].map(stateNamed)).toEqual(['Texas', 'Texas', 'Nairobi County'])
  expect(countryNames()).toContain(countryNamed('Great Britain'))
})
