import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { type By, recordBookingAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { insertRow, rowBy, rowsBy } from '#db/prepared.server'
import { autopayConsents } from '#db/schema/money'
import type { AUTOPAY_ENDS } from '#db/values'

/** That installments are charged by themselves, as someone agreed to it (rules 3.14). */
export type Consent = typeof autopayConsents.$inferSelect

/** What ended it. */
export type AutopayEnd = (typeof AUTOPAY_ENDS)[number]

/** What was agreed to, by whom, and for whom of Stripe's customers it is kept. */
type Agreed = Pick<
  Consent,
  'bookingId' | 'forTravelerId' | 'payerEmail' | 'words' | 'plan' | 'paysFrom' | 'stripeCustomerId'
>

/** What a consent charges: the booking, or the share of one of its party. */
export type ChargedFor = Pick<Consent, 'bookingId' | 'forTravelerId'>

/** What Stripe keeps, with what a guest knows it by. */
export type KeptMethod = { id: string; brand: string; last4: string; expiresIn: string | null }

/** What a payment for one's share counts for: where the lead traveler pays for everybody, for all. */
export const chargedFor = (
  { id: bookingId, eachPays }: Pick<Booking, 'id' | 'eachPays'>,
  forTravelerId: number | null,
): ChargedFor => ({ bookingId, forTravelerId: eachPays ? forTravelerId : null })

const isWaiting = and(isNull(autopayConsents.startedAt), isNull(autopayConsents.endedAt))
const isLive = and(isNotNull(autopayConsents.startedAt), isNull(autopayConsents.endedAt))

/** A booking's consents, oldest first. */
export const consentsOf: (bookingId: number) => Consent[] = rowsBy(
  autopayConsents,
  autopayConsents.bookingId,
  autopayConsents.id,
)

export const consentWithId: (id: number) => Consent | undefined = rowBy(autopayConsents, autopayConsents.id)

/** Those by which a booking's installments, or shares of them, are charged now. */
export const liveConsentsOf = (bookingId: number): Consent[] =>
  consentsOf(bookingId).filter(({ startedAt, endedAt }) => startedAt !== null && endedAt === null)

/** The one of the booking, or of a share of it. */
export const liveConsentOf = ({ bookingId, forTravelerId }: ChargedFor): Consent | undefined =>
  liveConsentsOf(bookingId).find((one) => one.forTravelerId === forTravelerId)

/** The one that waits for its first payment, or for its card to be set up. */
export const waitingConsentOf = ({ bookingId, forTravelerId }: ChargedFor): Consent | undefined =>
  consentsOf(bookingId).findLast(
    (one) => one.forTravelerId === forTravelerId && one.startedAt === null && one.endedAt === null,
  )

/** Those that began and have not ended, oldest first. */
export const liveConsents = (): Consent[] =>
  db.select().from(autopayConsents).where(isLive).orderBy(asc(autopayConsents.id)).all()

/** Those that wait for their first payment or setup, oldest first. */
export const waitingConsents = (): Consent[] =>
  db.select().from(autopayConsents).where(isWaiting).orderBy(asc(autopayConsents.id)).all()

/**
 * Writes down what was agreed to: it waits for the payment, or the setup, that keeps the card. One that
 * waited for another ends; the same again, word for word, is the one that waits.
 */
export function agreeTo(agreed: Agreed, now: Date): Consent {
  return immediately((tx) => {
    const waiting = waitingConsentOf(agreed)
    if (waiting && isSame(waiting, agreed)) return waiting
    if (waiting) endRow(waiting, 'not-begun', now, tx)
    return insertRow(autopayConsents, { ...agreed, agreedAt: now }, tx)
  })
}

const isSame = (waiting: Consent, agreed: Agreed): boolean =>
  waiting.words === agreed.words &&
  waiting.payerEmail === agreed.payerEmail &&
  waiting.paysFrom === agreed.paysFrom &&
  waiting.stripeCustomerId === agreed.stripeCustomerId &&
  JSON.stringify(waiting.plan) === JSON.stringify(agreed.plan)

/**
 * It stands from now on, with what Stripe keeps, and another one of the booking ends. Once: null where it
 * stands already, or has ended; what was kept for one that ended is left to be detached. Letters are the
 * caller's.
 */
export function startConsent(
  consent: Pick<Consent, 'id'>,
  method: KeptMethod,
  now: Date,
  tx: Tx,
): Consent | null {
  const found = consentWithId(consent.id)
  if (!found || found.startedAt) return null
  const { id: stripeMethodId, ...kept } = method
  if (found.endedAt) {
    change(found, { stripeMethodId, ...kept }, tx)
    return null
  }
  const before = liveConsentOf(found)
  if (before) endConsent(before, 'other-method', { actor: 'traveler' }, now, tx)
  change(found, { stripeMethodId, ...kept, startedAt: now }, tx)
  recordBookingAct(now, bookingOf(found), { actor: 'traveler' }, 'autopay-agreed', {
    brand: kept.brand,
    last4: kept.last4,
  })
  return consentWithId(found.id) ?? null
}

/**
 * Nothing is charged by it anymore; its card is detached later. False where it had ended. Letters are the
 * caller's.
 */
export function endConsent(consent: Consent, why: AutopayEnd, by: By, now: Date, tx: Tx): boolean {
  if (!endRow(consent, why, now, tx)) return false
  if (consent.startedAt) recordBookingAct(now, bookingOf(consent), by, 'autopay-ended', { why })
  return true
}

function endRow({ id }: Consent, why: AutopayEnd, now: Date, tx: Tx): boolean {
  const { changes } = tx
    .update(autopayConsents)
    .set({ endedAt: now, endedFor: why })
    .where(and(eq(autopayConsents.id, id), isNull(autopayConsents.endedAt)))
    .run()
  return changes === 1
}

/** Those that ended, and whose card Stripe still keeps; oldest first. */
export const consentsToDetach = (): Consent[] =>
  db
    .select()
    .from(autopayConsents)
    .where(
      and(
        isNotNull(autopayConsents.stripeMethodId),
        isNull(autopayConsents.detachedAt),
        isNotNull(autopayConsents.endedAt),
      ),
    )
    .orderBy(asc(autopayConsents.endedAt))
    .all()

/** Stripe keeps its card no longer. */
export const noteDetached = ({ id }: Consent, now: Date): void => {
  db.update(autopayConsents).set({ detachedAt: now }).where(eq(autopayConsents.id, id)).run()
}

const change = ({ id }: Consent, to: Partial<Consent>, tx: Tx): void => {
  tx.update(autopayConsents).set(to).where(eq(autopayConsents.id, id)).run()
}

function bookingOf({ bookingId }: Consent): Booking {
  const booking = bookingWithId(bookingId)
  if (!booking) throw new Error(`Booking ${bookingId} is gone`)
  return booking
}
