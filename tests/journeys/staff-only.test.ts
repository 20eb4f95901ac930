import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailName } from '#app/mail/mail-names'
import { OPEN_ACTIONS } from '#app/mail/open-actions'
import routes from '#app/routes'
import { KEPT_FOR } from '#app/server/retention/retained-for.server'
import { ASSAULTS } from '#scripts/siege/assaults'
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

const allPaths = pathsOf((await routes) as Entry[])

const staffOnly = allPaths
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

describe('what needs no session is declared', () => {
  const KEPT_RULES = Object.keys(KEPT_FOR)

  /** Whether an address does something for anybody: not where it has no action, or asks who is there. */
  async function isOpen(path: string): Promise<boolean> {
    const address = path === '/' ? '/?index' : path.replace(/:\w+\??/g, '1').replace('*', 'x')
    const statuses: number[] = []
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const headers = { 'Fly-Client-IP': networkAddress() }
      const { status, headers: said } = await fetch(site.url + address, {
        method,
        headers,
        redirect: 'manual',
      })
      const asksWho = status === 401 || String(said.get('Location')).startsWith('/admin/login?next=')
      if (!asksWho) statuses.push(status)
    }
    return statuses.some((status) => status !== 405)
  }

  const withIndex = ['/', ...allPaths.map((path) => `/${path}`)]
  /** Addresses of nothing: a 404, whatever is sent. */
  const NOTHING = ['/api/*', '/*', '/admin/*']

  test.each(withIndex.filter((path) => !NOTHING.includes(path)))('%s', async (path) => {
    expect(await isOpen(path), 'app/mail/open-actions.ts').toBe(path in OPEN_ACTIONS)
  })

  test('its list names nothing that is not there', () => {
    for (const [path, { kept, letters, assaults }] of Object.entries(OPEN_ACTIONS)) {
      expect(withIndex).toContain(path)
      for (const rule of typeof kept === 'string' ? [] : kept) expect(KEPT_RULES, path).toContain(rule)
      for (const kind of Object.keys(letters)) expect(mailName(kind), path).not.toBe(kind)
      expect(assaults.length, path).toBeGreaterThan(0)
      for (const assault of assaults) expect(Object.keys(ASSAULTS), path).toContain(assault)
    }
  })
})
