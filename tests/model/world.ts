import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Mailbox, startMailbox } from '#scripts/sandbox/mailbox/start'
import type { StripeSandbox } from '#scripts/sandbox/stripe/inspection'
import { startStripeSandbox } from '#scripts/sandbox/stripe/start'
import { patiently } from '#scripts/test/patience.mjs'
import { freePort } from '#tests/fixtures/free-port'
import { ownProcess } from '#tests/fixtures/own-process'
import type { Command, Done } from './commands'

const WEBHOOK_SECRET = 'whsec_model'
/** An answer that takes longer does not come. */
const ANSWER_MS = patiently(20_000)
const START = Date.parse('2025-06-01T17:00:00Z')

/**
 * Everything a run of the model plays with; `kills` counts processes that ended in the middle of something.
 */
export type World = {
  stripe: StripeSandbox
  mailbox: Mailbox
  kills: number
  faults: string[]
  rows<Row>(query: string, ...values: unknown[]): Row[]
  /** What `look` reads is of one moment: the process it asks about goes on. */
  inOneRead<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen>
  tell(command: Command): Promise<Done>
  /** Two commands at the same moment, each in a process of its own. */
  tellBoth(one: Command, other: Command): Promise<Done[]>
  /**
   * Begins a command and kills the process after this many requests to Stripe, and this many milliseconds
   * are over; another one goes on.
   */
  killDuring(command: Command, afterRequests: number, ms?: number): Promise<void>
}

/**
 * Two processes with the site's functions, one database file, one Stripe and one mail server, which many runs
 * share; `fresh` begins a run with nothing booked.
 */
export async function startWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'savanna-model-'))
  const file = join(folder, 'model.db')
  const mailbox = await startMailbox({ smtpPort: await freePort(), httpPort: 0 })
  let stripe = await startStripeSandbox({ port: await freePort() })
  const environment = {
    NODE_ENV: 'test' as const,
    BASE_URL: 'http://localhost:3000',
    DATABASE_PATH: file,
    SESSION_SECRET: 'for-tests-only-and-for-nothing-else',
    BUSINESS_TIMEZONE: 'America/Chicago',
    CLOCK_START: new Date(START).toISOString(),
    STRIPE_SECRET_KEY: stripe.keys.secret,
    STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.apiBase,
    STRIPE_JS_URL: stripe.jsUrl,
    SMTP_URL: mailbox.smtpUrl,
    BACKUP_HOUR: 'off',
    STAFF_EMAIL: 'staff@savannasoul.example',
    PATH: process.env.PATH,
  }
  // The second one is there for what happens at the same moment, and goes on where the first was killed.
  let admin = await startAdmin(environment)
  let other = startAdmin(environment)
  let database: Database.Database | undefined
  const reader = () => {
    database ??= new Database(file, { readonly: true })
    return database
  }

  const world: World = {
    get stripe() {
      return stripe
    },
    mailbox,
    kills: 0,
    faults: [],
    rows: <Row>(query: string, ...values: unknown[]) =>
      reader()
        .prepare(query)
        .all(...values) as Row[],
    async inOneRead(look) {
      reader().exec('begin')
      try {
        return await look()
      } finally {
        reader().exec('commit')
      }
    },
    async tell(command) {
      const done = await admin.tell(command)
      if (command.name === 'moveClock') await setClocksAlike()
      return done
    },
    tellBoth: async (one, another) => Promise.all([admin.tell(one), (await other).tell(another)]),
    async killDuring(command, afterRequests, ms = 0) {
      await setClocksAlike()
      const asked = stripe.requests().length
      let isOver = false
      void admin.tell(command).then(() => {
        isOver = true
      })
      while (!isOver && stripe.requests().length - asked < afterRequests) await pause(1)
      if (ms > 0) await pause(ms)
      await admin.kill()
      world.kills += 1
      admin = await other
      other = startAdmin(environment)
      await listenToStripe()
      await setClocksAlike()
    },
  }
  const setClocksAlike = async () => {
    const done = await admin.tell({ name: 'clock', with: {} })
    if ('answer' in done) await (await other).tell({ name: 'clock', with: { at: Number(done.answer) } })
  }
  const listenToStripe = async () => {
    for (const one of [admin, await other]) one.onFault((fault) => world.faults.push(fault))
    stripe.setWebhook({ url: `http://127.0.0.1:${admin.port}/`, secret: WEBHOOK_SECRET })
  }

  return {
    async fresh(): Promise<World> {
      const { port } = stripe
      await stripe.close()
      stripe = await startStripeSandbox({ port })
      await mailbox.startSmtp()
      mailbox.refuse(false)
      mailbox.clear()
      if (admin.isOver()) admin = await startAdmin(environment)
      if ((await other).isOver()) other = startAdmin(environment)
      await listenToStripe()
      Object.assign(world, { kills: 0, faults: [] })
      const done = await admin.tell({ name: 'reset', with: { at: START } })
      if (!('answer' in done)) throw new Error(JSON.stringify(done))
      await setClocksAlike()
      return world
    },
    async close() {
      await Promise.all([admin.kill(), (await other).kill()])
      database?.close()
      await Promise.all([stripe.close(), mailbox.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startAdmin(environment: NodeJS.ProcessEnv) {
  const child: ChildProcess = ownProcess('tests/model/admin-process.ts', environment)
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  const tooEarly = exit.then((how) => Promise.reject(new Error(`A process ended as it began: ${how}`)))
  const [{ ready: port }] = (await Promise.race([once(child, 'message'), tooEarly])) as [{ ready: number }]
  const waiting = new Map<number, (done: Done) => void>()
  let told = 0
  let isKilled = false
  let isOver = false
  let onFault: (fault: string) => void = () => {}
  child.on('message', (done: Done) => {
    if (done.id === 0 && 'fault' in done) onFault(done.fault)
    waiting.get(done.id)?.(done)
    waiting.delete(done.id)
  })
  const exited = exit.then(([code, signal]) => {
    isOver = true
    if (!isKilled) onFault(`a process ended by itself: ${signal ?? code}`)
    for (const [id, answer] of waiting) answer({ id, unavailable: 'the process has ended' })
    waiting.clear()
  })
  const kill = async () => {
    isKilled = true
    child.kill('SIGKILL')
    await exited
  }
  return {
    port,
    onFault(heard: (fault: string) => void) {
      onFault = heard
    },
    tell(command: Command): Promise<Done> {
      told += 1
      const id = told
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          answer({ id, fault: `${command.name} had no answer after ${ANSWER_MS / 1_000} s` })
          void kill()
        }, ANSWER_MS)
        const answer = (done: Done) => {
          clearTimeout(timer)
          resolve(done)
        }
        waiting.set(id, answer)
        child.send({ id, command }, (error) => {
          if (error) answer({ id, unavailable: `the process has ended: ${error.message}` })
        })
      })
    },
    kill,
    isOver: () => isOver,
  }
}
