import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { aboutBooking } from '#app/bookings/traveler-letters.server'
import { letterAsText } from '#app/mail/letter'
import { receiptsOf, withCompany } from '#app/money/books/receipts.server'
import { paymentReceipt } from '#app/money/letters/receipt-mail.server'
import { reconcile } from '#app/money/reconcile.server'
import { instantAt } from '#app/platform/days'
import { seatsLeft } from '#app/tours/departures.server'
import { movementFigures } from '#app/views/movements.server'
import { db, sqlite } from '#db/connection.server'
import { payments } from '#db/schema/money'
import { auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  booksOf,
  byHand,
  cancel,
  ledgerOf,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { atStripe, beginPaying, bookingNow, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

const ZONE = 'America/Chicago'

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

async function anExpiredBooking() {
  const { booking, intent } = await beginPaying()
  await reconcile(() => minutesAfter(31))
  expect(bookingNow(booking).status).toBe('expired')
  return { booking, intent }
}

describe('a later payment', () => {
  test('has one more fact of its receipt in its letter as well', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000)
    const [, receipt] = receiptsOf(bookingNow(booking))
    if (!receipt) throw new Error('No receipt')
    const thanks = paymentReceipt({
      ...{ ...aboutBooking(bookingNow(booking), NOON), ...receipt, tourName: 'Safari', next: null },
      onItsWay: [],
      ...{ totalCents: booking.totalCents, remainingCents: receipt.leftCents, today: receipt.day },
      lines: [...withCompany(receipt).lines, { label: 'Tax included', value: '$165' }],
    })
    expect(letterAsText(thanks)).toContain(
      [
        `Booking reference: ${booking.reference}`,
        'This payment: $2,000',
        'Paid so far: $2,500 of $4,500',
        'Balance due: $2,000',
        'Tax included: $165',
        '',
      ].join('\n'),
    )
  })

  test('of an installment settles the first one', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000, { note: 'Check 1042' }, minutesAfter(60))
    expect(booksOf(booking)).toEqual({
      status: 'deposit_paid',
      total: 450_000,
      kept: 250_000,
      owed: [0, 200_000],
      paidInstallments: [true, false],
      stripeAgrees: true,
    })
    expect(lettersOfKind(booking, 'payment-receipt')).toHaveLength(1)
    expect(db.select().from(payments).all().at(-1)).toMatchObject({
      method: 'cheque',
      note: 'Check 1042',
      recordedBy: aStaffMember().id,
    })
  })

  test('of a part leaves the first installment open', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 150_001)
    expect(booksOf(booking)).toMatchObject({ owed: [49_999, 200_000], paidInstallments: [false, false] })
    await payLater(booking, 49_999)
    expect(booksOf(booking)).toMatchObject({ owed: [0, 200_000], paidInstallments: [true, false] })
    await byHand(booking, 200_000, { method: 'wire' })
    expect(booksOf(booking)).toMatchObject({
      status: 'completed',
      kept: 450_000,
      owed: [0, 0],
      stripeAgrees: true,
    })
  })

  test('is never beyond what is owed, to the cent', async () => {
    const { booking } = await aPaidBooking()
    expect(await byHand(booking, 400_001)).toEqual({ refused: 'too-much', atMostCents: 400_000 })
    expect(await byHand(booking, 400_000)).toHaveProperty('booking')
    expect(await byHand(booking, 1)).toEqual({ refused: 'too-much', atMostCents: 0 })
  })

  test('is entered once by two presses of one button', async () => {
    const { booking } = await aPaidBooking()
    const formKey = randomUUID()
    const outcomes = await Promise.all([
      byHand(booking, 200_000, { formKey }),
      byHand(booking, 200_000, { formKey }),
    ])
    expect(outcomes[1]).toHaveProperty('known', true)
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'payment cheque 200000'])
    expect(lettersOfKind(booking, 'payment-receipt')).toHaveLength(1)
  })

  test('withdraws the card payment that was open', async () => {
    const { booking } = await aPaidBooking()
    const open = await beginLaterPayment(booking, 200_000)
    await byHand(booking, 200_000)
    expect(atStripe(open.id)?.status).toBe('canceled')
    expect(booksOf(booking)).toMatchObject({ kept: 250_000, stripeAgrees: true })
  })

  test('that a card overtook is refused, as the amounts are others', async () => {
    const { booking } = await aPaidBooking()
    const open = await beginLaterPayment(booking, 400_000)
    await payAtStripe(open.id)
    expect(await byHand(booking, 400_000)).toMatchObject({
      refused: 'quote-changed',
      quote: { keptCents: 450_000, totalCents: 450_000, writtenOffCents: 0 },
    })
    expect(booksOf(booking)).toMatchObject({ status: 'completed', kept: 450_000, stripeAgrees: true })
  })

  test('fails while an open card payment cannot be withdrawn', async () => {
    const { booking } = await aPaidBooking()
    await beginLaterPayment(booking, 200_000)
    stripeSandbox.switches.apiDown = true
    await expect(byHand(booking, 200_000)).rejects.toThrow('Stripe failed')
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])
  })

  test('of a canceled booking has no place', async () => {
    const { booking } = await aPaidBooking()
    await cancel(booking, new Date('2025-08-20T17:00:00Z'))
    expect(await byHand(booking, 100_000)).toEqual({ refused: 'no-place' })
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])
  })
})

