import { type ChildProcess, spawn } from 'node:child_process'
import { startMailbox } from '#scripts/sandbox/mailbox/start'
import { startStripeSandbox } from '#scripts/sandbox/stripe/start'
import { patiently } from '#scripts/test/patience.mjs'
import { eventually, freePort, WEBHOOK_SECRET } from '#tests/fixtures/site'
import { startFlyProxy } from './fly-proxy'
import { startLiteFs } from './litefs'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

type Machine = { port: number; process: ChildProcess | null; said: string }

/** The built site as processes on several machines, behind Fly's proxy, over LiteFS: all three are played. */
export async function startCluster(
  names: [string, ...string[]],
  settings: (portOf: (name: string) => number) => Record<string, string> = () => ({}),
) {
  const stripe = await startStripeSandbox({ port: 0 })
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 })
  const litefs = startLiteFs(names)
  const machines = new Map<string, Machine>()
  for (const name of names) machines.set(name, { port: await freePort(), process: null, said: '' })
  const machine = (name: string): Machine => {
    const found = machines.get(name)
    if (!found) throw new Error(`There is no ${name}`)
    return found
  }
  const proxy = await startFlyProxy((name) => machine(name).port)
  stripe.setWebhook({ url: `${proxy.url}/api/stripe/webhook`, secret: WEBHOOK_SECRET })

  function settingsOf(name: string): NodeJS.ProcessEnv {
    const { folder, databasePath } = litefs.named(name)
    return {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(machine(name).port),
      BASE_URL: proxy.url,
      DATABASE_PATH: databasePath,
      LITEFS_DIR: folder,
      PICTURES_DIR: `${folder}-pictures`,
      BACKUP_DIR: `${folder}-backups`,
      FLY_APP_NAME: 'savanna-soul',
      SESSION_SECRET: 'for-tests-only-and-for-nothing-else',
      DATA_KEY: 'a-data-key-for-tests-and-for-nothing-else',
      STRIPE_SECRET_KEY: stripe.keys.secret,
      STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: stripe.apiBase,
      STRIPE_JS_URL: stripe.jsUrl,
      SMTP_URL: mailbox.smtpUrl,
      STAFF_EMAIL: 'staff@savannasoul.example',
      CLOCK_START: '2025-06-01T17:00:00Z',
      BACKUP_HOUR: 'off',
      ...settings((other) => machine(other).port),
    }
  }

  function begin(name: string): void {
    const one = machine(name)
    const child = spawn(process.execPath, ['build/server/start.js'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: settingsOf(name),
    })
    one.process = child
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (words) => {
        one.said = (one.said + words).slice(-40_000)
      })
    child.once('exit', () => {
      one.process = null
    })
  }

  async function answers(name: string): Promise<void> {
    const { port } = machine(name)
    for (const end = Date.now() + patiently(20_000); Date.now() < end; ) {
      if (machine(name).process === null) throw new Error(`${name} did not start:\n${machine(name).said}`)
      const health = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
      if (health?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`${name} did not answer:\n${machine(name).said}`)
  }

  async function end(name: string, signal: NodeJS.Signals): Promise<void> {
    machine(name).process?.kill(signal)
    await eventually(() => machine(name).process === null, 15_000)
  }

  const [first, ...others] = names
  await litefs.promote(first)
  begin(first)
  await answers(first)
  await litefs.settled()
  for (const name of others) begin(name)
  for (const name of others) await answers(name)
  proxy.sendTo(first)

  return {
    stripe,
    mailbox,
    litefs,
    proxy,
    machine,
    /** All that a machine's process reads: another program may be started there. */
    settingsOf,
    /** Ends a machine's process: SIGTERM in good order, SIGKILL as a power cut. */
    end,
    async start(name: string): Promise<void> {
      begin(name)
      await answers(name)
    },
    rows: litefs.rows,
    async close(): Promise<void> {
      for (const name of names) machine(name).process?.kill('SIGKILL')
      await eventually(() => names.every((name) => machine(name).process === null))
      await proxy.close()
      await litefs.close()
      await stripe.close()
      await mailbox.close()
    },
  }
}
