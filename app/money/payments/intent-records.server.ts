import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { isPaid, lostItsSeat } from '#app/bookings/status'
import { giveBankDiscount, takeBackBankDiscount } from '#app/money/books/bank-discount.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { type Cents, isChargeable } from '#app/platform/money'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { insertRow, prepared, rowBy } from '#db/prepared.server'
import { isOpenIntent, ON_ITS_WAY, paymentIntents } from '#db/schema/money'

export type IntentRecord = typeof paymentIntents.$inferSelect

/** Whether it makes held seats the guest's. */
export const isFirstPayment = (purpose: IntentRecord['purpose']) =>
  purpose === 'deposit' || purpose === 'full'

/** What we want Stripe to collect, for a booking or, while there is none, to show the card form. */
export type Wanted = Pick<IntentRecord, 'purpose' | 'method' | 'installmentNumber' | 'checkoutKey'> & {
  bookingId: number | null
  amountCents: Cents
} & Partial<
    Pick<
      IntentRecord,
      'paysFrom' | 'discountCents' | 'savesMethod' | 'forTravelerId' | 'payerTravelerId' | 'payerLinkId'
    >
  >

export type Claim =
  | { record: IntentRecord }
  | { inTheWay: IntentRecord }
  | { refused: 'hold-ended' | 'declined-too-often' | 'inactive' | 'not-chargeable' }

/**
 * Claims the one open intent that a booking may have, or each share of one, or a checkout page before there
 * is a booking: the same again for the same wish. `inTheWay` must be withdrawn at Stripe first. Refuses a
 * first payment for a seat that was given back, and an amount that Stripe does not charge.
 */
export function claimIntent(wanted: Wanted, now: Date): Claim {
  if (!isChargeable(wanted.amountCents)) return { refused: 'not-chargeable' }
  return immediately((tx) => {
    const { bookingId, checkoutKey } = wanted
    const booking = bookingWithId(bookingId)
    const lost = seatLost(wanted, booking)
    if (lost) return { refused: lost }

    const open =
      bookingId === null
        ? unsettledOfPage().get({ checkoutKey: checkoutKey ?? '' })
        : intentsInTheWay({ ...wanted, bookingId })[0]
    if (open) return matchesRequest(open, wanted) ? { record: open } : { inTheWay: open }

    const begun = { ...wanted, idempotencyKey: randomUUID(), createdAt: now, updatedAt: now }
    const record = insertRow(paymentIntents, begun, tx)
    const { amountCents, method, paysFrom } = record
    const by = { actor: method === 'off-session' ? 'schedule' : 'traveler' }
    const detail = { amountCents, method, ...(paysFrom === 'bank-account' && { paysFrom }) }
    if (booking) recordBookingAct(now, booking, by, 'payment-begun', detail)
    return { record }
  })
}

function seatLost(
  wanted: Wanted,
  booking: Booking | undefined,
): Extract<Claim, { refused: string }>['refused'] | null {
  if (wanted.bookingId === null) return null
  if (!isFirstPayment(wanted.purpose)) {
    return booking && isPaid(booking.status) ? null : 'inactive'
  }
  if (booking?.status === 'payment_failed') return 'declined-too-often'
  return booking && !lostItsSeat(booking.status) ? null : 'hold-ended'
}

const matchesRequest = (open: IntentRecord, wanted: Wanted): boolean =>
  open.amountCents === wanted.amountCents &&
  open.discountCents === (wanted.discountCents ?? 0) &&
  open.purpose === wanted.purpose &&
  open.method === wanted.method &&
  open.paysFrom === (wanted.paysFrom ?? 'card') &&
  open.savesMethod === (wanted.savesMethod ?? false) &&
  open.installmentNumber === wanted.installmentNumber &&
  open.forTravelerId === (wanted.forTravelerId ?? null) &&
  open.payerTravelerId === (wanted.payerTravelerId ?? null) &&
  open.payerLinkId === (wanted.payerLinkId ?? null)

