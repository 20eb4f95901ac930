import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { showInstant } from '#app/days'
import { bookingDossier } from '#app/dossiers/booking-dossier.server'
import { historyOf } from '#app/history/history.server'
import { recordDispute } from '#app/payments/disputes/record-dispute.server'
import { hearStripe } from '#app/payments/hear-stripe.server'
import { refundableByIntent } from '#app/payments/ledger.server'
import { reconcile } from '#app/payments/reconcile.server'
import { sendDueReminders } from '#app/reminders/send-due-reminders.server'
import { stripe } from '#app/stripe/client.server'
import { readDispute } from '#app/stripe/disputes.server'
import { readEvent } from '#app/stripe/events.server'
import { db } from '#db/connection.server'
import { outbox, payments } from '#db/schema'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter } from '#tests/fixtures/orders'
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

const later = () => minutesAfter(90)

type About = 'created' | 'closed'

/** The newest event of this kind, with a signature as Stripe sends it. */
async function hear(what: About, changed: { id?: string } = {}) {
  const event = stripeSandbox.events().find(({ type }) => type === `charge.dispute.${what}`)
  return hearEvent({ ...event, ...changed })
}

async function hearEvent(event: object) {
  const payload = JSON.stringify(event)
  const { webhooks } = await stripe()
  const signature = webhooks.generateTestHeaderString({ payload, secret: 'whsec_test' })
  const heard = await readEvent(payload, signature)
  if ('refused' in heard) throw new Error(`Not heard: ${payload}`)
  return hearStripe(heard.event, later)
}

async function aDisputedBooking(wish?: Parameters<typeof stripeSandbox.openDispute>[1]) {
  const { booking, intentId } = await aPaidBooking()
  const dispute = stripeSandbox.openDispute(intentId, wish)
  await hear('created')
  return { booking, intentId, dispute }
}

async function close(dispute: { id: string }, status: 'won' | 'lost' | 'warning_closed') {
  stripeSandbox.closeDispute(dispute.id, status)
  await hear('closed')
}

const staffMail = (kind: string) =>
  db
    .select({ subject: outbox.subject, text: outbox.textBody })
    .from(outbox)
    .where(and(eq(outbox.kind, kind), eq(outbox.toAddress, 'staff@savannasoul.example')))
    .orderBy(outbox.id)
    .all()

const history = (booking: Booking) =>
  historyOf(`booking:${booking.reference}`, { from: 'start' }).acts.map(
    ({ who, did, detail }) => `${who} ${did} ${detail}`,
  )

const noticed = (booking: Booking) =>
  bookingDossier(bookingNow(booking)).openDisputes.map(({ dispute }) => dispute)

describe('one that is opened', () => {
  test('is told to staff with the amount, the reason and the day until when to answer, and noted', async () => {
    const { booking, dispute } = await aDisputedBooking({ reason: 'product_not_received' })
    const until = showInstant(new Date((dispute.evidence_details.due_by ?? 0) * 1000), 'America/Chicago')

    const [mail, ...others] = staffMail('staff-dispute-opened')
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Payment disputed: ${booking.reference}, ${booking.customerName}`)
    expect(mail?.text).toContain(`take back $500 that was paid for ${booking.reference} (a chargeback)`)
    expect(mail?.text).toContain(
      `answer in Stripe's dashboard, with what shows that the payment was right, before ${until}`,
    )
    expect(mail?.text).toContain('Reason: product not received')
    expect(mail?.text).toContain(`Stripe dispute: ${dispute.id}`)
    expect(history(booking)[0]).toBe(
      `Stripe reported a dispute for $500 · reason: product not received · answer before ${until} · Stripe’s dispute ${dispute.id}`,
    )
    expect(noticed(booking)).toEqual([dispute.id])
  })

  test('changes neither the ledger nor what is owed, and the traveler hears nothing', async () => {
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

  test('as a mere inquiry says that nothing was taken, and may end without a loss', async () => {
    const { booking, dispute } = await aDisputedBooking({ isInquiry: true })
    expect(staffMail('staff-dispute-opened')[0]?.text).toContain('It has taken nothing so far')

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
  test('of all that was paid leaves the ledger once, and the booking is refunded', async () => {
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
    expect(mail?.text).toContain('Nothing is left paid: the booking is refunded, its seat is free')
    expect(mail?.text).toContain('The traveler has been told')
    const [letter, ...more] = lettersOfKind(booking, 'ended-by-dispute')
    expect(more).toEqual([])
    expect(letter).toContain(`the dispute about $500 that was paid for booking ${booking.reference}`)
    expect(letter).toContain('the booking has ended')
    expect(history(booking).slice(0, 2)).toEqual([
      'The site ended the booking all that was paid went back · status from deposit paid to refunded',
      `Stripe closed a dispute for $500 · lost · reason: fraudulent · Stripe’s dispute ${dispute.id}`,
    ])
    expect(noticed(booking)).toEqual([])
  })

  test('of an installment lowers the price: nobody is asked for it again', async () => {
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

  test('after a part was given back takes what Stripe says, and no refund is left to make', async () => {
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

  test('for a cancelled booking that had only its deposit left: the rest is gone', async () => {
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

test('one that is lost and then won on appeal is balanced once, and the price is what it was', async () => {
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

test('the end may be heard before the beginning: nobody is asked to answer any more', async () => {
  const { booking, intentId } = await aPaidBooking()
  const dispute = stripeSandbox.openDispute(intentId)
  await close(dispute, 'lost')
  await hear('created')
  expect(staffMail('staff-dispute-opened')).toEqual([])
  expect(noticed(booking)).toEqual([])
  expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0 })
})

test('news of a dispute that comes before the news of its payment is not lost', async () => {
  const { booking, intent } = await beginPaying()
  await payAtStripe(intent.id)
  stripeSandbox.openDispute(intent.id)
  await hear('created')
  expect(bookingNow(booking).status).toBe('deposit_paid')
  expect(noticed(booking)).toHaveLength(1)
})

describe('whose webhooks were lost', () => {
  test('is found by reconcile while it is open, and once it is lost', async () => {
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

  test('is found with its payment, of which nobody had heard either', async () => {
    const { booking, intent } = await beginPaying()
    await payAtStripe(intent.id)
    const dispute = stripeSandbox.openDispute(intent.id)
    stripeSandbox.closeDispute(dispute.id, 'lost')
    await reconcile(later)
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
  })

  test('and is not about a payment of ours is left alone: Stripe’s account may have many', async () => {
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

  test('nor where Stripe was asked before the appeal and the answer came late', async () => {
    const { booking, dispute } = await aDisputedBooking()
    const lost = readDispute(stripeSandbox.closeDispute(dispute.id, 'lost') as never)
    await close(dispute, 'won')
    recordDispute(lost, later())
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', stripeAgrees: true })
  })
})

test('one about a payment that is not ours is told to staff, and the ledger is left alone', async () => {
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
