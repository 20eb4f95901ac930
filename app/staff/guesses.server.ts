import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { comparableName } from '#app/staff/find-user.server'

const WINDOW_SECONDS = 15 * 60

// An account closes after ten wrong passwords; a network address, behind which an office may sit, after thirty.
const byAccount = new RateLimiterMemory({ points: 10, duration: WINDOW_SECONDS })
const byAddress = new RateLimiterMemory({ points: 30, duration: WINDOW_SECONDS })

export type TooOften = { refused: 'too-often'; seconds: number }

/**
 * Counts a guess at a password before it is looked at, so that guesses made at once are counted too (decisions §6).
 * By the machine's clock. Null where it may be made.
 */
export async function countGuess(username: string, address = 'unknown'): Promise<TooOften | null> {
  try {
    await byAddress.consume(address)
    await byAccount.consume(comparableName(username))
    return null
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { refused: 'too-often', seconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
  }
}

/** The guess was right: it does not count, and the account's wrong ones are forgotten. */
export async function forgetGuesses(username: string, address = 'unknown'): Promise<void> {
  await byAddress.reward(address)
  await byAccount.delete(comparableName(username))
}

/** What is said to who has to wait: 'Too many failed attempts. Please wait 15 minutes and try again.' */
export function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many failed attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}
