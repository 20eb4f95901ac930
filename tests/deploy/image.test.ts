import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { mailbox, stripeSandbox } from '#tests/fixtures/environment'
import { eventually, freePort } from '#tests/fixtures/site'
import { canRehearse, rehearseIn, startMachine } from './a-machine'
import { buildImage, type Image, librariesOf } from './an-image'

// The Dockerfile, played without an engine: its steps in a clean folder, its own entry point, the user it runs as, code
// that cannot be written to, a volume, signals. `npm run rehearse` also installs and builds anew, as the Dockerfile says.

const WHOLE = process.env.REHEARSAL === 'whole'
const MINUTES = 60_000
const WEBHOOK_SECRET = 'whsec_rehearsal'

const volume = mkdtempSync(join(tmpdir(), 'savanna-volume-'))
let image: Image
let variables: Record<string, string>
let url: string

beforeAll(
  async () => {
    if (!canRehearse) return
    mkdirSync('.cache', { recursive: true })
    image = await buildImage(`.cache/rehearsal-${process.pid}`, { whole: WHOLE })
    const port = await freePort()
    url = `http://localhost:${port}`
    stripeSandbox.setWebhook({ url: `${url}/api/stripe/webhook`, secret: WEBHOOK_SECRET })
    variables = {
      PORT: String(port),
      BASE_URL: url,
      SESSION_SECRET: 'for-the-rehearsal-and-for-nothing-else',
      DATA_KEY: 'for-the-rehearsal-and-for-nothing-else',
      ADMIN_USERNAME: 'Wambui',
      ADMIN_PASSWORD: 'karibu-sana',
      STRIPE_SECRET_KEY: stripeSandbox.keys.secret,
      STRIPE_PUBLISHABLE_KEY: stripeSandbox.keys.publishable,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: stripeSandbox.apiBase,
      STRIPE_JS_URL: stripeSandbox.jsUrl,
      SMTP_URL: mailbox.smtpUrl,
      CLOCK_START: '2025-06-01T17:00:00Z',
    }
  },
  patiently(WHOLE ? 15 * MINUTES : 2 * MINUTES),
)

let machine: ReturnType<typeof startMachine> | undefined
afterAll(async () => {
  machine?.signal('KILL')
  await machine?.ended
  for (const folder of [volume, `.cache/rehearsal-${process.pid}`])
    rmSync(folder, { recursive: true, force: true })
})

async function start() {
  const started = startMachine(image, { env: variables, volume })
  machine = started
  let isOver = false
  void started.ended.then(() => {
    isOver = true
  })
  await expect
    .poll(async () => isOver || (await fetch(`${url}/healthz`).catch(() => null))?.status === 200)
    .toBe(true)
  if (isOver) throw new Error(`It did not start:\n${started.said()}`)
  return started
}

/** The volume's database, from outside. */
function rows<Row>(query: string, ...values: unknown[]): Row[] {
  const file = new Database(join(volume, 'safari.db'))
  try {
    return file.prepare(query).all(...values) as Row[]
  } finally {
    file.close()
  }
}

type Locked = { version: string; dev?: boolean; optional?: boolean }
type Component = { group?: string; name: string; version: string }

/** Every package of the lock file, by its folder. */
const locked = Object.entries<Locked>(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages).slice(1)

const inSite = (path: string) => join(image.root, image.workdir, path)

