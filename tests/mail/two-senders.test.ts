import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { mailbox } from '#tests/fixtures/environment'
import { putMigratedFile } from '#tests/fixtures/migrated-file'
import { NOON } from '#tests/fixtures/orders'
import { ownProcess } from '#tests/fixtures/own-process'

// Processes that send from one outbox (decision 005), and what is left of a mail whose sender died over it.

const folder = mkdtempSync(join(tmpdir(), 'savanna-senders-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let file: Database.Database
let path: string
const running = new Set<ChildProcess>()

beforeEach(() => {
  mailbox.clear()
  path = join(folder, `${running.size}-${Date.now()}.db`)
  putMigratedFile(path)
  file = new Database(path)
})

afterEach(() => {
  file.close()
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

/** A process that waits to be told. */
async function aSender() {
  // Its log is listened to, and a test's is silent.
  const env = { ...process.env, DATABASE_PATH: path, NODE_ENV: 'development' as const }
  const child = ownProcess('tests/mail/sender-process.ts', env, 'pipe')
  running.add(child)
  await once(child, 'message')
  return {
    child,
    async send(): Promise<{ sent: number; failed: number }> {
      child.send({})
      const [counts] = await once(child, 'message')
      return counts
    },
    async says(words: string): Promise<void> {
      for await (const line of child.stdout ?? []) if (String(line).includes(words)) return
    },
  }
}

function write(occasion: string, campaignId: number | null = null): void {
  file
    .prepare(
      `insert into outbox (kind, occasion, campaign_id, to_name, to_address, subject, text_body, html_body, message_id,
         next_attempt_at, created_at)
       values ('test', @occasion, @campaignId, '', 'wanjiru@example.com', @occasion, 'Karibu', 'Karibu',
         '<' || @occasion || '@here>', @now, @now)`,
    )
    .run({ occasion, campaignId, now: NOON.getTime() })
}

const states = () => file.prepare('select state from outbox order by id').pluck().all()
const arrived = () => mailbox.messages().map(({ messageId }) => messageId)
/** As if two minutes had passed by the machine's clock. */
const endClaims = () => file.prepare('update outbox set claim_ends_at = 1').run()

test('two processes send each mail once', async () => {
  for (let mail = 0; mail < 60; mail += 1) write(`mail-${mail}`)
  const [one, other] = await Promise.all([aSender(), aSender()])
  const [first, second] = await Promise.all([one.send(), other.send()])

  expect(first.sent + second.sent).toBe(60)
  expect(new Set(arrived()).size).toBe(60)
  expect(arrived()).toHaveLength(60)
})

test('a mail whose sender was killed comes twice at most', async () => {
  write('confirmation')
  const [dying, other] = await Promise.all([aSender(), aSender()])
  const held = mailbox.hold('wanjiru@example.com')
  dying.child.send({})
  await held.seen()
  dying.child.kill('SIGKILL')
  held.release()
  await expect.poll(arrived).toHaveLength(1)

  expect(await other.send()).toEqual({ sent: 0, failed: 0 })
  endClaims()
  expect(await other.send()).toEqual({ sent: 1, failed: 0 })
  expect(await other.send()).toEqual({ sent: 0, failed: 0 })
  expect(arrived()).toEqual(['<confirmation@here>', '<confirmation@here>'])
  expect(states()).toEqual(['sent'])
})

test('one of a campaign comes once', async () => {
  file.exec(
    `insert into broadcasts (id, subject, body, audience, addressees, timing, send_minute, state, recipients, created_at)
     values (71, 'Karibu', '', '{"who":"subscribers","ids":[]}', 'travelers', 'by-hand', 540, 'sending', 1, 1)`,
  )
  write('letter', 71)
  const [dying, other] = await Promise.all([aSender(), aSender()])
  const held = mailbox.hold('wanjiru@example.com')
  dying.child.send({})
  await held.seen()
  dying.child.kill('SIGKILL')
  held.release()
  await expect.poll(arrived).toHaveLength(1)

  endClaims()
  expect(await other.send()).toEqual({ sent: 0, failed: 0 })
  expect(arrived()).toHaveLength(1)
})

test('a mail sent during a database lock is not resent', async () => {
  write('confirmation')
  const sender = await aSender()
  const held = mailbox.hold('wanjiru@example.com')
  const sending = sender.send()
  await held.seen()
  file.exec('begin immediate')
  held.release()
  await sender.says('could not be recorded')
  file.exec('rollback')

  expect(await sending).toEqual({ sent: 1, failed: 0 })
  expect(states()).toEqual(['sent'])
  expect(await sender.send()).toEqual({ sent: 0, failed: 0 })
  expect(arrived()).toEqual(['<confirmation@here>'])
})
