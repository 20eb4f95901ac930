import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// What is no day of the calendar, at every page, form and call that reads one: an answer in words or none of
// it, never a failure of ours.

const NO_DAYS = [
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '10000-01-01',
  '2026-2-3',
  '2026-02-03T10:00',
  'soon',
]
const FAR_DAYS = ['0001-01-01', '9999-12-31']

let site: Site
let cookie = ''
beforeAll(async () => {
  site = await startSite(WAMBUI)
  cookie = await staffCookie(site)
})
afterAll(() => site.close())

const { get, post } = visitor(
  () => site,
  () => cookie,
)

test.each([
  ['/admin/installments?day=', 200],
  ['/admin/installments?after=', 200],
  ['/admin/contacts?from=', 200],
  ['/admin/contacts?to=', 200],
  ['/admin/contacts.csv?from=', 200],
  ['/admin/analytics?to=2025-06-01&from=', 200],
  ['/admin/payments?from=2025-06-01&to=', 200],
  ['/admin/payments.csv?from=2025-06-01&to=', 302],
  ['/api/admin/analytics?from=2025-06-01&to=', 400],
])('%s takes no day for none', async (path, status) => {
  for (const day of [...NO_DAYS, ...FAR_DAYS]) {
    const place = path.includes('after') ? `${day}.1` : day
    expect((await get(path + encodeURIComponent(place))).status, day).toBe(status)
  }
})

test('a departure cannot begin on what is no day', async () => {
  for (const day of [...NO_DAYS, ...FAR_DAYS]) {
    const answer = await post('/admin/departures/1/settings', { startsOn: day, salesCloseOn: day })
    expect(answer.status, day).toBe(400)
    expect((await answer.text()).match(/Please enter a day such as 2025-10-16/g)?.length).toBeGreaterThan(1)
  }
})

test('the clock moves to no such day', async () => {
  for (const day of [...NO_DAYS, ...FAR_DAYS]) {
    const answer = await post('/admin/installments', {
      operation: 'move-clock',
      moveTo: 'on-day',
      onDay: day,
    })
    expect(answer.status, day).toBe(302)
  }
  expect(site.rows("select 1 from audit_log where action = 'clock-moved'")).toEqual([])
})

test('nothing is spent in what is no month', async () => {
  for (const month of ['2025-13', '2025-00', '0000-00', '2025-6', '10000-01', 'soon'])
    expect((await post('/admin/analytics', { month, amount: '12' })).status, month).toBe(400)
})

test('a leap day that exists stays as asked', async () => {
  expect(await (await get('/admin/installments?day=2028-02-29')).text()).toContain('value="2028-02-29"')
})
