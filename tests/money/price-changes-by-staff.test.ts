import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { priceChangesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney, partyOf } from '#app/bookings/party.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { sharesOf } from '#app/money/books/shares.server'
import { PriceForm, type PriceWish } from '#app/money/changes/money-forms'
import { priceQuote, repriceBooking, undoQuote, undoReprice } from '#app/money/changes/price-changes.server'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { aPaidBooking, aStaffMember, lettersOfKind, payLater, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, expectAgreement, joins, leaves, plan } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

beforeEach(anOpenTour)

const JULY = at('2025-07-01')

const aWish = (wish: Partial<PriceWish> = {}): PriceWish => ({
  direction: 'discount',
  amount: { percent: 10 },
  travelerId: null,
  words: 'Choir discount',
  ...wish,
})

function quoteFor(booking: Booking, wish: PriceWish, when = JULY) {
  const quote = priceQuote(bookingNow(booking), wish, when)
  if ('refused' in quote) throw new Error(quote.refused)
  return quote
}

const reprice = (booking: Booking, wish: PriceWish, when = JULY, formKey: string = randomUUID()) =>
  repriceBooking(
    {
      ...wish,
      reference: booking.reference,
      quoted: digestOf(quoteFor(booking, wish, when)),
      formKey,
    },
    aStaffMember(),
    () => when,
  )

function undo(booking: Booking, when = JULY) {
  const id = priceChangesOf(booking.id).findLast(({ undoesId }) => undoesId === null)?.id ?? 0
  const quote = undoQuote(bookingNow(booking), id, when)
  if ('refused' in quote) throw new Error(quote.refused)
  const confirmed = { reference: booking.reference, quoted: digestOf(quote), formKey: randomUUID() }
  return undoReprice({ ...confirmed, id }, aStaffMember(), () => when)
}

const owed = (booking: Booking) =>
  installmentsOf(booking.id).map(({ number, owedCents, dueOn }) => [number, owedCents, dueOn])

const shares = (booking: Booking) => sharesOf(bookingNow(booking)).map(({ shareCents }) => shareCents)

describe('a discount', () => {
  test('of ten percent comes off the last installment, and the lead traveler gets both prices', async () => {
    const { booking } = await aPaidBooking()
    const quote = quoteFor(booking, aWish())
    expect(quote).toMatchObject({ beforeCents: 450_000, changeCents: -45_000, totalCents: 405_000 })
    expect(await reprice(booking, aWish())).toEqual({ changed: quote })
    expect(bookingNow(booking)).toMatchObject({ totalCents: 405_000, depositCents: 50_000 })
    expect(owed(booking)).toEqual([
      [1, 200_000, '2025-08-15'],
      [2, 155_000, '2025-09-15'],
    ])
    const [letter] = lettersOfKind(bookingNow(booking), 'price-changed')
    expect(letter).toContain('We took $450 off your price: “Choir discount”.')
    expect(letter).toContain('was $4,500 and is now $4,050')
  })

  test('reaches from the last installment into the first, and what asks for nothing is gone', async () => {
    const { booking } = await aPaidBooking()
    await reprice(booking, aWish({ amount: { cents: cents(250_000) } }))
    expect(owed(booking)).toEqual([[1, 150_000, '2025-08-15']])
    await payLater(bookingNow(booking), 150_000, JULY)
    expect(bookingNow(booking)).toMatchObject({ moneyState: 'paid-in-full', totalCents: 200_000 })
  })

  test('never goes below what is paid, and says what of it is paid already', async () => {
    const { booking } = await aPaidBooking()
    const wish = aWish({ amount: { cents: cents(430_000) } })
    expect(quoteFor(booking, wish)).toMatchObject({ changeCents: -400_000, paidAlreadyCents: 30_000 })
    await reprice(booking, wish)
    expect(bookingNow(booking)).toMatchObject({ totalCents: 50_000, keptCents: 50_000 })
    expect(priceQuote(bookingNow(booking), aWish(), JULY)).toEqual({ refused: 'nothing-open' })
  })

  test('for one traveler lowers the share of that one alone, of a party that of each alike', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await reprice(booking, aWish({ amount: { percent: 50 }, travelerId: travelerAt(booking, 2) }))
    expect(shares(booking)).toEqual([450_000, 225_000])
    await reprice(booking, aWish())
    expect(shares(booking)).toEqual([405_000, 202_500])
    expect(priceQuote(bookingNow(booking), aWish({ travelerId: 999 }), JULY)).toEqual({
      refused: 'no-such-traveler',
    })
  })

  test('leaves no installment that no card can pay, and is undone to the cent', async () => {
    const { booking } = await aPaidBooking()
    await reprice(booking, aWish({ amount: { cents: cents(199_970) } }))
    expect(owed(booking)).toEqual([[1, 200_030, '2025-08-15']])
    await undo(booking)
    expect(owed(booking)).toEqual([
      [1, 200_000, '2025-08-15'],
      [2, 200_000, '2025-09-15'],
    ])
  })

  test('leaves none either where the other traveler cancels afterward', async () => {
    const { booking } = await aPaidBooking()
    await joins(booking, at('2025-06-02'))
    await reprice(booking, aWish({ amount: { cents: cents(199_980) }, travelerId: travelerAt(booking, 1) }))
    await leaves(booking, 2, JULY)
    expect(owed(booking)).toEqual([[1, 200_020, '2025-08-15']])
    expect(amountsOwed(bookingNow(booking)).remainingCents).toBe(200_020)
  })

  test('of more than the price is refused, as is one for a booking that ended', async () => {
    const { booking } = await aPaidBooking()
    const more = aWish({ amount: { cents: cents(450_001) } })
    expect(priceQuote(bookingNow(booking), more, JULY)).toEqual({ refused: 'beyond-price' })
    const ended = { ...bookingNow(booking), status: 'cancelled' as const }
    expect(priceQuote(ended, aWish(), JULY)).toEqual({ refused: 'inactive' })
  })

  test('a second press changes nothing, and what changed since it was shown is shown again', async () => {
    const { booking } = await aPaidBooking()
    const formKey = randomUUID()
    const shown = digestOf(quoteFor(booking, aWish()))
    await reprice(booking, aWish(), JULY, formKey)
    const again = { ...aWish(), reference: booking.reference, quoted: shown }
    expect(await repriceBooking({ ...again, formKey }, aStaffMember(), () => JULY)).toEqual({ known: true })
    expect(
      await repriceBooking({ ...again, formKey: randomUUID() }, aStaffMember(), () => JULY),
    ).toMatchObject({
      refused: 'quote-changed',
      quote: { beforeCents: 405_000, changeCents: -40_500 },
    })
    expect(bookingNow(booking).totalCents).toBe(405_000)
  })
})

