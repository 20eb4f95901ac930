import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'

export const VITEST_REPORT = '.cache/test/vitest.json'
export const PLAYWRIGHT_REPORT = '.cache/test/playwright.json'

/** So that no count comes from an earlier run. */
export function forgetReports() {
  for (const file of [VITEST_REPORT, PLAYWRIGHT_REPORT]) rmSync(file, { force: true })
}

/**
 * What Vitest counted; a run that failed without a failed test (a file that cannot be loaded) counts as one.
 * @param {boolean} passed
 */
export function vitestCounts(passed) {
  const report = read(VITEST_REPORT)
  return counts(passed, report?.numPassedTests, report?.numFailedTests)
}

/** @param {boolean} passed */
export function playwrightCounts(passed) {
  const stats = read(PLAYWRIGHT_REPORT)?.stats
  return counts(passed, stats?.expected, stats && stats.unexpected + stats.flaky)
}

/** @returns {string[]} The tests that failed, each with its file and the first line of why */
export const vitestFailures = () =>
  (read(VITEST_REPORT)?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
    const whys =
      failed.length === 0 && file.status === 'failed' ? [{ failureMessages: [file.message] }] : failed
    return whys.map((/** @type {any} */ test) =>
      told(relative('.', file.name), test.fullName ?? 'the file itself', test.failureMessages[0]),
    )
  })

/** @returns {string[]} As vitestFailures */
export const playwrightFailures = () => (read(PLAYWRIGHT_REPORT)?.suites ?? []).flatMap(failuresOf)

/**
 * @param {any} suite
 * @returns {string[]}
 */
function failuresOf({ suites = [], specs = [] }) {
  const failed = specs.filter((/** @type {any} */ { ok }) => !ok)
  const own = failed.map((/** @type {any} */ { file, line, title, tests }) => {
    const results = tests.flatMap((/** @type {any} */ test) => test.results)
    return told(
      `${file}:${line}`,
      title,
      results.find((/** @type {any} */ { error }) => error)?.error.message,
    )
  })
  return [...own, ...suites.flatMap(failuresOf)]
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [why]
 */
const told = (file, title, why = '') => `${file} › ${title}: ${why.trim().split('\n')[0]}`

/**
 * A check without tests of its own: nothing where it passed, one failed where it did not.
 * @param {boolean} passed
 */
export const checkCounts = (passed) => ({ passed: 0, failed: passed ? 0 : 1 })

/**
 * @param {boolean} ended
 * @param {number} passed
 * @param {number} failed
 */
const counts = (ended, passed = 0, failed = 0) => ({ passed, failed: ended ? failed : Math.max(1, failed) })

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
