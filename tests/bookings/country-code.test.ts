import { expect, test } from 'vitest'
import { countryCode } from '#app/routes/checkout/use-card-payment'

test.each([
  ['United States', 'US'],
  ['germany', 'DE'],
  ['Vietnam', 'VN'],
  ['Serbia', 'RS'],
  ['Zimbabwe', 'ZW'],
  ['UK', 'GB'],
  ['ke', 'KE'],
  ['Tanzania', 'TZ'],
  ['Atlantis', 'US'],
])('%s is %s', (country, code) => {
  expect(countryCode(country)).toBe(code)
})
