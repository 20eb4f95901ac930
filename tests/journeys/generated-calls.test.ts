import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import routes from '#app/routes'
import { answersOf, OPERATIONS } from '#app/server/contract/document.server'
import type { Operation } from '#app/server/contract/operation'
import { patiently } from '#scripts/test/patience.mjs'
import { type Booked, booked } from '#tests/fixtures/booked'
import { networkAddress } from '#tests/fixtures/network-address'
import { type Site, startSite } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY, WAMBUI_SIGNS_IN } from '#tests/fixtures/staff-cookie'
import { postsOf, queries, requestsOf } from '#tests/server/contract/generated'
import { undeclared } from '#tests/server/contract/undeclared'

// Every call by its declaration, and every form and query of every page by the route map: whatever is sent,
// the answer is one that was declared, and never a failure of ours. `npm run fuzz` sends far more, and looks
// at the clock.

const RUNS = Number(process.env.FUZZ_RUNS ?? 15)
/** Pages are many and slow beside calls. */
const PAGE_RUNS = Number(process.env.FUZZ_RUNS ?? 3)
const SEED = Number(process.env.FUZZ_SEED ?? 7)
const IS_TIMED = process.env.FUZZ_RUNS !== undefined
/** Of the thread, for one answer (rules 9.5). */
const THREAD_MS = 250
const PATIENCE = patiently(60_000 + RUNS * 200)

let site: Site
let cookie: string
let knownBrowser = ''
let booking: Booked
beforeAll(async () => {
  site = await startSite(WAMBUI_ON_FLY)
  booking = await booked(site)
  await signIn()
}, patiently(60_000))
afterAll(async () => {
  if (IS_TIMED) console.log('Answers by status', answered, '\nThe slowest:')
  if (IS_TIMED) console.log(slowest.map(({ ms, what }) => `${ms.toFixed(0)} ms  ${what}`).join('\n'))
  await site.close()
})

/**
 * From a browser that is known after the first time: guesses that were generated have used up those of
 * strangers.
 */
