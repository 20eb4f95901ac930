import { expect, test } from 'vitest'
import { loggablePath } from '#app/server/watch/requests.server'

const TOKEN = 'xY3_-bTz5kQ0aLw9PpC2dEfGhIjKlMnO'

const SPELLINGS = [
  `/pay/${TOKEN}`,
  `/%70ay/${TOKEN}`,
  `/%2570ay/${TOKEN}`,
  `/PAY/${TOKEN}`,
  `/./pay/${TOKEN}`,
  `//pay/${TOKEN}`,
  `/pay//${TOKEN}`,
  `/pay/./${TOKEN}`,
  `/x/../pay/${TOKEN}`,
  `\\pay\\${TOKEN}`,
  `/pay%2F${TOKEN}`,
  `/pay/${TOKEN}.data`,
  `/pay/${TOKEN}/`,
  `/pay/${[...TOKEN].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')}`,
  `/somewhere/else/${TOKEN}`,
  `/pay/${TOKEN}?x=${TOKEN}`,
  `/pay/${TOKEN};x`,
]

test.each(SPELLINGS)('no token is written down: %s', (path) => {
  const shown = loggablePath(path)
  expect(shown).not.toContain(TOKEN)
  expect(shown).not.toContain(TOKEN.slice(1, -1))
  expect(shown.length).toBeLessThanOrEqual(200)
})

test.each([
  ['/pay/abc', '/pay/…'],
  ['/pay/abc/intent', '/pay/…/intent'],
  ['/Booking/abc.data', '/Booking/…'],
  ['/booking/abc/receipts/7', '/booking/…/receipts/7'],
  ['/booking/abc/travelers/2', '/booking/…/travelers/2'],
  ['/traveler/abc', '/traveler/…'],
  ['/booking/short/receipt', '/booking/…/receipt'],
  ['/unsubscribe/abc', '/unsubscribe/…'],
  ['/contact?email=ann@example.com', '/contact'],
  ['/', '/'],
  ['/%zz/%', '/%zz/%'],
  [`/${'a/'.repeat(500)}`, `/${'a/'.repeat(99)}a`],
])('%s is written down as %s', (path, shown) => {
  expect(loggablePath(path)).toBe(shown)
})
