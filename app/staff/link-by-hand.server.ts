import { recordAct } from '#app/audit/audit-log.server'
import type { Moment } from '#app/clock.server'
import { newPasswordAtDesk } from '#app/staff/desk-addresses.server'
import { userCalled } from '#app/staff/find-user.server'
import { openReset, tokenForAccount } from '#app/staff/password-resets.server'
import { RESET_MINUTES } from '#app/staff/reset-minutes'
import { db, immediately } from '#db/connection.server'

const USAGE = 'npm run staff -- reset NAME makes a link by which NAME chooses a new password.'

/**
 * What `npm run staff` says: for who is at the machine, where nobody can sign in any more. Throws an Error with a plain
 * sentence where it does not understand, or nobody is called so.
 */
export function linkByHand([command, ...words]: string[], { now, at }: Moment): string {
  const name = words.join(' ')
  if (command !== 'reset' || !name) throw new Error(USAGE)
  const user = userCalled(name)
  if (!user) throw new Error(`No account is called ${name}.`)
  const { id, username } = user
  immediately(db, (tx) => {
    openReset(id, null, at, tx)
    recordAct({ actor: 'machine', action: 'reset-link-made', subject: `user:${username}` }, now, tx)
  })
  const link = newPasswordAtDesk(tokenForAccount(id, at) ?? '')
  return `${username} chooses a new password here, within ${RESET_MINUTES} minutes:\n\n  ${link}\n`
}
