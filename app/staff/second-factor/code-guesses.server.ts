import {
  type Budget,
  counterOf,
  forgetCount,
  giveBack,
  LONGEST_WINDOW_MS,
  takeFrom,
} from '#app/staff/guess-counts.server'
import { isKnownTo, type TooOften, type Whence } from '#app/staff/guesses.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

// Three of a million codes are right at a time. A guess is made only after a right password, which
// forgives no wrong code; thirty a day find a right one in thirty years.
const HERE = { atMost: 5, ms: 15 * MINUTE }
const HOURLY = { atMost: 10, ms: HOUR }
const DAILY = { atMost: 30, ms: LONGEST_WINDOW_MS }

/** Counts a guess at an account's code before it is looked at. `at` is the machine's time. Null where it may be made. */
export function countCodeGuess(accountId: number, whence: Whence, at: Date): TooOften | null {
  const seconds = takeFrom(budgetsOf(accountId, whence), at)
  return seconds === null ? null : { refused: 'too-often', seconds }
}

/** The code was right: it does not count, and the wrong ones made here are forgotten. */
export function forgetCodeGuesses(accountId: number, whence: Whence): void {
  const [here, ...others] = budgetsOf(accountId, whence).map(({ counter }) => counter)
  if (here) forgetCount(here)
  giveBack(others)
}

/** The first is that of this account from here alone. A known browser has budgets of its own, as for passwords. */
function budgetsOf(accountId: number, whence: Whence): Budget[] {
  const { address = 'unknown', browser } = whence
  const account = String(accountId)
  const [who, here] =
    browser && isKnownTo(whence, accountId)
      ? ['code-browsers', counterOf('code-browser', account, browser.id)]
      : ['code', counterOf('code-here', account, address)]
  return [
    { ...HERE, counter: here },
    { ...HOURLY, counter: counterOf(`${who}-hour`, account) },
    { ...DAILY, counter: counterOf(`${who}-day`, account) },
  ]
}
