import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealingWith } from '#app/travelers/details.server'
import { type Booked, booked } from '#tests/fixtures/booked'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// What a guide takes along: page, spreadsheet and a file for the phone, each told to the audit log.

const DATA_KEY = randomBytes(32).toString('base64')
const NUMBER = 'X1234567'
const NOTES = 'Penicillin allergy'
const HOSTILE = '<script src="https://evil.example/x.js"></script>'

let site: Site
let Cookie = ''
let guest: Booked
beforeAll(async () => {
  site = await startSite({ ...WAMBUI, DATA_KEY })
  Cookie = await staffCookie(site)
  guest = await booked(site)
  const { body } = await createPaymentIntent(
    site.url,
    { customerInfo: customerInfo('hostile@example.com') },
    { address: '127.0.5.1' },
  )
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  await site.stripe.webhooksSettled()
  // No form takes such a name anymore; one from before that may be stored.
  site.change("update bookings set customer_name = ? where customer_email = 'hostile@example.com'", HOSTILE)
  site.change(
    "update travelers set name = ? where booking_id = (select id from bookings where customer_email = 'hostile@example.com')",
    HOSTILE,
  )
  tell(guest)
})
afterAll(() => site.close())

/** As if the traveler had told it on their own page. */
function tell({ id }: Booked) {
  const [{ travelerId } = { travelerId: 0 }] = site.rows<{ travelerId: number }>(
    'select id as travelerId from travelers where booking_id = ? and position = 1',
    id,
  )
  const { seal } = sealingWith([DATA_KEY])
  site.change(
    `insert into traveler_details (traveler_id, passport_name, born_on, nationality, sealed_passport_number,
       passport_ends_on, diet, sealed_medical_notes, emergency_name, emergency_phone, emergency_relation,
       arrival_flight, departure_flight, own_phone, updated_at)
     values (?, 'KAMAU WANJIRU', '1980-03-05', 'United States', ?, '2030-01-31', 'No pork <b>at all</b>', ?,
       '=Achieng', '+1 512 555 0199', 'Sister', 'KQ 003', 'KQ 002', '+254 712 345 678', 1)`,
    travelerId,
    seal(NUMBER, { travelerId, field: 'passportNumber' }),
    seal(NOTES, { travelerId, field: 'medicalNotes' }),
  )
}

const { get } = visitor(
  () => site,
  () => Cookie,
)

/** What the log says of the manifest, oldest first: 'manifest-opened', 'manifest-exported csv'. */
const acts = () =>
  site
    .rows<{ act: string }>(
      `select action || coalesce(' ' || (detail ->> '$.kind'), '') || ' of ' || subject || ' by ' || actor as act
       from audit_log where action like 'manifest-%' order by id`,
    )
    .map(({ act }) => act)

/** What a request leaves in the log. */
async function told(path: string, headers?: Record<string, string>) {
  const before = acts().length
  const answer = await get(path, headers)
  return { answer, text: await answer.text(), log: acts().slice(before) }
}

describe('the page', () => {
  test('says who travels, and is written down once', async () => {
    const { text, log } = await told('/admin/departures/1/manifest')
    for (const words of ['Wanjiru Kamau', 'KAMAU WANJIRU', NOTES, 'No pork', '+1 512 555 0199', '$4,000'])
      expect(text).toContain(words)
    expect(text).toContain('Details 1 of 2')
    expect(text).toContain('Medical 1: Wanjiru Kamau')
    expect(log).toEqual(['manifest-opened of departure:1 by Wambui'])
  })

  test('has passport numbers under Passports alone', async () => {
    const { text } = await told('/admin/departures/1/manifest')
    const page = text.slice(0, text.indexOf('window.__remixContext'))
    const [before = '', after = ''] = page.split('id="passports"')
    expect(before).not.toContain(NUMBER)
    expect(after).toContain(NUMBER)
  })

  test('leads to its files and the room list', async () => {
    const { text } = await told('/admin/departures/1/manifest')
    for (const path of [
      '/admin/departures/1/rooms',
      '/admin/manifest.csv?departure=1',
      '/admin/manifest.csv?departure=1&amp;with=passports',
      '/admin/manifest-offline?departure=1',
    ])
      expect(text).toContain(`href="${path}"`)
    expect(text).not.toContain('rel="prefetch"')
  })

  test.each(['/admin/departures/1/manifest', '/admin/manifest.csv', '/admin/manifest-offline'])(
    '%s is not opened by a browser that fetches ahead',
    async (path) => {
      const { answer, text, log } = await told(path, { Cookie, 'Sec-Purpose': 'prefetch' })
      expect(answer.status).toBe(503)
      expect(text).not.toContain('Wanjiru Kamau')
      expect(log).toEqual([])
    },
  )
})

describe('the spreadsheet', () => {
  test('has neither passport numbers nor medical notes', async () => {
    const { answer, text, log } = await told('/admin/manifest.csv?departure=1')
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="manifest-2025-10-16.csv"')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(text.trim().split('\n')).toHaveLength(3)
    for (const words of [
      guest.reference,
      'KAMAU WANJIRU',
      '1980-03-05',
      'No pork',
      "'+1 512 555 0199",
      '4000.00',
    ])
      expect(text).toContain(words)
    expect(text).toContain("'=Achieng")
    for (const words of [NUMBER, NOTES, '2030-01-31']) expect(text).not.toContain(words)
    expect(log).toEqual(['manifest-exported csv of departure:1 by Wambui'])
  })

  test('has them where asked for, and the log says so', async () => {
    const { answer, text, log } = await told('/admin/manifest.csv?departure=1&with=passports')
    expect(answer.headers.get('Content-Disposition')).toContain('manifest-2025-10-16-with-passports.csv')
    for (const words of [NUMBER, NOTES, '2030-01-31']) expect(text).toContain(words)
    expect(log).toEqual(['manifest-exported csv-with-passports of departure:1 by Wambui'])
  })
})

