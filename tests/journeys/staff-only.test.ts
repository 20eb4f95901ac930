import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailName } from '#app/mail/mail-names'
import { OPEN_ACTIONS } from '#app/mail/open-actions'
import { OPERATIONS } from '#app/server/contract/document.server'
import { RETENTION_RULES } from '#app/server/retention/retained-for.server'
import { EXPORTS } from '#app/staff/exports'
import { ASSAULTS } from '#scripts/siege/assaults'
import { allPaths } from '#tests/fixtures/every-address'
import {
  everyLink,
  type Link,
  linksOf,
  NOTHING_THERE,
  OPENED_BY,
  unknownSecrets,
} from '#tests/fixtures/every-link'
import { networkAddress } from '#tests/fixtures/network-address'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'

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

const staffOnly = allPaths
  .filter((path) => /^(api\/)?admin(\/|$)/.test(path) && !OPEN_TO_ALL.includes(path))
  .map(
    (path) =>
      `/${path
        .replace('users/:id', 'users/999')
        .replace(/:\w+\??/g, '1')
        .replace('*', 'x')}`,
  )

/**
 * What a bookkeeper and a guide may open, besides what is everybody's of the staff. Admins and editors may
 * open all.
 */
const OPEN_TO: Record<'bookkeeper' | 'guide', string[]> = {
  bookkeeper: [
    '/admin/bookings',
    '/admin/bookings/1',
    '/admin/bookings/1/receipts/1',
    '/admin/bookings.csv',
    '/admin/departures/1/bookings',
    '/admin/payments',
    '/admin/payments.csv',
    '/admin/books',
    '/admin/departures/1/settings/costs',
    ...['', '/1', '/1/1'].map((rest) => `/admin/leaders${rest}`),
    '/admin/leader-rewards.csv',
    '/admin/journal.csv',
    '/admin/journal-quickbooks.csv',
    '/admin/journal-xero.csv',
    '/admin/installments',
    '/admin/analytics',
    '/api/admin/analytics',
    '/api/admin/bookings',
  ],
  guide: [
    '/admin/departures/1/letters',
    '/admin/departures/1/letters/1',
    '/admin/departures/1/letters/preview',
    '/admin/manifest',
    '/admin/departures/1/manifest',
    '/admin/manifest.csv',
    '/admin/manifest-offline',
    '/admin/manifest-phone/1',
    '/admin/manifest-phone/1/manifest.webmanifest',
    '/admin/rooms',
    '/admin/departures/1/rooms',
    '/admin/departures/1/preview',
  ],
}
/** The way in, and one's own account. */
const OPEN_TO_STAFF = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/users/two-step',
  '/admin/users/two-step/app',
  '/admin/users/two-step/off',
  '/admin/users/two-step/codes',
  '/admin/confirm-email/1',
  '/admin/x',
  '/admin/departures',
  '/admin/departures/1',
  // What has moved says where, and is asked again there.
  ...['settings/tour', 'settings/tour/x', 'tour-preview/x', 'tour-files/x'].map((old) => `/admin/${old}`),
  '/api/admin/me',
]
/** What only admins and editors open. A new address stands in one of these lists: somebody decided. */
const OPEN_TO_ADMINS = [
  ...['', '/caught', '/1', '/1/answer', '/1/delete'].map((rest) => `/admin/contacts${rest}`),
  ...['/campaigns', '/campaigns/new', '/campaigns/1', '/campaigns/preview'].map((rest) => `/admin${rest}`),
  ...['/subscribers', '/subscribers/add', '/subscribers/1/take-off', '/health', '/audit', '/kept'].map(
    (rest) => `/admin${rest}`,
  ),
  ...['', '/held', '/held.json', '/erase'].map((rest) => `/admin/people${rest}`),
  ...['cancel', 'ask', 'price', 'price/1/undo', 'write-off', 'later/1', 'refund', 'payment', 'refunds/1'].map(
    (act) => `/admin/bookings/1/${act}`,
  ),
  ...[
    'join',
    'leave/1',
    'place/1',
    'room/1',
    'swap',
    'each-pays',
    'one-pays',
    'travelers/1',
    'lead',
    'move',
    'reinstate',
    'spread',
    'hold',
    'requests/1',
  ].map((act) => `/admin/bookings/1/${act}`),
  ...['new', '999', '999/departures', '999/password', '999/link', '999/let-in', '999/delete'].map(
    (rest) => `/admin/users/${rest}`,
  ),
  ...[
    '',
    '/experiences',
    '/experiences/1',
    '/stories',
    '/stories/1',
    '/reviews',
    '/gallery',
    '/gallery/1',
    '/gallery/1/file',
    '/films',
  ].map((rest) => `/admin/settings${rest}`),
  ...[
    '/films/1',
    '/pages',
    '/pages/1',
    '/codes',
    '/codes/1',
    '/tour-page',
    '/tour-page/sound',
    '/tour-page/1',
    '/tour-page/1/1',
    '/journeys',
    '/journeys/1',
    '/journeys/1/sound',
    '/journeys/1/delete',
    '/journeys/1/1',
    '/journeys/1/1/1',
    '/lodges',
    '/lodges/1',
  ].map((rest) => `/admin/settings${rest}`),
  ...[
    '/copy',
    '/guarantee',
    '/cancel',
    '/postpone',
    '/letters/new-dates',
    '/trip-book',
    '/trip-book/1',
    '/trip-book/days',
    '/trip-book/days/1',
    '/trip-book/files',
    '/settings',
    '/settings/documents',
    '/settings/documents/remind',
    '/settings/documents/1',
  ].map((rest) => `/admin/departures/1${rest}`),
  ...['', '/1'].map((rest) => `/admin/departures/1/waitlist${rest}`),
  '/admin/departures/1/trip-book/files/1',
  '/admin/review-photos/1',
  '/admin/bookings/new',
  '/admin/departures/1/letters/new',
  '/admin/contacts.csv',
  '/admin/subscribers.csv',
  ...['contacts', 'contacts/1', 'newsletters', 'settings', 'users', 'users/999', 'users/999/password'].map(
    (call) => `/api/admin/${call}`,
  ),
  ...['check-reminders', 'process-overdue', 'generate-payment-link', 'send-reminder'].map(
    (call) => `/api/admin/${call}`,
  ),
]
/**
 * Where admins and editors, who act for a guest, read that guest's own links, and no one else's; and where
 * they make links with a code, to private departures too.
 */
