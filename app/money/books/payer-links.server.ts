import { and, eq } from 'drizzle-orm'
import { isToken } from '#app/bookings/find-booking.server'
import { env } from '#app/platform/env.server'
import { newLinkToken } from '#app/platform/keys.server'
import type { Cents } from '#app/platform/money'
import type { Tx } from '#db/connection.server'
import { hasRow, insertRow, rowBy, rowsBy } from '#db/prepared.server'
import { payerLinks, paymentIntents } from '#db/schema/money'

/** A link by which somebody else pays so much (rules 2.27). */
export type PayerLink = typeof payerLinks.$inferSelect

/** A booking's, oldest first. */
export const payerLinksOf: (bookingId: number) => PayerLink[] = rowsBy(
  payerLinks,
  payerLinks.bookingId,
  payerLinks.id,
)

const withToken = rowBy(payerLinks, payerLinks.linkToken)

export const payerLinkByToken = (token: string): PayerLink | null =>
  isToken(token) ? (withToken(token) ?? null) : null

/** Where somebody else pays. Unguessable; opens nothing else. */
export const payerLinkAddress = ({ linkToken }: Pick<PayerLink, 'linkToken'>): string =>
  `${env.BASE_URL}/pay/${linkToken}`

export type LinkState = 'open' | 'paid' | 'withdrawn'

/** Once its money came it is paid: only once. */
export function linkState({ id, withdrawnAt }: PayerLink): LinkState {
  const isTheirs = eq(paymentIntents.payerLinkId, id)
  if (hasRow(paymentIntents, and(isTheirs, eq(paymentIntents.state, 'succeeded')))) return 'paid'
  return withdrawnAt === null ? 'open' : 'withdrawn'
}

/** Whether it can still be paid. */
export const isLinkOpen = (link: PayerLink): boolean => linkState(link) === 'open'

export const insertPayerLink = (
  row: { bookingId: number; forTravelerId: number | null; payerName: string; amountCents: Cents },
  now: Date,
  tx: Tx,
): PayerLink => insertRow(payerLinks, { ...row, linkToken: newLinkToken(), createdAt: now }, tx)

export const withdrawPayerLink = ({ id }: PayerLink, now: Date, tx: Tx): void => {
  tx.update(payerLinks).set({ withdrawnAt: now }).where(eq(payerLinks.id, id)).run()
}
