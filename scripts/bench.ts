// npm run bench: measures what docs/performance.md promises, side by side, and fails where a limit is missed.
// -- --only front, for one of those below; -- --scale 0.1 fills a tenth of the rows of lists and search, and
// is quicker. Build first: npm run build.
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchBookings } from './bench/bookings'
import { benchLetters } from './bench/letters'
import { benchLists, benchSearch } from './bench/lists'
import type { Figure } from './bench/measure'
import { benchBeside, benchFront, benchStart } from './bench/pages'
import { FOLDER } from './bench/servers'

const BENCHES: Record<string, (scale: number) => Promise<Figure[]>> = {
  front: benchFront,
  beside: benchBeside,
  start: benchStart,
  bookings: benchBookings,
  search: benchSearch,
  lists: benchLists,
  letters: benchLetters,
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
    `  ${verdict.padEnd(6)} ${name.padEnd(68)} ${shown}  ${bound ? `${bound} ${limit} ${unit}` : ''}`,
  )
}
