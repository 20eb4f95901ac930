import { beforeEach, describe, expect, test } from 'vitest'
import { hearStripe } from '#app/payments/hear-stripe.server'
import { payOwedRefunds } from '#app/payments/refunds/owed-refunds.server'
import { newestRefunds, type StripeRefund } from '#app/stripe/refunds.server'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter } from '#tests/fixtures/orders'
import { aPaidBooking, booksOf, ledgerOf, refund } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

// The bank sent a refund back, and the webhooks tell of it in the wrong order.

beforeEach(nothingBooked)

const later = () => minutesAfter(90)
const tomorrow = () => minutesAfter(25 * 60)

const asItIsNow = async (): Promise<StripeRefund> => {
  const [newest] = await newestRefunds()
  if (!newest) throw new Error('Stripe has no refund')
  return newest
}

const hear = (told: StripeRefund) =>
  hearStripe({ id: `evt_${told.state}`, type: 'refund.updated', about: 'refund', refund: told }, later)

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
