import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { priceChangesOf } from '#app/bookings/charges.server'
import { termsOnOffer } from '#app/bookings/checkout-offer.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { planInLine } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { heldOfFormerTravelers, partyMoney, partyOf, seatsOf } from '#app/bookings/party.server'
import { type Order, placeBooking } from '#app/bookings/place-booking.server'
import { addCode } from '#app/bookings/save-discount-code.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { sharesOf } from '#app/money/books/shares.server'
import { moveBooking, moveQuote } from '#app/money/changes/move-booking.server'
import { changeLead, leadSummary } from '#app/money/changes/party/change-lead.server'
import { undoQuote, undoReprice } from '#app/money/changes/price-changes.server'
import { cents } from '#app/platform/money'
import { roomKindsOf, roomsInWords } from '#app/tours/party'
import { priceOf } from '#app/tours/price'
import { copyDeparture } from '#app/tours/save-departure.server'
import { pairTravelers } from '#app/travelers/pair-travelers.server'
import { bookingFacts } from '#app/views/booking-facts.server'
import { manifest, manifestTotals } from '#app/views/manifest.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { PARTY_AT_MOST } from '#db/values'
import { history } from '#tests/fixtures/disputes'
import { anOrder, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  booksOf,
  byHand,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import {
  anOpenTour,
  at,
  changesRoom,
  expectAgreement,
  joins,
  leaves,
  quoteForRoom,
  quoteToLeave,
  undoesPrice,
} from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import { addressesOf, aGuest, letters, sleeping } from '#tests/travelers/guests'

const JULY = at('2025-07-01')
/** A couple in a double, and grandmother in a single. */
const FAMILY = { roomType: 'double', travelers: 3, singles: 1 } as const

beforeEach(() => {
  const { startsOn: _, endsOn: __, ...first } = FIRST_DEPARTURE
  db.update(departures).set(first).run()
  anOpenTour()
})

function placed(details: Partial<Order>, now = NOON): Booking {
  const answer = placeBooking(anOrder(details), now)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.booking
}

const pricesOf = ({ id }: Pick<Booking, 'id'>) => seatsOf(id).map(({ priceCents }) => priceCents as number)
const kindsOf = ({ id }: Pick<Booking, 'id'>) => partyOf(id).map(({ roomType }) => roomType)
const sharesIn = (booking: Booking) =>
  sharesOf(bookingNow(booking)).map(({ shareCents }) => shareCents as number)
const owed = (booking: Booking) => installmentsOf(booking.id).map(({ owedCents }) => owedCents as number)
const roomsOf = ({ id }: Pick<Booking, 'id'>) => {
  const ids = partyOf(id).map(({ roomId }) => roomId)
  return ids.map((roomId) => ids.indexOf(roomId))
}
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

test.each([
  [{ roomType: 'double', travelers: 1 }, 'd', 'Double room'],
  [{ roomType: 'single', travelers: 1, singles: 1 }, 's', 'Single room'],
  [{ roomType: 'double', travelers: 2 }, 'dd', 'Double room, 2 travelers'],
  [{ roomType: 'double', travelers: 3 }, 'ddd', 'Double rooms, 3 travelers'],
  [{ roomType: 'single', travelers: 2 }, 'ss', 'Single rooms, 2 travelers'],
  [FAMILY, 'dds', 'Double room for 2 and a single room'],
  [{ roomType: 'double', travelers: 4, singles: 2 }, 'ddss', 'Double room for 2 and 2 single rooms'],
  [{ roomType: 'single', travelers: 3, singles: 1 }, 'sdd', 'Double room for 2 and a single room'],
  [{ roomType: 'double', travelers: 2, singles: 9 }, 'ds', 'Double room for 1 and a single room'],
] as const)('%j sleeps in %s: %s', (party, kinds, words) => {
  expect(
    roomKindsOf(party)
      .map(([letter]) => letter)
      .join(''),
  ).toBe(kinds)
  expect(roomsInWords(party)).toBe(words)
})

describe('a couple in a double and grandmother in a single', () => {
  test('pays each at the price of their room, with beds to match', () => {
    const booking = placed(FAMILY)
    expect(booking).toMatchObject({
      totalCents: 1_550_000,
      depositCents: 150_000,
      roomType: 'double',
      singles: 1,
    })
    expect(pricesOf(booking)).toEqual([450_000, 450_000, 650_000])
    expect(kindsOf(booking)).toEqual(['double', 'double', 'single'])
    expect(roomsOf(booking)).toEqual([0, 0, 2])
    expect(partyMoney(booking).sum).toBe('2 × $4,500 + 1 × $6,500')
    expect(owed(booking).length).toBe(2)
    expect(installmentsOf(booking.id).map(({ amountCents }) => amountCents)).toEqual([700_000, 700_000])
    expect(bookingFacts(booking).roomName).toBe('Double room for 2 and a single room')
  })

  test('has an early bird and a code off for each seat by its own price', () => {
    db.update(departures).set({ earlyBirdEndsOn: '2025-08-01', earlyBirdOffPercent: 10 }).run()
    addCode(
      {
        words: 'Choir',
        endsOn: null,
        departureIds: [],
        code: 'TENTH',
        off: '10%',
        usesAtMost: null,
        usesEachAtMost: null,
      },
      aStaffMember(),
      NOON,
    )
    const booking = placed({ ...FAMILY, code: 'TENTH' })
    expect(pricesOf(booking)).toEqual([405_000, 405_000, 585_000])
    expect(sharesIn(booking)).toEqual([364_500, 364_500, 526_500])
    expect(booking.totalCents).toBe(1_255_500)
    expect(seatsOf(booking.id).map(({ offCents }) => offCents)).toEqual([45_000, 45_000, 65_000])
    expect(bookingFacts(booking).earlyBird).toContain(
      '$450 off for each traveler in a double room, $650 in a single room',
    )
    expect(partyMoney(booking).sum).toBe('2 × $4,050 + 1 × $5,850 − $1,395 “Choir”')
  })

  test('keeps rows, price and promise while its hold is renewed, and changes rooms before it is paid', () => {
    db.update(departures).set({ earlyBirdEndsOn: '2025-06-01', earlyBirdOffPercent: 10 }).run()
    const order = anOrder(FAMILY)
    const first = placed(order)
    const rows = partyOf(first.id).map(({ id }) => id)
    db.update(departures)
      .set({ singlePriceCents: cents(700_000), earlyBirdOffPercent: 0 })
      .run()
    expect(placed(order, minutesAfter(5))).toMatchObject({ id: first.id, totalCents: 1_395_000 })
    expect(partyOf(first.id).map(({ id }) => id)).toEqual(rows)
    const two = placed({ ...order, singles: 2 }, minutesAfter(6))
    expect(pricesOf(two)).toEqual([405_000, 635_000, 635_000])
    expect(kindsOf(two)).toEqual(['double', 'single', 'single'])
    expect(roomsOf(two)).toEqual([0, 1, 2])
  })

  test('is refused from a page that shows other rooms', () => {
    const plan = planInLine(
      termsOnOffer(theDeparture(), undefined, { roomType: 'double', travelers: 3 }, '2025-06-01'),
    )
    expect(placeBooking(anOrder({ ...FAMILY, shown: { plan } }), NOON)).toMatchObject({
      refused: 'terms-changed',
      plan: { totalCents: 1_550_000, sum: '2 × $4,500 + 1 × $6,500' },
    })
  })

  test('is on the manifest by room, and grandmother is nobody to be paired with', async () => {
    const { booking } = await aPaidBooking(FAMILY)
    const { traveler } = await aGuest('Barasa Wekesa')
    expect(manifestTotals(manifest(theDeparture())).rooms).toEqual({ double: 2, single: 1 })
    const grandmother = partyOf(booking.id)[2]?.id ?? 0
    expect(pairTravelers({ travelerId: traveler.id, withId: grandmother }, { actor: 'staff' }, NOON)).toEqual(
      { refused: 'not-double' },
    )
  })

  test('gives back what was hers when grandmother leaves, and the couple pays for two', async () => {
    const { booking } = await aPaidBooking({ ...FAMILY, paymentType: 'full' })
    expect(quoteToLeave(booking, 3, NOON)).toMatchObject({ shareCents: 650_000, refundCents: 650_000 })
    await leaves(booking, 3, NOON)
    expect(bookingNow(booking)).toMatchObject({ totalCents: 900_000, singles: 0 })
    expectAgreement(booking)
  })

  test('is joined in either kind of room at its price', async () => {
    const { booking } = await aPaidBooking(FAMILY)
    await joins(booking, JULY, 'single')
    expect(bookingNow(booking)).toMatchObject({ totalCents: 2_200_000, singles: 2 })
    await joins(booking, JULY)
    expect(kindsOf(booking)).toEqual(['double', 'double', 'single', 'single', 'double'])
    expect(roomsOf(booking)).toEqual([0, 0, 2, 3, 4])
    expectAgreement(booking)
  })

  test('is moved at the price of each room there', async () => {
    const there = copyDeparture(theDeparture().id, '2026-10-15', aStaffMember(), NOON)
    if (!('id' in there)) throw new Error('Not copied')
    db.update(departures).set({ sales: 'open' }).run()
    const { booking } = await aPaidBooking(FAMILY)
    db.update(departures)
      .set({ singlePriceCents: cents(700_000), doublePriceCents: cents(460_000) })
      .run()
    await changesRoom(booking, 2, JULY)
    const quote = moveQuote(bookingNow(booking), there.id, JULY)
    // The second traveler's other room was worth 2,400 on that day; all three cost 460 + 700 + 700 there.
    expect(quote).toMatchObject({ beforeCents: 1_790_000, today: { totalCents: 1_860_000 } })
    if ('refused' in quote) return
    const wish = { reference: booking.reference, departureId: there.id, formKey: crypto.randomUUID() }
    await moveBooking({ ...wish, price: 'today', quoted: digestOf(quote) }, aStaffMember(), () => JULY)
    expect(bookingNow(booking).totalCents).toBe(1_860_000)
    expectAgreement(booking)
  })

  test('keeps each room with who has it, where grandmother leads', async () => {
    const { booking } = await aPaidBooking(FAMILY)
    const grandmother = partyOf(booking.id)[2]
    if (!grandmother) throw new Error('Gone')
    const { words, version } = leadSummary(bookingNow(booking), grandmother)
    const contact = { ...words, name: 'Wanjiku', email: 'wanjiku@example.com', phone: undefined }
    await changeLead(
      {
        ...contact,
        reference: booking.reference,
        travelerId: grandmother.id,
        version,
        formKey: crypto.randomUUID(),
      },
      aStaffMember(),
      () => JULY,
    )
    expect(bookingNow(booking)).toMatchObject({ roomType: 'single', singles: 1 })
    expect(kindsOf(booking)).toEqual(['single', 'double', 'double'])
    expectAgreement(booking)
  })
})

describe('a change of room', () => {
  test('is a price change of the traveler with its cause, and undone with the room', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const before = [booksOf(booking), owed(booking), kindsOf(booking), roomsOf(booking), sharesIn(booking)]
    const quote = quoteForRoom(booking, 2, JULY)
    expect(quote).toMatchObject({
      to: 'single',
      agreed: { totalCents: 900_000 },
      today: { totalCents: 1_100_000 },
    })
    expect(await changesRoom(booking, 2, JULY)).toMatchObject({ changed: { to: 'single' } })
    expect(bookingNow(booking)).toMatchObject({ totalCents: 1_100_000, singles: 1, roomType: 'double' })
    expect(partyMoney(bookingNow(booking)).sum).toBe('2 × $4,500 + $2,000 “Single room”')
    expect(sharesIn(booking)).toEqual([450_000, 650_000])
    expect(roomsOf(booking)).toEqual([0, 1])
    expect(owed(booking)).toEqual([400_000, 600_000])
    expectAgreement(booking)
    expect(history(booking)).toContain('Wambui changed a room of traveler 2 · single room · +$2,000')
    const [letter] = lettersOfKind(booking, 'room-changed')
    expect(letter).toContain('One of your party now has a single room')
    expect(letter).toContain('goes up from $9,000 to $11,000')
    expect(letter).toContain('Rooms: Double room for 1 and a single room')
    expect(letter).toContain('First installment, due Aug 15, 2025: $')

    expect(await undoesPrice(booking, JULY)).toHaveProperty('changed')
    expect([booksOf(booking), owed(booking), kindsOf(booking), roomsOf(booking), sharesIn(booking)]).toEqual(
      before,
    )
    expect(bookingNow(booking).singles).toBe(0)
    expectAgreement(booking)
  })

  test('may leave the price as agreed, and is back by the same act', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await changesRoom(booking, 1, JULY, { price: 'agreed' })
    expect(bookingNow(booking)).toMatchObject({ totalCents: 900_000, roomType: 'single', singles: 1 })
    expect(lettersOfKind(booking, 'room-changed')[0]).toContain('You now have a single room')
    expect(lettersOfKind(booking, 'room-changed')[0]).toContain('Your price stays as agreed')
    await changesRoom(booking, 1, JULY, { price: 'agreed' })
    expect(bookingNow(booking)).toMatchObject({ totalCents: 900_000, roomType: 'double', singles: 0 })
    expect(roomsOf(booking)).toEqual([0, 0])
    expectAgreement(booking)
  })

  test('lowers no price below what is paid', async () => {
    const { booking } = await aPaidBooking({ roomType: 'single', paymentType: 'full' })
    expect(quoteForRoom(booking, 1, JULY).today).toMatchObject({
      totalCents: 650_000,
      paidAlreadyCents: 200_000,
    })
    await changesRoom(booking, 1, JULY)
    expect(bookingNow(booking)).toMatchObject({ totalCents: 650_000, roomType: 'double', singles: 0 })
    expectAgreement(booking)
  })

  test('is undone once all is paid: the room goes back, and the price that is paid stays', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await changesRoom(booking, 2, JULY)
    await payLater(bookingNow(booking), 1_100_000 - bookingNow(booking).keptCents)
    const [only] = priceChangesOf(booking.id)
    const undo = { reference: booking.reference, id: only?.id ?? 0, formKey: crypto.randomUUID() }
    const quote = undoQuote(bookingNow(booking), undo.id, JULY)
    expect(quote).toMatchObject({ changeCents: 0, paidAlreadyCents: 200_000, totalCents: 1_100_000 })
    if ('refused' in quote) return
    const press = () => undoReprice({ ...undo, quoted: digestOf(quote) }, aStaffMember(), () => JULY)
    expect(await press()).toHaveProperty('changed')
    expect(await press()).toEqual({ known: true })
    expect(kindsOf(booking)).toEqual(['double', 'double'])
    expect(bookingNow(booking)).toMatchObject({ totalCents: 1_100_000, singles: 0 })
    expect(lettersOfKind(booking, 'price-changed')).toHaveLength(0)
    expect(lettersOfKind(booking, 'room-changed')[1]).toContain('Your price stays as agreed')
    expectAgreement(booking)
    const line = () => partyMoney(bookingNow(booking)).sum
    expect(line()).toBe('2 × $4,500 + $2,000 “Single room”, given back')
    await refund(bookingNow(booking), 50_000, {}, JULY)
    expect(line()).toBe('2 × $4,500 + $1,500 “Single room”, given back')
    await refund(bookingNow(booking), 150_000, {}, JULY)
    expect(line()).toBe('2 × $4,500')
    await changesRoom(booking, 2, JULY)
    expect(line()).toBe('2 × $4,500 + $2,000 “Single room”')
  })

  test('in part paid, is undone as far as it is open, and the line says what stays', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await changesRoom(booking, 2, JULY)
    await payLater(bookingNow(booking), 1_050_000 - bookingNow(booking).keptCents)
    expect(await undoesPrice(booking, JULY)).toHaveProperty('changed')
    expect(partyMoney(bookingNow(booking))).toMatchObject({
      ...{ priceCents: 1_050_000, sum: '2 × $4,500 + $1,500 “Single room”, given back' },
    })
  })

  test('tells who shared the room, who is alone then, once', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa Wekesa')]
    pairTravelers({ travelerId: amina.traveler.id, withId: barasa.traveler.id }, { actor: 'staff' }, NOON)
    expect(quoteForRoom(amina.booking, 1, JULY).parted).toEqual(['Barasa Wekesa'])
    await changesRoom(amina.booking, 1, JULY)
    expect(sleeping()).toEqual(['Barasa Wekesa', 'Amina Ali'])
    expect(addressesOf('room-parted')).toEqual(['barasa@example.com'])
    expect(letters('room-parted')[0]?.text).not.toContain('no longer traveling')
  })

  test('is made once by a double press, and not on another quote', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const formKey = crypto.randomUUID()
    const once = changesRoom(booking, 2, JULY, { formKey })
    expect(await once).toHaveProperty('changed')
    expect(await changesRoom(booking, 2, JULY, { formKey })).toEqual({ known: true })
    expect(bookingNow(booking).totalCents).toBe(1_100_000)
    await changesRoom(booking, 2, JULY)
    await expect(undoesPrice(booking, JULY)).resolves.toHaveProperty('changed')
    await expect(undoesPrice(booking, JULY)).resolves.toHaveProperty('changed')
    expect(bookingNow(booking)).toMatchObject({ totalCents: 900_000, singles: 0 })
    await changesRoom(booking, 2, JULY)
    await changesRoom(booking, 2, JULY, { price: 'agreed' })
    expect(await undoesPrice(booking, JULY)).toEqual({ refused: 'room-changed' })
  })
})

