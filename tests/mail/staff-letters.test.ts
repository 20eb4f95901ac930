import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import { checkoutDeparture } from '#app/bookings/checkout-offer.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { showCardForm } from '#app/money/changes/paying/begin-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordDispute } from '#app/money/refunds/record-dispute.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { refundsOf, type StripeDispute } from '#app/money/stripe/refunds.server'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { refunds } from '#db/schema/money'
import { contactInquiries } from '#db/schema/people'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, aTraveler, minutesAfter, NOON } from '#tests/fixtures/orders'
import { aPaidBooking, payLater, refund } from '#tests/fixtures/paid-bookings'
import { atNoon, beginPaying, nothingBooked, payAtStripe, payWithSecretKey } from '#tests/fixtures/payments'
import { anInquiry } from '#tests/people/inquiries'

// On a phone the office's mail shows whose it is, and is one tap away from the page in question.

beforeEach(nothingBooked)

const HERE = 'http://localhost:3000/admin'
const NJERI = { traveler: aTraveler({ name: 'Njeri Kamau' }) }

const staffMail = (kind: string) =>
  db
    .select()
    .from(outbox)
    .where(eq(outbox.toAddress, 'staff@savannasoul.example'))
    .orderBy(outbox.id)
    .all()
    .filter((mail) => mail.kind === kind)

/**
 * Both parts of the newest letter of this kind name the traveler and lead to the page; the subject names them
 * too.
 */
function expectNjerisLetter(kind: string, booking: Booking, page = `bookings/${booking.reference}`) {
  const mail = staffMail(kind).at(-1)
  expect(mail?.subject).toMatch(new RegExp(`${booking.reference}, Njeri Kamau$`))
  expect(mail?.textBody).toContain('Traveler: Njeri Kamau')
  expect(mail?.textBody.split('\n')).toContain(`${HERE}/${page}`)
  expect(mail?.htmlBody).toContain('Njeri Kamau</td>')
  expect(mail?.htmlBody).toContain(`href="${HERE}/${page}"`)
}

const aDispute = (intentId: string | null, changed: Partial<StripeDispute> = {}): StripeDispute => ({
  id: 'dp_1',
  intentId,
  amountCents: 50_000 as StripeDispute['amountCents'],
  reason: 'fraudulent',
  status: 'needs_response',
  answerBy: null,
  ...changed,
})

describe('a letter to staff about a booking names the traveler and links to its page:', () => {
  test('a new booking, and a payment that comes later', async () => {
    const { booking } = await aPaidBooking(NJERI)
    expectNjerisLetter('staff-new-booking', booking)
    await payLater(booking, 200_000)
    expectNjerisLetter('staff-payment', booking)
  })

  test('a payment that found no place', async () => {
    const { booking, intent } = await beginPaying(anOrder(NJERI))
    const paid = await payAtStripe(intent.id)
    endBooking(booking.id, 'expired', minutesAfter(31))
    db.update(departures).set({ seats: 0 }).run()
    takePayment(paid, minutesAfter(32))
    expectNjerisLetter('staff-payment-returned', booking)
  })

  test('a refund that was made in Stripe’s dashboard', async () => {
    const { booking, intentId } = await aPaidBooking(NJERI)
    stripeSandbox.refundInDashboard(intentId, 10_000)
    await reconcile(atNoon)
    expectNjerisLetter('staff-dashboard-refund', booking)
  })

  test('a refund that Stripe refused, also once given up', async () => {
    const { booking, intentId } = await aPaidBooking(NJERI)
    stripeSandbox.openDispute(intentId)
    await refund(booking, 25_000)
    expectNjerisLetter('staff-refund-trouble', booking)
    for (let hour = 1; hour <= 60; hour += 1) await payOwedRefunds(() => minutesAfter(60 * hour))
    const order = db.select().from(refunds).where(eq(refunds.state, 'refused')).get()
    expectNjerisLetter('staff-refund-trouble', booking, `bookings/${booking.reference}/refunds/${order?.id}`)
    expect(staffMail('staff-refund-trouble').at(-1)?.textBody).toContain('try it once more, or drop it')
  })

  test('a refund that the bank sent back', async () => {
    const { booking, intentId } = await aPaidBooking(NJERI)
    await refund(booking, 10_000)
    const [made] = await refundsOf(intentId)
    if (!made) throw new Error('No refund at Stripe')
    recordRefund({ ...made, state: 'failed' }, minutesAfter(60))
    expectNjerisLetter('staff-refund-trouble', booking)
  })

  test('a dispute, when it begins and when it ends', async () => {
    const { booking, intentId } = await aPaidBooking(NJERI)
    recordDispute(aDispute(intentId), NOON)
    expectNjerisLetter('staff-dispute-opened', booking)
    recordDispute(aDispute(intentId, { status: 'lost' }), NOON)
    expectNjerisLetter('staff-dispute-closed', booking)
  })
})

describe('a letter to staff about money that belongs to no booking links to what is known of it:', () => {
  test('a payment that is given back', async () => {
    const shown = await showCardForm(
      {
        roomType: 'double',
        travelers: 1,
        paymentType: 'deposit',
        checkoutKey: 'a-page',
        at: checkoutDeparture(null, 'a-browser', NOON),
      },
      atNoon,
    )
    if ('refused' in shown) throw new Error(shown.refused)
    takePayment(await payWithSecretKey(shown.intent.id), NOON)
    expect(staffMail('staff-unknown-payment')[0]?.textBody).toContain(
      `${HERE}/audit?about=intent%3A${shown.intent.id}\n`,
    )
  })

  test('a dispute', () => {
    recordDispute(aDispute('pi_elsewhere'), NOON)
    expect(staffMail('staff-dispute-opened')[0]?.textBody).toContain(
      `${HERE}/audit?about=intent%3Api_elsewhere\n`,
    )
  })
})

test('the notice of an inquiry links to its sender’s page', () => {
  const received = receiveInquiry(anInquiry(), NOON)
  if ('refused' in received) throw new Error(received.refused)
  expect(staffMail('inquiry-notice')[0]?.textBody.split('\n')).toContain(
    `${HERE}/contacts/${received.inquiryId}`,
  )
  db.delete(contactInquiries).run()
})
