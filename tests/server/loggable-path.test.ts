import { expect, test } from 'vitest'
import routes from '#app/routes'
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

type Entry = { path?: string; children?: Entry[] }
const pathsOf = (entries: readonly Entry[], above = ''): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const whole = [above, path].filter(Boolean).join('/')
    return [whole, ...pathsOf(children, whole)]
  })

test('nor what mail programs and guessers put around it, at any address that has one', async () => {
  const paths = pathsOf((await routes) as Entry[]).filter((path) => path.includes(':token'))
  expect(paths).toContain('admin/confirm-email/:token')
  for (const path of [...paths, 'nowhere/:token'])
    for (const around of [`${TOKEN})`, `<${TOKEN}>`, `${TOKEN}%00`, `%E2%80%9C${TOKEN}`, `${TOKEN}%zz.`])
      expect(loggablePath(`/${path.replace(':token', around)}`), path).not.toContain(TOKEN)
  expect(loggablePath('/assets/shared-site-payment-admin-z6WtatdY.js')).toContain('z6WtatdY.js')
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
