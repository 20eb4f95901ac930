import { afterAll, beforeAll, expect, test } from 'vitest'
import routes from '#app/routes'
import { networkAddress } from '#tests/fixtures/network-address'
import { type Site, startSite } from '#tests/fixtures/site'

// A layout's guard protects nothing: each loader and action of the staff area must ask for the session itself
// (rules 6.2). This walks the route map, so that a new one cannot be forgotten.

const OPEN_TO_ALL = [
  'admin',
  'admin/login',
  'admin/login/code',
  'admin/logout',
  'admin/forgot',
  'admin/new-password/:token',
  'api/admin/login',
  'api/admin/logout',
]

type Entry = { path?: string; children?: Entry[] }

const pathsOf = (entries: readonly Entry[], above = ''): string[] =>
  entries.flatMap((entry) => {
    const path = [above, entry.path].filter(Boolean).join('/')
    return [...(entry.path ? [path] : []), ...pathsOf(entry.children ?? [], path)]
  })

const staffOnly = pathsOf((await routes) as Entry[])
  .filter((path) => /^(api\/)?admin(\/|$)/.test(path) && !OPEN_TO_ALL.includes(path))
  .map((path) => `/${path.replace(/:\w+\??/g, '1').replace('*', 'x')}`)

let site: Site
beforeAll(async () => {
  site = await startSite({ FLY_APP_NAME: 'for-tests' })
})
afterAll(() => site.close())

/** Another network for each question: the walk is longer than one may send in a minute. */

test('there are such pages', () => {
  expect(staffOnly).toContain('/admin/dashboard')
})

test.each(
  staffOnly.flatMap((path) =>
    ['GET', 'POST'].flatMap((method) => [
      [method, path],
      [method, `${path}.data`],
    ]),
  ),
)('%s %s asks who is there', async (method, path) => {
  for (const Cookie of ['', 'staff=made-up', 'staff=ImFiYyI%3D.c2lnbmF0dXJl']) {
    const headers = { Cookie, 'Fly-Client-IP': networkAddress() }
    const answer = await fetch(site.url + path, { method, headers, redirect: 'manual' })
    const body = await answer.text()
    const isTurnedAway =
      answer.status === 401 ||
      answer.status === 405 ||
      String(answer.headers.get('Location')).startsWith('/admin/login') ||
      (path.endsWith('.data') && body.includes('/admin/login'))
    expect(isTurnedAway, `${answer.status} ${body.slice(0, 200)}`).toBe(true)
  }
})
