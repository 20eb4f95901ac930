// How long the tests wait before they call something failed. Waiting costs nothing where a test passes: each
// deadline is far above what an idle machine needs, and farther on a machine that is slow, or busy with
// something else.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * How many files of tests run at the same moment. Half of a test is waiting, so they are more than the
 * processors; a browser waits less.
 */
export const AT_ONCE = 6
export const BROWSERS_AT_ONCE = 4

const MARGIN = 3
const SLOWEST = 6

/**
 * How many times slower than an idle machine this one is, 1 to 6. Measured once by the first process of a
 * run, and handed to those that it starts in TEST_SLOWNESS, which may also be set by hand.
 */
function slowness() {
  process.env.TEST_SLOWNESS ??= String(measureSlowness())
  return withinReason(Number(process.env.TEST_SLOWNESS))
}

/** As it is just now. */
export function measureSlowness() {
  const script = fileURLToPath(new URL('machine-speed.mjs', import.meta.url))
  return withinReason(Number(execFileSync(process.execPath, [script], { encoding: 'utf8' })))
}

/**
 * The deadline, in milliseconds, for what an idle machine has done within `ms`.
 * @param {number} ms
 */
export const patiently = (ms) => Math.round(ms * MARGIN * slowness())

/** @param {number} times */
const withinReason = (times) => Math.min(Math.max(times || 1, 1), SLOWEST)