describe('a first payment', () => {
  test('by check takes the held seat and confirms the booking', async () => {
    const { booking, intent } = await beginPaying()
    expect(await byHand(booking, 50_000, {}, minutesAfter(10))).toMatchObject({
      booking: { status: 'deposit_paid' },
    })
    expect(atStripe(intent.id)?.status).toBe('canceled')
    expect(booksOf(booking)).toMatchObject({ kept: 50_000, owed: [200_000, 200_000], stripeAgrees: true })
    expect(lettersOfKind(booking, 'booking-confirmation')).toHaveLength(1)
  })

  test('of the whole price completes it, without installments', async () => {
    const { booking } = await beginPaying()
    await byHand(booking, 450_000, { method: 'wire' })
    expect(booksOf(booking)).toMatchObject({ status: 'completed', kept: 450_000, owed: [] })
  })

  test('between deposit and price lessens the first installment', async () => {
    const { booking } = await beginPaying()
    await byHand(booking, 120_000)
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', owed: [130_000, 200_000] })
  })

  test('below the deposit is refused', async () => {
    const { booking } = await beginPaying()
    expect(await byHand(booking, 49_999)).toEqual({ refused: 'too-little', atLeastCents: 50_000 })
    expect(bookingNow(booking).status).toBe('pending')
  })

  test('revives an expired booking where a seat is free', async () => {
    const { booking } = await anExpiredBooking()
    expect(await byHand(booking, 50_000, {}, minutesAfter(60))).toHaveProperty('booking')
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', owed: [200_000, 200_000] })
    expect(seatsLeft(theDeparture())).toBe(19)
  })

  test('has no place where none is free, and enters nothing', async () => {
    const { booking } = await anExpiredBooking()
    db.update(departures).set({ seats: 0 }).run()
    expect(await byHand(booking, 50_000)).toEqual({ refused: 'no-place' })
    expect(ledgerOf(booking)).toEqual([])
    expect(bookingNow(booking).status).toBe('expired')
  })

  test('two checks for the last seat: one takes it', async () => {
    const [one, other] = [(await anExpiredBooking()).booking, (await anExpiredBooking()).booking]
    db.update(departures).set({ seats: 1 }).run()
    const outcomes = await Promise.all([byHand(one, 50_000), byHand(other, 50_000)])
    expect(outcomes.filter((outcome) => 'booking' in outcome)).toHaveLength(1)
    expect(outcomes).toContainEqual({ refused: 'no-place' })
    expect(seatsLeft(theDeparture())).toBe(0)
  })

  test('that a card overtook is refused', async () => {
    const { booking, intent } = await beginPaying()
    await payAtStripe(intent.id)
    await byHand(booking, 450_000)
    expect(booksOf(booking)).toMatchObject({ kept: 50_000, stripeAgrees: true })
    expect(endBooking(booking.id, 'expired', minutesAfter(60))).toBe(false)
  })
})

