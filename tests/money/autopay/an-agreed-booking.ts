import { and, eq, like } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import type { Order } from '#app/bookings/place-booking.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { chargeByConsent } from '#app/money/changes/autopay/run-autopay.server'
import {
  agreeTo,
  type Consent,
  consentWithId,
  startConsent,
} from '#app/money/payments/autopay-consents.server'
import { sendDueReminders, sendOverdueNotices } from '#app/money/reminders/send-due-reminders.server'
import { stripe } from '#app/money/stripe/client.server'
import { retrieveSavedMethod } from '#app/money/stripe/saved-methods.server'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, instantAt } from '#app/platform/days'
import { asOfNow } from '#app/server/schedule/move-clock.server'
import { db, immediately } from '#db/connection.server'
import { autopayCharges } from '#db/schema/autopay'
import { outbox, reminders } from '#db/schema/mail'
import { autopayConsents, paymentIntents } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'
import { bookingNow, CARD, nothingBooked } from '#tests/fixtures/payments'

export const on = (day: Day, hour = 9): Date => instantAt(day, hour, 'America/Chicago')

type Agreement = { card?: string; payerEmail?: string; at?: Date }

/** Its owner keeps a card at Stripe, and agrees that it is charged for what the booking has left to pay. */
export async function agrees(
  booking: Booking,
  { card = CARD.good, payerEmail = booking.customerEmail, at = NOON }: Agreement = {},
): Promise<Consent> {
  const sdk = await stripe()
  const { id: stripeCustomerId } = await sdk.customers.create({ email: payerEmail })
  const setup = await sdk.setupIntents.create({ customer: stripeCustomerId, usage: 'off_session' })
  const { status } = stripeSandbox.setUp(setup.id, card, 'http://localhost:3000/')
  if (status === 'requires_action') stripeSandbox.authenticate(setup.id, 'complete')
  const { payment_method } = await sdk.setupIntents.retrieve(setup.id)
  const method = await retrieveSavedMethod(String(payment_method))
  if (!method) throw new Error(`${card} was not kept`)
  const plan = amountsOwed(bookingNow(booking))
    .installments.filter(({ owedCents }) => owedCents > 0)
    .map(({ number, dueOn, owedCents }) => ({ number, dueOn, amountCents: owedCents }))
  const agreed = { bookingId: booking.id, forTravelerId: null, payerEmail, plan, stripeCustomerId }
  const consent = agreeTo(
    { ...agreed, paysFrom: 'card', words: 'Charge this card for the installments.' },
    at,
  )
  const begun = immediately((tx) => startConsent(consent, method, at, tx))
  if (!begun) throw new Error('The consent did not begin')
  return begun
}

/** A double room whose deposit of $500 is paid, and whose $2,000 on Aug 15 and Sep 15 are charged. */
export async function anAgreedBooking(agreement: Agreement = {}, details: Partial<Order> = {}) {
  const { booking } = await aPaidBooking(details, agreement.at)
  return { booking, consent: await agrees(booking, agreement) }
}

/** One day as the schedule runs it, with its letters. */
export async function aDay(day: Day, { lettersWait = false } = {}): Promise<void> {
  await chargeByConsent(on(day))
  await sendDueReminders(on(day))
  if (!lettersWait) await letters(on(day))
  await sendOverdueNotices(on(day, 10))
  if (!lettersWait) await letters(on(day, 10))
  await chargeByConsent(on(day, 15))
  if (!lettersWait) await letters(on(day, 15))
}

export const letters = (at: Date) => sendDueMail(() => at, { beforeSending: asOfNow })

export async function days(from: Day, until: Day, how: { lettersWait?: boolean } = {}): Promise<void> {
  for (let day = from; day <= until; day = addDays(day, 1)) await aDay(day, how)
}

export const chargesOf = ({ id }: Pick<Booking, 'id'>) =>
  db
    .select()
    .from(autopayCharges)
    .where(eq(autopayCharges.bookingId, id))
    .orderBy(autopayCharges.id)
    .all()
    .map(({ number, dueOn, state, amountCents, tries }) => ({ number, dueOn, state, amountCents, tries }))

/** The letters of a booking in one line each: '2025-08-08 autopay-announced'. */
export const lettersIn = ({ id }: Pick<Booking, 'id'>): string[] =>
  db
    .select({ kind: outbox.kind, createdAt: outbox.createdAt })
    .from(outbox)
    .where(eq(outbox.bookingId, id))
    .orderBy(outbox.id)
    .all()
    .filter(({ kind }) => kind !== 'booking-confirmation' && kind !== 'staff-new-booking')
    .map(({ kind, createdAt }) => `${businessDay(createdAt)} ${kind}`)

/** Overdue notices in one line each: '2025-09-23 overdue'. */
export const overdueNoticesTo = (address: string) =>
  db
    .select({ kind: outbox.kind, createdAt: outbox.createdAt })
    .from(outbox)
    .where(and(eq(outbox.toAddress, address), like(outbox.kind, 'reminder-%overdue')))
    .orderBy(outbox.id)
    .all()
    .map(({ kind, createdAt }) => `${businessDay(createdAt)} ${kind.replace('reminder-', '')}`)

/** What was taken at Stripe without the payer, in cents, oldest first. */
export const chargedAtStripe = (booking: Pick<Booking, 'id'>): number[] => {
  const ours = db
    .select({ id: paymentIntents.stripeIntentId })
    .from(paymentIntents)
    .where(eq(paymentIntents.bookingId, booking.id))
    .all()
    .map(({ id }) => id)
  return stripeSandbox
    .paymentIntents()
    .filter(({ id, customer, status }) => status === 'succeeded' && customer && ours.includes(id))
    .map(({ amount_received }) => amount_received)
    .toReversed()
}

export const whyEnded = ({ id }: Consent) => consentWithId(id)?.endedFor ?? null

export function nothingAgreed(): void {
  for (const table of [autopayCharges, autopayConsents, reminders]) db.delete(table).run()
  nothingBooked()
}
