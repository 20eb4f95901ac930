import { beforeEach, expect, test } from 'vitest'
import { termsOnOffer } from '#app/bookings/checkout-offer.server'
import { planInLine } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { beginCardPayment, beginHostedPayment } from '#app/money/changes/paying/begin-payment.server'
import { cents } from '#app/platform/money'
import { seatsLeft } from '#app/tours/departures.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, minutesAfter, theDeparture } from '#tests/fixtures/orders'
import { atNoon, beginPaying, CARD, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// Staff change the tour while a traveler has the checkout page open.

const AS_SEEDED = {
  doublePriceCents: cents(450_000),
  depositCents: cents(50_000),
  firstInstallmentDueOn: '2025-08-15',
  finalInstallmentDueOn: '2025-09-15',
}

const staffChange = (terms: Partial<typeof AS_SEEDED>) => db.update(departures).set(terms).run()

beforeEach(() => {
  nothingBooked()
  staffChange(AS_SEEDED)
})

const shownNow = () => ({
  plan: planInLine(
    termsOnOffer(theDeparture(), undefined, { roomType: 'double', travelers: 1 }, '2025-06-01'),
  ),
})
const dueDates = (booking: { id: number }) => installmentsOf(booking.id).map(({ dueOn }) => dueOn)

test.each([
  ['the price', { doublePriceCents: cents(500_000) }],
  ['the deposit', { depositCents: cents(75_000) }],
  ['a due date', { firstInstallmentDueOn: '2025-07-15' }],
])('%s was changed: nothing is held or charged', async (_, change) => {
  const order = anOrder({ shown: shownNow() })
  const before = stripeSandbox.paymentIntents().length
  staffChange(change)

  for (const begin of [beginCardPayment, beginHostedPayment]) {
    expect(await begin(order, atNoon)).toMatchObject({
      refused: 'terms-changed',
      plan: { totalCents: theDeparture().doublePriceCents, depositCents: theDeparture().depositCents },
    })
  }
  expect(seatsLeft(theDeparture())).toBe(20)
  expect(stripeSandbox.paymentIntents()).toHaveLength(before)
  expect(await beginCardPayment({ ...order, shown: shownNow() }, atNoon)).toHaveProperty('booking')
})

test('full payers are told only of price and deposit changes', async () => {
  const order = anOrder({ paymentType: 'full', shown: shownNow() })
  staffChange({ firstInstallmentDueOn: '2025-07-15' })
  expect(await beginPaying(order)).toMatchObject({ intent: { amountCents: 450_000 } })

  for (const change of [{ doublePriceCents: cents(500_000) }, { depositCents: cents(75_000) }]) {
    const another = anOrder({ paymentType: 'full', shown: shownNow() })
    staffChange(change)
    expect(await beginCardPayment(another, atNoon)).toMatchObject({ refused: 'terms-changed' })
  }
})

test('who holds a seat keeps the agreed price and plan', async () => {
  const order = anOrder({ shown: shownNow() })
  const { booking, intent } = await beginPaying(order)
  await payAtStripe(intent.id, CARD.declined)
  staffChange({ doublePriceCents: cents(500_000), firstInstallmentDueOn: '2025-07-15' })

  const again = await beginPaying(order, minutesAfter(5))
  expect(again).toMatchObject({ booking: { id: booking.id, totalCents: 450_000 }, intent: { id: intent.id } })
  expect(dueDates(booking)).toEqual(['2025-08-15', '2025-09-15'])

  const reloaded = planInLine(
    termsOnOffer(theDeparture(), again.booking, { roomType: 'double', travelers: 1 }, '2025-06-01'),
  )
  expect(reloaded).toBe(order.shown?.plan)
  const full = { ...order, checkoutKey: 'reloaded', paymentType: 'full' as const, shown: { plan: reloaded } }
  expect(await beginPaying(full, minutesAfter(6))).toMatchObject({ intent: { amountCents: 450_000 } })
})

test('a hold that ran out loses its old price', async () => {
  const order = anOrder({ shown: shownNow() })
  await beginPaying(order)
  staffChange({ doublePriceCents: cents(500_000) })
  expect(await beginCardPayment(order, () => minutesAfter(31))).toMatchObject({ refused: 'terms-changed' })
})

test('Stripe’s page names the deposit that is actually charged', async () => {
  const order = anOrder()
  await beginPaying(order)
  staffChange({ depositCents: cents(75_000) })
  await beginHostedPayment(order, atNoon)

  const [session] = stripeSandbox.sessions()
  expect(session?.amount_total).toBe(50_000)
  expect(JSON.stringify(stripeSandbox.requests().at(-1))).toContain('$500')
})
