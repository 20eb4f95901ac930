import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { changeDeparture } from '#app/bookings/moved-dates.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { holdLonger, holdQuote } from '#app/money/changes/hold-longer.server'
import { beginLaterCardPayment } from '#app/money/changes/paying/later-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { postponeDeparture, sheetOf } from '#app/money/changes/schedule/change-schedule.server'
import { type SellWish, sellByHand } from '#app/money/changes/sell-by-hand.server'
import { endHolds } from '#app/money/reconcile.server'
import { instantAt } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { valuesOf } from '#app/platform/typed/fields'
import { DEPARTURE, type DepartureTerms } from '#app/tours/departure-form'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { departures } from '#db/schema/tours'
import { aTraveler, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import { aStaffMember, booksOf, byHand, lettersOfKind } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at } from '#tests/fixtures/party-changes'
import { bookingNow, payAtStripe } from '#tests/fixtures/payments'

// Staff hold seats for a guest, and change until when.

const { name: _, tourType: __, ...asAtFirst } = theDeparture()
beforeEach(() => {
  anOpenTour()
  db.update(departures).set(asAtFirst).where(eq(departures.id, 1)).run()
  db.delete(outbox).run()
})

function sell(details: Partial<SellWish> = {}) {
  const wish: SellWish = {
    departureId: theDeparture().id,
    ...{ roomType: 'double', travelers: 2, paymentType: 'deposit', heldUntil: '2025-06-04' },
    traveler: aTraveler({ name: 'Asha Mwangi', email: 'asha@example.com' }),
    formKey: randomUUID(),
    ...details,
  }
  const sold = sellByHand(wish, aStaffMember(), NOON)
  if (!('booking' in sold)) throw new Error(JSON.stringify(sold))
  return sold.booking
}

/** The dialog as it was opened, and sent. */
function longer(
  booking: Booking,
  heldUntil: string,
  when = minutesAfter(60),
  formKey: string = randomUUID(),
) {
  const quote = holdQuote(bookingNow(booking), heldUntil, when)
  const quoted = 'refused' in quote ? '' : digestOf(quote)
  const wish = { reference: booking.reference, heldUntil, quoted, note: '', formKey }
  return holdLonger(wish, aStaffMember(), () => when)
}

const dueDays = ({ id }: Booking) => installmentsOf(id).map(({ dueOn }) => dueOn)
const endOf = (day: string) => instantAt(day, 24, 'America/Chicago')

describe('another day', () => {
  test('holds for as long as staff say, before the journey, and nothing else is due by then', async () => {
    const booking = sell()
    expect(await longer(booking, '2025-06-11')).toHaveProperty('held')
    expect(dueDays(booking)).toEqual(['2025-08-15', '2025-09-15'])
    expect(await longer(booking, '2025-09-10')).toHaveProperty('held')
    expect(dueDays(booking)).toEqual(['2025-09-10', '2025-09-24'])
    expect(await longer(booking, '2025-10-15')).toHaveProperty('held')
    expect(dueDays(booking)).toEqual(['2025-10-15', '2025-10-15'])
    expect(await longer(booking, '2025-10-16')).toEqual({ refused: 'wrong-day', until: '2025-10-15' })
    expect(await longer(booking, '2025-05-31')).toEqual({ refused: 'wrong-day', until: '2025-10-15' })
  })

  test('too late by mistake and corrected, leaves no day of the plan where it was', async () => {
    const booking = sell()
    await longer(booking, '2025-10-10')
    expect(dueDays(booking)).toEqual(['2025-10-10', '2025-10-15'])
    await longer(booking, '2025-08-20')
    expect(dueDays(booking)).toEqual(['2025-08-20', '2025-09-15'])
    expect(await longer(booking, '2025-06-20')).toMatchObject({
      held: {
        ...{ from: '2025-08-20', heldUntil: '2025-06-20' },
        installmentsBefore: [{ dueOn: '2025-08-20' }, { dueOn: '2025-09-15' }],
        installments: [
          { name: 'First installment', owedCents: 400_000, dueOn: '2025-08-15' },
          { name: 'Final installment', owedCents: 400_000, dueOn: '2025-09-15' },
        ],
      },
    })
    expect(dueDays(booking)).toEqual(['2025-08-15', '2025-09-15'])
    const letter = lettersOfKind(booking, 'seats-held').at(-1)
    expect(letter).toContain('until Jun 20, 2025')
    expect(letter).toContain('First installment, due Aug 15, 2025')
    await byHand(booking, 100_000)
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', owed: [400_000, 400_000] })
    expect(amountsOwed(bookingNow(booking)).installments[0]?.dueOn).toBe('2025-08-15')
  })

  test('held past the usual days at once, and corrected, it has them again, at another price too', async () => {
    const price = { totalCents: cents(990_000), words: 'Guide of their own' }
    for (const booking of [sell({ heldUntil: '2025-08-20' }), sell({ heldUntil: '2025-10-01', price })]) {
      expect(dueDays(booking)[0]).toBe(heldOf(booking))
      await longer(booking, '2025-06-20')
      expect(dueDays(booking)).toEqual(['2025-08-15', '2025-09-15'])
    }
  })
  const heldOf = (booking: Booking) => installmentsOf(booking.id)[0]?.dueOn

  test('is refused where another was shown, once it is paid for, and once it is over', async () => {
    const booking = sell()
    const quote = holdQuote(booking, '2025-06-11', NOON)
    if ('refused' in quote) throw new Error(quote.refused)
    const wish = { reference: booking.reference, heldUntil: '2025-06-11', note: '', formKey: randomUUID() }
    const opened = { ...wish, quoted: digestOf(quote) }
    await longer(booking, '2025-06-09')
    expect(await holdLonger(opened, aStaffMember(), () => NOON)).toMatchObject({ refused: 'quote-changed' })
    expect(await longer(booking, '2025-06-09')).toEqual({ refused: 'same-day' })
    await byHand(booking, 100_000)
    expect(await longer(booking, '2025-06-11')).toEqual({ refused: 'not-held' })
    const other = sell()
    expect(await longer(other, '2025-06-11', endOf('2025-06-04'))).toEqual({ refused: 'not-held' })
    await endHolds(() => endOf('2025-06-04'))
    expect(await longer(other, '2025-06-11')).toEqual({ refused: 'not-held' })
  })

  test('is saved once by two presses of one button, which says so', async () => {
    const booking = sell()
    const formKey = randomUUID()
    expect(await longer(booking, '2025-06-11', NOON, formKey)).toHaveProperty('held')
    expect(await longer(booking, '2025-06-12', NOON, formKey)).toEqual({ known: true })
    expect(lettersOfKind(booking, 'seats-held')).toHaveLength(2)
  })
})