async function signIn() {
  const answer = await fetch(`${site.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Fly-Client-IP': networkAddress(), Cookie: knownBrowser },
    body: JSON.stringify(WAMBUI_SIGNS_IN),
  })
  const set = (name: string) =>
    answer.headers
      .getSetCookie()
      .find((one) => one.startsWith(`${name}=`))
      ?.split(';')[0] ?? ''
  cookie = set('staff')
  knownBrowser ||= set('known-browser')
  expect(answer.status).toBe(200)
}

/** What was generated before may have ended the session. */
async function staySignedIn() {
  if ((await send({ method: 'GET', path: '/api/admin/me' })).status !== 200) await signIn()
}

type Asked = { method: string; path: string; type?: string | undefined; body?: string | undefined }

async function send({ method, path, type, body }: Asked, cookies = cookie) {
  const answer = await fetch(site.url + path, {
    method,
    redirect: 'manual',
    headers: { 'Fly-Client-IP': networkAddress(), Cookie: cookies, ...(type && { 'Content-Type': type }) },
    // As bytes: fetch would name a type by itself.
    ...(body !== undefined && { body: Buffer.from(body) }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const answered: Record<number, number> = {}
const slowest: { ms: number; what: string }[] = []

/** Asks; where time counts, an answer that took the thread for long is asked for again: machines pause. */
async function ask(asked: Asked, cookies?: string) {
  const before = site.worked()
  const answer = await send(asked, cookies)
  answered[answer.status] = (answered[answer.status] ?? 0) + 1
  if (!IS_TIMED) return answer
  let ms = site.worked() - before
  if (ms > THREAD_MS) {
    const again = site.worked()
    await send(asked, cookies)
    ms = Math.min(ms, site.worked() - again)
  }
  slowest.push({ ms, what: `${asked.method} ${asked.path.slice(0, 100)}` })
  slowest.sort((one, other) => other.ms - one.ms).splice(10)
  expect(ms, `${asked.method} ${asked.path} held the thread`).toBeLessThan(THREAD_MS)
  return answer
}

const pathOf = ({ path }: Operation, id: string) =>
  path.replace(/\{\w+\}/, encodeURIComponent(Buffer.from(id).toString()) || '0')

describe.each(OPERATIONS.map((operation) => ({ name: `${operation.method} ${operation.path}`, operation })))(
  '$name',
  ({ operation }) => {
    const { method, who, id } = operation

    test('answers as it declares, whatever is sent', { timeout: PATIENCE }, async () => {
      await fc.assert(
        fc.asyncProperty(requestsOf(operation), async ({ id: varies, query, type, body }) => {
          const path = `${pathOf(operation, varies)}${query && `?${query}`}`
          // Signing out would end the others' session.
          const answer = await ask({ method, path, type, body }, id === 'endSession' ? '' : cookie)
          // A path of dots alone leads to another address.
          if (!/\/(\.|%2e)+(\/|\?|$)/i.test(path)) expect(undeclared(operation, answer)).toBeNull()
        }),
        { numRuns: RUNS, seed: SEED },
      )
      if (who.startsWith('staff'))
        expect((await send({ method: 'GET', path: '/api/admin/me' })).status).toBe(200)
    })

    test('declares what stands before it, and answers so', async () => {
      const declared = answersOf(operation)
      const path = pathOf(operation, '1')
      const json = 'application/json'
      const cases: [number, Promise<Awaited<ReturnType<typeof send>>>][] = []
      if (declared[401] && who.startsWith('staff')) cases.push([401, send({ method, path }, '')])
      if (declared[413])
        cases.push([413, send({ method, path, type: json, body: `"${'x'.repeat(300_000)}"` })])
      if (declared[415]) cases.push([415, send({ method, path, type: 'text/html', body: '{}' })])
      if (declared[400] && operation.body)
        cases.push([400, send({ method, path, type: json, body: '{"broken' })])
      if (declared[400] && operation.body && who !== 'stripe') {
        const body = JSON.stringify({ ...(operation.example as object), nobodyKnows: 1 })
        cases.push([400, send({ method, path, type: json, body })])
      }
      if (declared[400] && operation.query) cases.push([400, send({ method, path: `${path}?nobodyKnows=1` })])
      for (const [status, asked] of cases) {
        const answer = await asked
        expect(answer.status, answer.text.slice(0, 200)).toBe(status)
        expect(undeclared(operation, answer)).toBeNull()
      }
    })
  },
)

test.each([...new Set(OPERATIONS.map(({ path }) => path))])(
  '%s answers 405 to every method it does not declare',
  async (path) => {
    const declared = OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (declared.includes(method as Operation['method'])) continue
      const answer = await send({ method, path: path.replace(/\{\w+\}/, '1') })
      expect(answer.status, method).toBe(405)
      expect(answer.headers.get('Allow')?.split(', ').toSorted(), method).toEqual([...declared].toSorted())
    }
  },
)

type Entry = { path?: string; children?: Entry[] }

const pathsOf = (entries: readonly Entry[], above = ''): string[] =>
  entries.flatMap((entry) => {
    const path = [above, entry.path].filter(Boolean).join('/')
    return [...(entry.path ? [`/${path}`] : []), ...pathsOf(entry.children ?? [], path)]
  })

const PAGES = ['/', ...new Set(pathsOf((await routes) as Entry[]))].filter(
  (path) => !path.startsWith('/api/') && path !== '/admin/logout',
)

/** Words that the addresses of pages know. */
const WORDS = ['q', 'after', 'before', 'end', 'from', 'to', 'days', 'interest', 'answer', 'money', 'state']
const MORE_WORDS = [
  'roomType',
  'paymentType',
  'payment_intent',
  'booking',
  'next',
  'sent',
  'page',
  'pays',
  'id',
]

const forms = new Set<string>()

const addressOf = (path: string) =>
  path
    .replace(':token', booking.token)
    .replace(':reference', booking.reference)
    .replace(/:\w+/g, '1')
    .replace('*', 'x')

describe.each(PAGES)('%s', (page) => {
  test('takes whatever its query and its forms hold', { timeout: PATIENCE }, async () => {
    const path = addressOf(page)
    await staySignedIn()
    await fc.assert(
      fc.asyncProperty(queries([...WORDS, ...MORE_WORDS]), async (query) => {
        const { status, text } = await ask({ method: 'GET', path: `${path}?${query}` })
        expect(status, text.slice(0, 300)).toBeLessThan(500)
      }),
      { numRuns: PAGE_RUNS, seed: SEED },
    )
    for (const { action, fields } of formsOf((await send({ method: 'GET', path })).text, path)) {
      forms.add(`${action} ${Object.keys(fields).join(' ')}`)
      await fc.assert(
        fc.asyncProperty(postsOf(fields), async (body) => {
          const type = 'application/x-www-form-urlencoded'
          const { status, headers, text } = await ask({ method: 'POST', path: action, type, body })
          expect(status, text.slice(0, 300)).toBeLessThan(500)
          if (headers.get('Location')?.startsWith('/admin/login')) await signIn()
        }),
        { numRuns: PAGE_RUNS, seed: SEED },
      )
    }
  })
})

/** What the forms of a page would post as they stand, and where to; signing out would end the test. */
const formsOf = (html: string, page: string): { action: string; fields: Record<string, string> }[] =>
  [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)]
    .filter(([, attributes = '']) => /method="post"/i.test(attributes))
    .map(([, attributes = '', inside = '']) => ({
      action: (attribute('action', attributes) || page).replaceAll('&amp;', '&'),
      fields: Object.fromEntries(
        [...inside.matchAll(/<(?:input|select|textarea|button)\b([^>]*)>/gi)].flatMap(([, field = '']) => {
          const name = attribute('name', field)
          return name ? [[name, attribute('value', field)]] : []
        }),
      ),
    }))
    .filter(({ action, fields }) => !action.includes('logout') && Object.keys(fields).length > 0)

const attribute = (name: string, attributes: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)?.[1] ?? ''

test('there were forms', () => {
  expect(forms.size, [...forms].join(', ')).toBeGreaterThan(20)
})