describe('money paid back by hand', () => {
  test('cannot exceed what is kept after card refunds', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000)
    stripeSandbox.switches.apiDown = true
    await refund(booking, 50_000)
    expect(await byHand(booking, 200_001, { direction: 'out' })).toEqual({
      refused: 'too-much',
      atMostCents: 200_000,
    })
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'payment cheque 200000'])
  })

  test('is owed again, and the traveler is told', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000)
    await byHand(booking, 100_000, { direction: 'out', reason: 'owed-again', method: 'wire' })
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 150_000, owed: [100_000, 200_000] })
    const [letter] = lettersOfKind(booking, 'paid-back-by-hand')
    expect(letter).toContain('We have returned $1,000')
    expect(letter).toContain('by bank transfer')
    expect(letter).toContain('due again')
  })

  test('as goodwill lowers the price', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000)
    await byHand(booking, 30_000, { direction: 'out', reason: 'goodwill' })
    expect(booksOf(booking)).toMatchObject({
      total: 420_000,
      kept: 220_000,
      owed: [0, 200_000],
      paidInstallments: [true, false],
    })
    expect(lettersOfKind(booking, 'paid-back-by-hand')[0]).not.toContain('due again')
  })

  test('ends the booking together with a whole card refund', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000)
    await byHand(booking, 200_000, { direction: 'out' })
    expect(bookingNow(booking).status).toBe('deposit_paid')
    await refund(booking, 50_000)
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
  })

  test('leaves its trace: who, how much, how', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000)
    await byHand(booking, 200_000, { direction: 'out', note: 'Check 77' }, NOON)
    const act = db
      .select()
      .from(auditLog)
      .all()
      .findLast(({ action }) => action === 'paid-back-by-hand')
    expect(act).toMatchObject({
      actor: 'Wambui',
      subject: `booking:${booking.reference}`,
      detail: { amountCents: 200_000, method: 'cheque', note: 'Check 77' },
    })
  })
})

describe('the day it was received', () => {
  const netOfMay = () => movementFigures({ from: '2025-05-01', to: '2025-05-31' }).netCents

  test('dates ledger, months, figures and receipt; the audit log has the day of entry', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000, { receivedOn: '2025-05-30' }, minutesAfter(60))
    expect(db.select().from(payments).all().at(-1)?.createdAt).toEqual(instantAt('2025-05-30', 12, ZONE))
    expect(receiptsOf(bookingNow(booking)).map(({ day, amountCents }) => [day, amountCents])).toEqual([
      ['2025-06-01', 50_000],
      ['2025-05-30', 200_000],
    ])
    expect(netOfMay()).toBe(200_000)
    expect(installmentsOf(booking.id)[0]?.paidAt).toEqual(instantAt('2025-05-30', 12, ZONE))
    const entered = db
      .select()
      .from(auditLog)
      .all()
      .findLast(({ action }) => action === 'payment-taken')
    expect(entered).toMatchObject({ createdAt: minutesAfter(60), detail: { receivedOn: '2025-05-30' } })
    expect(
      sqlite
        .prepare("select amount from slot_tallies where series = 'revenue' and slot = ?")
        .pluck()
        .get(instantAt('2025-05-30', 12, ZONE).getTime() / 900_000),
    ).toBe(200_000)
  })

  test('is today at the latest, and a year before the booking at the earliest', async () => {
    const { booking } = await aPaidBooking()
    const wrongDay = { refused: 'wrong-day', from: '2024-06-01', until: '2025-06-01' }
    expect(await byHand(booking, 50_000, { receivedOn: '2025-06-02' })).toEqual(wrongDay)
    expect(await byHand(booking, 50_000, { receivedOn: '2024-05-31' })).toEqual(wrongDay)
    expect(await byHand(booking, 50_000, { receivedOn: '2024-06-01' })).toHaveProperty('booking')
    expect(await byHand(booking, 50_000, { receivedOn: '2025-06-01' }, minutesAfter(5))).toHaveProperty(
      'booking',
    )
    expect(db.select().from(payments).all().at(-1)?.createdAt).toEqual(minutesAfter(5))
  })

  test('is that of money paid back as well', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 10_000, { direction: 'out', reason: 'goodwill', receivedOn: '2025-05-31' })
    expect(netOfMay()).toBe(-10_000)
  })
})
