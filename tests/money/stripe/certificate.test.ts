import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNull } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { hearClock, stripeAnswers } from '#app/money/stripe/client.server'
import { now } from '#app/platform/clock.server'
import { runDailyJob } from '#app/server/schedule/daily-jobs.server'
import { factsNow } from '#app/server/schedule/system-status.server'
import { alertStaff } from '#app/server/watch/alerts.server'
import { db } from '#db/connection.server'
import { alerts } from '#db/schema/running'

// A clock that is years off: no answer of Stripe is read, for its certificate counts as expired, or as not
// valid yet.

const stripe = await vi.hoisted(async () => {
  const server = (await import('node:https')).createServer()
  await new Promise<void>((done) => server.listen(0, done))
  process.env.STRIPE_API_BASE = `https://localhost:${(server.address() as AddressInfo).port}`
  return server
})
const folder = mkdtempSync(join(tmpdir(), 'savanna-certificate-'))
afterAll(() => {
  stripe.close()
  rmSync(folder, { recursive: true, force: true })
})

const inFolder = (name: string) => join(folder, name)
const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore', cwd: folder })

/** Stripe shows a certificate of its own making from now on, valid from one day to another. */
function showCertificate(from: number, to: number): void {
  writeFileSync(inFolder('index'), '')
  writeFileSync(inFolder('serial'), '01')
  writeFileSync(
    inFolder('ca'),
    '[ca]\ndefault_ca=own\n[own]\ndatabase=index\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=any\n[any]\n',
  )
  openssl(
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'key',
    '-out',
    'wish',
    '-subj',
    '/CN=localhost',
  )
  const signed = ['-selfsign', '-keyfile', 'key', '-in', 'wish', '-out', 'certificate', '-notext']
  const dates = ['-startdate', `${from}0101000000Z`, '-enddate', `${to}0101000000Z`]
  openssl('ca', '-batch', '-config', 'ca', ...signed, ...dates)
  stripe.setSecureContext({ key: readFileSync(inFolder('key')), cert: readFileSync(inFolder('certificate')) })
}

const look = async () => alertStaff(await factsNow(now()))
const open = () =>
  db
    .select({ kind: alerts.kind, found: alerts.found })
    .from(alerts)
    .where(isNull(alerts.overAt))
    .all()
    .filter(({ kind }) => kind === 'clock-off')
const runs = () => runDailyJob('retention', 'schedule', now)
const RAN = { counts: expect.anything() }
const year = new Date().getUTCFullYear()

test('a Stripe that is silent for another reason says nothing of the clock', async () => {
  showCertificate(year - 1, year + 2)
  expect(await stripeAnswers()).toBe(false)
  await look()
  expect(open()).toEqual([])
  expect(await runs()).toEqual(RAN)
})

test.each([
  ['expired', year - 2, year - 1, 'ahead'],
  ['not yet valid', year + 2, year + 3, 'behind'],
])('where its certificate counts as %s the clock is wrong and jobs wait', async (state, from, to, side) => {
  showCertificate(from, to)
  expect(await stripeAnswers()).toBe(false)
  await look()
  expect(open()).toEqual([
    {
      kind: 'clock-off',
      found: `By the machine’s clock Stripe’s certificate is ${state}: the clock seems to be far ${side}.`,
    },
  ])
  expect(await runs()).toEqual({ refused: 'clock-wrong' })

  // Nothing else than an answer says that it is right again.
  showCertificate(year - 1, year + 2)
  expect(await stripeAnswers()).toBe(false)
  await look()
  expect(open()).toHaveLength(1)
  hearClock(new Date().toUTCString(), Date.now(), Date.now())
  await look()
  expect(open()).toEqual([])
  expect(await runs()).toEqual(RAN)
})