const SHOWS_LINKS = /^\/admin\/(bookings\/1(\/|$)|leaders\/1$|settings\/codes\/1$)/
const OF_A_GUEST = ['bookings.link_token', 'travelers.link_token', 'payer_links.link_token']
const OF_A_LEADER = ['leaders.page_key', 'departures.link_key']

/** Anyone who may open them may send their forms; of the others only admins and editors. */
const OWN_FORMS =
  /^\/admin\/(users\/two-step|manifest-phone|confirm-email|books$|departures\/1\/settings\/costs$)/

let site: Site
const cookies: Record<string, string> = {}

beforeAll(async () => {
  // A week before the journey: its guides see it.
  site = await startSite({ ...WAMBUI_ON_FLY, CLOCK_START: '2025-10-09T17:00:00Z' })
  cookies.admin = await staffCookie(site)
  for (const role of ['editor', 'bookkeeper', 'guide']) {
    const account = { username: role, password: 'kahawa-1' }
    const id = await created({ ...account, role })
    cookies[role] = await staffCookie(site, account)
    ids[role] = id
  }
  ;({ reference, cookie: cookies.guest } = await everyLink(site))
  links = linksOf(site)
  const [departure] = site.rows<{ id: number }>('select id from departures')
  const body = new URLSearchParams({ departure: String(departure?.id) })
  const headers = { Cookie: cookies.admin ?? '' }
  const assigned = await fetch(`${site.url}/admin/users/${ids.guide}/departures`, {
    ...{ method: 'POST', headers, body, redirect: 'manual' },
  })
  expect(assigned.status).toBe(302)
})

let reference = ''
let links: Link[] = []
const ids: Record<string, number> = {}

async function created(user: Record<string, string>): Promise<number> {
  const headers = { Cookie: cookies.admin ?? '', 'Content-Type': 'application/json' }
  const answer = await fetch(`${site.url}/api/admin/users`, {
    method: 'POST',
    headers,
    body: JSON.stringify(user),
  })
  return ((await answer.json()) as { id: number }).id
}

