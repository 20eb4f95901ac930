import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { keyedDigest } from '#app/platform/keys.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { guessCounts as counts } from '#db/schema/staff'
import { comparableName } from './users.server'

/** At most `atMost` guesses within `ms` of the first. */
export type Budget = { counter: string; atMost: number; ms: number }

/** No budget counts for longer. */
export const LONGEST_WINDOW_MS = 24 * 3_600_000

const digest = keyedDigest('guess counts')

/** A counter keyed by a digest, since what was typed may be a password. */
export const counterOf = (kind: string, ...of: string[]): string => `${kind}:${digest(of.join('\n'))}`

/**
 * Takes one from each budget, or from none where one is used up: then returns the seconds until it is not. By
 * the machine's clock; stored, so that a restart forgets nothing.
 */
export function takeFrom(budgets: Budget[], at: Date): number | null {
  return immediately((tx) => {
    tx.delete(counts).where(lte(counts.endsAt, at)).run()
    const endsAt = Math.max(...budgets.map((budget) => usedUpUntil(budget, tx)))
    if (endsAt > 0) return Math.max(1, Math.ceil((endsAt - at.getTime()) / 1_000))

    for (const { counter, ms } of budgets) {
      tx.insert(counts)
        .values({ counter, guesses: 1, endsAt: new Date(at.getTime() + ms) })
        .onConflictDoUpdate({ target: counts.counter, set: { guesses: sql`${counts.guesses} + 1` } })
        .run()
    }
    return null
  })
}

const usedUpUntil = ({ counter, atMost }: Budget, tx: Tx): number =>
  tx
    .select({ endsAt: counts.endsAt })
    .from(counts)
    .where(and(eq(counts.counter, counter), sql`${counts.guesses} >= ${atMost}`))
    .get()
    ?.endsAt.getTime() ?? 0

/** Gives back the one that was taken from each. */
export function giveBack(counters: string[]): void {
  immediately((tx) => {
    tx.delete(counts)
      .where(and(inArray(counts.counter, counters), eq(counts.guesses, 1)))
      .run()
    tx.update(counts)
      .set({ guesses: sql`${counts.guesses} - 1` })
      .where(inArray(counts.counter, counters))
      .run()
  })
}

const MINUTE = 60_000

// A stranger has ten guesses at a name, a network address (perhaps an office) thirty. Against many addresses
// there are two slower limits: for the name, and for all names together, which also bounds the table.
const STRANGERS = {
  here: { atMost: 10, ms: 15 * MINUTE },
  address: { atMost: 30, ms: 15 * MINUTE },
  name: { atMost: 50, ms: 60 * MINUTE },
  everybody: { atMost: 2_000, ms: 60 * MINUTE },
}

// A browser that signed in to the account before has its own guesses, so that no stranger locks out the
// owner. The second limit is for anyone who once knew the password and marked many browsers.
const KNOWN = {
  browser: { atMost: 10, ms: 15 * MINUTE },
  browsers: { atMost: 50, ms: 60 * MINUTE },
}

/** The signed mark of a browser that signed in to these accounts (ids). */
type KnownBrowser = { id: string; accounts: number[] }

/** Where a guess comes from: the network address, and the browser where it is known. */
export type RequestOrigin = { address?: string | undefined; browser?: KnownBrowser | null }

/** Which account is tried, by its name; the id where there is one. */
type Tried = { username: string; id?: number | undefined }

export type TooOften = { refused: 'too-often'; seconds: number }

/**
 * Counts a guess before it is checked, so that simultaneous guesses count, too (rules 6.5). Null where it is
 * allowed.
 */
export const countGuess = (tried: Tried, origin: RequestOrigin, at: Date): TooOften | null =>
  countFrom(budgetsOf(tried, origin), at)

/** The same for guesses that have budgets of their own. */
export function countFrom(budgets: Budget[], at: Date): TooOften | null {
  const seconds = takeFrom(budgets, at)
  return seconds === null ? null : { refused: 'too-often', seconds }
}

/** The guess was right: it does not count, and the wrong ones made here are cleared. */
export const forgetGuesses = (tried: Tried, origin: RequestOrigin): void =>
  forgetFrom(budgetsOf(tried, origin))

/** Clears the first counter, and gives back the guess taken from each of the others. */
export function forgetFrom(budgets: Budget[]): void {
  const [here, ...others] = budgets.map(({ counter }) => counter)
  if (here) db.delete(counts).where(eq(counts.counter, here)).run()
  giveBack(others)
}

/** Whether this browser signed in to that account before. */
export const isKnownTo = ({ browser }: RequestOrigin, accountId: number | undefined): boolean =>
  accountId !== undefined && Boolean(browser?.accounts.includes(accountId))

/** The first is this account's from here alone. */
function budgetsOf({ username, id }: Tried, origin: RequestOrigin): Budget[] {
  const { address = 'unknown', browser } = origin
  const name = comparableName(username)
  if (browser && isKnownTo(origin, id)) {
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

/** What anyone who has to wait reads. */
export function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many failed attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}

/** For when too many passwords wait to be checked. */
export const BUSY = 'Too many people are signing in just now. Please try again in a moment.'
export const BUSY_SECONDS = '5'
