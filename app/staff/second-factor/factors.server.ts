import { and, count, eq, inArray, isNotNull } from 'drizzle-orm'
import { type Db, db, type Tx } from '#db/connection.server'
import { secondFactors as factors, recoveryCodes } from '#db/schema'
import { open } from './sealed-secret.server'

export type Factor = typeof factors.$inferSelect

/** The second factor that an account signs in with; null where it has none, or one that is only being set up. */
export const factorOf = (accountId: number, outer: Db = db): Factor | null =>
  outer
    .select()
    .from(factors)
    .where(and(eq(factors.adminUserId, accountId), isNotNull(factors.turnedOnAt)))
    .get() ?? null

/** Which of these accounts sign in with a second factor. */
export const withFactor = (accountIds: number[]): Set<number> =>
  new Set(
    db
      .select({ id: factors.adminUserId })
      .from(factors)
      .where(and(inArray(factors.adminUserId, accountIds), isNotNull(factors.turnedOnAt)))
      .all()
      .map(({ id }) => id),
  )

/** Whether the codes of its app can be looked at: not where each SESSION_SECRET that sealed it was replaced. */
export const isReadable = ({ sealedSecret, adminUserId }: Factor): boolean =>
  open(sealedSecret, adminUserId) !== null

export const recoveryCodesLeft = (factorId: number, outer: Db = db): number =>
  outer.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.secondFactorId, factorId)).get()
    ?.left ?? 0

/** Removes the second factor of an account and its recovery codes; false where there was none in force. */
export const removeFactorOf = (accountId: number, tx: Tx): boolean =>
  tx
    .delete(factors)
    .where(and(eq(factors.adminUserId, accountId), isNotNull(factors.turnedOnAt)))
    .run().changes === 1
