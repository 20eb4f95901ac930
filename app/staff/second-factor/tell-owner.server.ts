import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Letter } from '#app/mail/letter'
import { post } from '#app/mail/outbox.server'
import type { Tx } from '#db/connection.server'
import { adminUsers } from '#db/schema'

/**
 * Tells the owner of an account what was done to its second factor, where there is an address to write to.
 */
export function tellOwner(
  accountId: number,
  letterTo: (username: string) => Letter,
  now: Date,
  tx: Tx,
): void {
  const owner = tx
    .select({ name: adminUsers.username, address: adminUsers.email })
    .from(adminUsers)
    .where(eq(adminUsers.id, accountId))
    .get()
  if (!owner?.address) return
  const { name, address } = owner
  const letter = letterTo(name)
  post({ kind: 'second-factor', once: randomUUID(), to: { name, address }, letter }, now)
}

const NOT_YOU = 'Wasn’t you? Change your password now, and tell the operator of the site.'

/** Tells staff that their account asks for a code from now on. */
export const secondFactorOn = (username: string): Letter => ({
  subject: 'Two-step sign-in is on',
  blocks: [
    {
      paragraph: `From now on the staff account ${username} signs in with its password and a code from an app. All its other sessions have ended.`,
    },
    { quiet: NOT_YOU },
  ],
})

/** Tells staff that a password alone signs in to their account again. */
export const secondFactorOff = (username: string): Letter => ({
  subject: 'Two-step sign-in is off',
  blocks: [
    {
      paragraph: `The staff account ${username} signs in with its password alone again. All its other sessions have ended.`,
    },
    { quiet: NOT_YOU },
  ],
})

/** Tells staff that one of their recovery codes is gone. */
export const recoveryCodeUsed = ({ username, left }: { username: string; left: number }): Letter => ({
  subject: 'A recovery code was used',
  blocks: [
    {
      paragraph: `One of the recovery codes of the staff account ${username} was used, together with its password. ${left === 1 ? '1 is' : `${left} are`} left.`,
    },
    { quiet: NOT_YOU },
  ],
})
