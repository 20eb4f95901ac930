import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchBeside } from './beside'
import { benchBookings } from './bookings'
import { type Figure, FOLDER } from './figure'
import { benchFront } from './front'
import { benchMail } from './mail'
import { benchPages } from './pages'
import { benchReminders } from './reminders'

const BENCHES = {
  pages: benchPages,
  reminders: benchReminders,
  mail: benchMail,
  bookings: benchBookings,
  front: benchFront,
  beside: benchBeside,
}

/** Runs the benches asked for and prints their figures; false where a limit was missed. */
export async function bench(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: { scale: { type: 'string', default: '1' }, only: { type: 'string' } },
  })
  mkdirSync(FOLDER, { recursive: true })
  let isGood = true
  for (const [name, measure] of Object.entries(BENCHES)) {
    if (values.only && values.only !== name) continue
    console.log(`\n${name}`)
    for (const figure of await measure(Number(values.scale))) isGood = report(figure) && isGood
  }
  return isGood
}

function report({ name, value, limit, unit, atLeast = false }: Figure): boolean {
  const shown = `${value.toFixed(2)} ${unit}`.padStart(14)
  if (limit === undefined) {
    console.log(`         ${name.padEnd(52)} ${shown}`)
    return true
  }
  const isMet = atLeast ? value >= limit : value <= limit
  const bound = `${atLeast ? 'at least' : 'at most'} ${limit} ${unit}`
  console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${name.padEnd(52)} ${shown}  ${bound}`)
  return isMet
}
