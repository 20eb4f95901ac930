import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { env } from './env.server'

/** Lines are written in batches, by bytes or milliseconds: a write for each would cost more than a page. */
const BYTES_TOGETHER = 8_192
const MS_TOGETHER = 100
const lines = pino.destination({ sync: false, minLength: BYTES_TOGETHER })
let isDue = false

const soon = {
  write(line: string) {
    lines.write(line)
    if (isDue) return
    isDue = true
    setTimeout(flushSoon, MS_TOGETHER).unref()
  },
}

function flushSoon(): void {
  isDue = false
  lines.flush()
}

/** One JSON line an event, on stdout. Never a name, an address, a card or a password (rules 5.10). */
export const log = pino(
  {
    level: env.NODE_ENV === 'test' ? 'silent' : 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  soon,
)

/** Milliseconds. A reader that takes nothing more does not keep the process. */
const FLUSH_TIMEOUT_MS = 500

/**
 * Writes what is still in memory, before the process ends; nothing can be logged afterward. Not flushSync:
 * without a reader it tries for ever.
 */
export async function flushLog(): Promise<void> {
  const written = new Promise<void>((done) => lines.flush(() => done()))
  await Promise.race([written, wait(FLUSH_TIMEOUT_MS)])
  lines.destroy()
}

/**
 * Words for whatever was thrown, never empty. SQLite's words come without the query that Drizzle puts before
 * them. An error that crossed a thread or a process may have lost its message.
 */
export function reasonOf(thrown: unknown): string {
  const { message, name, code, cause } = (thrown ?? {}) as {
    message?: unknown
    name?: unknown
    code?: unknown
    cause?: unknown
  }
  if (/^SQLITE_/.test(String((cause as { code?: unknown } | undefined)?.code))) return reasonOf(cause)
  const said = typeof thrown === 'string' ? thrown : message
  const words = [said, code, name].find((one) => typeof one === 'string' && one.trim() !== '')
  return words === undefined ? `Something was thrown without a message: ${String(thrown)}` : String(words)
}
