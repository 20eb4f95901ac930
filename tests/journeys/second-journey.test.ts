import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// Staff make a second journey and a private departure of it; guests find both, each where it belongs.

let site: Site
let cookie = ''
beforeAll(async () => {
  site = await startSite({ ...WAMBUI, CLOCK_START: '2025-06-01T17:00:00Z' })
  cookie = await staffCookie(site)
})
afterAll(() => site.close())

const guest = visitor(() => site)
const staff = visitor(
  () => site,
  () => cookie,
)

const LIST = '/admin/settings/journeys'
const PAGE = '/laikipia-and-the-coast'

async function buy(departure: string, email: string) {
  const { body, status } = await createPaymentIntent(site.url, {
    departure,
    numberOfGuests: 1,
    customerInfo: customerInfo(email, `Guest of ${departure.slice(-1)}`),
  })
  if (status !== 200) return status
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  const paid = `select 1 from bookings where customer_email = '${email}' and payment_status = 'deposit_paid'`
  await eventually(() => site.rows(paid).length === 1)
  return status
}

test('staff copy a journey, which no one sees until they show it', async () => {
  expect((await guest.get('/journeys')).headers.get('Location')).toBe('/texascountrysafari')
  const typed = {
    name: 'Lodges of Laikipia & the Coast',
    path: 'laikipia-and-the-coast',
    startsOn: '2025-10-16',
  }
  const taken = await staff.press(LIST, 'Copy to a new journey', { ...typed, path: 'contact' })
  expect([taken.status, taken.html]).toEqual([400, expect.stringContaining('another page of the site')])
  const copied = await staff.press(LIST, 'Copy to a new journey', typed)
  expect([copied.status, copied.to]).toEqual([302, `${LIST}/2`])
  expect((await guest.get(PAGE)).status).toBe(404)
  expect((await staff.press(LIST, 'Show it')).html).toContain('Put one of its departures on sale first')

  const on = await staff.press('/admin/departures/2/settings', 'Save departure', {
    sales: 'open',
    seats: '2',
  })
  expect(on.status).toBe(302)
  expect((await staff.press(LIST, 'Show it')).status).toBe(302)
})

test('guests find both in menu, list and sitemap, and each page sells its own', async () => {
  const list = await guest.read('/journeys')
  for (const name of ['Texas Country Music &amp; Safari Tour', 'Lodges of Laikipia &amp; the Coast'])
    expect(list.html).toContain(name)
  const home = await guest.read('/')
  expect(home.html).toMatch(/href="\/journeys"[^>]*>Journeys</)
  expect((await guest.read('/sitemap.xml')).html).toContain(`${PAGE}</loc>`)
  const page = await guest.read(PAGE)
  expect(page.html).toContain(`<link rel="canonical" href="${site.url}${PAGE}"`)
  expect(page.html).toContain('/checkout?departure=2025-10-16-2')
  expect((await guest.get('/texascountrysafari?departure=2025-10-16-2')).headers.get('Location')).toBe(
    `${PAGE}?departure=2025-10-16-2`,
  )
  expect((await guest.read('/checkout?departure=2025-10-16-2')).html).toContain('Lodges of Laikipia')
  expect((await guest.get('/no-journey')).status).toBe(404)
})

test('its seats are sold to the last, and manifest and letter name it', async () => {
  expect(await buy('2025-10-16-2', 'one@example.com')).toBe(200)
  expect(await buy('2025-10-16-2', 'two@example.com')).toBe(200)
  expect(await buy('2025-10-16-2', 'three@example.com')).toBe(409)
  expect((await guest.read(PAGE)).html).toContain('This departure is sold out')
  expect((await guest.read('/texascountrysafari')).html).toContain('20 of 20')
  const letter = await site.mailbox.waitFor(
    ({ to, subject }) => to.includes('one@example.com') && /booked/.test(subject),
  )
  expect(letter.text).toContain('Lodges of Laikipia & the Coast')
  expect((await staff.read('/admin/departures/2/manifest')).html).toContain('Guest of 2')
  expect((await staff.read('/admin/departures/1/manifest')).html).not.toContain('Guest of 2')
  const types = site.rows('select distinct tour_type as type from bookings')
  expect(types).toEqual([{ type: 'laikipia-and-the-coast' }])
  expect((await staff.read('/admin/bookings?journey=laikipia-and-the-coast')).html).toContain(
    'one@example.com',
  )
  expect((await staff.read('/admin/bookings?journey=texas-safari')).html).not.toContain('one@example.com')
})

test('a departure that was copied by mistake is deleted, but not with what others have of it', async () => {
  const copied = await staff.press('/admin/departures/2/copy', 'Copy departure', { startsOn: '2026-10-15' })
  const [, id = ''] = /(\d+)$/.exec(copied.to.replace(/\/settings$/, '')) ?? []
  const settings = `/admin/departures/${id}/settings`
  site.change('insert into guide_departures select min(id), ? from admin_users', id)
  const remove = () => staff.press(`${settings}?remove`, 'Delete departure')
  const kept = await remove()
  expect(kept.status).toBe(409)
  expect(kept.html).toContain('It has a guide. Remove that first, or close its sales')
  expect(kept.html).toContain('Oct 15 to Oct 26, 2026, Lodges of Laikipia')
  site.change('delete from guide_departures')
  expect(await remove()).toMatchObject({ status: 302, to: '/admin/departures' })
  expect((await staff.get(settings)).status).toBe(404)
  expect((await staff.read('/admin/audit')).html).toContain('that was to begin on Oct 15, 2026')
})
