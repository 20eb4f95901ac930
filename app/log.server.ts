import pino from 'pino'
import { env } from './env.server'

/** Lines go out together, so many bytes or so many milliseconds of them: a write for each cost more than a page. */
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

/** One JSON line an event, on standard output. Never a name, an address, a card or a password (rules 5.10). */
export const log = pino(
  {
    level: env.NODE_ENV === 'test' ? 'silent' : 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  soon,
)

/** Writes what is still in memory; for the moment before the process ends. */
export function flushLog(): void {
  try {
    lines.flushSync()
  } catch {
    // The destination was never opened, or its reader has gone: there is nobody left to tell.
  }
}