const party = fc
  .record({
    travelers: fc.integer({ min: 1, max: PARTY_AT_MOST }),
    singles: fc.nat({ max: PARTY_AT_MOST }),
    isSingle: fc.boolean(),
  })
  .map(({ travelers, singles, isSingle }) =>
    isSingle
      ? { roomType: 'single' as const, travelers }
      : { roomType: 'double' as const, travelers, singles: Math.min(singles, travelers - 1) },
  )
const prices = fc.record({
  doublePriceCents: fc.integer({ min: 100_000, max: 700_000 }),
  singlePriceCents: fc.integer({ min: 100_000, max: 900_000 }),
  earlyBirdOffCents: fc.constantFrom(0, 20_000, 33_333),
  earlyBirdOffPercent: fc.constantFrom(0, 0, 10, 33.3),
  off: fc.constantFrom(null, '$123.45', '7.5%'),
})

test('a party of any rooms pays, to the cent, the sum of what each pays alone', () => {
  let codes = 0
  fc.assert(
    fc.property(party, prices, ({ ...rooms }, { off, earlyBirdOffPercent, ...asked }) => {
      anOpenTour()
      codes += 1
      const early =
        earlyBirdOffPercent > 0 ? { earlyBirdOffCents: 0, earlyBirdOffPercent } : { earlyBirdOffPercent }
      db.update(departures)
        .set({ ...asked, ...early, earlyBirdEndsOn: '2025-08-01' } as never)
        .run()
      const code = off === null ? '' : `ANY${codes}`
      if (off !== null)
        addCode(
          {
            words: 'Choir',
            endsOn: null,
            departureIds: [],
            code,
            off,
            usesAtMost: null,
            usesEachAtMost: null,
          },
          aStaffMember(),
          NOON,
        )
      const order = anOrder({ ...rooms, code })
      const booking = placed(order)
      const kinds = roomKindsOf(rooms)
      const alone = kinds.map((roomType) => placed({ roomType, code }))
      expect(booking.totalCents).toBe(sum(alone.map(({ totalCents }) => totalCents)))
      expect(sharesIn(booking)).toEqual(alone.map(({ totalCents }) => totalCents))
      expect(pricesOf(booking)).toEqual(alone.flatMap(pricesOf))
      expect(pricesOf(booking)).toEqual(
        kinds.map((kind) => priceOf(theDeparture(), kind, '2025-06-01').priceCents),
      )
      expect(placed(order, minutesAfter(5))).toMatchObject({ id: booking.id, totalCents: booking.totalCents })
      expect(sharesIn(booking)).toEqual(alone.map(({ totalCents }) => totalCents))
    }),
    { numRuns: 40, seed: 27 },
  )
})

