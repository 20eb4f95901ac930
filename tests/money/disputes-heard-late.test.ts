import { beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#app/money/reconcile.server'
import { recordDispute } from '#app/money/refunds/record-dispute.server'
import { stripe } from '#app/money/stripe/client.server'
import { readDispute } from '#app/money/stripe/refunds.server'
import { aDisputedBooking, close, hear, hearEvent, later, noticed, staffMail } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, booksOf, ledgerOf, payLater } from '#tests/fixtures/paid-bookings'
import { beginPaying, ledger, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// What a bank decided is learned though the news was lost, or came in the wrong order.

beforeEach(nothingBooked)

describe('whose webhooks were lost', () => {
  test('is found by reconcile, both open and lost', async () => {
    const { booking, intentId } = await aPaidBooking()
    const dispute = stripeSandbox.openDispute(intentId)
    expect(await reconcile(later)).toMatchObject({ disputes: 1, failed: 0 })
    expect(noticed(booking)).toEqual([dispute.id])
    expect(staffMail('staff-dispute-opened')).toHaveLength(1)

    stripeSandbox.closeDispute(dispute.id, 'lost')
    await reconcile(later)
    await reconcile(later)
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
    expect(staffMail('staff-dispute-closed')).toHaveLength(1)
  })

  test('is found together with its missed payment', async () => {
    const { booking, intent } = await beginPaying()
    await payAtStripe(intent.id)
    const dispute = stripeSandbox.openDispute(intent.id)
    stripeSandbox.closeDispute(dispute.id, 'lost')
    await reconcile(later)
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
  })

  test('is left alone if the payment is not ours', async () => {
    const sdk = await stripe()
    const strange = await sdk.paymentIntents.create({
      amount: 7_000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    stripeSandbox.openDispute(strange.id)
    await reconcile(later)
    expect(ledger()).toEqual([])
    expect(staffMail('staff-dispute-opened')).toEqual([])
  })
})

describe('news of a loss that comes after the appeal was won', () => {
  test('is not believed: Stripe is asked what holds now', async () => {
    const { booking } = await aPaidBooking()
    const dispute = stripeSandbox.openDispute(await payLater(booking, 200_000))
    await hear('created')
    stripeSandbox.closeDispute(dispute.id, 'lost')
    const late = stripeSandbox.events().find(({ type }) => type === 'charge.dispute.closed')
    stripeSandbox.closeDispute(dispute.id, 'won')
    await hearEvent({ ...late, id: 'evt_late' })

    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'payment card 200000'])
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 250_000, stripeAgrees: true })
    expect(staffMail('staff-dispute-closed').map(({ subject }) => subject)).toEqual([
      `Dispute won: ${booking.reference}, ${booking.customerName}`,
    ])
  })

  test('a stale answer fetched before the appeal changes nothing', async () => {
    const { booking, dispute } = await aDisputedBooking()
    const lost = readDispute(stripeSandbox.closeDispute(dispute.id, 'lost') as never)
    await close(dispute, 'won')
    recordDispute(lost, later())
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', stripeAgrees: true })
  })
})
