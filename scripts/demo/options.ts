import { parseArgs } from 'node:util'
import { instantAt, readDay } from '#app/platform/days'

type Command = 'demo' | 'dev'

const usage = (
  command: Command,
) => `  npm run ${command} -- [--fresh] [--empty] [--clock 2025-06-01] [--port 3000]

  --fresh   starts over: without the bookings of earlier runs
  --empty   where nothing is there yet, begins without a season of bookings and inquiries
  --clock   the day, or the instant, that the clock starts at
  --port    where the site listens`

export type Options = { command: Command; fresh: boolean; empty: boolean; clock: Date | null; port: number }

/** Reads what was typed after `npm run demo --`, or dev; throws the usage where it cannot be read. */
export function readOptions(command: Command, args: string[]): Options {
  try {
    return { command, ...read(args) }
  } catch (error) {
    throw new Error(`  ${(error as Error).message}\n\n${usage(command)}`)
  }
}

function read(args: string[]): Omit<Options, 'command'> {
  const { fresh, empty, clock, port } = typed(args)
  const chosen = { fresh, empty, clock: clock === undefined ? null : instantOf(clock), port: Number(port) }
  if (!Number.isInteger(chosen.port) || chosen.port < 1 || chosen.port > 65_535) {
    throw new Error(`${port} is not a port.`)
  }
  return chosen
}

function typed(args: string[]) {
  const options = {
    fresh: { type: 'boolean', default: false },
    empty: { type: 'boolean', default: false },
    clock: { type: 'string' },
    port: { type: 'string', default: process.env.PORT || '3000' },
  } as const
  return parseArgs({ args, options }).values
}

const OFFICE_OPENS = 9

/** A day starts when the office opens, in Chicago. */
function instantOf(text: string): Date {
  const day = readDay(text)
  if (day !== null) return instantAt(day, OFFICE_OPENS, 'America/Chicago')
  const isNoDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  return readable(new Date(isNoDay ? Number.NaN : text), text)
}

function readable(instant: Date, text: string): Date {
  if (Number.isNaN(instant.getTime())) throw new Error(`${text} is not a day such as 2025-06-01.`)
  return instant
}
