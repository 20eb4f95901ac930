import { beforeEach, describe, expect, test } from 'vitest'
import { receiveStripeEvent, reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { everyRefund, type StripeRefund } from '#app/money/stripe/refunds.server'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter } from '#tests/fixtures/orders'
import { aPaidBooking, booksOf, ledgerOf, refund } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

// The bank sent a refund back, and the webhooks tell of it in the wrong order.

beforeEach(nothingBooked)

const later = () => minutesAfter(90)
const tomorrow = () => minutesAfter(25 * 60)

const asItIsNow = async (): Promise<StripeRefund> => {
  const [newest] = (await everyRefund()).newestFirst
  if (!newest) throw new Error('Stripe has no refund')
  return newest
}

const hear = (told: StripeRefund) =>
  receiveStripeEvent(
    { id: `evt_${told.state}`, type: 'refund.updated', about: 'refund', refund: told },
    later,
  )

describe('news that a refund was made, after the news that it failed', () => {
  test('takes nothing off when made in the dashboard', async () => {
    const { booking, intentId } = await aPaidBooking()
    const { id } = stripeSandbox.refundInDashboard(intentId)
    const made = await asItIsNow()
    stripeSandbox.failRefund(id)
    await hear(await asItIsNow())
    await hear(made)

    expect(ledgerOf(booking)).toEqual(['payment card 50000'])
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', kept: 50_000, stripeAgrees: true })
  })

  test('leaves our own order to be tried again', async () => {
    const { booking } = await aPaidBooking()
    stripeSandbox.switches.apiDown = 'loses-answers'
    await refund(booking, 20_000)
    stripeSandbox.switches.apiDown = 'off'
    const made = await asItIsNow()
    stripeSandbox.failRefund(made.id)
    await hear(await asItIsNow())
    await hear(made)
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])

    await payOwedRefunds(later)
    await payOwedRefunds(tomorrow)
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -20000'])
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000, stripeAgrees: true })
  })
})

describe('beyond the hundred newest at Stripe', () => {
  const PAGE = 100

  async function aHundredNewerOnes() {
    const { intentId } = await aPaidBooking()
    for (let made = 0; made < PAGE; made += 1) stripeSandbox.refundInDashboard(intentId, 1)
  }

  test('a refund whose webhook was lost is entered by reconcile', async () => {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.refundInDashboard(intentId, 20_000)
    await aHundredNewerOnes()
    expect(await reconcile(later)).toMatchObject({ failed: 0 })
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000, stripeAgrees: true })
  })

  test('a refund that failed without a webhook counts as paid again', async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 20_000)
    const old = await asItIsNow()
    await aHundredNewerOnes()
    stripeSandbox.failRefund(old.id)
    await reconcile(later)
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 50_000, stripeAgrees: true })
  })

  test('an order finds its own refund behind a hundred of its payment', async () => {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.switches.apiDown = 'loses-answers'
    await refund(booking, 20_000)
    stripeSandbox.switches.apiDown = 'off'
    stripeSandbox.forgetAnswers()
    for (let made = 0; made < PAGE; made += 1) stripeSandbox.refundInDashboard(intentId, 1)
    await payOwedRefunds(tomorrow)
    expect(booksOf(booking)).toMatchObject({ kept: 30_000 - PAGE, stripeAgrees: true })
  })

  test('a lost dispute is entered by reconcile', async () => {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.closeDispute(stripeSandbox.openDispute(intentId, { amount: 20_000 }).id, 'lost')
    const { intentId: other } = await aPaidBooking()
    for (let opened = 0; opened < PAGE; opened += 1) stripeSandbox.openDispute(other, { amount: 1 })
    await reconcile(later)
    expect(booksOf(booking)).toMatchObject({ kept: 30_000, stripeAgrees: true })
  })
})
