import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { refundableByIntent } from '#app/money/books/ledger.server'
import { reconcile } from '#app/money/reconcile.server'
import { sendDueReminders } from '#app/money/reminders/send-due-reminders.server'
import { stripe } from '#app/money/stripe/client.server'
import { showInstant } from '#app/platform/days'
import { db } from '#db/connection.server'
import { payments } from '#db/schema/money'
import { aDisputedBooking, close, hear, history, later, noticed, staffMail } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import {
  aPaidBooking,
  booksOf,
  byHand,
  cancel,
  ledgerOf,
  lettersOfKind,
  lettersTo,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { beginPaying, bookingNow, ledger, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// A cardholder goes to the bank and asks it to take a payment back: a chargeback.

beforeEach(nothingBooked)

describe('one that is opened', () => {
  test('is told to staff with amount, reason and deadline', async () => {
    const { booking, dispute } = await aDisputedBooking({ reason: 'product_not_received' })
    const until = showInstant(new Date((dispute.evidence_details.due_by ?? 0) * 1000), 'America/Chicago')

    const [mail, ...others] = staffMail('staff-dispute-opened')
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Payment disputed: ${booking.reference}, ${booking.customerName}`)
    expect(mail?.text).toContain(`take back $500 that was paid for ${booking.reference} (a chargeback)`)
    expect(mail?.text).toContain(
      `answer in Stripe’s dashboard, with evidence that the payment was valid, before ${until}`,
    )
    expect(mail?.text).toContain('Reason: product not received')
    expect(mail?.text).toContain(`Stripe dispute: ${dispute.id}`)
    expect(history(booking)[0]).toBe(
      `Stripe reported a dispute for $500 · reason: product not received · answer before ${until} · Stripe’s dispute ${dispute.id}`,
    )
    expect(noticed(booking)).toEqual([dispute.id])
  })

  test('changes neither the ledger nor what is owed', async () => {
    const { booking } = await aPaidBooking()
    const installment = await payLater(booking, 200_000)
    const before = { books: booksOf(booking), ledger: ledgerOf(booking), letters: lettersTo(booking) }
    stripeSandbox.openDispute(installment)
    await hear('created')

    expect({ books: booksOf(booking), ledger: ledgerOf(booking), letters: lettersTo(booking) }).toEqual(
      before,
    )
  })

  test('is told once, however often Stripe says it', async () => {
    const { booking } = await aDisputedBooking()
    expect(await hear('created')).toBe('known')
    expect(await hear('created', { id: 'evt_once_more' })).toBe('heard')
    expect(staffMail('staff-dispute-opened')).toHaveLength(1)
    expect(history(booking).filter((line) => line.includes('reported a dispute'))).toHaveLength(1)
  })

  test('says nothing was taken if it is an inquiry', async () => {
    const { booking, dispute } = await aDisputedBooking({ isInquiry: true })
    expect(staffMail('staff-dispute-opened')[0]?.text).toContain('It has not taken any money so far')

    await close(dispute, 'warning_closed')
    expect(staffMail('staff-dispute-closed')[0]?.subject).toBe(
      `Dispute warning closed: ${booking.reference}, ${booking.customerName}`,
    )
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])
    expect(noticed(booking)).toEqual([])
  })

  test('makes Stripe refuse a refund, which then waits for it', async () => {
    const { booking } = await aDisputedBooking()
    await refund(booking, 10_000)
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])
    expect(staffMail('staff-refund-trouble')[0]?.text).toContain('charge_disputed')
  })
})

describe('one that is lost', () => {
  test('about everything paid leaves the booking refunded', async () => {
    const { booking, dispute } = await aDisputedBooking()
    await close(dispute, 'lost')
    expect(await hear('closed')).toBe('known')
    await hear('closed', { id: 'evt_once_more' })
    await reconcile(later)

    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'adjustment card -50000'])
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
    expect(db.select().from(payments).where(eq(payments.stripeRefundId, dispute.id)).all()).toHaveLength(1)
    const [mail, ...others] = staffMail('staff-dispute-closed')
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Dispute lost: ${booking.reference}, ${booking.customerName}`)
    expect(mail?.text).toContain('No payment is left: the booking is refunded, it no longer holds any seats')
    expect(mail?.text).toContain('The traveler has been notified')
    const [letter, ...more] = lettersOfKind(booking, 'ended-by-dispute')
    expect(more).toEqual([])
    expect(letter).toContain(`the dispute over $500 paid for booking ${booking.reference}`)
    expect(letter).toContain('the booking has ended')
    expect(history(booking).slice(0, 2)).toEqual([
      'The site ended the booking all that was paid went back · status from deposit paid to refunded',
      `Stripe closed a dispute for $500 · lost · reason: fraudulent · Stripe’s dispute ${dispute.id}`,
    ])
    expect(noticed(booking)).toEqual([])
  })

  test('about an installment lowers the price by it', async () => {
    const { booking } = await aPaidBooking()
    const installment = await payLater(booking, 200_000)
    const dispute = stripeSandbox.openDispute(installment)
    await hear('created')
    await close(dispute, 'lost')
    await reconcile(later)

    expect(booksOf(booking)).toEqual({
      status: 'deposit_paid',
      total: 250_000,
      kept: 50_000,
      owed: [0, 200_000],
      paidInstallments: [true, false],
      stripeAgrees: true,
    })
    expect(staffMail('staff-dispute-closed')[0]?.text).toContain('the price of the booking was lowered by it')
    expect(lettersOfKind(booking, 'ended-by-dispute')).toEqual([])
    await sendDueReminders(new Date('2025-08-14T14:00:00Z'))
    expect(lettersTo(booking).filter(({ kind }) => kind.startsWith('reminder'))).toEqual([])
  })

  test('where a check paid the rest: the booking stands', async () => {
    const { booking, intentId, dispute } = await aDisputedBooking()
    await byHand(booking, 200_000)
    await close(dispute, 'lost')
    expect(booksOf(booking)).toMatchObject({
      status: 'deposit_paid',
      total: 400_000,
      kept: 200_000,
      owed: [0, 200_000],
      stripeAgrees: true,
    })
    expect(refundableByIntent(booking.id).map((one) => one.intentId)).not.toContain(intentId)
  })

  test('after a partial refund takes what Stripe says', async () => {
    const { booking, intentId } = await aPaidBooking()
    await payLater(booking, 200_000)
    await refund(booking, 20_000)
    const dispute = stripeSandbox.openDispute(intentId, { amount: 50_000 })
    await hear('created')
    await close(dispute, 'lost')
    expect(booksOf(booking)).toMatchObject({
      total: 380_000,
      kept: 180_000,
      owed: [0, 200_000],
      stripeAgrees: true,
    })
  })

  test('about a canceled booking’s kept deposit leaves nothing kept', async () => {
    const { booking, intentId } = await aPaidBooking()
    await cancel(booking, new Date('2025-08-20T17:00:00Z'))
    const dispute = stripeSandbox.openDispute(intentId)
    await hear('created')
    await close(dispute, 'lost')
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
  })
})

test('one that is won leaves everything as it is', async () => {
  const { booking, dispute } = await aDisputedBooking()
  await close(dispute, 'won')
  expect(ledgerOf(booking)).toEqual(['payment card 50000'])
  expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', total: 450_000, stripeAgrees: true })
  expect(staffMail('staff-dispute-closed')[0]).toMatchObject({
    subject: `Dispute won: ${booking.reference}, ${booking.customerName}`,
    text: expect.stringContaining('The ledger stays as it is.'),
  })
  expect(noticed(booking)).toEqual([])
})

test('a lost dispute won on appeal restores the price', async () => {
  const { booking } = await aPaidBooking()
  const dispute = stripeSandbox.openDispute(await payLater(booking, 200_000))
  await hear('created')
  await close(dispute, 'lost')
  await close(dispute, 'won')
  await hear('closed', { id: 'evt_once_more' })

  expect(ledgerOf(booking).slice(-2)).toEqual(['adjustment card -200000', 'adjustment card 200000'])
  expect(booksOf(booking)).toMatchObject({
    total: 450_000,
    kept: 250_000,
    owed: [0, 200_000],
    stripeAgrees: true,
  })
  expect(staffMail('staff-dispute-closed').map(({ subject }) => subject)).toEqual([
    `Dispute lost: ${booking.reference}, ${booking.customerName}`,
    `Dispute won: ${booking.reference}, ${booking.customerName}`,
  ])
})

test('a dispute heard closed first asks nobody to answer', async () => {
  const { booking, intentId } = await aPaidBooking()
  const dispute = stripeSandbox.openDispute(intentId)
  await close(dispute, 'lost')
  await hear('created')
  expect(staffMail('staff-dispute-opened')).toEqual([])
  expect(noticed(booking)).toEqual([])
  expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0 })
})

test('news of a dispute may precede its payment’s news', async () => {
  const { booking, intent } = await beginPaying()
  await payAtStripe(intent.id)
  stripeSandbox.openDispute(intent.id)
  await hear('created')
  expect(bookingNow(booking).status).toBe('deposit_paid')
  expect(noticed(booking)).toHaveLength(1)
})

test('a dispute about someone else’s payment is told to staff', async () => {
  const sdk = await stripe()
  const strange = await sdk.paymentIntents.create({
    amount: 7_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  const dispute = stripeSandbox.openDispute(strange.id)
  await hear('created')
  await close(dispute, 'lost')

  expect(ledger()).toEqual([])
  expect(staffMail('staff-dispute-opened')[0]?.text).toContain(
    '$70 of a payment that belongs to no booking in this database',
  )
  expect(staffMail('staff-dispute-closed')[0]?.subject).toBe('Dispute lost')
})