/** Notes Stripe's id, and the digest of its secret; false where the record was given up in the meantime. */
export const openRecord = (
  { id }: IntentRecord,
  ids: { stripeIntentId?: string; secretDigest?: string; stripeSessionId?: string },
  now: Date,
): boolean => opened().run({ ...UNKNOWN, ...ids, id, updatedAt: now }).changes === 1

const UNKNOWN = { stripeIntentId: null, secretDigest: null, stripeSessionId: null }

const givenOr = (name: keyof typeof UNKNOWN) =>
  sql`coalesce(${sql.placeholder(name)}, ${paymentIntents[name]})`

const opened = prepared(() =>
  db
    .update(paymentIntents)
    .set({
      stripeIntentId: givenOr('stripeIntentId'),
      secretDigest: givenOr('secretDigest'),
      stripeSessionId: givenOr('stripeSessionId'),
      state: 'open',
      updatedAt: sql`${sql.param(sql.placeholder('updatedAt'), paymentIntents.updatedAt)}`,
    })
    .where(and(eq(paymentIntents.id, sql.placeholder('id')), isOpenIntent))
    .prepare(),
)

/** Nothing can be paid on it anymore. A record that money came for stays as it is. */
export const closeRecord = (record: IntentRecord, now: Date): void => close(record, isOpenIntent, now)

/** Gives up a record for which Stripe never answered: no one was ever given its secret. */
export const forgetRecord = (record: IntentRecord, now: Date): void =>
  close(record, eq(paymentIntents.state, 'creating'), now)

const close = (record: IntentRecord, isStill: SQL, now: Date): void =>
  immediately((tx) => {
    const closed = tx
      .update(paymentIntents)
      .set({ state: 'cancelled', updatedAt: now })
      .where(and(eq(paymentIntents.id, record.id), isStill))
      .returning()
      .get()
    const booking = closed && bookingWithId(closed.bookingId)
    if (!booking) return
    recordBookingAct(now, booking, { actor: 'site' }, 'payment-withdrawn', {
      amountCents: closed.amountCents,
    })
    takeBackBankDiscount(closed, now, tx)
  })

/**
 * Closes a record whose money did not come from a bank account, and counts that. False where it was settled
 * before: it is counted all the same.
 */
export function failRecord(record: IntentRecord, intent: Intent, now: Date, tx: Tx): boolean {
  const known = intentRecordNow(record)?.declinedCharges ?? []
  const charge = intent.declinedCharge ?? ''
  const declinedCharges = known.includes(charge) ? known : [...known, charge]
  tx.update(paymentIntents).set({ declinedCharges }).where(eq(paymentIntents.id, record.id)).run()
  const closed = tx
    .update(paymentIntents)
    .set({ state: 'cancelled', stripeIntentId: intent.id, updatedAt: now })
    .where(and(eq(paymentIntents.id, record.id), isOpenIntent))
    .returning()
    .get()
  const booking = closed && bookingWithId(closed.bookingId)
  if (booking) {
    const detail = { amountCents: closed.amountCents, failure: intent.failure ?? '' }
    recordBookingAct(now, booking, { actor: 'stripe' }, 'bank-payment-failed', detail)
    takeBackBankDiscount(closed, now, tx)
  }
  return closed !== undefined
}

const one = (condition: SQL | undefined) =>
  prepared(() => db.select().from(paymentIntents).where(condition).prepare())
const withId = rowBy(paymentIntents, paymentIntents.id)
const ofStripesOrKey = one(
  or(
    eq(paymentIntents.stripeIntentId, sql.placeholder('id')),
    eq(paymentIntents.idempotencyKey, sql.placeholder('key')),
  ),
)

export const intentRecordWithId: (id: number) => IntentRecord | undefined = withId

/** A record as it stands now; undefined where it is gone. */
export const intentRecordNow = ({ id }: IntentRecord): IntentRecord | undefined => withId(id)