describe('the file for a phone', () => {
  test('is one document that asks for nothing else', async () => {
    const { answer, text, log } = await told('/admin/manifest-offline?departure=1')
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="manifest-2025-10-16.html"')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(text).toContain('http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;;')
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|<[^>]*\s(src|on\w+)=/i)
    expect([...text.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to.replace(/[\d+]+$/, ''))).toSatisfy(
      (links: string[]) => links.every((to) => to === 'tel:' || to === '#traveler-'),
    )
    expect(log).toEqual(['manifest-exported phone of departure:1 by Wambui'])
  })

  test('sums up medical needs before all else, and shows no debts', async () => {
    const { text } = await told('/admin/manifest-offline?departure=1')
    const [first, needs, room, once] = ['<h1>', 'Medical needs', 'Room 1', NOTES].map((it) =>
      text.indexOf(it),
    )
    expect([first, needs, once, room]).toEqual([first, needs, once, room].toSorted((a = 0, b = 0) => a - b))
    expect(first).toBeGreaterThan(0)
    expect(text).not.toMatch(/\$\d,\d|\bdue\b|paid in full|deposit/i)
  })

  test('has diets, notes and contacts, but no passport number', async () => {
    const { text } = await told('/admin/manifest-offline?departure=1')
    for (const words of [
      'Wanjiru Kamau',
      NOTES,
      'No pork &lt;b&gt;at all&lt;/b&gt;',
      '<a href="tel:+15125550199">+1 512 555 0199</a>',
      'KQ 003',
      '<a href="tel:+254712345678">',
      'Made Jun 1, 2025',
      'holds health data',
      'delete it after the journey',
    ])
      expect(text).toContain(words)
    expect(text).toContain('&lt;script src=&quot;https://evil.example/x.js&quot;&gt;')
    expect(text).not.toContain(NUMBER)
    expect(text.slice(text.indexOf('<style>'), text.indexOf('</style>'))).not.toContain('&')
  })
})

test('the log says it in words, without what was read', async () => {
  const page = await (await get('/admin/audit?about=departure:1')).text()
  expect(page).toContain('exported the manifest of')
  expect(page).toContain('as CSV with passport numbers and medical notes')
  const [log] = site.rows<{ said: string }>(`select group_concat(detail) as said from audit_log`)
  for (const words of [NUMBER, NOTES, 'No pork']) expect(log?.said).not.toContain(words)
})

describe('the page that a phone keeps', () => {
  const HERE = '/admin/manifest-phone/1'
  const asks = async (cookie = Cookie) => (await get(HERE, { Cookie: cookie, 'X-May-Keep': '1' })).status
  const idle = () => site.change('update sessions set last_seen_at = ?', Date.now() - 13 * 3_600_000)

  test('goes with the session that saved it, also where nobody signed out', async () => {
    const own = await staffCookie(site)
    expect(Number((await get(HERE, { Cookie: own })).headers.get('X-Keep-Seconds'))).toBeGreaterThan(
      6.9 * 86_400,
    )
    expect([await asks(own), await asks(''), await asks('staff=made-up')]).toEqual([204, 410, 410])
    idle()
    expect(await asks(own)).toBe(410)
    const led = await get('/admin/dashboard', { Cookie: own })
    expect([led.status, led.headers.get('Clear-Site-Data')]).toEqual([302, '"cache", "storage"'])
    expect((await get('/admin/dashboard', {})).headers.get('Clear-Site-Data')).toBeNull()
    Cookie = await staffCookie(site)
  })
})

test('a guide’s copy stays through a journey that is longer than a session, which opens nothing', async () => {
  const inOctober = await startSite({ ...WAMBUI, CLOCK_START: '2025-10-09T17:00:00Z' })
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(inOctober.url + path, { headers, redirect: 'manual' })
  const HERE = '/admin/manifest-phone/1'
  const mayKeep = async () => (await ask(HERE, { Cookie: own, 'X-May-Keep': '1' })).status
  const account = { username: 'Juma', password: 'kahawa-1' }
  await fetch(`${inOctober.url}/api/admin/users`, {
    method: 'POST',
    headers: { Cookie: await staffCookie(inOctober), 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...account, role: 'guide' }),
  })
  const [{ id } = { id: 0 }] = inOctober.rows<{ id: number }>(
    "select id from admin_users where username = 'Juma'",
  )
  inOctober.change('insert into guide_departures (admin_user_id, departure_id) values (?, 1)', id)
  const own = await staffCookie(inOctober, account)
  inOctober.change('update sessions set expires_at = ?', Date.now() - 86_400_000)
  await staffCookie(inOctober)
  expect(inOctober.rows('select 1 from sessions')).toHaveLength(2)
  expect(await mayKeep()).toBe(204)
  const led = await ask(HERE, { Cookie: own })
  expect([led.status, led.headers.get('Clear-Site-Data')]).toEqual([302, null])
  expect((await ask('/api/admin/me', { Cookie: own })).status).toBe(401)
  const page = await (
    await ask(`/admin/users/${id}`, { Cookie: await staffCookie(inOctober, account) })
  ).text()
  expect(/aria-label="Your sessions".*?<\/ul>/s.exec(page)?.[0].match(/<li/g)).toHaveLength(1)
  // What is over for long is forgotten.
  inOctober.change('update sessions set expires_at = 0 where expires_at < ?', Date.now())
  await staffCookie(inOctober)
  expect(await mayKeep()).toBe(410)
  await inOctober.close()
})
