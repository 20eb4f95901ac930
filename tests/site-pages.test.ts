import { expect, test } from 'vitest'
import routes from '#app/routes'
import { isCounted, isOpenToAnalytics, pageAt, SITE_PAGES } from '#app/site/site-pages'

type Entry = { path?: string; index?: boolean; children?: Entry[] }

const addresses = ((await routes) as Entry[]).flatMap(({ path, index }) =>
  index ? ['/'] : path ? [`/${path}`] : [],
)

/** Files, calls and the staff area are no pages of the site; neither is what hangs on a page's own token. */
const isPage = (address: string) =>
  !/^\/(admin|api)(\/|$)/.test(address) &&
  !/\.[a-z]+$/.test(address) &&
  !address.endsWith('*') &&
  address !== '/:journey' &&
  (SITE_PAGES.some(({ path }) => path === address) ||
    !SITE_PAGES.some(({ path }) => path.endsWith(':token') && address.startsWith(`${path}/`)))

test('every page of the route map is declared exactly once', () => {
  expect(SITE_PAGES.map(({ path }) => path).sort()).toEqual(addresses.filter(isPage).sort())
})

test('a page opened with a token is private and uncounted', () => {
  for (const page of SITE_PAGES.filter(({ path }) => path.includes(':token'))) {
    expect(page).toMatchObject({ isPrivate: true })
    expect(page).not.toHaveProperty('isCounted')
    expect(page).not.toHaveProperty('isCached')
  }
})

test.each([
  ['/', '/'],
  ['/Contact/', '/contact'],
  ['/gallery/a-lion', '/gallery/:slug'],
  ['/pay/abc', '/pay/:token'],
])('%s leads to %s', (address, path) => {
  expect(pageAt(address)?.path).toBe(path)
})

test.each(['/gallery/a/b', '/nothing', '/admin', '/pay//'])(
  '%s leads to no page, and is not counted',
  (address) => {
    expect(isCounted(address)).toBe(false)
  },
)

test('another script may run where everybody reads, and nowhere else', () => {
  const open = SITE_PAGES.map(({ path }) => path).filter(isOpenToAnalytics)
  expect(open).toEqual([
    '/',
    '/twende-home',
    '/gallery',
    '/contact',
    '/journeys',
    '/terms',
    '/privacy',
    '/gallery/:slug',
  ])
})
