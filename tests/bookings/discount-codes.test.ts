import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import { priceChangesOf } from '#app/bookings/charges.server'
import { checkoutDeparture, termsOnOffer } from '#app/bookings/checkout-offer.server'
import type { DiscountCodeWords } from '#app/bookings/discount-code-form'
import { codeGuessed, codeTyped } from '#app/bookings/discount-codes.server'
import { planInLine } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney, seatsOf } from '#app/bookings/party.server'
import { type Order, placeBooking } from '#app/bookings/place-booking.server'
import {
  addCode,
  changeCode,
  endCode,
  listCodes,
  openCode,
  usesOfCode,
} from '#app/bookings/save-discount-code.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { cancelBooking } from '#app/money/changes/cancel-booking.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { undoQuote, undoReprice } from '#app/money/changes/price-changes.server'
import { reinstateQuote } from '#app/money/changes/reinstate-booking.server'
import { BOOKING_COLUMNS } from '#app/routes/admin/bookings/export-columns.server'
import { checkoutPage } from '#app/routes/checkout/checkout-page.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { bookingFacts } from '#app/views/booking-facts.server'
import { db } from '#db/connection.server'
import { guessCounts } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { anOrder, aTraveler, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import { aStaffMember, byHand, lettersOfKind } from '#tests/fixtures/paid-bookings'
import { beginPaying, bookingNow, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

const STAFF = aStaffMember()
const TODAY = '2025-06-01'
const ALONE = { roomType: 'double', travelers: 1 } as const

let codes = 0
/** A code of its own for each test: '10%' for the choir. */
function aCode(words: Partial<DiscountCodeWords> = {}) {
  codes += 1
  const code = `CHOIR${codes}`
  const all = {
    code,
    off: '10%',
    words: 'Choir of Austin',
    endsOn: null,
    usesAtMost: null,
    usesEachAtMost: null,
  }
  const made = addCode({ ...all, departureIds: [], ...words }, STAFF, NOON)
  if (!('id' in made)) throw new Error(made.refused)
  return { id: made.id, code: words.code ?? code }
}

function placed(order: Order, now = NOON) {
  const answer = placeBooking(order, now)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.booking
}
const refusalOf = (order: Order, now = NOON) => {
  const answer = placeBooking(order, now)
  return 'refused' in answer ? answer.refused : answer.booking.reference
}

beforeEach(() => {
  nothingBooked()
  db.delete(guessCounts).run()
  db.update(departures).set(FIRST_DEPARTURE).run()
})

describe('a code', () => {
  test('takes its part off price, installments and each share, with its cause', () => {
    const { code, id } = aCode()
    const booking = placed(
      anOrder({ code: ` ${code.toLowerCase().slice(0, 3)} ${code.slice(3)}`, travelers: 2 }),
    )
    expect(booking).toMatchObject({ totalCents: 810_000, depositCents: 100_000 })
    expect(installmentsOf(booking.id).map(({ amountCents }) => amountCents)).toEqual([355_000, 355_000])
    expect(seatsOf(booking.id).map(({ priceCents }) => priceCents)).toEqual([450_000, 450_000])
    expect(partyMoney(booking).sum).toBe('2 × $4,500 − $900 “Choir of Austin”')
    expect(priceChangesOf(booking.id)).toMatchObject([{ priceChangeCents: -90_000, codeId: id }])
    expect(listCodes()[0]).toMatchObject({ uses: 1, costCents: 90_000 })
    expect(usesOfCode(id)).toMatchObject([{ booking: { id: booking.id }, offCents: 90_000 }])
  })

  test('takes its dollars off for each traveler, below an early-bird price', () => {
    db.update(departures)
      .set({ earlyBirdOffCents: 20_000 as never, earlyBirdEndsOn: '2025-08-01' })
      .run()
    const { code } = aCode({ off: '$250' })
    expect(placed(anOrder({ code, travelers: 3 }))).toMatchObject({ totalCents: 3 * 405_000 })
  })

  test('never goes below the deposit, and says that it was cut', () => {
    const { code } = aCode({ off: '$4,200' })
    const given = codeTyped(code, { departureId: 1, held: undefined }, NOON)
    const plan = termsOnOffer(theDeparture(), undefined, ALONE, TODAY, 'code' in given ? given.code : null)
    expect(plan).toMatchObject({ totalCents: 50_000, installments: [], discount: { isCut: true } })
    expect(placed(anOrder({ code }))).toMatchObject({ totalCents: 50_000, depositCents: 50_000 })
  })

  test('is part of the plan that the page shows: without it another price applies', () => {
    const { code } = aCode()
    const shown = { plan: planInLine(termsOnOffer(theDeparture(), undefined, ALONE, TODAY)) }
    expect(placeBooking(anOrder({ code, shown }), NOON)).toMatchObject({
      refused: 'terms-changed',
      plan: { totalCents: 405_000, discount: { code, offCents: 45_000, isCut: false } },
    })
  })

  test('is known however keyboards and pasting write it', () => {
    const { code, id } = aCode({ code: 'CHOIR2026' })
    for (const typed of ['choir 2026\u200b', 'ＣＨＯＩＲ２０２６', 'choİr٢٠٢٦', '\u2060c\u00adhoir2026'])
      expect(codeTyped(typed, { departureId: 1, held: undefined }, NOON), typed).toMatchObject({
        code: { id },
      })
    expect(code).toBe('CHOIR2026')
  })

  test('is refused where it is unknown, has ended or is for another departure', () => {
    expect(refusalOf(anOrder({ code: 'NOBODYS' }))).toBe('code-unknown')
    expect(refusalOf(anOrder({ code: aCode({ endsOn: '2025-05-31' }).code }))).toBe('code-ended')
    expect(refusalOf(anOrder({ code: aCode({ departureIds: [2] }).code }))).toBe('code-elsewhere')
    expect(refusalOf(anOrder({ code: aCode({ endsOn: TODAY, departureIds: [1] }).code }))).toMatch(/^TS-/)
  })
})

describe('a link with a code', () => {
  const opened = async (query: string) => {
    const page = await checkoutPage(new Request(`http://localhost/checkout?${query}`), '10.0.0.7').catch(
      (thrown: Response) => thrown.headers.get('Location'),
    )
    return typeof page === 'string' || !page ? page : page.startsOn
  }

  test('opens the departure that the code is for, where it names none', async () => {
    const copy = copyDeparture(1, '2026-03-05', STAFF, NOON)
    if (!('id' in copy)) throw new Error(copy.refused)
    db.update(departures).set({ sales: 'open' }).where(eq(departures.id, copy.id)).run()
    const { code } = aCode({ departureIds: [copy.id] })
    expect(await opened(`room=single&code=${code}`)).toBe(
      `/checkout?room=single&code=${code}&departure=2026-03-05`,
    )
    expect(await opened(`code=${code}&departure=2026-03-05`)).toBe('2026-03-05')
    // Who chose another departure is told by its page, and codes cannot be guessed by where they lead.
    expect(await opened(`code=${code}&departure=2025-10-16`)).toBe('2025-10-16')
    expect(await opened(`code=${aCode().code}`)).toBe('2025-10-16')
    for (let guess = 0; guess < 20; guess += 1) await opened(`code=GUESS${guess}`)
    expect(await opened(`code=${code}`)).toBe('2025-10-16')
    db.delete(guessCounts).run()
    const becomes = (values: Partial<typeof departures.$inferInsert>) =>
      db.update(departures).set(values).where(eq(departures.id, copy.id)).run()
    // Its page says that nothing is sold, and why; of a draft there is none.
    for (const values of [{ sales: 'closed' }, { canceledAt: NOON }] as const) {
      becomes(values)
      expect(await opened(`code=${code}`)).toBe(`/checkout?code=${code}&departure=2026-03-05`)
    }
    becomes({ sales: 'draft', canceledAt: null })
    expect(await opened(`code=${code}`)).toBe('2025-10-16')
    db.delete(departures).where(eq(departures.id, copy.id)).run()
  })
})

describe('a use of a code', () => {
  test('counts while the seats are held, and is free again with them', () => {
    const { code } = aCode({ usesAtMost: 1 })
    const first = placed(anOrder({ code }))
    expect(refusalOf(anOrder({ code }))).toBe('code-used-up')
    endBooking(first.id, 'expired', minutesAfter(31))
    expect(refusalOf(anOrder({ code }), minutesAfter(31))).toMatch(/^TS-/)
  })

  test('is one of a person, however the address is spelled', () => {
    const { code } = aCode({ usesEachAtMost: 1 })
    const browserDigest = 'her browser'
    placed(anOrder({ code, browserDigest, traveler: aTraveler({ email: 'wanjiru.kamau@gmail.com' }) }))
    const again = aTraveler({ email: 'Wanjirukamau+2@googlemail.com' })
    expect(refusalOf(anOrder({ code, browserDigest, traveler: again }))).toBe('code-used-by-person')
    expect(refusalOf(anOrder({ code, browserDigest }))).toMatch(/^TS-/)
  })

  test('tells no stranger who has booked: another browser is answered as for any address, and staff see it', () => {
    const { code, id } = aCode({ usesEachAtMost: 1 })
    const hers = aTraveler({ email: 'wanjiru.kamau@example.com' })
    placed(anOrder({ code, traveler: hers }))
    expect(refusalOf(anOrder({ code, traveler: { ...hers } }))).toMatch(/^TS-/)
    expect(refusalOf(anOrder({ code }))).toMatch(/^TS-/)
    expect(usesOfCode(id).map(({ isBeyond }) => isBeyond)).toEqual([false, true, false])
  })

  test('is not counted beside itself, and stays as agreed once the code has ended', () => {
    const { code, id } = aCode({ usesAtMost: 1, usesEachAtMost: 1 })
    const order = anOrder({ code })
    const held = placed(order)
    endCode(id, STAFF, NOON)
    expect(placed({ ...order, paymentType: 'full' })).toMatchObject({ id: held.id, totalCents: 405_000 })
    expect(placed({ ...order, travelers: 2 })).toMatchObject({ id: held.id, totalCents: 810_000 })
    expect(priceChangesOf(held.id)).toMatchObject([{ priceChangeCents: -90_000 }])
    expect(refusalOf(anOrder({ code }))).toBe('code-ended')
  })

  test('ends where the hold is renewed without it', () => {
    const { code } = aCode({ usesAtMost: 1 })
    const order = anOrder({ code })
    const held = placed(order)
    expect(placed({ ...order, code: '' })).toMatchObject({ id: held.id, totalCents: 450_000 })
    expect(priceChangesOf(held.id)).toEqual([])
    expect(installmentsOf(held.id).map(({ amountCents }) => amountCents)).toEqual([200_000, 200_000])
    expect(refusalOf(anOrder({ code }))).toMatch(/^TS-/)
  })

  test('keeps the price of a hold that staff changed the departure’s since', () => {
    const { code } = aCode()
    const order = anOrder({ code })
    placed(order)
    db.update(departures)
      .set({ doublePriceCents: 480_000 as never })
      .run()
    expect(placed(order).totalCents).toBe(405_000)
    expect(placed({ ...order, code: undefined }).totalCents).toBe(450_000)
    expect(placed(order).totalCents).toBe(405_000)
  })

  test('is not taken by money that comes after somebody else has it', async () => {
    const { code } = aCode({ usesAtMost: 1 })
    const { booking, intent } = await beginPaying(anOrder({ code }))
    const paid = await payAtStripe(intent.id)
    endBooking(booking.id, 'expired', minutesAfter(31))
    const other = placed(anOrder({ code }), minutesAfter(32))
    takePayment(paid, minutesAfter(33))
    expect(bookingNow(booking).status).toBe('expired')
    expect(bookingNow(booking).keptCents).toBe(0)
    expect(lettersOfKind(booking, 'payment-returned')[0]).toContain(
      'your seat had been released, and the discount code of the booking had been used up',
    )
    expect(await byHand(booking, 50_000, {}, minutesAfter(34))).toEqual({ refused: 'code-used-up' })
    endBooking(other.id, 'expired', minutesAfter(70))
  })
})

describe('a booking with a code', () => {
  test('frees it once it is canceled, and is not reinstated after somebody else has it', async () => {
    const { code } = aCode({ usesAtMost: 1 })
    const { booking, intent } = await beginPaying(anOrder({ code }))
    takePayment(await payAtStripe(intent.id), NOON)
    // Late enough that the deposit is kept.
    const late = minutesAfter(60 * 24 * 40)
    const quoted = digestOf(cancelQuote(bookingNow(booking), late))
    const { reference } = booking
    await cancelBooking({ reference, quoted, note: '', formKey: crypto.randomUUID() }, STAFF, () => late)
    expect(reinstateQuote(bookingNow(booking), late)).toHaveProperty('paidCents', 50_000)
    placed(anOrder({ code }), late)
    expect(reinstateQuote(bookingNow(booking), late)).toEqual({ refused: 'code-used-up' })
  })

  test('is paid, confirmed and shown with it, and staff can undo it', async () => {
    const { code, id } = aCode()
    const { booking, intent } = await beginPaying(anOrder({ code, paymentType: 'full' }))
    expect(intent.amountCents).toBe(405_000)
    takePayment(await payAtStripe(intent.id), NOON)
    const paid = bookingNow(booking)
    expect(paid).toMatchObject({ moneyState: 'paid-in-full', totalCents: 405_000 })
    expect(lettersOfKind(booking, 'booking-confirmation')[0]).toContain('$4,500 − $450 “Choir of Austin”')
    expect(bookingFacts(paid).partySum).toBe('$4,500 − $450 “Choir of Austin”')
    const [change] = priceChangesOf(booking.id)
    const quote = undoQuote(paid, change?.id ?? 0, NOON)
    if ('refused' in quote) throw new Error(quote.refused)
    const confirmed = { quoted: digestOf(quote), formKey: crypto.randomUUID() }
    await undoReprice({ reference: paid.reference, id: change?.id ?? 0, ...confirmed }, STAFF, () => NOON)
    expect(bookingNow(booking).totalCents).toBe(450_000)
    expect(usesOfCode(id)).toEqual([])
  })

  test('says its code in the file of bookings', () => {
    const { code } = aCode()
    const booking = placed(anOrder({ code }))
    const column = BOOKING_COLUMNS.find(({ header }) => header === 'Discount code')
    expect(column?.cell({ ...booking, party: partyMoney(booking) })).toBe(code)
  })

  test('is found again at checkout, code and all', () => {
    const { code } = aCode()
    const order = anOrder({ code })
    const held = placed(order)
    const at = checkoutDeparture(null, order.browserDigest, NOON)
    expect(at.held?.id).toBe(held.id)
  })
})

describe('staff', () => {
  test('cannot make one twice, nor allow fewer uses than there are', () => {
    const { code, id } = aCode({ usesAtMost: 5 })
    expect(() => aCode({ code })).toThrow('code-taken')
    placed(anOrder({ code, traveler: aTraveler({ email: 'a@example.com' }) }))
    placed(anOrder({ code, traveler: aTraveler({ email: 'A@example.com' }) }))
    const opened = openCode(id)
    if (!opened) throw new Error('gone')
    const changed = (words: Partial<DiscountCodeWords>) =>
      changeCode(id, { ...opened.words, version: opened.version, ...words }, STAFF, NOON)
    expect(changed({ usesAtMost: 1 })).toEqual({ refused: 'used-more-often' })
    expect(changed({ usesEachAtMost: 1 })).toEqual({ refused: 'person-used-more-often' })
    expect(changed({ usesAtMost: 2 })).toEqual({ id })
    expect(changed({ words: 'Friends' })).toMatchObject({ refused: 'changed-since' })
  })

  test('end a code with the day before', () => {
    const { code, id } = aCode()
    expect(endCode(id, STAFF, NOON)).toBe(true)
    expect(endCode(id, STAFF, NOON)).toBe(false)
    expect(refusalOf(anOrder({ code }))).toBe('code-ended')
  })
})

test('a network address that guesses waits, and so does one that would guess right', () => {
  const { code } = aCode()
  const ask = (typed: string, addressDigest = 'here') =>
    codeGuessed(
      typed,
      { departureId: 1, held: undefined, addressDigest, wideDigest: addressDigest },
      NOON,
      NOON,
    )
  for (let guess = 0; guess < 20; guess += 1) {
    expect(ask(`GUESS${guess}`)).toEqual({ refused: 'code-unknown' })
    expect(ask(code, 'elsewhere')).toHaveProperty('code.code', code)
  }
  expect(ask(code)).toEqual({ refused: 'code-too-often' })
  expect(ask('')).toEqual({ code: null })
  expect(ask(code, 'elsewhere')).toHaveProperty('code.code', code)
})

describe('who guesses from many networks closes the codes for nobody else:', () => {
  const guess = (typed: string, addressDigest: string, wide: string) =>
    codeGuessed(typed, { departureId: 1, held: undefined, addressDigest, wideDigest: wide }, NOON, NOON)

  test('a hundred networks of one prefix have sixty guesses together', () => {
    const answers = Array.from({ length: 100 }, (_, network) =>
      guess(`GUESS${network}`, `network ${network}`, 'one prefix'),
    )
    expect(answers.filter((answer) => 'refused' in answer && answer.refused === 'code-unknown')).toHaveLength(
      60,
    )
    const { code } = aCode()
    expect(guess(code, 'a guest', 'elsewhere')).toHaveProperty('code.code', code)
  })

  test('beyond the total each network still has a few', () => {
    const { code } = aCode()
    db.insert(guessCounts)
      .values({ counter: 'codes', guesses: 2_000, endsAt: minutesAfter(60) })
      .run()
    expect(guess(code, 'a guest', 'elsewhere')).toHaveProperty('code.code', code)
    const typed = Array.from({ length: 4 }, (_, at) => guess(`GUESS${at}`, 'a stranger', 'their network'))
    expect(typed.map((answer) => 'refused' in answer && answer.refused)).toEqual([
      ...Array.from({ length: 3 }, () => 'code-unknown'),
      'code-too-often',
    ])
    expect(guess(code, 'a guest', 'elsewhere')).toHaveProperty('code.code', code)
  })
})
