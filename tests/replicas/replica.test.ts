import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site, startIsOver, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'
import { ask } from '#tests/server/a-site'

// What LiteFS cannot know, on one machine that is now the primary and now a replica: its `.primary` comes and
// goes.

const LONG = patiently(120_000)
const folder = mkdtempSync(join(tmpdir(), 'savanna-litefs-'))
const database = join(folder, 'safari.db')
const becomeReplica = () => writeFileSync(join(folder, '.primary'), 'dallas\n')
const becomePrimary = () => rmSync(join(folder, '.primary'), { force: true })

let site: Site
let port: number
let staff: string
let said = ''
const listen = () =>
  site.process().stdout?.on('data', (words) => {
    said += words
  })
const startsOf = (words: string) => said.split(words).length - 1

beforeAll(async () => {
  site = await startSite({
    ...WAMBUI_ON_FLY,
    DATABASE_PATH: database,
    LITEFS_DIR: folder,
    PICTURES_DIR: join(folder, 'pictures'),
    BACKUP_DIR: join(folder, 'backups'),
  })
  listen()
  port = Number(new URL(site.url).port)
  staff = await staffCookie(site)
  await startIsOver(site)
}, LONG)
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

async function beginPaying(email: string) {
  const { status, body } = await createPaymentIntent(
    site.url,
    { customerInfo: customerInfo(email) },
    { address: '127.0.4.7' },
  )
  expect(status).toBe(200)
  return { intentId: String(body.paymentIntentId), reference: String(body.bookingReference) }
}

test('jobs stop where the machine becomes a replica', async () => {
  becomeReplica()
  await eventually(() => said.includes('The schedule runs elsewhere'))
  site.change(
    `insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id,
       next_attempt_at, created_at)
     values ('test', 'test', '', 'waits@example.com', 'Karibu', '', '', '<a@b>', 1, 1)`,
  )
  // Mail is looked for every second.
  await wait(2_500)
  expect(site.mailbox.messages().filter(({ to }) => to.includes('waits@example.com'))).toEqual([])
  expect((await ask(port, '/')).status).toBe(200)
  expect((await ask(port, '/my-booking')).status).toBe(200)
})

test('a page that would write there is sent to the primary', async () => {
  // Once a minute a page notes that its reader was there.
  site.change('update sessions set last_seen_at = last_seen_at - 120000')
  const page = await ask(port, '/admin/dashboard', { headers: { Cookie: staff } })
  expect([page.status, page.headers['fly-replay']]).toEqual([
    409,
    expect.stringContaining('instance=dallas;'),
  ])
  const data = await ask(port, '/admin/bookings.data', { headers: { Cookie: staff } })
  expect(data.headers['fly-replay']).toContain('instance=dallas;')
})

test('a photograph that is not there is asked for at the primary', async () => {
  const picture = await ask(port, '/photos/elephants-0a1b-480.jpg')
  expect(picture.headers['fly-replay']).toContain('instance=dallas;')
})

test('what was sent there once is not sent round and round', async () => {
  const headers = { Cookie: staff, 'fly-replay-src': 'instance=dallas' }
  const page = await ask(port, '/admin/dashboard', { headers })
  expect([page.status, page.headers['retry-after'], page.headers['fly-replay']]).toEqual([
    503,
    '5',
    undefined,
  ])
})

test('what writes at the machine says where to run it', () => {
  expect(site.staff('reset', 'Wambui')).toContain('run this on dallas')
})

test('jobs go on where it becomes the primary, and nothing runs twice', { timeout: LONG }, async () => {
  const daily = () => site.rows("select job, started_at from job_runs where job <> 'reconcile'")
  const before = daily()
  // What the site said before it was listened to, as on a busy machine, is not counted.
  const starts = startsOf('The schedule runs here')
  becomePrimary()
  await eventually(() => startsOf('The schedule runs here') === starts + 1)
  expect((await ask(port, '/admin/dashboard', { headers: { Cookie: staff } })).status).toBe(200)
  await site.mailbox.waitFor(({ to }) => to.includes('waits@example.com'), patiently(60_000))
  await beginPaying('ann@example.com')
  expect(daily()).toEqual(before)
})

test('what the last primary took along with it is found at Stripe', { timeout: LONG }, async () => {
  await site.stop()
  copyFileSync(database, `${database}.copy`)
  await site.start()
  const lost = await beginPaying('ben@example.com')
  site.stripe.payIntent(lost.intentId, '4242424242424242')
  await eventually(
    () => site.rows("select id from bookings where payment_status = 'deposit_paid'").length === 1,
  )
  await site.killHard()

  for (const log of ['-wal', '-shm']) rmSync(database + log, { force: true })
  copyFileSync(`${database}.copy`, database)
  becomeReplica()
  await site.start()
  becomePrimary()
  await site.mailbox.waitFor(({ text }) => text.includes(lost.intentId), patiently(60_000))
})