describe('a hold while other things happen', () => {
  const begins = async (booking: Booking) => {
    const due = cents(100_000)
    const wish = { token: booking.linkToken, pays: 'next' as const, amountCents: due, remainingCents: due }
    const begun = await beginLaterCardPayment(wish, () => minutesAfter(60))
    if ('refused' in begun) throw new Error(begun.refused)
    return begun.intent
  }

  test('a guest who is paying pays for it, whatever its day is by then', async () => {
    const booking = sell()
    const intent = await begins(booking)
    await longer(booking, '2025-06-10')
    await longer(booking, '2025-06-02')
    takePayment(await payAtStripe(intent.id), minutesAfter(61))
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', kept: 100_000, stripeAgrees: true })
  })

  test('postponing the departure leaves nothing due before its last day', async () => {
    const booking = sell({ heldUntil: '2025-10-10' })
    postpones('2025-11-20')
    expect(dueDays(booking)).toEqual(['2025-10-10', '2025-10-24'])
    await longer(booking, '2025-06-20')
    expect(dueDays(booking)).toEqual(['2025-09-19', '2025-10-20'])
  })

  test('paid after a postponement, nothing is due before the days of its letter', async () => {
    const booking = sell({ heldUntil: '2025-10-10' })
    postpones('2025-11-20')
    await byHand(booking, 100_000, {}, at('2025-06-03'))
    expect(dueDays(booking)).toEqual(['2025-10-10', '2025-10-24'])
  })

  const postpones = (startsOn: string) => {
    const quoted = digestOf(sheetOf(1, 'departure-postponed', NOON))
    const wish = { departureId: 1, words: 'Floods.', quoted, formKey: randomUUID(), startsOn }
    expect(postponeDeparture(wish, aStaffMember(), NOON)).toHaveProperty('changed')
  }

  test('dates that staff moved stay moved when the hold is corrected, until they move back', async () => {
    const booking = sell({ heldUntil: '2025-08-20' })
    departs('2025-08-12')
    expect(dueDays(booking)).toEqual(['2025-08-11', '2025-08-11'])
    await longer(booking, '2025-06-20')
    expect(dueDays(booking)).toEqual(['2025-08-11', '2025-08-11'])
    departs('2025-10-16')
    expect(dueDays(booking)).toEqual(['2025-08-15', '2025-09-15'])
  })

  function departs(startsOn: string) {
    const { version, ...departure } = theDeparture()
    const terms = { ...valuesOf(DEPARTURE, departure), startsOn } as DepartureTerms
    expect(changeDeparture(1, { ...terms, version }, aStaffMember(), NOON)).toHaveProperty('changed')
  }
})

describe('paid late', () => {
  test('a check for the deposit, where all was to be paid at once, has a plan from then on', async () => {
    const booking = sell({ paymentType: 'full', heldUntil: '2025-10-05' })
    await byHand(booking, 100_000, {}, at('2025-09-20'))
    expect(dueDays(booking)).toEqual(['2025-10-04', '2025-10-15'])
  })

  test('a check that finds the seats free months later is not overdue the next day', async () => {
    const booking = sell()
    await endHolds(() => endOf('2025-06-04'))
    await byHand(booking, 100_000, {}, at('2025-08-20'))
    expect(bookingNow(booking).status).toBe('deposit_paid')
    expect(dueDays(booking)).toEqual(['2025-09-03', '2025-09-17'])
  })
})
