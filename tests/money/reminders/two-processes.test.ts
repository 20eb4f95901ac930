import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { mailbox, stripeSandbox } from '#tests/fixtures/environment'
import { putMigratedFile } from '#tests/fixtures/migrated-file'
import { ownProcess } from '#tests/fixtures/own-process'
import { CARD } from '#tests/fixtures/payments'
import { LAST_DAY, LETTERS, REMINDERS, SEASON } from './season'

const folder = mkdtempSync(join(tmpdir(), 'savanna-season-'))
const file = join(folder, 'season.db')
const charges = createServer((request, response) => {
  const intent = new URL(request.url ?? '/', 'http://here').searchParams.get('intent')
  stripeSandbox.payIntent(String(intent), CARD.good)
  response.end('charged')
})

beforeAll(async () => {
  putMigratedFile(file)
  charges.listen(0, '127.0.0.1')
  await once(charges, 'listening')
})
afterAll(() => {
  charges.close()
  rmSync(folder, { recursive: true, force: true })
})

async function aProcess(): Promise<ChildProcess> {
  const { port } = charges.address() as AddressInfo
  const child = ownProcess('tests/money/reminders/season-process.ts', {
    ...process.env,
    DATABASE_PATH: file,
    CHARGE_URL: `http://127.0.0.1:${port}`,
  })
  await once(child, 'message')
  return child
}

async function tell(child: ChildProcess, told: object): Promise<void> {
  const answer = new Promise<{ failed?: string }>((resolve) => {
    child.once('message', (message) => resolve(message as { failed?: string }))
    child.once('exit', () => resolve({}))
  })
  child.send(told)
  const { failed } = await answer
  child.removeAllListeners()
  if (failed) throw new Error(failed)
}

/** The days on which a reminder is due, or somebody acts, and those before and after. */
const DAYS = [
  ...new Set(
    [...SEASON.map(({ on }) => on), ...REMINDERS.map((line) => line.slice(0, 10)), LAST_DAY].toSorted(),
  ),
]

// The same moments in every run; enough of them to fall before, into and after the writing of a mail.
const KILLS = [3, 8, 15, 25, 40, 60, 12, 30]

test(
  'two processes killed at random send each reminder once',
  async () => {
    const both = [await aProcess(), await aProcess()]
    const bury = async (index: number, living: Promise<void>[]) => {
      both[index]?.kill('SIGKILL')
      await Promise.all(living)
      runOutClaims()
      both[index] = await aProcess()
    }
    let kills = 0
    for (const day of DAYS) {
      const isReminderDay = REMINDERS.some((line) => line.startsWith(day))
      const living = both.map((child) => tell(child, { day }))
      if (isReminderDay && kills < KILLS.length) {
        await pause(KILLS[kills])
        await bury(kills % 2, living)
        living.push(tell(both[kills % 2] as ChildProcess, { day }))
        kills += 1
      }
      await Promise.all(living)
      for (const act of SEASON.filter(({ on }) => on === day)) await tell(both[0] as ChildProcess, { act })
    }
    for (const child of both) child.kill()

    expect(kills).toBe(KILLS.length)
    expect(written()).toEqual(REMINDERS)
    expect(new Set(arrived()).size).toBe(LETTERS)
  },
  patiently(60_000),
)

/**
 * The season goes by in seconds, and the claim of a dead process on a mail takes minutes to run out: it does
 * at once.
 */
function runOutClaims(): void {
  const database = new Database(file)
  database.exec("update outbox set claim_ends_at = 0 where state = 'sending'")
  database.close()
}

/** The outbox as a third process reads it. */
function written(): string[] {
  const rows = new Database(file, { readonly: true })
    .prepare(
      `select date(o.created_at / 1000, 'unixepoch', '-5 hours') || ' ' || b.customer_name || ' ' || i.number || ' ' || r.kind as line
       from outbox o join reminders r on r.outbox_id = o.id join installments i on i.id = r.installment_id
       join bookings b on b.id = i.booking_id where o.kind like 'reminder-%' and o.state = 'sent'`,
    )
    .pluck()
    .all() as string[]
  return rows.toSorted()
}

/**
 * A mail whose sender died before it could note the mail server's yes may come twice, under one Message-ID.
 */
const arrived = (): string[] =>
  mailbox
    .messages()
    .filter(({ subject }) => /installments? for/.test(subject))
    .map(({ messageId }) => String(messageId))