/** Our record of an intent, by Stripe's id or, where its answer was lost, by our key on it. */
export const intentRecordFor = (intent: Intent): IntentRecord | undefined =>
  ofStripesOrKey().get({ id: intent.id, key: intent.key ?? intent.id })

export const intentRecordForSession = rowBy(paymentIntents, paymentIntents.stripeSessionId)

export const intentRecordWithStripeId = rowBy(paymentIntents, paymentIntents.stripeIntentId)

/** Stripe's id of the newest intent that we know; null where there is none. */
export const newestIntentId = (): string | null => newestOf(isNotNull(paymentIntents.stripeIntentId))

/** Stripe's id of the newest intent that was begun by then; null where there is none. */
export const recentIntentId = (by: Date): string | null =>
  newestOf(and(isNotNull(paymentIntents.stripeIntentId), lte(paymentIntents.createdAt, by)))

const newestOf = (which: SQL | undefined): string | null =>
  db
    .select({ id: paymentIntents.stripeIntentId })
    .from(paymentIntents)
    .where(which)
    .orderBy(desc(paymentIntents.id))
    .limit(1)
    .get()?.id ?? null

/** Whether its money has left a bank account, as far as we know. */
export const isOnItsWay = ({ paysFrom, state, processingAt }: IntentRecord): boolean =>
  paysFrom === 'bank-account' && processingAt !== null && (state === 'open' || state === 'creating')

/** On what is on its way from a bank account nothing more can be paid, nor withdrawn. */
const isNotOnItsWay = sql.raw(`not (${ON_ITS_WAY})`)

const unsettled = prepared(() =>
  db
    .select()
    .from(paymentIntents)
    .where(and(isOpenIntent, isNotOnItsWay, eq(paymentIntents.bookingId, sql.placeholder('bookingId'))))
    .orderBy(paymentIntents.id)
    .prepare(),
)

/** While there is no booking, a checkout page has its own. */
const unsettledOfPage = one(
  and(
    isOpenIntent,
    isNull(paymentIntents.bookingId),
    eq(paymentIntents.checkoutKey, sql.placeholder('checkoutKey')),
  ),
)

/**
 * The intents of a booking on which something can be paid: one, or one for each share. What is on its way is
 * another.
 */
export const unsettledIntentsOf = (bookingId: number): IntentRecord[] => unsettled().all({ bookingId })

/** Those of them on which the same is paid: all of it, or the same share. */
export const intentsInTheWay = (wanted: {
  bookingId: number
  forTravelerId?: number | null | undefined
}): IntentRecord[] =>
  unsettledIntentsOf(wanted.bookingId).filter(
    ({ forTravelerId }) =>
      forTravelerId === null ||
      (wanted.forTravelerId ?? null) === null ||
      forTravelerId === wanted.forTravelerId,
  )

/** What the lead traveler has open, or on its way, stays theirs alone where they leave the booking. */
export const leaveOpenTo = (traveler: { bookingId: number; id: number }, tx: Tx): void => {
  const isLeads = and(isNull(paymentIntents.payerTravelerId), isNull(paymentIntents.payerLinkId))
  tx.update(paymentIntents)
    .set({ payerTravelerId: traveler.id })
    .where(and(eq(paymentIntents.bookingId, traveler.bookingId), isOpenIntent, isLeads))
    .run()
}

/** The first of them. */
export const unsettledIntentOf = (bookingId: number): IntentRecord | undefined =>
  unsettled().get({ bookingId })

/**
 * Intents that may have been paid without our knowing, oldest first; on those that show the card form no one
 * can pay.
 */
export const unsettledIntents = (): IntentRecord[] => unsettledOfAny().all()

const unsettledOfAny = prepared(() =>
  db
    .select()
    .from(paymentIntents)
    .where(and(isOpenIntent, isNotNull(paymentIntents.bookingId)))
    .orderBy(paymentIntents.id)
    .prepare(),
)

const FORGOTTEN_AT_ONCE = 100

/**
 * Intents that hold no seat and whose page was left long ago: of later payments, and of the card form. A
 * hundred at a time, for strangers can open many of the latter.
 */