test('a plan of which only the joiner’s deposit and one installment are left asks again like any', async () => {
  const { booking } = await aPaidBooking()
  await joins(booking, JULY)
  const final = amountsOwed(bookingNow(booking)).installments.at(-1)
  await reprice(booking, aWish({ amount: { cents: cents(Number(final?.owedCents)) } }))
  expect(plan(booking)).toHaveLength(2)
  await payLater(bookingNow(booking), amountsOwed(bookingNow(booking)).remainingCents, JULY)
  await refund(booking, 20_000, { reason: 'owed-again' }, JULY)
  expect(amountsOwed(bookingNow(booking)).remainingCents).toBe(20_000)
  expectAgreement(booking)
})

describe('a surcharge', () => {
  test('of nothing, or of less than a card can pay where all is paid, is refused', async () => {
    const little = aWish({ direction: 'surcharge', amount: { cents: cents(30) } })
    const { booking: paid } = await aPaidBooking({ paymentType: 'full' })
    expect(priceQuote(paid, little, JULY)).toEqual({ refused: 'too-little' })
    const { booking } = await aPaidBooking({ travelers: 2 })
    const ofSecond = { travelerId: partyOf(booking.id)[1]?.id ?? 0 }
    await reprice(booking, aWish({ ...ofSecond, amount: { percent: 100 } }))
    const ofNothing = aWish({ ...ofSecond, direction: 'surcharge' })
    expect(priceQuote(bookingNow(booking), ofNothing, JULY)).toEqual({ refused: 'too-little' })
    expect(quoteFor(booking, little)).toMatchObject({ changeCents: 30 })
  })

  const surcharge = aWish({ direction: 'surcharge', amount: { cents: cents(60_000) }, words: 'Single tent' })

  test('is asked for with the last open installment', async () => {
    const { booking } = await aPaidBooking()
    await reprice(booking, surcharge)
    expect(owed(booking)).toEqual([
      [1, 200_000, '2025-08-15'],
      [2, 260_000, '2025-09-15'],
    ])
    expect(lettersOfKind(bookingNow(booking), 'price-changed')[0]).toContain('We added $600 to your price')
  })

  test('of a booking that was paid in full is due two weeks from now', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await reprice(booking, surcharge)
    expect(owed(booking)).toEqual([[1, 60_000, '2025-07-15']])
  })

  test('opens the final installment again where all were paid', async () => {
    const { booking } = await aPaidBooking()
    await payLater(booking, 400_000, JULY)
    await reprice(booking, surcharge, at('2025-09-10'))
    expect(owed(booking)).toEqual([
      [1, 0, '2025-08-15'],
      [2, 60_000, '2025-09-24'],
    ])
  })
})

