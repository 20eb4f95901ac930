import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Figure } from './figure'
import { forkRun, freshDatabase } from './servers'

/**
 * A reminder run over a hundred thousand installments, a thousand of which need a mail. This process asks for the write
 * lock all the while: the longest it is refused is the longest that the run holds it.
 */
export async function benchReminders(scale: number): Promise<Figure[]> {
  const path = freshDatabase('reminders')
  const child = forkRun('reminder-run.ts', path, [100_000 * scale, 1_000 * scale])
  const [decidedMs] = (await once(child, 'message')) as [number]
  const ended = once(child, 'message')
  const [[sent], longestMs] = await Promise.all([ended as Promise<[number]>, longestRefusal(path, ended)])
  return [
    ['reminders decided', decidedMs, 'ms', 'at most', 1_000],
    ['reminders written', sent, 'mails', 'at least', 1_000 * scale],
    ['longest write lock', longestMs, 'ms', 'at most', 50],
  ]
}

async function longestRefusal(path: string, ended: Promise<unknown>): Promise<number> {
  const file = new Database(path, { timeout: 0 })
  let longest = 0
  let firstRefused: number | null = null
  const over = new AbortController()
  void ended.finally(() => over.abort())
  for (; !over.signal.aborted; await pause(0)) {
    // Not since the last success: in between this process may have had no processor, and nobody the lock.
    firstRefused = gotLock(file) ? null : (firstRefused ?? performance.now())
    if (firstRefused !== null) longest = Math.max(longest, performance.now() - firstRefused)
  }
  file.close()
  return longest
}

function gotLock(file: Database.Database): boolean {
  try {
    file.exec('begin immediate; commit')
    return true
  } catch {
    return false
  }
}