export const forgottenIntents = (openedBefore: Date): IntentRecord[] =>
  forgotten().all({ openedBefore: openedBefore.getTime() })

const forgotten = prepared(() =>
  db
    .select()
    .from(paymentIntents)
    .where(
      and(
        isOpenIntent,
        isNotOnItsWay,
        or(isNull(paymentIntents.bookingId), inArray(paymentIntents.purpose, ['installment', 'balance'])),
        lte(paymentIntents.createdAt, sql.placeholder('openedBefore')),
      ),
    )
    .orderBy(sql`${paymentIntents.bookingId} is null`, paymentIntents.id)
    .limit(FORGOTTEN_AT_ONCE)
    .prepare(),
)

/** Those of a booking that were paid, or are on their way, and kept what they are paid from; newest first. */
export const savingIntentsOf = (bookingId: number): IntentRecord[] =>
  db
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.bookingId, bookingId),
        eq(paymentIntents.savesMethod, true),
        or(eq(paymentIntents.state, 'succeeded'), sql.raw(ON_ITS_WAY)),
      ),
    )
    .orderBy(desc(paymentIntents.id))
    .limit(SAVING_AT_MOST)
    .all()

/** An agreement waits for the last of them. */
const SAVING_AT_MOST = 3

/**
 * Notes since when the money of an intent is on its way, or that it is not anymore; whether that is news. The
 * discount for it comes and goes with that. A record that was settled in the meantime stays as it is.
 */
export function noteProcessing(record: IntentRecord, isProcessing: boolean, now: Date): boolean {
  if (!isProcessing && record.processingAt === null) return false
  return immediately((tx) => {
    const before = intentRecordNow(record)
    if (!before || (before.processingAt !== null) === isProcessing) return false
    const { changes } = tx
      .update(paymentIntents)
      .set({ processingAt: isProcessing ? now : null })
      .where(and(eq(paymentIntents.id, record.id), isOpenIntent))
      .run()
    if (changes === 0) return false
    const booking = isProcessing && bookingWithId(before.bookingId)
    if (booking) {
      const detail = { amountCents: before.amountCents }
      recordBookingAct(now, booking, { actor: 'stripe' }, 'payment-processing', detail)
      giveBankDiscount(before, now, tx)
    } else takeBackBankDiscount(before, now, tx)
    return true
  })
}

/** Adds a declined charge, once; answers how many there are now. */
export function noteDeclinedCharge(record: IntentRecord, chargeId: string, now: Date): number {
  return immediately((tx) => {
    const row = intentRecordNow(record)
    const known = row?.declinedCharges ?? []
    if (known.includes(chargeId)) return known.length
    const charges = [...known, chargeId]
    tx.update(paymentIntents)
      .set({ declinedCharges: charges, updatedAt: now })
      .where(eq(paymentIntents.id, record.id))
      .run()
    const booking = row && bookingWithId(row.bookingId)
    if (booking) {
      const detail = { amountCents: row.amountCents, count: charges.length }
      recordBookingAct(now, booking, { actor: 'stripe' }, 'card-declined', detail)
    }
    return charges.length
  })
}

/** Cards that were declined before a booking was reinstated do not count against its seats. */
export const forgetDeclines = (bookingId: number, tx: Tx): void => {
  tx.update(paymentIntents).set({ declinedCharges: [] }).where(eq(paymentIntents.bookingId, bookingId)).run()
}

/**
 * How many cards were declined on all intents for the first payment of the same booking; 0 for a later
 * payment.
 */
export function declinesForSeat({ bookingId, purpose }: IntentRecord): number {
  if (bookingId === null || !isFirstPayment(purpose)) return 0
  return db
    .select({ declinedCharges: paymentIntents.declinedCharges })
    .from(paymentIntents)
    .where(and(eq(paymentIntents.bookingId, bookingId), inArray(paymentIntents.purpose, ['deposit', 'full'])))
    .all()
    .reduce((sum, { declinedCharges }) => sum + declinedCharges.length, 0)
}
