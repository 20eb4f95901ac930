import { beforeEach, describe, expect, test } from 'vitest'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { beginLaterCardPayment, paymentDue } from '#app/money/changes/paying/later-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { cents, centsOf } from '#app/platform/money'
import { departureAsTyped } from '#app/routes/admin/departures/departure-parts'
import { contentVersion } from '#app/site/settings.server'
import { typedCents } from '#app/tours/departure-form'
import { DepartureForm } from '#app/tours/departure-rules'
import { seatsTakenOn } from '#app/tours/departures.server'
import { planSentence } from '#app/tours/promises'
import { saveDeparture } from '#app/tours/save-departure.server'
import { db } from '#db/connection.server'
import { adminUsers, auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { anOrder, NOON, theDeparture } from '#tests/fixtures/orders'
import { atNoon, beginPaying, bookingNow, ledger, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

const AMINA = { id: 1, username: 'Amina' }
db.insert(adminUsers)
  .values({ ...AMINA, passwordHash: 'x', createdAt: NOON })
  .onConflictDoNothing()
  .run()

beforeEach(() => {
  nothingBooked()
  db.update(departures).set(FIRST_DEPARTURE).run()
})

const TYPED = {
  startsOn: '2025-10-16',
  endsOn: '2025-10-27',
  seats: '20',
  depositCents: '500',
  doublePriceCents: '4,500',
  singlePriceCents: '$6,500.00',
  firstInstallmentDueOn: '2025-08-15',
  finalInstallmentDueOn: '2025-09-15',
  earlyBirdEndsOn: '2025-08-01',
  earlyBirdOffer: 'A welcome pack worth $100+',
  savedOffer: 'A welcome pack worth $100+',
  sales: 'open',
}
const typed = (
  changes: Partial<
    Record<
      keyof typeof TYPED | 'salesCloseOn' | 'salesOpenOn' | 'earlyBirdOffCents' | 'offerNamesWorth',
      string
    >
  > = {},
) => DepartureForm.safeParse({ ...TYPED, ...changes, version: String(theDeparture().version) })

function terms(changes: Parameters<typeof typed>[0] = {}) {
  const { data, error } = typed(changes)
  if (!data) throw error
  return data
}

const save = (changes: Parameters<typeof typed>[0] = {}) =>
  saveDeparture(theDeparture().id, terms(changes), AMINA, NOON)

test('an unedited form leaves the departure as it is', () => {
  const before = theDeparture()
  expect(save()).toMatchObject({ changed: [] })
  expect(theDeparture()).toEqual(before)
})

test('an early bird may be an amount alone, or words about a present', () => {
  expect(save({ earlyBirdOffer: undefined, earlyBirdOffCents: '$200' })).toMatchObject({
    changed: ['earlyBirdOffCents', 'earlyBirdOffer'],
  })
  expect(theDeparture()).toMatchObject({ earlyBirdOffer: null, earlyBirdOffCents: 20_000 })
  expect(typed({ earlyBirdOffer: 'A hat' }).success).toBe(true)
})

test('a gift’s words that name money are asked about until someone ticks these very words', () => {
  const offer = { earlyBirdOffer: '$200 off' }
  expect(typed(offer).success).toBe(false)
  expect(typed({ ...offer, offerNamesWorth: 'A welcome pack worth $100+' }).success).toBe(false)
  expect(save({ earlyBirdOffer: 'A hat worth $40', offerNamesWorth: 'A hat worth $40' })).toMatchObject({
    changed: ['earlyBirdOffer'],
  })
  expect(typed({ ...offer, savedOffer: 'A hat worth $40', offerNamesWorth: 'A hat worth $40' }).success).toBe(
    false,
  )
})

test('an early bird’s amount may be a part of the price', () => {
  expect(save({ earlyBirdOffCents: '10%' })).toMatchObject({ changed: ['earlyBirdOffPercent'] })
  expect(theDeparture()).toMatchObject({ earlyBirdOffCents: 0, earlyBirdOffPercent: 10 })
  expect(departureAsTyped(theDeparture()).earlyBirdOffCents).toBe('10%')
  expect(save({ earlyBirdOffCents: '200' })).toMatchObject({
    changed: ['earlyBirdOffCents', 'earlyBirdOffPercent'],
  })
  expect(theDeparture()).toMatchObject({ earlyBirdOffCents: 20_000, earlyBirdOffPercent: 0 })
})

test('a saved change is audited and raises the version', () => {
  const [{ version }, kept] = [theDeparture(), contentVersion()]
  expect(save({ depositCents: '750.50', salesCloseOn: '2025-10-01' })).toMatchObject({
    changed: ['depositCents', 'salesCloseOn'],
  })
  expect(theDeparture()).toMatchObject({
    depositCents: 75_050,
    salesCloseOn: '2025-10-01',
    version: version + 1,
    updatedAt: NOON,
  })
  expect(contentVersion()).toBeGreaterThan(kept)
  expect(db.select().from(auditLog).all().at(-1)).toMatchObject({
    actor: 'Amina',
    action: 'departure-changed',
    detail: { depositCents: { from: 50_000, to: 75_050 }, salesCloseOn: { from: null, to: '2025-10-01' } },
  })
})

test('the second of two editors cannot overwrite the first', () => {
  const second = terms({ seats: '18' })
  save({ seats: '19' })
  expect(saveDeparture(theDeparture().id, second, AMINA, NOON)).toMatchObject({
    refused: 'changed-since',
    departure: { seats: 19 },
  })
  expect(theDeparture().seats).toBe(19)
})

describe('seats', () => {
  test('cannot go below those that are held or paid for', async () => {
    const paid = await beginPaying()
    takePayment(await payAtStripe(paid.intent.id), NOON)
    await beginPaying()
    expect(seatsTakenOn(theDeparture().id)).toEqual({ held: 1, paid: 1, offered: 0, kept: 0 })

    expect(save({ seats: '1' })).toEqual({ refused: 'too-few-seats', taken: 2 })
    expect(theDeparture().seats).toBe(20)
    expect(save({ seats: '2' })).toMatchObject({ changed: ['seats'] })
  })
})

describe('who has booked keeps what was agreed', () => {
  const DEARER = {
    depositCents: '1,000',
    doublePriceCents: '6,000',
    singlePriceCents: '8,000',
    firstInstallmentDueOn: '2025-07-01',
    finalInstallmentDueOn: '2025-07-20',
  }

  test('amounts and due dates stay the same until fully paid', async () => {
    const { booking, intent } = await beginPaying()
    takePayment(await payAtStripe(intent.id), NOON)
    const before = { booking: bookingNow(booking), installments: installmentsOf(booking.id) }

    save(DEARER)
    expect({ booking: bookingNow(booking), installments: installmentsOf(booking.id) }).toEqual(before)
    expect(before.installments).toMatchObject([
      { amountCents: 200_000, dueOn: '2025-08-15' },
      { amountCents: 200_000, dueOn: '2025-09-15' },
    ])

    for (const remaining of [400_000, 200_000]) {
      const due = paymentDue(bookingNow(booking))
      expect(due).toMatchObject({ remainingCents: remaining, next: { owedCents: 200_000 } })
      const begun = await beginLaterCardPayment(
        {
          token: booking.linkToken,
          pays: 'next',
          amountCents: cents(200_000),
          remainingCents: cents(remaining),
        },
        atNoon,
      )
      if ('refused' in begun) throw new Error(begun.refused)
      expect(takePayment(await payAtStripe(begun.intent.id), NOON)).toMatchObject({ outcome: 'taken' })
    }
    expect(bookingNow(booking)).toMatchObject({ status: 'completed', totalCents: 450_000 })
    expect(installmentsOf(booking.id).every(({ paidAt }) => paidAt !== null)).toBe(true)
    expect(ledger().map(({ amountCents }) => amountCents)).toEqual([50_000, 200_000, 200_000])
  })

  test('also who was at checkout while staff saved', async () => {
    const { booking, intent } = await beginPaying()
    save(DEARER)
    takePayment(await payAtStripe(intent.id), NOON)

    expect(bookingNow(booking)).toMatchObject({
      status: 'deposit_paid',
      totalCents: 450_000,
      depositCents: 50_000,
    })
    expect(paymentDue(bookingNow(booking))).toMatchObject({
      remainingCents: 400_000,
      next: { owedCents: 200_000, dueOn: '2025-08-15' },
    })
  })

  test('while the next one to book gets the new terms', async () => {
    save(DEARER)
    const { booking, intent } = await beginPaying(anOrder())
    expect(intent.amountCents).toBe(100_000)
    expect(bookingNow(booking)).toMatchObject({ totalCents: 600_000, depositCents: 100_000 })
    expect(installmentsOf(booking.id)).toMatchObject([
      { amountCents: 250_000, dueOn: '2025-07-01' },
      { amountCents: 250_000, dueOn: '2025-07-20' },
    ])
  })
})

describe('is refused under its field', () => {
  test.each([
    ['endsOn', { endsOn: '2025-10-15' }, 'The last day cannot be before the first day'],
    ['doublePriceCents', { depositCents: '4,500.01' }, 'The deposit is more than this price'],
    ['depositCents', { depositCents: '0' }, 'Please enter the deposit in dollars'],
    ['depositCents', { depositCents: '-5' }, 'Please enter the deposit in dollars'],
    ['depositCents', { depositCents: '1.234' }, 'Please enter the deposit in dollars'],
    ['depositCents', { depositCents: '0.49' }, 'from $0.50 to $999,999.99'],
    ['singlePriceCents', { singlePriceCents: '1,000,000' }, 'from $0.50 to $999,999.99'],
    [
      'doublePriceCents',
      { doublePriceCents: '500.99' },
      'nothing or at least $1 must be left: a card cannot pay less than $0.50 at once',
    ],
    ['doublePriceCents', { doublePriceCents: '4.500,00' }, 'Please enter the double room price'],
    ['finalInstallmentDueOn', { finalInstallmentDueOn: '2025-08-14' }, 'The final due date cannot be before'],
    [
      'finalInstallmentDueOn',
      { finalInstallmentDueOn: '2025-10-16' },
      'Everything is due before the departure',
    ],
    ['endsOn', { endsOn: '2025-12-15' }, 'A journey takes 60 days at most'],
    ['sales', { sales: 'maybe' }, 'Please choose whether it is on sale'],
    ['salesOpenOn', { salesOpenOn: '2025-10-16' }, 'Sales open before they close'],
    ['startsOn', { startsOn: '2025-02-31' }, 'Please enter a day'],
    ['seats', { seats: '501' }, 'Please enter the seats'],
    ['seats', { seats: '2.5' }, 'Please enter the seats'],
    ['earlyBirdEndsOn', { earlyBirdEndsOn: undefined }, 'How long is the offer good?'],
    ['earlyBirdOffer', { earlyBirdOffer: undefined }, 'What do early birds get?'],
    ['earlyBirdOffer', { earlyBirdOffer: '$200 off' }, 'take nothing off'],
    ['earlyBirdOffer', { earlyBirdOffer: '200 dollars less' }, 'take nothing off'],
    ['earlyBirdOffer', { earlyBirdOffer: '10% less' }, 'take nothing off'],
    [
      'earlyBirdEndsOn',
      { earlyBirdOffer: undefined, earlyBirdOffCents: '200', earlyBirdEndsOn: undefined },
      'How long is the offer good?',
    ],
    [
      'earlyBirdOffCents',
      { earlyBirdOffCents: 'some' },
      'Please enter dollars, such as 250, or a percentage',
    ],
    ['earlyBirdOffCents', { earlyBirdOffCents: '3,999.50' }, 'must be left: take less off'],
    ['earlyBirdOffCents', { earlyBirdOffCents: '4,001' }, 'must be left: take less off'],
    ['earlyBirdOffCents', { earlyBirdOffCents: '90%' }, 'must be left: take less off'],
    [
      'salesCloseOn',
      { salesCloseOn: '2025-10-16' },
      'Sales close before the journey begins: choose a day before the first day, or clear it',
    ],
  ])('%s of %o', (field, changes, words) => {
    const issue = typed(changes).error?.issues.find(({ path }) => path[0] === field)
    expect(issue?.message).toContain(words)
  })
})

test('dollars are read as staff type them', () => {
  expect(['4500', '4,500', '$4,500.5', ' $ 4500.50 '].map(typedCents)).toEqual([
    450_000, 450_000, 450_050, 450_050,
  ])
  expect(['', 'abc', '4,50', '1e3', '٤٥٠٠', '9999999'].map(typedCents)).toEqual(Array(6).fill(null))
})

test('the plan is told as a sum that comes out', () => {
  const plan = (deposit: number, price: number) => planSentence(centsOf(deposit), centsOf(price))
  expect(plan(500, 4_500)).toBe('$500 + $2,000 + $2,000 = $4,500')
  expect(plan(500, 4_500.01)).toBe('$500 + $2,000 + $2,000.01 = $4,500.01')
  expect(plan(500, 500)).toBe('$500 = $500')
  expect(plan(501, 500)).toBeNull()
})
