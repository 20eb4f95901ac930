import { type Actor, byStaff, recordRepeated } from '#app/audit/audit-log.server'
import type { Moment } from '#app/clock.server'
import { countGuess, forgetGuesses, type TooOften, type Whence } from './guesses.server'
import { passwordMatches } from './password.server'

type Account = { id: number; username: string; passwordHash: string }

/** Why the person who is signed in does not know this account's password; null where they do. Wrong ones count as at sign-in. */
export async function refusedWith(
  password: string,
  account: Account,
  { staff, whence }: { staff: Actor; whence: Whence },
  { now, at }: Moment,
): Promise<{ refused: 'wrong' } | TooOften | null> {
  const tried = { ...byStaff(staff), subject: `user:${account.username}` }
  const tooOften = countGuess(account, whence, at)
  if (tooOften) {
    recordRepeated({ ...tried, action: 'guesses-refused' }, now)
    return tooOften
  }
  if (!(await passwordMatches(account.passwordHash, password))) {
    recordRepeated({ ...tried, action: 'wrong-password' }, now)
    return { refused: 'wrong' }
  }
  forgetGuesses(account, whence)
  return null
}