const change = fc.oneof(
  fc.record({
    does: fc.constant('join' as const),
    room: fc.constantFrom('double' as const, 'single' as const),
  }),
  fc.record({ does: fc.constant('leave' as const), position: fc.integer({ min: 2, max: 4 }) }),
  fc.record({
    does: fc.constant('room' as const),
    position: fc.integer({ min: 1, max: 4 }),
    price: fc.constantFrom('today' as const, 'today' as const, 'agreed' as const),
  }),
  fc.record({ does: fc.constant('undo' as const) }),
  fc.record({ does: fc.constant('pay' as const), amount: fc.constantFrom(10_000, 123_45, 400_000) }),
)

test('shares, installments, beds and refunds agree through any changes of a mixed party', async () => {
  await fc.assert(
    fc.asyncProperty(party, fc.array(change, { maxLength: 7 }), async (rooms, changes) => {
      anOpenTour()
      const { booking } = await aPaidBooking(rooms)
      for (const one of changes) {
        const seat =
          'position' in one && partyOf(booking.id).find(({ position }) => position === one.position)
        const { keptCents, totalCents } = bookingNow(booking)
        if (one.does === 'join' && partyOf(booking.id).length < PARTY_AT_MOST)
          await joins(booking, JULY, one.room)
        if (one.does === 'leave' && seat) await leaves(booking, one.position, JULY)
        if (one.does === 'room' && seat) await changesRoom(booking, one.position, JULY, one)
        if (one.does === 'undo') await undoesPrice(booking, JULY)
        if (one.does === 'pay')
          await byHand(booking, Math.min(one.amount, totalCents - keptCents), {}, JULY).catch(() => {})
        expectAgreement(booking)
        const now = bookingNow(booking)
        const held = heldOfFormerTravelers(booking.id, now.keptCents)
        expect(sum(sharesIn(booking))).toBe(now.totalCents - held.staysCents - held.promisedCents)
        const causes = priceChangesOf(booking.id).flatMap(({ parts }) => parts)
        const own = seatsOf(booking.id).map(({ traveler, priceCents }) => {
          const taken = causes.filter(({ travelerId }) => travelerId === traveler.id)
          return priceCents + sum(taken.map((part) => part.cents))
        })
        expect(sharesIn(booking)).toEqual(own)
        const beds = new Map<number, string>()
        for (const { roomId, roomType } of partyOf(booking.id))
          beds.set(roomId, `${beds.get(roomId) ?? ''}${roomType} `)
        for (const sleepers of beds.values())
          expect(['double ', 'double double ', 'single ']).toContain(sleepers)
      }
    }),
    { numRuns: 25, seed: 27 },
  )
})
