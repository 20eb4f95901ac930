import { beforeEach, describe, expect, test } from 'vitest'
import { checkoutDeparture } from '#app/bookings/checkout-offer.server'
import { beginHostedPayment } from '#app/money/changes/paying/begin-payment.server'
import { endHolds, reconcile } from '#app/money/reconcile.server'
import { seatsLeft } from '#app/tours/departures.server'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, minutesAfter, theDeparture } from '#tests/fixtures/orders'
import {
  atNoon,
  atStripe,
  beginPaying,
  bookingNow,
  CARD,
  ledger,
  mailWritten,
  nothingBooked,
  payAtStripe,
} from '#tests/fixtures/payments'

beforeEach(nothingBooked)

const inMinutes = (minutes: number) => () => minutesAfter(minutes)

describe('webhooks that never came', () => {
  test('do not cost a booking: the card form', async () => {
    const { booking, intent } = await beginPaying()
    await payAtStripe(intent.id)

    expect(await reconcile(inMinutes(5))).toMatchObject({ asked: 1, paid: 1 })
    expect(await reconcile(inMinutes(15))).toMatchObject({ asked: 0 })
    expect(bookingNow(booking).status).toBe('deposit_paid')
    expect(mailWritten()).toEqual(['booking-confirmation', 'staff-new-booking'])
  })

  test('do not cost a booking: the hosted page', async () => {
    const begun = await beginHostedPayment(anOrder(), atNoon)
    if ('refused' in begun) throw new Error(begun.refused)
    stripeSandbox.paySession(stripeSandbox.sessions()[0]?.id ?? '', CARD.good)

    expect(await reconcile(inMinutes(5))).toMatchObject({ paid: 1 })
    expect(bookingNow(begun.booking).status).toBe('deposit_paid')
  })

  test('do not cost a booking whose hold has ended', async () => {
    const { booking, intent } = await beginPaying()
    await payAtStripe(intent.id)

    await endHolds(inMinutes(60))
    expect(bookingNow(booking).status).toBe('deposit_paid')
    expect(ledger()).toHaveLength(1)
  })
})

describe('a hold that ends', () => {
  test('cancels the intent at Stripe, then frees the seat', async () => {
    const { booking, intent } = await beginPaying()

    expect(await endHolds(inMinutes(29))).toMatchObject({ released: 0 })
    expect(await endHolds(inMinutes(30))).toMatchObject({ released: 1 })
    expect(atStripe(intent.id)?.status).toBe('canceled')
    expect(bookingNow(booking).status).toBe('expired')
    expect(seatsLeft(theDeparture())).toBe(20)
  })

  test('closes the hosted page first', async () => {
    await beginHostedPayment(anOrder(), atNoon)
    await endHolds(inMinutes(30))

    expect(stripeSandbox.sessions()[0]?.status).toBe('expired')
    expect(seatsLeft(theDeparture())).toBe(20)
  })

  test('keeps its seat while Stripe cannot be reached', async () => {
    const { booking } = await beginPaying()
    stripeSandbox.switches.apiDown = true
    expect(await endHolds(inMinutes(31))).toMatchObject({ released: 0, unanswered: 1 })
    stripeSandbox.switches.apiDown = false

    expect(bookingNow(booking).status).toBe('pending')
    expect(await endHolds(inMinutes(32))).toMatchObject({ released: 1 })
  })

  test('every one that ran out is ended in one run', async () => {
    await beginPaying()
    await beginPaying()
    expect(await endHolds(inMinutes(31))).toMatchObject({ released: 2, unanswered: 0 })
  })
})

test('an abandoned card form’s intent is canceled', async () => {
  const { showCardForm } = await import('#app/money/changes/paying/begin-payment.server')
  const shown = await showCardForm(
    {
      roomType: 'single',
      travelers: 1,
      paymentType: 'full',
      checkoutKey: 'left-long-ago',
      at: checkoutDeparture(null, 'a-browser', atNoon()),
    },
    atNoon,
  )
  await reconcile(inMinutes(61))
  expect('intent' in shown && atStripe(shown.intent.id)?.status).toBe('canceled')
})
