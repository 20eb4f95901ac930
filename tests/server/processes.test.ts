import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, freePort, type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { ask } from './a-site'

// The built site by two processes on one port and one file (WEB_PROCESSES).

let site: Site
let port: number
beforeAll(async () => {
  site = await startSite({ WEB_PROCESSES: '2', ...WAMBUI })
  port = Number(new URL(site.url).port)
})
afterAll(() => site.close())

/** The processes that serve, by their ids: the children of the one that was started. */
function workers(of = Number(site.process().pid)): number[] {
  const children = readFileSync(`/proc/${of}/task/${of}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

const seatsLeft = ({ text }: { text: string }) => Number(/(\d+) of \d+ left/.exec(text)?.[1])

const tour = () => ask(port, '/texascountrysafari')

test('both processes show a taken seat at once', async () => {
  await eventually(() => workers().length === 2)
  for (let guest = 1; guest <= 6; guest += 1) {
    const before = seatsLeft(await tour())
    const { status } = await createPaymentIntent(
      site.url,
      { customerInfo: customerInfo(`guest${guest}@example.com`) },
      { address: `127.0.4.${guest}` },
    )
    expect(status).toBe(200)
    const pages = await Promise.all(Array.from({ length: 8 }, tour))
    expect(new Set(pages.map(seatsLeft))).toEqual(new Set([before - 1]))
  }
})

test('both know who has signed in', async () => {
  const Cookie = await staffCookie(site)
  const pages = await Promise.all(
    Array.from({ length: 6 }, () => ask(port, '/admin/bookings', { headers: { Cookie } })),
  )
  expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('a network address is counted over both', async () => {
  const statuses: number[] = []
  for (let one = 0; one < 14; one += 1) {
    const { status } = await ask(port, '/api/newsletter', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.url },
      body: JSON.stringify({ email: 'not an address' }),
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
})

test('jobs, mail and reconcile run in one of them', async () => {
  const runs = () => site.rows<{ job: string }>('select job from job_runs order by job').map(({ job }) => job)
  await eventually(() => runs().length >= 5)
  const { body } = await createPaymentIntent(
    site.url,
    { customerInfo: customerInfo('mail@example.com') },
    { address: '127.0.4.99' },
  )
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  await site.mailbox.waitFor(({ to }) => to.includes('mail@example.com'), patiently(15_000))
  expect(runs().filter((job) => job !== 'reconcile')).toEqual([
    'details',
    'overdue',
    'reminders',
    'retention',
  ])
  // It runs at the start and every ten minutes: two of them would run it at one time.
  const [together] = site.rows(
    `select one.id from job_runs one join job_runs other on other.job = one.job and other.id > one.id
     where abs(one.started_at - other.started_at) < 5000`,
  )
  expect(together).toBeUndefined()
  expect(site.mailbox.messages().filter(({ to }) => to.includes('mail@example.com'))).toHaveLength(1)
  expect(site.rows("select holder from job_leases where job = 'schedule'")).toHaveLength(1)
})

test('one that is killed is replaced, and guests are served meanwhile', async () => {
  const before = workers()
  const holder = () => site.rows<{ holder: string }>("select holder from job_leases where job = 'schedule'")
  const held = holder()
  for (const pid of before) {
    process.kill(pid, 'SIGKILL')
    await eventually(() => workers().length === 2 && !workers().includes(pid), 15_000)
  }
  await eventually(() => holder()[0]?.holder !== held[0]?.holder, 15_000)
  expect((await tour()).status).toBe(200)
})

test('two that stop finish the request under way', async () => {
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const posting = request({
      port,
      path: '/api/stripe/webhook',
      method: 'POST',
      headers: { 'Content-Length': 4, Expect: '100-continue' },
    })
    posting.once('continue', async () => {
      process.kill(Number(site.process().pid), 'SIGTERM')
      await expect
        .poll(() =>
          ask(port, '/healthz').then(
            () => true,
            () => false,
          ),
        )
        .toBe(false)
      posting.end('abcd')
    })
    posting.once('response', (response) => resolve(response.resume().statusCode))
    posting.once('error', reject)
    posting.flushHeaders()
  })
  expect(await answered).toBe(400)
  await eventually(() => site.process().exitCode !== null)
  expect(site.process().exitCode).toBe(0)
  await site.start()
})

test('what keeps one from starting ends both, with its sentence', async () => {
  const broken: ChildProcess = spawn(process.execPath, ['build/server/start.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...site.settings,
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      DATABASE_PATH: '/dev/null/safari.db',
    },
  })
  const [said, [code]] = await Promise.all([text(broken.stderr ?? process.stdin), once(broken, 'exit')])
  expect(said.trim().split('\n')).toEqual([expect.stringContaining('/dev/null')])
  expect(code).toBe(1)
})

test('several processes do not start without a common secret', async () => {
  const broken: ChildProcess = spawn(process.execPath, ['build/server/start.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...site.settings, NODE_ENV: 'development', SESSION_SECRET: '' },
  })
  expect(await text(broken.stderr ?? process.stdin)).toContain('SESSION_SECRET')
})
