import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { keptCents } from '#app/money/books/ledger.server'
import { changeBooking } from '#app/money/changes/change-booking.server'
import { intentRecordFor, recentIntentId } from '#app/money/payments/intent-records.server'
import { isWanted } from '#app/money/payments/record-payment.server'
import { type BegunIntent, intentsBegunAfter, retrieveBegun } from '#app/money/stripe/intents.server'
import { log } from '#app/platform/log.server'
import { recordBookingAct } from '#app/staff/audit-log.server'
import type { Tx } from '#db/connection.server'
import { paymentIntents } from '#db/schema/money'
import { takePayment } from './take-payment.server'

const REFERENCE = /\bTS-[0-9A-Z]{6}\b/

/** The booking that a payment at Stripe says it is for, whether the database has it or not. */
const bookingNamedBy = ({ reference, description }: BegunIntent): string | null =>
  reference ?? REFERENCE.exec(description ?? '')?.[0] ?? null

/**
 * A payment that this site asked for and has no record of, and the booking that it names, where we have that.
 */
export type UnknownPayment = { intent: BegunIntent; named: string | null; booking: Booking | null }

export type UnknownPayments = {
  /** Paid, or being processed; oldest first. */
  payments: UnknownPayment[]
  /** How many payments were begun and not made: they may still be. */
  open: number
  isAll: boolean
}

/**
 * What Stripe has and a restored database does not: payments of this site, begun after the newest that the
 * database knew. Nothing is entered. Throws StripeUnavailable.
 */
export async function unknownPayments(newestKnown: string | null): Promise<UnknownPayments> {
  const { intents, isAll } = await intentsBegunAfter(newestKnown)
  const strange = intents.filter((intent) => intent.key !== null && !intentRecordFor(intent))
  const isMade = ({ status }: BegunIntent) => status === 'succeeded' || status === 'processing'
  return {
    payments: strange.filter(isMade).map(withBooking),
    open: strange.filter((intent) => !isMade(intent) && intent.status !== 'canceled').length,
    isAll,
  }
}

function withBooking(intent: BegunIntent): UnknownPayment {
  const named = bookingNamedBy(intent)
  return { intent, named, booking: (named && findBooking(named)) || null }
}

/**
 * Intents that are begun at one time reach Stripe in any order: those of this long before are looked at
 * again.
 */
const MARGIN_MS = 3_600_000

/**
 * Tells staff, once each, of payments that Stripe has and this database does not: a machine that died may
 * have taken its last moments with it (docs/scaling.md). Answers how many there are. Throws
 * StripeUnavailable.
 */
export async function notifyOfLostPayments(now: () => Date): Promise<number> {
  const known = recentIntentId(new Date(now().getTime() - MARGIN_MS))
  const { payments } = await unknownPayments(known)
  const lost = payments.filter(
    ({ intent }) => intent.status === 'succeeded' && intent.returnedCents < intent.receivedCents,
  )
  for (const { intent } of lost) takePayment(intent, now())
  if (lost.length > 0) log.error({ payments: lost.length }, 'Stripe has payments that this database does not')
  return lost.length
}

export type EnteredPayment =
  | { booking: Booking; intent: BegunIntent }
  | {
      refused:
        | 'not-at-stripe'
        | 'not-ours'
        | 'not-paid'
        | 'known'
        | 'no-booking'
        /** It names another one, which is here. */
        | 'another-booking'
        /** It names one that is not here, and `standsFor` did not name that one. */
        | 'lost-booking'
        | 'being-paid'
        /** The booking has no use for it: it is paid, or has no place to take. */
        | 'not-wanted'
    }

/**
 * Enters a card payment that only Stripe knows of, as after a restored backup, for the booking that someone
 * names. What that has no use for is not entered, so that a wrong reference sends nothing back; nor what
 * names a lost booking, except where `standsFor` says so. Throws StripeUnavailable.
 */
export async function enterFoundPayment(
  intentId: string,
  reference: string,
  now: () => Date,
  standsFor: string | null = null,
): Promise<EnteredPayment> {
  const intent = await retrieveBegun(intentId)
  if (!intent) return { refused: 'not-at-stripe' }
  if (intent.key === null) return { refused: 'not-ours' }
  if (intent.status !== 'succeeded') return { refused: 'not-paid' }
  if (intentRecordFor(intent)) return { refused: 'known' }
  const ours = { ...intent, key: intent.key }
  const entered = await changeBooking({ reference }, now, {
    name: 'found-payment',
    plan: (booking, at) => entering(ours, booking, standsFor, at),
    change: (booking, { purpose }, at, tx) => enter(ours, booking, purpose, at, tx),
  })
  if ('known' in entered) return { refused: 'known' }
  return 'refused' in entered && entered.refused === 'not-found' ? { refused: 'no-booking' } : entered
}

type OurIntent = BegunIntent & { key: string }
type Purpose = 'balance' | 'full' | 'deposit'
type NotEntered = 'known' | 'another-booking' | 'lost-booking' | 'not-wanted'

function entering(
  intent: OurIntent,
  booking: Booking,
  standsFor: string | null,
  now: Date,
): { purpose: Purpose } | { refused: NotEntered } {
  if (intentRecordFor(intent)) return { refused: 'known' }
  const namedReference = bookingNamedBy(intent)
  const named = namedReference === null ? undefined : findBooking(namedReference)
  if (named && named.id !== booking.id) return { refused: 'another-booking' }
  if (!named && namedReference !== null && standsFor !== namedReference) return { refused: 'lost-booking' }
  const first = intent.receivedCents >= booking.totalCents ? ('full' as const) : ('deposit' as const)
  const purpose = isPaid(booking.status) ? ('balance' as const) : first
  return isWanted(purpose, booking, keptCents(booking.id), intent.receivedCents, now)
    ? { purpose }
    : { refused: 'not-wanted' }
}

function enter(
  intent: OurIntent,
  booking: Booking,
  purpose: Purpose,
  now: Date,
  tx: Tx,
): { booking: Booking; intent: BegunIntent } {
  tx.insert(paymentIntents)
    .values({
      bookingId: booking.id,
      purpose,
      method: 'card-element',
      paysFrom: intent.paysFrom,
      amountCents: intent.amountCents,
      discountCents: intent.discountCents,
      state: 'open',
      idempotencyKey: intent.key,
      stripeIntentId: intent.id,
      createdAt: now,
      updatedAt: now,
    })
    .run()
  takePayment(intent, now)
  const detail = { amountCents: intent.receivedCents, intent: intent.id }
  recordBookingAct(now, booking, { actor: 'machine' }, 'payment-found', detail)
  return { booking: findBooking(booking.reference) ?? booking, intent }
}
