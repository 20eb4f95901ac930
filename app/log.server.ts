import pino from 'pino'
import { env } from './env.server'

const lines = pino.destination({ sync: false })

/** One JSON line an event, on standard output. Never a name, an address, a card or a password (rules 5.10). */
export const log = pino(
  {
    level: env.NODE_ENV === 'test' ? 'silent' : 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  lines,
)

/** Writes what is still in memory; for the moment before the process ends. */
export function flushLog(): void {
  try {
    lines.flushSync()
  } catch {
    // The destination was never opened, or its reader has gone: there is nobody left to tell.
  }
}
