import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startIsOver, startSite } from '#tests/fixtures/site'

// The built site, asked as Prometheus asks it.

const METRICS_TOKEN = 'for-prometheus-and-nobody-else'

let site: Site
beforeAll(async () => {
  site = await startSite({ METRICS_TOKEN })
  await startIsOver(site)
})
afterAll(() => site.close())

const scrape = (token: string | null = METRICS_TOKEN) =>
  fetch(`${site.url}/metrics`, { headers: token === null ? {} : { Authorization: `Bearer ${token}` } })

/** The value of a line such as `safari_holds`, or `safari_seats_left{departure="2025-10-16"}`. */
async function figure(line: string): Promise<number> {
  const text = await (await scrape()).text()
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return Number(found?.slice(line.length + 1))
}

test('without the variable there is no such page', async () => {
  await site.stop()
  await site.start({ METRICS_TOKEN: undefined })
  expect((await scrape()).status).toBe(404)
  await site.stop()
  await site.start()
})

test.each([[null], [''], ['for-prometheus-and-nobody-els'], ['wrong'], [METRICS_TOKEN.toUpperCase()]])(
  'the token %s is turned away with nothing said',
  async (token) => {
    const answer = await scrape(token)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(await answer.text()).not.toContain('safari_')
  },
)

test('each line is Prometheus text, with help and type', async () => {
  const answer = await scrape()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  const lines = (await answer.text()).split('\n').filter(Boolean)
  const number = '(?:-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Nan|\\+Inf)'
  const sample = new RegExp(`^([a-z_]+[a-z0-9_]*)(?:\\{(?:[a-z]+="[^"\\n]*",?)+\\})? ${number}$`)
  const samples = lines.filter((line) => !line.startsWith('#'))
  expect(samples.filter((line) => !sample.test(line))).toEqual([])
  for (const name of new Set(samples.map((line) => sample.exec(line)?.[1] ?? ''))) {
    const family = name.replace(/_(bucket|sum|count)$/, '')
    expect(
      lines.filter((line) => line.startsWith(`# TYPE ${family} `) || line.startsWith(`# TYPE ${name} `)),
    ).toHaveLength(1)
  }
})

test('requests are counted by who took them and status', async () => {
  const counted = (kind: string, status: string) =>
    figure(`safari_http_request_duration_seconds_count{kind="${kind}",status="${status}"}`)
  const before = await counted('front', '2xx')
  for (let times = 0; times < 3; times += 1) await (await fetch(site.url)).text()
  await expect.poll(() => counted('front', '2xx')).toBe((before || 0) + 3)
  await fetch(`${site.url}/favicon.svg`)
  await fetch(`${site.url}/nowhere-at-all`)
  await fetch(`${site.url}/admin/health`, { redirect: 'manual' })
  await fetch(`${site.url}/api/admin/me`)
  await fetch(`${site.url}/api/stripe/webhook`, { method: 'POST', body: '{}' })
  await expect.poll(() => counted('screen', '4xx')).toBeGreaterThan(0)
  await expect.poll(() => counted('staff', '3xx')).toBeGreaterThan(0)
  await expect.poll(() => counted('call', '4xx')).toBeGreaterThan(0)
  await expect.poll(() => counted('webhook', '4xx')).toBeGreaterThan(0)
  expect(await counted('machine', '2xx')).toBeGreaterThan(0)
})

test('what strangers write is in no label', async () => {
  const lines = async () => (await (await scrape()).text()).match(/^safari_http_/gm)?.length
  await fetch(`${site.url}/nowhere/evil-word?q=evil-word`, { headers: { 'User-Agent': 'evil-word' } })
  const before = await lines()
  for (let n = 0; n < 20; n += 1) {
    await fetch(`${site.url}/nowhere/evil-word-${n}?q=evil-word`, {
      headers: { 'User-Agent': `evil-word-${n}` },
    })
  }
  expect(await (await scrape()).text()).not.toContain('evil-word')
  expect(await lines()).toBe(before)
})

test('a held seat, its mail and Stripe show in the figures', async () => {
  expect(await figure('safari_seats_left{departure="2025-10-16"}')).toBe(20)
  const answered = (await figure('safari_stripe_calls_total{outcome="answered"}')) || 0
  await createPaymentIntent(site.url, { customerInfo: customerInfo() })
  expect(await figure('safari_holds')).toBe(1)
  expect(await figure('safari_seats_left{departure="2025-10-16"}')).toBe(19)
  expect(await figure('safari_seats_taken{departure="2025-10-16"}')).toBe(1)
  expect(await figure('safari_stripe_calls_total{outcome="answered"}')).toBeGreaterThan(answered)
  expect(Math.abs(await figure('safari_clock_ahead_seconds'))).toBeLessThan(30)

  site.stripe.switches.apiDown = true
  await createPaymentIntent(site.url, { customerInfo: customerInfo('other@example.com', 'Other Guest') })
  site.stripe.allWell()
  expect(await figure('safari_stripe_calls_total{outcome="failed"}')).toBeGreaterThan(0)
})

test('mail, files, jobs and the event loop have figures', async () => {
  await site.mailbox.stopSmtp()
  site.change(
    `insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id, next_attempt_at, created_at)
     values ('test', 'test', '', 'a@example.com', 'Karibu', '', '', '<a@b>', 1748796600000, 1748796600000)`,
  )
  expect(await figure('safari_outbox_mails{state="waiting"}')).toBe(1)
  expect(await figure('safari_outbox_oldest_seconds')).toBeGreaterThan(600)
  expect(await figure('safari_job_last_success_timestamp_seconds{job="reminders"}')).toBeGreaterThan(
    1_748_700_000,
  )
  expect(await figure('safari_job_failing{job="reminders"}')).toBe(0)
  for (const line of [
    'safari_database_bytes',
    'safari_disk_free_bytes',
    'nodejs_eventloop_lag_seconds',
    'process_resident_memory_bytes',
  ])
    expect(await figure(line), line).toBeGreaterThan(0)
  expect(await figure('safari_database_wal_bytes')).toBeGreaterThanOrEqual(0)
  expect(await figure('safari_refunds_owed_cents')).toBe(0)
  expect(await figure('safari_backup_age_seconds')).toBeNaN()
  expect(await figure('safari_alert{kind="mail-stuck"}')).toBe(0)
})
