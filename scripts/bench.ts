// npm run bench: measures what docs/performance.md promises, side by side, and fails where a limit is missed.
// -- --scale 0.1 fills a tenth of the rows and is quicker; -- --only
// pages|search|reminders|mail|bookings|front|beside.
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchBeside, benchFront } from './bench/beside'
import type { Figure } from './bench/measure'
import { benchPages } from './bench/pages'
import { benchSearch } from './bench/search'
import { FOLDER } from './bench/servers'
import { benchBookings, benchMail, benchReminders } from './bench/work'

const BENCHES: Record<string, (scale: number) => Promise<Figure[]>> = {
  pages: benchPages,
  search: benchSearch,
  reminders: benchReminders,
  mail: benchMail,
  bookings: benchBookings,
  front: benchFront,
  beside: benchBeside,
}

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, only: { type: 'string', multiple: true } },
})
mkdirSync(FOLDER, { recursive: true })
for (const name of values.only ?? Object.keys(BENCHES)) {
  const measure = BENCHES[name]
  if (!measure) throw new Error(`  --only is one of ${Object.keys(BENCHES).join(', ')}`)
  console.log(`\n${name}`)
  for (const figure of await measure(Number(values.scale))) report(figure)
}

function report([name, value, unit, bound, limit = 0]: Figure): void {
  const isMet = !bound || (bound === 'at most' ? value <= limit : value >= limit)
  if (!isMet) process.exitCode = 1
  const verdict = bound ? (isMet ? 'met' : 'MISSED') : ''
  const shown = `${value.toFixed(2)} ${unit}`.padStart(14)
  console.log(
    `  ${verdict.padEnd(6)} ${name.padEnd(56)} ${shown}  ${bound ? `${bound} ${limit} ${unit}` : ''}`,
  )
}