describe('undone', () => {
  test('a discount leaves the booking as it was, and can be undone once', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const before = [owed(booking), shares(booking)]
    await reprice(booking, aWish({ amount: { cents: cents(500_000) } }))
    await undo(booking)
    expect([owed(booking), shares(booking)]).toEqual(before)
    expect(
      priceChangesOf(booking.id).map(({ priceChangeCents, isUndone }) => [priceChangeCents, isUndone]),
    ).toEqual([
      [-500_000, true],
      [500_000, false],
    ])
    const [first] = priceChangesOf(booking.id)
    expect(undoQuote(bookingNow(booking), first?.id ?? 0, JULY)).toEqual({ refused: 'undone' })
    expect(lettersOfKind(bookingNow(booking), 'price-changed')[1]).toContain(
      'We removed the discount of $5,000',
    )
  })

  test('a surcharge that was paid is not taken below what is paid', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await reprice(booking, aWish({ direction: 'surcharge', amount: { cents: cents(60_000) } }))
    await payLater(bookingNow(booking), 60_000, JULY)
    const [only] = priceChangesOf(booking.id)
    expect(undoQuote(bookingNow(booking), only?.id ?? 0, JULY)).toEqual({ refused: 'nothing-open' })
  })

  test('those who stay are not asked for the part of a traveler who has left, nor one who joined later', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await reprice(booking, aWish())
    await joins(bookingNow(booking), JULY)
    await leaves(bookingNow(booking), 2, JULY)
    const [lead, joined] = shares(booking)
    await undo(booking)
    expect(shares(booking)).toEqual([(lead ?? 0) + 45_000, joined])
  })

  test('a surcharge on a plan that was paid leaves all of its installments, paid', async () => {
    const { booking } = await aPaidBooking()
    await payLater(booking, 400_000, JULY)
    const before = plan(booking)
    await reprice(booking, aWish({ direction: 'surcharge' }))
    await undo(booking)
    expect(plan(booking).map(({ amountCents, paid }) => [amountCents, paid])).toEqual(
      before.map(({ amountCents, paid }) => [amountCents, paid]),
    )
  })

  test('the price no longer speaks of what was changed for a traveler who has left', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await reprice(booking, aWish({ travelerId: travelerAt(booking, 2) }))
    await leaves(bookingNow(booking), 2, at('2025-08-10'))
    expect(partyMoney(bookingNow(booking)).sum).toBe('1 × $4,500 + $500 kept from a canceled traveler')
  })

  test('a discount of one traveler is theirs again alone', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await reprice(booking, aWish({ amount: { percent: 50 }, travelerId: travelerAt(booking, 2) }))
    await undo(booking)
    expect(shares(booking)).toEqual([450_000, 450_000])
  })
})

test('amounts are read as dollars or as a percentage, and nothing else', () => {
  const read = (amount: string) => PriceForm.safeParse({ direction: 'discount', amount, words: 'Choir' })
  expect(read('10%').data?.amount).toEqual({ percent: 10 })
  expect(read('7.5 %').data?.amount).toEqual({ percent: 7.5 })
  expect(read('$1,250.50').data?.amount).toEqual({ cents: 125_050 })
  for (const wrong of ['', '0', '0%', '101%', '-5', '5 percent', '1e9', '%'])
    expect(read(wrong).success).toBe(false)
})

const travelerAt = (booking: Booking, position: number) =>
  sharesOf(bookingNow(booking)).find(({ traveler }) => traveler.position === position)?.traveler.id ?? 0

test('an installment that a discount took off is asked for before a journey that begins earlier by now', async () => {
  const { booking } = await aPaidBooking()
  await reprice(booking, aWish({ amount: { cents: cents(220_000) } }))
  expect(owed(booking)).toEqual([[1, 180_000, '2025-08-15']])
  db.update(departures).set({ startsOn: '2025-08-20' }).where(eq(departures.id, booking.departureId)).run()
  await undo(booking)
  expect(owed(booking)).toEqual([
    [1, 200_000, '2025-08-15'],
    [2, 200_000, '2025-08-19'],
  ])
})
