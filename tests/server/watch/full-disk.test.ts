import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALERTS } from '#app/server/watch/alert-kinds'
import { patiently } from '#scripts/test/patience.mjs'
import { everySent, type Site, startIsOver, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'

// A site on a small disk of its own, which is filled. Mounting one takes root and Linux: elsewhere there is
// nothing to fill.

const LONG = patiently(60_000)
const MEGABYTE = 1_048_576
const disk = mkdtempSync(join(tmpdir(), 'savanna-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk]).status === 0
const ballast = join(disk, 'ballast')

let site: Site
let cookie: string
beforeAll(async () => {
  if (!isMounted) return
  const usual = process.env.TMPDIR
  process.env.TMPDIR = disk
  site = await startSite({ ...WAMBUI, CLOCK_START: '2025-06-01T17:05:00Z' })
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
  cookie = await staffCookie(site)
  await startIsOver(site)
}, LONG)
afterAll(async () => {
  if (isMounted) {
    await site.close()
    spawnSync('umount', [disk])
  }
  rmSync(disk, { recursive: true, force: true })
}, LONG)

/** Fills the disk until this many megabytes are free; all of it for 0. */
function fill(freeMb: number): void {
  const file = openSync(ballast, 'a')
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(disk)
      const excess = bavail * bsize - freeMb * MEGABYTE
      if (excess <= 0) return
      writeSync(file, Buffer.alloc(Math.min(excess, MEGABYTE)))
    }
  } finally {
    closeSync(file)
  }
}

const moveClock = () =>
  fetch(`${site.url}/admin/installments`, {
    method: 'POST',
    headers: { Cookie: cookie },
    redirect: 'manual',
    body: new URLSearchParams({ operation: 'move-clock', moveTo: 'next-run' }),
  })

const page = async () =>
  (await (await fetch(`${site.url}/admin/health`, { headers: { Cookie: cookie } })).text()).replaceAll(
    '<!-- -->',
    '',
  )

async function told(): Promise<string[]> {
  await everySent(site)
  return site.mailbox.messages().map(({ subject }) => subject)
}

test.runIf(isMounted)(
  'a disk that fills is told, and when it has room',
  async () => {
    expect((await moveClock()).status).toBe(302)
    expect(await told()).toEqual([])
    expect(await page()).toContain('All is well')

    fill(5)
    expect((await moveClock()).status).toBe(302)
    expect(await told()).toEqual([ALERTS['disk-low'].subject])
    expect(await page()).toContain('Action needed: the disk is nearly full.')

    fill(0)
    expect((await moveClock()).status).toBe(503)
    expect(await page()).toContain('0% of the disk is free, 0 MB.')
    expect(await (await fetch(`${site.url}/healthz`)).text()).toBe('ok\n')

    rmSync(ballast)
    expect((await moveClock()).status).toBe(302)
    expect(await told()).toEqual([ALERTS['disk-low'].subject, ALERTS['disk-low'].overSubject])
    expect(await page()).toContain('All is well')
  },
  LONG,
)

const inquire = (n: number) =>
  fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Asha',
      lastName: 'Mwangi',
      email: `asha${n}@example.com`,
      phone: '+1 512 555 0100',
      interest: 'cultural',
      message: `We are ${n}. ${'We ask much. '.repeat(150)}`,
    }),
  })

/** A mail server that takes nothing, and counts who comes. */
async function refusingServer() {
  let came = 0
  await site.mailbox.stopSmtp()
  const server = createServer((socket) => {
    came += 1
    socket.on('error', () => undefined)
    socket.end('421 Not now\r\n')
  }).listen(site.mailbox.smtpPort, '127.0.0.1')
  await once(server, 'listening')
  return { came: () => came, close: () => new Promise((done) => server.close(done)) }
}

test.runIf(isMounted)(
  'what a full disk did not take is answered 503, and no letter is tried again and again',
  async () => {
    const server = await refusingServer()
    expect((await inquire(1)).status).toBe(201)
    fill(0)
    const answers: Record<string, number> = {}
    for (let n = 2; n < 10; n += 1) answers[`asha${n}@example.com`] = (await inquire(n)).status
    expect(new Set(Object.values(answers))).toContain(503)
    // The sender looks every second.
    await pause(3_000)
    const tried = server.came()
    await site.killHard()
    await server.close()
    rmSync(ballast)

    const [stored] = site.rows<{ attempts: number }>('select sum(attempts) as attempts from outbox')
    expect(tried).toBeLessThanOrEqual(stored?.attempts ?? 0)
    const kept = new Set(
      site.rows<{ email: string }>('select email from contact_inquiries').map(({ email }) => email),
    )
    for (const [email, status] of Object.entries(answers))
      expect([email, status]).toEqual([email, kept.has(email) ? 201 : 503])
    await site.mailbox.startSmtp()
    await site.start()
  },
  LONG,
)
