import { readFileSync, rmSync } from 'node:fs'

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