describe.runIf(canRehearse)('the image', () => {
  test('holds what production needs and no tool of development', () => {
    const missing = locked.filter(
      ([path, { dev, optional }]) => !dev && !optional && !existsSync(inSite(path)),
    )
    expect(missing).toEqual([])
    expect(locked.filter(([path, { dev }]) => dev && existsSync(inSite(path)))).toEqual([])
    expect(readdirSync(join(image.root, image.workdir)).sort()).toEqual(
      ['build', 'db', 'node_modules', 'package.json', 'sbom.cdx.json', 'scripts'].sort(),
    )
  })

  test('lists its packages with their versions', () => {
    const { components } = JSON.parse(readFileSync(inSite('sbom.cdx.json'), 'utf8'))
    const listed = components.map(
      ({ group, name, version }: Component) => `${group ? `${group}/` : ''}${name}@${version}`,
    )
    const installed = locked
      .filter(([path]) => existsSync(inSite(path)))
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
    expect(listed.sort()).toEqual([...new Set(installed)].sort())
  })

  test('has native modules that load with Node’s and C’s libraries alone', () => {
    const modules = execFileSync('find', [inSite('node_modules'), '-name', '*.node'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .filter((path) => !/musl|test_extension|obj\.target/.test(path))
    expect(modules.join()).toContain('better_sqlite3.node')
    const missing = modules.flatMap((path) =>
      librariesOf(path).filter(
        (library) => !library.startsWith(image.root) && !existsSync(image.root + library),
      ),
    )
    expect(missing).toEqual([])
  })
})

describe.runIf(canRehearse)('a machine with the image', () => {
  test('starts as process 1 of the user node on a volume of root’s', async () => {
    const started = await start()
    expect(started.status('Uid')).toEqual(['1000', '1000', '1000', '1000'])
    expect(started.status('Gid')).toEqual(['1000', '1000', '1000', '1000'])
    expect(started.status('NSpid').at(-1)).toBe('1')
    expect(started.status('CapEff')).toEqual(['0000000000000000'])
    expect(readdirSync(volume)).toContain('safari.db')
  })

  test('is well by its own health check and serves pages and pictures', async () => {
    rehearseIn(image, image.healthcheck, { env: variables, volume })
    const home = await fetch(url)
    expect(home.status).toBe(200)
    const [picture = ''] = /\/assets\/[^"' ]+\.(?:webp|avif|jpg)/.exec(await home.text()) ?? []
    expect((await fetch(url + picture)).status).toBe(200)
    expect((await fetch(`${url}/checkout?roomType=double`)).status).toBe(200)
    expect(() => rehearseIn(image, image.healthcheck, { env: { ...variables, PORT: '9' }, volume })).toThrow()
  })

  test('writes nowhere but into its volume', () => {
    const tries = ['/site/here', '/site/build/here', '/etc/here', '/here'].map((path) => `! mkdir ${path}`)
    rehearseIn(image, ['sh', '-c', tries.join(' && ')], { env: variables, volume })
    expect(machine?.said()).not.toMatch(/EROFS|EACCES|read-only|"level":"(?:warn|error)"/)
  })

  test('answers the booking that is under way when it is stopped', async () => {
    const held = stripeSandbox.hold('POST /v1/payment_intents')
    const booking = createPaymentIntent(url, { customerInfo: customerInfo() })
    await held.seen()
    const askedAt = Date.now()
    machine?.signal('TERM')
    await expect.poll(() => machine?.said()).toContain('The site is stopping')
    held.release()
    const { status, body } = await booking
    expect(status).toBe(200)
    expect(await machine?.ended).toBe(0)
    expect(Date.now() - askedAt).toBeLessThan(10_000)
    expect(readdirSync(volume).filter((name) => name.endsWith('-wal'))).toEqual([])
    expect(
      rows(
        'select payment_status as status from bookings where booking_reference = ?',
        body.bookingReference,
      ),
    ).toEqual([{ status: 'pending' }])
  })

  test('goes on with the same volume: paid, confirmed, backed up', async () => {
    await start()
    const [intent] = rows<{ id: string }>('select stripe_intent_id as id from payment_intents')
    stripeSandbox.payIntent(intent?.id ?? '', '4242424242424242')
    await eventually(() => rows("select 1 from bookings where payment_status = 'deposit_paid'").length === 1)
    await eventually(() =>
      mailbox.messages().some(({ to }) => JSON.stringify(to).includes('wanjiru@example.com')),
    )

    // docs/running.md, at the machine's console.
    const atConsole = (command: string) =>
      rehearseIn(
        image,
        ['sh', '-c', `cd /site && setpriv --reuid=node --regid=node --init-groups ${command}`],
        {
          env: variables,
          volume,
        },
      )
    expect(atConsole('node build/server/backup.js')).toContain('.gz')
    expect(atConsole('node build/server/staff.js reset Wambui')).toContain(`${url}/`)
    machine?.signal('TERM')
    expect(await machine?.ended).toBe(0)
  })
})
