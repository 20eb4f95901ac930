import { comparableName } from './find-user.server'
import { type Budget, counterOf, forgetCount, giveBack, takeFrom } from './guess-counts.server'

const MINUTE = 60_000

// A stranger has ten guesses at a name, and an address, behind which an office may sit, thirty. Somebody with many
// addresses meets two slow limits: one for the name, one for all names together, which also bounds the table.
const STRANGERS = {
  here: { atMost: 10, ms: 15 * MINUTE },
  address: { atMost: 30, ms: 15 * MINUTE },
  name: { atMost: 50, ms: 60 * MINUTE },
  everybody: { atMost: 2_000, ms: 60 * MINUTE },
}

// A browser that signed in to the account before has guesses of its own, so that no stranger keeps its owner out. The
// second limit is for somebody who knew the password once and has marked many browsers.
const KNOWN = {
  browser: { atMost: 10, ms: 15 * MINUTE },
  browsers: { atMost: 50, ms: 60 * MINUTE },
}

/** The signed mark of a browser in which somebody signed in to these accounts, by their ids. */
type KnownBrowser = { id: string; accounts: number[] }

/** Where somebody tries from: the network address, and the browser where it is known. */
export type Whence = { address?: string | undefined; browser?: KnownBrowser | null }

/** Which account is tried, by its name; the id where there is one. */
type Tried = { username: string; id?: number | undefined }

export type TooOften = { refused: 'too-often'; seconds: number }

/**
 * Counts a guess at a password before it is looked at, so that guesses made at once are counted too (rules 6.5).
 * `at` is the machine's time. Null where it may be made.
 */
export function countGuess(tried: Tried, whence: Whence, at: Date): TooOften | null {
  const seconds = takeFrom(budgetsOf(tried, whence), at)
  return seconds === null ? null : { refused: 'too-often', seconds }
}

/** The guess was right: it does not count, and the wrong ones made here are forgotten. */
export function forgetGuesses(tried: Tried, whence: Whence): void {
  const [here, ...others] = budgetsOf(tried, whence).map(({ counter }) => counter)
  if (here) forgetCount(here)
  giveBack(others)
}

/** Whether somebody signed in to that account in this browser before. */
export const isKnownTo = ({ browser }: Whence, accountId: number | undefined): boolean =>
  accountId !== undefined && Boolean(browser?.accounts.includes(accountId))

/** The first is that of this account from here alone. */
function budgetsOf({ username, id }: Tried, whence: Whence): Budget[] {
  const { address = 'unknown', browser } = whence
  const name = comparableName(username)
  if (browser && isKnownTo(whence, id)) {
    return [
      { ...KNOWN.browser, counter: counterOf('browser', name, browser.id) },
      { ...KNOWN.browsers, counter: counterOf('browsers', name) },
    ]
  }
  return [
    { ...STRANGERS.here, counter: counterOf('here', name, address) },
    { ...STRANGERS.address, counter: counterOf('address', address) },
    { ...STRANGERS.name, counter: counterOf('name', name) },
    { ...STRANGERS.everybody, counter: 'everybody' },
  ]
}

/** What somebody who has to wait reads: 'Too many failed attempts. Please wait 15 minutes and try again.' */
export function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many failed attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}
