import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Booked, booked } from '#tests/fixtures/booked'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'

let site: Site
let guest: Booked
let cookie: string
beforeAll(async () => {
  site = await startSite(WAMBUI)
  guest = await booked(site)
  cookie = await staffCookie(site)
})
afterAll(() => site.close())

const tripOf = ({ id }: Booked): string => {
  const [row] = site.rows<{ link_token: string }>('select link_token from travelers where booking_id = ?', id)
  return `/traveler/${row?.link_token}/trip`
}

const get = (path: string, headers: HeadersInit = {}) => fetch(site.url + path, { headers })

const send = (path: string, body: FormData | URLSearchParams) =>
  fetch(site.url + path, { method: 'POST', redirect: 'manual', headers: { Cookie: cookie }, body })

const aFile = (title: string, text: string) => {
  const form = new FormData()
  form.set('title', title)
  form.set('file', new Blob([text]), 'voucher.pdf')
  return form
}

describe('a trip book', () => {
  test('says all of it without scripts, and how long a phone may keep it', async () => {
    const answer = await get(tripOf(guest))
    expect(answer.status).toBe(200)
    // From June 1, noon in Texas, until the end of November 26.
    expect(Number(answer.headers.get('X-Keep-Seconds'))).toBeGreaterThan(178 * 86_400)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const page = await answer.text()
    for (const words of ['Msanapa House', '+254 20 555 0111', '-1.33, 36.71', 'Binoculars', '999 or 112'])
      expect(page).toContain(words)
    expect(page).not.toContain('__remixContext')
    expect(page).not.toMatch(/\$\d/)
  })

  test('marks for a browser what changed since its last visit, and for no other', async () => {
    const first = await get(tripOf(guest))
    const look =
      first.headers
        .getSetCookie()
        .find((one) => one.startsWith('trip-looks='))
        ?.split(';')[0] ?? ''
    const [note] = site.rows<Record<string, string>>("select * from trip_notes where kind = 'health'")
    const words = { kind: 'health', title: note?.title ?? '', text: 'Drink more than you are used to.' }
    const list = `/admin/departures/${note?.departure_id}/trip-book`
    expect((await send(`${list}/${note?.id}`, new URLSearchParams(words))).status).toBe(302)
    const marked = /Changed since your last visit on Jun 1, 2025/
    expect(await (await get(tripOf(guest), { Cookie: look })).text()).toMatch(marked)
    expect(await (await get(tripOf(guest))).text()).not.toMatch(marked)
  })

  test('has files that staff add, for its own link alone', async () => {
    const [departure] = site.rows<{ id: number }>('select id from departures')
    const files = `/admin/departures/${departure?.id}/trip-book/files`
    expect((await send(files, aFile('Flight', '<script>'))).status).toBe(415)
    expect((await send(files, aFile('Flight', '%PDF-1.4'))).status).toBe(303)
    expect((await send(files, aFile('Flight', '%PDF-1.4'))).status).toBe(409)
    const [file] = site.rows<{ id: number; digest: string }>('select id, digest from trip_files')
    const answer = await get(`${tripOf(guest)}/files/${file?.id}`)
    expect(answer.headers.get('Content-Type')).toBe('application/pdf')
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(await answer.text()).toBe('%PDF-1.4')
    expect((await get(`${tripOf(guest)}/files/999`)).status).toBe(404)
    expect((await get(`/photos/trip-${file?.digest}.file`)).status).toBe(404)
    expect((await get(`/traveler/${'x'.repeat(32)}/trip/files/${file?.id}`)).status).toBe(404)
    const remove = new FormData()
    remove.set('intent', 'remove')
    remove.set('file-id', String(file?.id))
    expect((await send(`${files}?remove`, remove)).status).toBe(302)
    expect((await get(`${tripOf(guest)}/files/${file?.id}`)).status).toBe(404)
  })

  test('shows of its chapters to everybody what staff say is for everybody', async () => {
    const page = async () => (await get('/texascountrysafari')).text()
    expect(await page()).toContain('Night at <!-- -->Msanapa House')
    expect(await page()).not.toContain('Plastic bags are forbidden')
    expect(await page()).not.toContain('18 Kifunguo Lane')
    const [note] = site.rows<Record<string, string>>("select * from trip_notes where kind = 'visa'")
    const saved = await send(
      `/admin/departures/${note?.departure_id}/trip-book/${note?.id}`,
      new URLSearchParams({
        kind: 'visa',
        title: note?.title ?? '',
        text: note?.text ?? '',
        isPublic: 'yes',
      }),
    )
    expect(saved.status).toBe(302)
    expect(await page()).toContain('Plastic bags are forbidden')
  })

  test('is kept on a home screen by its own address, and names nobody', async () => {
    const answer = await get(`${tripOf(guest)}/manifest.webmanifest`)
    const manifest = (await answer.json()) as Record<string, unknown>
    expect(manifest).toMatchObject({ start_url: tripOf(guest), scope: tripOf(guest), display: 'standalone' })
    expect(JSON.stringify(manifest)).not.toContain('Wanjiru')
  })

  test('is closed once its booking has ended, and unknown by any other link', async () => {
    const over = await booked(site)
    const address = tripOf(over)
    site.change("update bookings set payment_status = 'cancelled' where id = ?", over.id)
    for (const path of [address, `${address}/files/1`]) expect((await get(path)).status).toBe(410)
    expect(await (await get(address)).text()).toContain('This trip book is closed')
    for (const path of [`/traveler/${'x'.repeat(32)}/trip`, `/traveler/${guest.token}/trip`])
      expect((await get(path)).status).toBe(404)
    expect((await get(`${address}/manifest.webmanifest`)).status).toBe(404)
  })
})

test('the worker asks this site alone, and is never kept from another page', async () => {
  const answer = await get('/kept-worker.js')
  expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'; connect-src 'self'")
})

test('a guide is assigned to several departures in one press, and introduced', async () => {
  const made = await fetch(`${site.url}/api/admin/users`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'Kiprono', password: 'kahawa-1', role: 'guide' }),
  })
  const { id } = (await made.json()) as { id: number }
  const [first] = site.rows<{ id: number }>('select id from departures')
  await send(`/admin/departures/${first?.id}/copy`, new URLSearchParams({ startsOn: '2026-10-15' }))
  const departures = site.rows<{ id: number }>('select id from departures')
  expect(departures).toHaveLength(2)
  const body = new URLSearchParams({ guideName: 'Kiprono Rotich', guidePhone: '+254 700 555 014' })
  for (const departure of departures) body.append('departure', String(departure.id))
  expect((await send(`/admin/users/${id}/departures`, body)).status).toBe(302)
  expect(site.rows('select departure_id from guide_departures')).toHaveLength(2)
  expect(site.rows('select guide_name, guide_phone from admin_users where id = ?', id)).toEqual([
    { guide_name: 'Kiprono Rotich', guide_phone: '+254 700 555 014' },
  ])
})
