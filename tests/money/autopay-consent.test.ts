import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { agreedInLine, autopayWords } from '#app/bookings/installments/autopay'
import { beginAgreed, planAfterNext, stopAutopay } from '#app/money/changes/paying/agree-to-autopay.server'
import { beginCardPayment, beginHostedPayment } from '#app/money/changes/paying/begin-payment.server'
import {
  beginLaterCardPayment,
  type LaterPaymentWish,
  paymentDue,
} from '#app/money/changes/paying/later-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import {
  consentsOf,
  liveConsentOf,
  liveConsents,
  waitingConsentOf,
} from '#app/money/payments/autopay-consents.server'
import { unsettledIntentOf } from '#app/money/payments/intent-records.server'
import { reconcile } from '#app/money/reconcile.server'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { siteSettings } from '#db/schema/site'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, aTraveler, minutesAfter, NOON } from '#tests/fixtures/orders'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'
import { atNoon, bookingNow, CARD, mailWritten, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

const offer = (offersAutopay: boolean) => db.update(siteSettings).set({ offersAutopay }).run()

beforeEach(() => {
  nothingBooked()
  offer(true)
})

/** What stands beside the tick at checkout, of a double room. */
const PLAN = [
  { number: 1, dueOn: '2025-08-15', amountCents: cents(200_000) },
  { number: 2, dueOn: '2025-09-15', amountCents: cents(200_000) },
]
const ticked = (payerEmail?: string) => ({ plan: agreedInLine(PLAN), payerEmail })

async function begun(order = anOrder({ autopay: ticked() })) {
  const opened = await beginCardPayment(order, atNoon)
  if ('refused' in opened) throw new Error(opened.refused)
  return opened
}

/** The deposit is paid, and reconcile hears of it. */
async function agreed(order = anOrder({ autopay: ticked() })): Promise<Booking> {
  const { booking, intent } = await begun(order)
  stripeSandbox.payIntent(intent.id, CARD.good)
  await reconcile(atNoon)
  return bookingNow(booking)
}

/** Text and reader of the letters of a kind. */
const letters = (kind: string) =>
  db
    .select({ to: outbox.toAddress, text: outbox.textBody })
    .from(outbox)
    .where(eq(outbox.kind, kind))
    .orderBy(outbox.id)
    .all()

const methodAtStripe = (id: string | null | undefined) =>
  stripeSandbox.paymentMethods().find((method) => method.id === id)

test('with the deposit a guest agrees that the installments are charged to its card', async () => {
  const booking = await agreed()
  expect(liveConsentOf({ bookingId: booking.id, forTravelerId: null })).toMatchObject({
    payerEmail: booking.customerEmail,
    words: autopayWords(PLAN),
    plan: PLAN,
    agreedAt: NOON,
    brand: 'Visa',
    last4: '4242',
    startedAt: NOON,
  })
  expect(
    methodAtStripe(liveConsentOf({ bookingId: booking.id, forTravelerId: null })?.stripeMethodId)?.customer,
  ).toBe(liveConsentOf({ bookingId: booking.id, forTravelerId: null })?.stripeCustomerId)
})

test('a copy of what was agreed goes out at once, to the payer and to the lead traveler', async () => {
  const traveler = aTraveler({ email: 'lead@example.com' })
  const booking = await agreed(anOrder({ traveler, autopay: ticked('aunt@example.com') }))
  const copies = letters('autopay-begun')
  expect(copies.map(({ to }) => to)).toEqual(['lead@example.com', 'aunt@example.com'])
  for (const { text } of copies) {
    expect(text.replace(/\s+/g, ' ')).toContain(autopayWords(PLAN))
    expect(text).toMatch(/\/autopay\/\d+\./)
    expect(text).toContain('Visa •••• 4242')
  }
  expect(copies.map(({ text }) => text.includes(booking.linkToken))).toEqual([true, false])
})

test('who pays and is the lead traveler gets one copy', async () => {
  const traveler = aTraveler({ email: 'Lead@example.com' })
  await agreed(anOrder({ traveler, autopay: ticked('lead@example.com') }))
  expect(letters('autopay-begun')).toHaveLength(1)
})

test('without the tick no card is kept, and no customer made', async () => {
  const before = stripeSandbox.customers().length
  const booking = await agreed(anOrder())
  expect(consentsOf(booking.id)).toEqual([])
  expect(stripeSandbox.customers()).toHaveLength(before)
  expect(mailWritten()).not.toContain('autopay-begun')
})

test('switching the tick replaces the intent, and nothing comes of what was not paid', async () => {
  const order = anOrder({ autopay: ticked() })
  const first = await begun(order)
  const second = await begun({ ...order, autopay: undefined })
  expect(second.intent.id).not.toBe(first.intent.id)
  expect(second.booking.id).toBe(first.booking.id)
  stripeSandbox.payIntent(second.intent.id, CARD.good)
  await reconcile(atNoon)
  expect(liveConsentOf({ bookingId: first.booking.id, forTravelerId: null })).toBeUndefined()
  await reconcile(() => minutesAfter(26 * 60))
  expect(consentsOf(first.booking.id)).toMatchObject([{ startedAt: null, endedFor: 'not-begun' }])
  expect(mailWritten()).not.toContain('autopay-begun')
})

test('asked again with another payer it is the same intent, and the last answer counts', async () => {
  const order = anOrder({ autopay: ticked() })
  const first = await begun(order)
  const second = await begun({ ...order, autopay: ticked('aunt@example.com') })
  expect(second.intent.id).toBe(first.intent.id)
  stripeSandbox.payIntent(second.intent.id, CARD.good)
  await reconcile(atNoon)
  expect(liveConsentOf({ bookingId: first.booking.id, forTravelerId: null })?.payerEmail).toBe(
    'aunt@example.com',
  )
  expect(consentsOf(first.booking.id).map(({ endedFor }) => endedFor)).toEqual(['not-begun', null])
})

test('on Stripe’s own page, too', async () => {
  const opened = await beginHostedPayment(anOrder({ autopay: ticked() }), atNoon)
  if ('refused' in opened) throw new Error(opened.refused)
  const session = unsettledIntentOf(opened.booking.id)?.stripeSessionId ?? ''
  stripeSandbox.paySession(session, CARD.good)
  await reconcile(atNoon)
  expect(liveConsentOf({ bookingId: opened.booking.id, forTravelerId: null })).toMatchObject({
    brand: 'Visa',
    last4: '4242',
  })
})

test('it is not offered while staff have it switched off', async () => {
  offer(false)
  expect(await beginCardPayment(anOrder({ autopay: ticked() }), atNoon)).toEqual({ refused: 'no-autopay' })
})

test('other installments than stood beside the tick are not agreed to', async () => {
  const autopay = { plan: '1:2025-08-15:100000' }
  expect(await beginCardPayment(anOrder({ autopay }), atNoon)).toMatchObject({ refused: 'terms-changed' })
})

test('who pays in full agrees to nothing, whatever was ticked before', async () => {
  const { booking } = await begun(anOrder({ paymentType: 'full', autopay: ticked() }))
  expect(waitingConsentOf({ bookingId: booking.id, forTravelerId: null })).toBeUndefined()
})

test('the payment is in the ledger and the site stops: the next reconcile begins it, once', async () => {
  const { booking, intent } = await begun()
  takePayment(await payAtStripe(intent.id), NOON)
  expect(liveConsentOf({ bookingId: booking.id, forTravelerId: null })).toBeUndefined()
  await reconcile(atNoon)
  await reconcile(atNoon)
  expect(liveConsentOf({ bookingId: booking.id, forTravelerId: null })).toMatchObject({ last4: '4242' })
  expect(letters('autopay-begun')).toHaveLength(1)
})

test('Stripe fails between the payment and its card: nothing is lost', async () => {
  const { booking, intent } = await begun()
  const paid = await payAtStripe(intent.id)
  takePayment(paid, NOON)
  stripeSandbox.switches.apiDown = 'fails'
  await beginAgreed(paid, atNoon)
  expect(liveConsentOf({ bookingId: booking.id, forTravelerId: null })).toBeUndefined()
  stripeSandbox.allWell()
  await beginAgreed(paid, atNoon)
  await beginAgreed(paid, atNoon)
  expect(liveConsentOf({ bookingId: booking.id, forTravelerId: null })).toMatchObject({ last4: '4242' })
  expect(letters('autopay-begun')).toHaveLength(1)
})

function wishOf(booking: Booking): LaterPaymentWish {
  const due = paymentDue(booking)
  const { remainingCents } = due
  return {
    ...{ token: booking.linkToken, pays: 'next', remainingCents },
    amountCents: due.next?.owedCents ?? cents(0),
    autopay: { plan: agreedInLine(planAfterNext(booking)) },
  }
}

test('with an installment it is agreed for those that follow', async () => {
  const { booking } = await aPaidBooking()
  const opened = await beginLaterCardPayment(wishOf(booking), atNoon)
  if ('refused' in opened) throw new Error(opened.refused)
  stripeSandbox.payIntent(opened.intent.id, CARD.good)
  await reconcile(atNoon)
  expect(liveConsentOf({ bookingId: booking.id, forTravelerId: null })?.plan).toEqual(PLAN.slice(1))
})

test('a stopped one ends, its card leaves Stripe, and both are told', async () => {
  const booking = await agreed(anOrder({ autopay: ticked('aunt@example.com') }))
  const consent = liveConsentOf({ bookingId: booking.id, forTravelerId: null })
  if (!consent) throw new Error('It did not begin')
  expect(stopAutopay(consent, null, NOON)).toBe(true)
  expect(stopAutopay(consent, null, NOON)).toBe(false)
  expect(liveConsents()).toEqual([])
  expect(letters('autopay-stopped')).toHaveLength(2)
  await reconcile(atNoon)
  expect(methodAtStripe(consent.stripeMethodId)?.customer).toBeNull()
  expect(consentsOf(booking.id)).toMatchObject([{ endedFor: 'stopped', detachedAt: NOON }])
})
