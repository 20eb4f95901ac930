import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type Figure, FOLDER } from './figure'

type ReminderTimes = { decidedMs: number; sent: number; longestWaitMs: number }

/**
 * A reminder run over a hundred thousand installments, a thousand of which need a mail. Another process asks for
 * the write lock all the while: the longest it waits is the longest that the run holds it.
 */
export async function benchReminders(scale: number): Promise<Figure[]> {
  const path = `${FOLDER}/reminders.db`
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  const child = fork('scripts/bench/reminder-run.ts', [String(100_000 * scale), String(1_000 * scale)], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_PATH: path, CLOCK_START: '2025-08-08T14:00:00Z', LOG_LEVEL: 'silent' },
  })
  const [message] = await once(child, 'message')
  const { decidedMs, sent, longestWaitMs } = message as ReminderTimes
  return [
    { name: 'reminders decided', value: decidedMs, limit: 1_000, unit: 'ms' },
    { name: 'reminders written', value: sent, limit: 1_000 * scale, unit: 'mails', atLeast: true },
    { name: 'longest write lock', value: longestWaitMs, limit: 50, unit: 'ms' },
  ]
}