describe('each address is decided for each role', () => {
  test('its list has every address, once', () => {
    const decided = [...OPEN_TO.bookkeeper, ...OPEN_TO.guide, ...OPEN_TO_STAFF, ...OPEN_TO_ADMINS]
    expect(decided.toSorted()).toEqual([...new Set(staffOnly)].toSorted())
  })

  /** What a page shows more of, where its address asks. */
  const ASKED: Record<string, string> = {
    '/admin/people': '?email=amina@example.com',
    '/admin/bookings': '?q=amina',
    '/admin/audit': '?about=booking:',
    '/admin/payments': '?from=2025-01-01&to=2025-10-09',
  }
  const ask = (role: string, method: string, path: string) =>
    fetch(site.url + path.replace(/\/bookings\/1(?=\/|$)/, `/bookings/${reference}`) + (ASKED[path] ?? ''), {
      ...{ method, redirect: 'manual' },
      headers: { Cookie: cookies[role] ?? '', 'Fly-Client-IP': networkAddress() },
    })

  /** Of everyone's secrets, those that an answer shows and may not. */
  const foreignIn = async (answer: Response, role: string, path: string) => {
    const text = `${answer.headers.get('Location')} ${await answer.text()}`
    const mayShow = (role === 'admin' || role === 'editor') && SHOWS_LINKS.test(path)
    const isOwn = ({ opens, of }: Link) => {
      if (path === '/admin/settings/codes/1') return opens === 'departures.link_key'
      if (path === '/admin/leaders/1') return OF_A_LEADER.includes(opens) && of === 'leader 1'
      return OF_A_GUEST.includes(opens) && of.startsWith('booking 1')
    }
    return links.filter((link) => text.includes(link.token) && !(mayShow && isOwn(link)))
  }

  test.each(staffOnly)('%s', async (path) => {
    for (const role of ['admin', 'editor', 'bookkeeper', 'guide'] as const) {
      const hasAll = role === 'admin' || role === 'editor'
      const opens = hasAll || OPEN_TO_STAFF.includes(path) || OPEN_TO[role].includes(path)
      const got = await ask(role, 'GET', path)
      expect([role, 'GET', got.status === 403, got.status === 401]).toEqual([role, 'GET', !opens, false])
      const sent = await ask(role, 'POST', path)
      const { status } = sent
      for (const answer of [got, sent]) expect(await foreignIn(answer, role, path), role).toEqual([])
      const sends = hasAll || (opens && OWN_FORMS.test(path))
      if (sends) expect([role, status]).not.toEqual([role, 403])
      else expect([403, 405], `${role} POST ${status}`).toContain(status)
    }
  })

  test('every secret that opens something is looked for', () => {
    expect(unknownSecrets(site)).toEqual([])
    const looked = new Set(links.map(({ opens }) => opens))
    expect(looked).toContain('client secret')
    expect(looked).toHaveLength(14)
  })

  test('each call is open to those it declares, and shows no link', async () => {
    for (const { id, method, path, who, answers } of OPERATIONS) {
      const address = path.replace(/\{\w+\}/, '999')
      const roles = who === 'everybody' ? ['nobody'] : ['nobody', 'admin', 'editor', 'bookkeeper', 'guide']
      for (const role of roles) {
        const answer = await ask(role, method, address)
        const hasAll = role === 'admin' || role === 'editor'
        const opens = [...OPEN_TO_STAFF, ...(OPEN_TO[role as 'guide'] ?? [])].includes(address)
        const refused = who === 'stripe' ? 400 : role === 'nobody' ? 401 : 403
        if (who === 'everybody') expect(answer.status === 401 && !(401 in answers), id).toBe(false)
        else if (who !== 'stripe' && role !== 'nobody' && (hasAll || opens))
          expect([401, 403], `${id} ${role}`).not.toContain(answer.status)
        else expect(answer.status, `${id} ${role}`).toBe(refused)
        expect(await foreignIn(answer, role, address), id).toEqual([])
      }
    }
  })

  test('a month without books says why, and leads to one that has them', async () => {
    const page = async (path: string) => {
      const answer = await ask('bookkeeper', 'GET', path)
      return { status: answer.status, text: (await answer.text()).replaceAll('<!-- -->', '') }
    }
    for (const [month, words] of [
      ['2023-01', /The books begin with October 2025: no money moved before/],
      ['2031-05', /May 2031 has not begun yet/],
      ['2025-13', /“2025-13” is not a month/],
    ] as const) {
      const { status, text } = await page(`/admin/books?month=${month}`)
      expect([status, text.includes('/admin/books?month=2025-')]).toEqual([404, true])
      expect(text).toMatch(words)
      expect(text).not.toContain('Close ')
      const file = await ask('bookkeeper', 'GET', `/admin/journal.csv?month=${month}`)
      expect(file.headers.get('location')).toBe(`/admin/books?month=${month}`)
    }
    const { status, text } = await page('/admin/books')
    expect([status, text.includes('Disputed, held by Stripe')]).toEqual([200, true])
  })

  test('each file that staff take has its link on a page', async () => {
    const pages = ['/admin/contacts', '/admin/payments', '/admin/books', '/admin/departures/1/manifest']
    for (const file of Object.values(EXPORTS)) if ('on' in file) pages.push(file.on)
    const answers = await Promise.all(pages.map((page) => ask('admin', 'GET', page)))
    // The page for an unknown address has a heading, too.
    const texts = await Promise.all(answers.filter(({ ok }) => ok).map((answer) => answer.text()))
    const unlinked = Object.keys(EXPORTS).filter(
      (name) => !texts.some((text) => text.includes(`"/admin/${name}.csv`)),
    )
    expect(unlinked).toEqual([])
  })

  test('everybody sees and changes their own account, nobody less than that', async () => {
    for (const role of ['bookkeeper', 'guide']) {
      for (const page of ['', '/password']) {
        expect((await ask(role, 'GET', `/admin/users/${ids[role]}${page}`)).status).toBe(200)
        expect((await ask(role, 'POST', `/admin/users/${ids[role]}${page}`)).status).not.toBe(403)
        expect((await ask(role, 'GET', `/admin/users/${ids.editor}${page}`)).status).toBe(403)
        expect((await ask(role, 'POST', `/admin/users/${ids.editor}${page}`)).status).toBe(403)
      }
      const list = await (await ask(role, 'GET', '/admin/users')).text()
      expect(list).toContain(role)
      expect(list).not.toContain('Wambui')
    }
  })

  test('a bookkeeper’s booking page has no acts, and no link of the traveler', async () => {
    const page = (role: string) => ask(role, 'GET', '/admin/bookings/1').then((answer) => answer.text())
    const [admins, books] = [await page('admin'), await page('bookkeeper')]
    const [{ token } = { token: '' }] = site.rows<{ token: string }>(
      'select link_token as token from bookings order by id',
    )
    for (const text of ['Record payment', 'Cancel booking', 'Add a traveler', 'Postpone', 'Notes', token]) {
      expect(admins, text).toContain(text)
      expect(books, text).not.toContain(text)
    }
    expect(books).toContain('/receipts/')
    const confirmation = `/booking-confirmation?booking_id=${reference}`
    expect(await (await ask('admin', 'GET', confirmation)).text()).toContain(token)
    expect(await (await ask('bookkeeper', 'GET', confirmation)).text()).not.toContain(token)
  })

  test('nothing that a bookkeeper reads opens a guest’s page', async () => {
    const [{ id, token, intent } = { id: 0, token: '', intent: '' }] = site.rows<{
      id: number
      token: string
      intent: string
    }>(`select b.id, link_token as token, stripe_intent_id as intent from bookings b
      join payments on booking_id = b.id where kind = 'payment' order by b.id`)
    site.change(
      `insert into refunds (booking_id, stripe_intent_id, amount_cents, reason, order_key, next_attempt_at, created_at)
       values (?, ?, 5, 'no-place', 'an-order', 0, 0), (null, 'pi_of_no_booking', 5, 'no-place', 'another', 0, 0)`,
      ...[id, intent],
    )
    const [{ receipt } = { receipt: 0 }] = site.rows<{ receipt: number }>(
      'select id as receipt from payments',
    )
    const days = '?from=2025-01-01&to=2025-10-09'
    const pages = [...OPEN_TO.bookkeeper, ...OPEN_TO_STAFF].map((path) =>
      path.replace('/receipts/1', `/receipts/${receipt}`).replace(/(payments(\.csv)?)$/, `$1${days}`),
    )
    const text = (role: string, path: string) => ask(role, 'GET', path).then((answer) => answer.text())
    for (const path of [...pages, `/api/bookings/${reference}`])
      expect(await text('bookkeeper', path), path).not.toContain(token)
    // They find a payment at Stripe by its id, which opens nothing here.
    expect(await text('bookkeeper', `/admin/payments.csv${days}`)).toContain(intent)
    for (const path of [
      `/api/bookings/${reference}?payment_intent=${intent}`,
      `/booking-confirmation?booking_id=${reference}&payment_intent=${intent}&redirect_status=succeeded`,
      `/payment-success?payment_intent=${intent}`,
    ])
      for (const role of ['bookkeeper', 'nobody'])
        expect((await ask(role, 'GET', path)).status, path).toBe(404)
    const beginning = await text('bookkeeper', `/admin/bookings?q=${intent.slice(0, -1)}`)
    expect(beginning).not.toContain(reference)
    expect(await text('bookkeeper', `/admin/bookings?q=${intent}`)).toContain(reference)
  })

  test('a guide’s manifest has no money and leads to no booking', async () => {
    for (const path of ['', '/manifest', '/rooms', '/letters'].map((tab) => `/admin/departures/1${tab}`)) {
      const text = await (await ask('guide', 'GET', path)).text()
      expect(text, path).not.toMatch(/\$\d/)
      expect(text, path).not.toContain('/admin/bookings')
    }
    const csv = (role: string) => ask(role, 'GET', '/admin/manifest.csv').then((answer) => answer.text())
    expect(await csv('admin')).toContain('Balance due')
    expect(await csv('guide')).not.toContain('Balance due')
    const acts = site.rows("select 1 from audit_log where action = 'manifest-opened' and actor = 'guide'")
    expect(acts.length).toBeGreaterThan(0)
  })

  test.each([
    ['editor', ['Overview', 'Bookings', 'Rooms', 'Manifest', 'Waitlist', 'Letters', 'Trip book', 'Settings']],
    ['bookkeeper', ['Overview', 'Bookings']],
    ['guide', ['Overview', 'Rooms', 'Manifest', 'Letters']],
  ])('a departure shows the %s the tabs %j', async (role, tabs) => {
    const page = await (await ask(role, 'GET', '/admin/departures/1')).text()
    expect(page).toContain('href="/admin/departures"')
    const row = /<nav aria-label="This departure".*?<\/nav>/s.exec(page)?.[0] ?? ''
    expect([...row.matchAll(/>([^<]+)<\/a>/g)].map(([, tab]) => tab)).toEqual(tabs)
    expect(row.match(/aria-current="page"/g)).toHaveLength(1)
    expect(page.match(/<h1/g)).toHaveLength(1)
    if (role === 'guide') expect(page).not.toMatch(/\$\d/)
  })

  test('a guide sees no departure but their own', async () => {
    const [{ id } = { id: 0 }] = site.rows<{ id: number }>('select id from departures')
    site.change('delete from guide_departures')
    for (const path of [
      `/admin/departures/${id}/manifest`,
      `/admin/departures/${id}/preview`,
      '/admin/rooms',
      '/admin/departures/1/rooms',
    ])
      expect((await ask('guide', 'GET', path)).status, path).toBe(403)
    site.change('insert into guide_departures values (?, ?)', ids.guide, id)
  })

  test('the last who may manage accounts stays', async () => {
    const [wambui] = site.rows<{ id: number }>("select id from admin_users where username = 'Wambui'")
    const remove = (role: string, id: number | undefined) => ask(role, 'DELETE', `/api/admin/users/${id}`)
    for (const role of ['bookkeeper', 'guide']) expect((await remove(role, wambui?.id)).status).toBe(403)
    expect((await remove('admin', wambui?.id)).status).toBe(409)
    expect(site.rows("select 1 from admin_users where role = 'admin'")).toHaveLength(1)
  })
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
  for (const Cookie of [cookies.guest ?? '', 'staff=made-up', 'staff=ImFiYyI%3D.c2lnbmF0dXJl']) {
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

describe('each link opens its own addresses, and shows no other link', () => {
  const withToken = allPaths.filter((path) => path.includes(':token')).map((path) => `/${path}`)
  const MADE_UP = 'm'.repeat(32)

  const open = (method: string, path: string, token: string) =>
    fetch(site.url + path.replace(':token', token).replace(/:\w+/g, '1'), {
      ...{ method, redirect: 'manual', headers: { 'Fly-Client-IP': networkAddress() } },
    })

  /**
   * Whose pages may show it: a booking's those of its travelers, a companion's those by which somebody else
   * pays for them, anyone's the other links of that person.
   */
  const mayShow = (held: Link, shown: Link) =>
    held.opens === 'bookings.link_token' || shown.opens === 'payer_links.link_token'
      ? shown.of.startsWith(held.of)
      : shown.of === held.of

  test('its list has every such address', () => {
    expect([...new Set(Object.values(OPENED_BY).flat())].toSorted()).toEqual(withToken.toSorted())
    expect([...new Set(links.map(({ opens }) => opens))].toSorted()).toEqual(
      Object.keys(OPENED_BY)
        .filter((one) => !one.startsWith('a letter'))
        .toSorted(),
    )
  })

  test.each(withToken)('%s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const madeUp = (await open(method, path, MADE_UP)).status
      let opens = false
      for (const held of links) {
        const isOwn = OPENED_BY[held.opens]?.includes(path) ?? false
        // It would do what it is for.
        if (isOwn && method === 'POST') continue
        const answer = await open(method, path, held.token)
        const text = `${answer.headers.get('Location')} ${await answer.text()}`
        if (isOwn) opens ||= answer.status !== madeUp
        else expect(answer.status, `${method} ${held.opens}`).toBe(madeUp)
        const others = links.filter((one) => one !== held && text.includes(one.token))
        expect(others.filter((one) => !isOwn || !mayShow(held, one))).toEqual([])
      }
      if (method === 'GET' && madeUp === 404 && !NOTHING_THERE.test(path)) expect(opens, path).toBe(true)
    }
  })

  test('what names a booking without a secret of it opens nothing', async () => {
    const [{ id, intent } = { id: 0, intent: '' }] = site.rows<{ id: number; intent: string }>(
      'select booking_id as id, stripe_intent_id as intent from payments order by id',
    )
    const named = [`payment_intent=${intent}`, `booking_id=${id}`, `booking_id=${reference}`]
    const addresses = ['/booking-confirmation', '/payment-success', `/api/bookings/${id}`, '/my-booking']
    for (const path of addresses)
      for (const query of [...named, `${named[2]}&${named[0]}&redirect_status=succeeded`]) {
        const answer = await open('GET', `${path}?${query}`, '')
        const text = await answer.text()
        expect(text, path).not.toMatch(/amina|barasa/i)
        expect(links.filter(({ token }) => text.includes(token))).toEqual([])
      }
  })
})

describe('what needs no session is declared', () => {
  const KEPT_RULES = Object.keys(RETENTION_RULES)

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

test('a guest’s browser is told of no address of the office, one of the staff of all', async () => {
  const toldOn = async (path: string, cookie = '') => {
    const page = await fetch(site.url + path, { headers: { Cookie: cookie } }).then((answer) => answer.text())
    const [list] = /\/assets\/[a-z-]*manifest-[0-9a-f]{8}\.js/.exec(page) ?? []
    return fetch(site.url + list).then((answer) => answer.text())
  }
  const booking = links.find(({ opens }) => opens === 'bookings.link_token')
  for (const page of ['/', '/texascountrysafari', '/checkout', `/booking/${booking?.token}`, '/nowhere']) {
    const told = await toldOn(page)
    expect(told, page).toContain('routes/checkout/checkout')
    expect(told, page).not.toMatch(/"path":"(admin|api)/)
  }
  for (const page of ['/admin/login', '/admin/bookings'])
    expect(await toldOn(page, cookies.admin), page).toContain('"path":"admin"')
})
