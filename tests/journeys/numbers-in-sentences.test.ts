import { afterAll, beforeAll, expect, test } from 'vitest'
import { showHour } from '#app/platform/days'
import { JOB_HOURS } from '#app/server/schedule/job-hours'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'

// Numbers come from their constants and from the tour; the sentences around them read as they always did.

let site: Site
let cookie = ''
beforeAll(async () => {
  site = await startSite(WAMBUI)
  cookie = await staffCookie(site)
})
afterAll(() => site.close())

const read = async (path: string) =>
  (await (await fetch(site.url + path, { headers: { Cookie: cookie } })).text()).replace(
    /<!-- -->|<\/?span[^>]*>/g,
    '',
  )

test.each([
  ['/', 'a live country band, twelve days, twenty travelers.'],
  ['/', 'Oct 16 to Oct 27, 2025 · 12 days · from $4,500 · 20 seats left'],
  ['/checkout', '1 traveler, 12 days'],
  ['/checkout', 'Your seat is held for 30 minutes while you do.'],
  [
    '/admin/installments',
    `runs the reminders at ${showHour(JOB_HOURS.reminders)} and the overdue notices at ${showHour(JOB_HOURS.overdue)}, Central Time`,
  ],
  [
    '/admin/installments',
    'is due no sooner than 14 days and the final one no sooner than 28 days after booking, but always before departure.',
  ],
  [
    '/admin/installments',
    '4 or more days, friendly; 2 or 3, urgent; 0 or 1, final notice. After the due date, 0 sends the overdue notice.',
  ],
  [
    '/admin/departures/1/settings',
    'is due no sooner than 14 days and the final one no sooner than 28 days after booking, but always before departure.',
  ],
  ['/admin/settings/experiences', 'The home page shows the first four that are featured, in this order.'],
  ['/admin/dashboard', 'Installments in the next seven days'],
])('%s says “%s”', async (path, sentence) => {
  expect((await read(path)).replace(/\s+/g, ' ')).toContain(sentence)
})
