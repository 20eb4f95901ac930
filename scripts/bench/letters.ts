import { copyFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startMailbox } from '#scripts/sandbox/mailbox/start'
import { staffCookie } from '#tests/fixtures/staff-cookie'
import { type Figure, percentile } from './measure'
import { AT_TODAY, oneOf, REMINDERS_DUE, remindersToWrite } from './rows'
import { freshDatabase, startOurs } from './servers'

const PATIENCE_MS = 600_000
const SENT = "select count(*) from outbox where state = 'sent'"

/** The reminders of a day, a thousand among a hundred thousand installments, are written and leave. */
export async function benchLetters(): Promise<Figure[]> {
  const path = freshDatabase('letters')
  copyFileSync(await remindersToWrite(), path)
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 })
  try {
    await using site = await startOurs(path, { ...AT_TODAY, SMTP_URL: mailbox.smtpUrl })
    const cookie = await staffCookie(site)
    const sent = () => Number(oneOf(path, SENT))
    const start = performance.now()
    const run = runReminders(site.url, cookie)
    const held: number[] = []
    while (sent() < REMINDERS_DUE && performance.now() < start + PATIENCE_MS) {
      await pause(50)
      held.push(await site.longestTurn())
    }
    const seconds = (performance.now() - start) / 1_000
    await run
    if (sent() !== REMINDERS_DUE) throw new Error('Not each reminder was sent once')
    const decidedMs = await runReminders(site.url, cookie)
    return [
      ['mails a second, from the first one written', REMINDERS_DUE / seconds, '/s', 'at least', 50],
      ['thread held all the while, p99', percentile(held, 0.99), 'ms', 'at most', 50],
      ['decided again, with none left to write', decidedMs, 'ms', 'at most', 1_000],
    ]
  } finally {
    await mailbox.close()
  }
}

/** By the button of staff, who wait until all are written; how long they wait, in milliseconds. */
async function runReminders(url: string, cookie: string): Promise<number> {
  const start = performance.now()
  const body = new URLSearchParams({ operation: 'reminders' })
  const init = { method: 'POST', body, headers: { Cookie: cookie }, redirect: 'manual' } as const
  const { status } = await fetch(`${url}/admin/installments`, init)
  if (status !== 302) throw new Error(`The run was answered with ${status}`)
  return performance.now() - start
}
