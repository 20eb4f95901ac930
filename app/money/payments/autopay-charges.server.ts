import { asc, eq, inArray } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { db, type Tx } from '#db/connection.server'
import { changeRow, rowBy, rowsBy } from '#db/prepared.server'
import { autopayCharges } from '#db/schema/autopay'
import { outbox } from '#db/schema/mail'

/** An installment on its due day, as it was announced to be charged by a consent (rules 3.16). */
export type AutopayCharge = typeof autopayCharges.$inferSelect

export const chargeWithId: (id: number) => AutopayCharge | undefined = rowBy(
  autopayCharges,
  autopayCharges.id,
)

/** The one that is, or was, charged by an intent of ours. */
export const chargeOfIntent: (intentId: number) => AutopayCharge | undefined = rowBy(
  autopayCharges,
  autopayCharges.intentId,
)

/** Of all consents of a booking, oldest first. */
export const chargesOfBooking: (bookingId: number) => AutopayCharge[] = rowsBy(
  autopayCharges,
  autopayCharges.bookingId,
  autopayCharges.id,
)

export const chargesOfConsent = (consent: { id: number; bookingId: number }): AutopayCharge[] =>
  chargesOfBooking(consent.bookingId).filter(({ consentId }) => consentId === consent.id)

/** Those that were claimed, and of which it is not known what became of them; oldest first. */
export const chargesUnderWay = (): AutopayCharge[] =>
  db
    .select()
    .from(autopayCharges)
    .where(eq(autopayCharges.state, 'charging'))
    .orderBy(asc(autopayCharges.id))
    .all()

/** Those that wait for their day, of whatever consents. */
export const chargesAhead = (): AutopayCharge[] =>
  db
    .select()
    .from(autopayCharges)
    .where(inArray(autopayCharges.state, ['announced', 'waiting']))
    .orderBy(asc(autopayCharges.id))
    .all()

/** What is charged for one and the same: an installment on a due day, or one traveler's part of it. */
export const isForTheSame = (one: AutopayCharge, other: ChargedInstallment): boolean =>
  one.forTravelerId === other.forTravelerId && one.number === other.number && one.dueOn === other.dueOn

export type ChargedInstallment = Pick<AutopayCharge, 'forTravelerId' | 'number' | 'dueOn'>

export const changeCharge = ({ id }: AutopayCharge, to: Partial<AutopayCharge>, tx: Tx): void => {
  changeRow(autopayCharges, id, to, tx)
}

/**
 * It is not charged anymore. One that was never tried goes, so that it can be announced anew if it is owed
 * again.
 */
export function dropCharge(charge: AutopayCharge, tx: Tx): void {
  if (charge.tries === 0) tx.delete(autopayCharges).where(eq(autopayCharges.id, charge.id)).run()
  else changeCharge(charge, { state: 'dropped', nextTryOn: null }, tx)
}

/** On which day its announcement left for the payer; null where it has not. */
export function announcementLeftOn({ announcementId }: AutopayCharge): Day | null {
  const mail = announcementId === null ? undefined : mailWithId(announcementId)
  return mail?.sentAt ? businessDay(mail.sentAt) : null
}

const mailWithId = rowBy(outbox, outbox.id)
