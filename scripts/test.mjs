// npm test: installs what is missing, then every check and test. `npm test -- check`, `-- unit` or `--
// browser` runs one kind; further words go to its tool (npm test -- unit tests/server). `npm test -- nodes`
// plays what a site must do on the oldest and on the newest Node that may run it. Nothing may be installed
// yet.
import { mkdirSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OLDEST } from '../app/server/node-version.mjs'
import { build } from './build.mjs'
import { fetchNode, newestNode } from './fetched-node.mjs'
import { install } from './install.mjs'
import { installChromium } from './test/chromium.mjs'
import {
  checkCounts,
  forgetReports,
  PLAYWRIGHT_REPORT,
  playwrightCounts,
  playwrightFailures,
  VITEST_REPORT,
  vitestCounts,
  vitestFailures,
} from './test/counts.mjs'
import { measureSlowness } from './test/patience.mjs'
import { runTool } from './test/run-tool.mjs'
import { scratchFolder } from './test/scratch-folder.mjs'

const LOGS = '.cache/test'
/** Nothing runs longer than this, however slow the machine. */
const MOST_MINUTES = 150

const ON_NODES = {
  unit: ['server/ready', 'journeys/checkout-calls', 'backup/backups', 'backup/drill', 'backup/restore'],
  browser: ['tests/browser/booking.spec.ts'],
}
/** @typedef {{ node?: string, env?: Record<string, string> }} On another Node, found by name too */

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const [kind, ...words] = process.argv.slice(2)
const wants = (/** @type {string} */ asked) => kind === undefined || kind === asked
process.env.TMPDIR = scratchFolder()
const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const took = []
const startedAt = Date.now()

mkdirSync(LOGS, { recursive: true })
forgetReports()
console.log('Savanna Soul: checks and tests')
if (await works(() => install(LOGS))) {
  // The build, where there was a change, and the types each keep one processor busy for a minute: the checks
  // run beside what else there is, up to the browser's tests, which leave nothing of two.
  const built = kind === 'check' ? true : works(() => build(LOGS))
  const checked = wants('check') ? timed('check', checks) : null
  if (await built) {
    const hasBrowser = kind !== 'check' && (await works(() => installChromium(LOGS)))
    if (wants('unit')) await timed('unit', unitTests)
    await checked
    if (wants('browser') && hasBrowser) await timed('browser', browserTests)
    if (kind === 'nodes' && hasBrowser) await works(() => timed('nodes', onNodes))
  }
  await checked
}
// Last of all: whoever reads only the end of a long output reads what to look at.
for (const failure of [...vitestFailures(), ...playwrightFailures()]) console.log(`\nFailed: ${failure}`)
console.log(`\nTime: ${minutesSince(startedAt)}: ${took.join(', ')}`)
console.log(`Tests: ${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/**
 * Notes how long a kind took, which is said at the end.
 * @param {string} name
 * @param {() => Promise<void>} operation
 */
async function timed(name, operation) {
  const startedAt = Date.now()
  await operation()
  took.push(`${name} ${minutesSince(startedAt)}`)
}

/** @param {number} startedAt */
function minutesSince(startedAt) {
  const seconds = Math.round((Date.now() - startedAt) / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

async function checks() {
  const tools = [
    {
      title: 'Types',
      args: ['node_modules/@typescript/native/bin/tsc', '--noEmit', '--checkers', '1'],
      // What it throws away, it throws away later, in half the work.
      env: { GOGC: '400' },
    },
    { title: 'Format and lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
    { title: 'Unused files, exports and packages', args: ['node_modules/knip/bin/knip.js'] },
  ]
  const { minutes } = timeFor(10)
  const passed = await Promise.all(tools.map((tool) => runTool({ ...tool, minutes, beside: true })))
  for (const one of passed) count(checkCounts(one))
}

/** Before a release: start, migration, stop, a booking by card and by webhook, backup and restore. */
async function onNodes() {
  for (const release of [OLDEST, newestNode()]) {
    const { node, folder } = await fetchNode(release)
    const on = { node, env: { PATH: folder + delimiter + process.env.PATH } }
    await unitTests(ON_NODES.unit, `Node ${release}`, on)
    await browserTests(ON_NODES.browser, `Node ${release}, in the browser`, on)
  }
}

/** @param {On} [on] */
async function unitTests(files = words, title = 'Unit and integration tests', on = {}) {
  const { minutes, env } = timeFor(20)
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reports, ...files]
  count(vitestCounts(await runTool({ title, args, minutes, ...on, env: { ...env, ...on.env } })))
}

/** @param {On} [on] */
async function browserTests(files = words, title = 'Browser tests', on = {}) {
  const { minutes, env: speed } = timeFor(40)
  const env = { ...speed, PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT, ...on.env }
  const args = ['node_modules/playwright/cli.js', 'test', '--reporter=list,json', ...files]
  count(playwrightCounts(await runTool({ title, args, minutes, ...on, env })))
}

/**
 * The time that a tool has where an idle machine would need half of `minutes` at most, and the measured
 * speed, which its own deadlines follow (scripts/test/patience.mjs).
 * @param {number} minutes
 */
function timeFor(minutes) {
  const slowness = measureSlowness()
  return {
    minutes: Math.min(Math.ceil(minutes * slowness), MOST_MINUTES),
    env: { TEST_SLOWNESS: String(slowness) },
  }
}

/**
 * Whether a step worked; one that did not is printed and counts as failed.
 * @param {() => Promise<unknown>} step
 */
async function works(step) {
  try {
    await step()
    return true
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}`)
    count(checkCounts(false))
    return false
  }
}

/** @param {{ passed: number, failed: number }} counted */
function count({ passed, failed }) {
  total.passed += passed
  total.failed += failed
}
