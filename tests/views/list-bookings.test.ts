import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { partyOf } from '#app/bookings/party.server'
import type { MoneyState } from '#app/bookings/status'
import { readCursor } from '#app/platform/lists/page-cursor'
import { folded } from '#app/platform/typed/folded'
import { changeTraveler } from '#app/travelers/change-traveler.server'
import { sealing } from '#app/travelers/details.server'
import {
  bookingTotals,
  inPortions,
  listBookings,
  narrowedBy,
  UNFILTERED,
} from '#app/views/list-bookings.server'
import { db, sqlite } from '#db/connection.server'
import { bookings, travelerDetails, travelers } from '#db/schema/bookings'
import { refunds } from '#db/schema/money'
import { minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, byHand, payLater, refund } from '#tests/fixtures/paid-bookings'
import { beginPaying, nothingBooked } from '#tests/fixtures/payments'

beforeEach(nothingBooked)

const tell = (travelerId: number, details: Partial<typeof travelerDetails.$inferInsert>) =>
  db
    .insert(travelerDetails)
    .values({ travelerId, updatedAt: NOON, ...details })
    .run()

let count = 0
function aRow(details: Partial<typeof bookings.$inferInsert> = {}) {
  count += 1
  return db
    .insert(bookings)
    .values({
      reference: `TS-${String(count).padStart(6, '0')}`,
      departureId: theDeparture().id,
      roomType: 'double',
      paymentType: 'deposit',
      status: 'deposit_paid',
      customerName: 'Wanjiru Kamau',
      customerEmail: `w${count}@example.com`,
      customerAddress: 'A',
      customerCity: 'B',
      customerState: 'C',
      customerZipCode: 'D',
      customerCountry: 'E',
      totalCents: 450_000 as never,
      depositCents: 50_000 as never,
      refundTerms: '-',
      holdEndsAt: minutesAfter(30),
      browserDigest: randomUUID(),
      checkoutKey: randomUUID(),
      linkToken: randomUUID(),
      createdAt: minutesAfter(count),
      updatedAt: minutesAfter(count),
      ...details,
    })
    .returning()
    .get()
}

const found = (term: string, money: MoneyState | null = null) =>
  listBookings({ ...UNFILTERED, term, money }, { from: 'start' }, 50).rows.map(
    ({ customerName }) => customerName,
  )

describe('paging', () => {
  test.each([
    ['all', '', null],
    ['of one payment', '', 'held'],
    ['of a searched traveler', 'wanjiru', null],
    ['of a searched traveler by one letter, of one payment', 'w', 'held'],
  ] as const)('%s: paging either way gives the same order', (_, term, money) => {
    const same = minutesAfter(1)
    for (let row = 0; row < 11; row += 1)
      aRow({ status: 'pending', createdAt: row % 3 === 0 ? same : minutesAfter(row) })
    // A search goes by id; the list by time and, among equals, by id.
    const filters = { ...UNFILTERED, term, money }
    const whole = listBookings(filters, { from: 'start' }, 100).rows.map(({ id }) => id)
    expect(whole).toHaveLength(11)

    const forward: number[] = []
    let page = listBookings(filters, { from: 'start' }, 4)
    for (;;) {
      forward.push(...page.rows.map(({ id }) => id))
      const next = readCursor(page.cursors.next)
      if (!next) break
      page = listBookings(filters, { from: 'after', cursor: next }, 4)
    }
    expect(forward).toEqual(whole)

    const last = listBookings(filters, { from: 'end' }, 4)
    expect(last.rows.map(({ id }) => id)).toEqual(whole.slice(-4))
    const before = readCursor(last.cursors.previous)
    if (!before) throw new Error('no page before')
    const previous = listBookings(filters, { from: 'before', cursor: before }, 4)
    expect(previous.rows.map(({ id }) => id)).toEqual(whole.slice(-8, -4))
    expect([...inPortions(filters, 4)].flat().map(({ id }) => id)).toEqual(whole)
  })
})

describe('searching', () => {
  test('finds letters of name, email or reference in any case', () => {
    aRow({ customerName: 'Zoë Okafor', customerEmail: 'zoe@savanna.test', reference: 'TS-QQ77QQ' })
    aRow({ customerName: 'Ann' })
    for (const term of ['zoë', 'ZOË', 'OKAF', 'ë o', 'savanna.test', 'qq77', 'ts-qq77qq', 'zo', 'Z'])
      expect(found(term), term).toEqual(['Zoë Okafor'])
    expect(found('okafor ann')).toEqual([])
    expect(found('ZOE@savanna.test')).toEqual(['Zoë Okafor'])
    expect(found('zoe@savanna.org')).toEqual([])
  })

  test.each(['"', '*', '%', '_', 'a"b', "o'", '(', 'AND', '--', '\\', 'a\\%b', '""" OR 1', '🦁', '🦁🦁🦁'])(
    'takes %s as it stands',
    (term) => {
      aRow({ status: 'pending', customerName: 'Plain Name' })
      aRow({ status: 'pending', customerName: `Has ${term} in it` })
      expect(found(term)).toEqual([`Has ${term} in it`])
      expect(found(term, 'held')).toEqual([`Has ${term} in it`])
    },
  )

  describe('finds a booking by everybody on it', () => {
    const phones = ['512-555-0142', '+1 (512) 555 0142', '555 0142', '0015125550142']
    async function aParty() {
      aRow({ customerName: 'Somebody Else', customerEmail: 'else@example.com' })
      const { booking } = await aPaidBooking({ travelers: 2 })
      const [lead, companion] = partyOf(booking.id)
      if (!lead || !companion) throw new Error('No party')
      db.update(bookings).set({ customerPhone: '+1 512 555 0142' }).where(eq(bookings.id, booking.id)).run()
      const staff = aStaffMember()
      const rename = (name: string, email: string, isAnotherPerson = false) =>
        changeTraveler(
          companion.id,
          { name, passportName: '', email, isAnotherPerson },
          staff,
          minutesAfter(5),
        )
      return { booking, companion, rename, ofThis: [booking.customerName] }
    }
    const everyWay = (term: string, { booking }: { booking: { departureId: number } }) => [
      found(term),
      found(term, 'balance-open'),
      listBookings({ ...UNFILTERED, term, departureId: booking.departureId }, { from: 'start' }, 9).rows.map(
        ({ customerName }) => customerName,
      ),
    ]

    test('companions, under the name they have and had', async () => {
      const party = await aParty()
      party.rename('Njeri Wairimu', 'njeri@first.test')
      party.rename('Njeri Mwangi', 'njeri@second.test')
      for (const term of ['njeri', 'Mwangi', 'Wairimu', 'first.test', 'njeri@second.test'])
        expect(everyWay(term, party), term).toEqual([party.ofThis, party.ofThis, party.ofThis])
      party.rename('Achieng Otieno', '', true)
      expect(everyWay('mwangi', party)[0]).toEqual(party.ofThis)
      // Their address goes with them, as the form says.
      expect(everyWay('second.test', party)).toEqual([[], [], []])
    })

    test('somebody who was taken off', async () => {
      const party = await aParty()
      party.rename('Njeri Wairimu', 'njeri@first.test')
      db.delete(travelers).where(eq(travelers.id, party.companion.id)).run()
      expect(found('wairimu')).toEqual(party.ofThis)
    })

    test('telephones, in whatever way they are typed', async () => {
      const party = await aParty()
      for (const term of phones)
        expect(everyWay(term, party), term).toEqual([party.ofThis, party.ofThis, party.ofThis])
      tell(party.companion.id, { ownPhone: '0712 345 678', emergencyPhone: '+44 (0)7911 123456' })
      for (const term of ['+254 712 345678', '07911 123 456']) expect(found(term), term).toEqual(party.ofThis)
      db.delete(travelerDetails).run()
      for (const term of ['712345678', '7911123456']) expect(found(term), term).toEqual([])
    })

    test('a whole phone number, where it is inside a longer number as well', async () => {
      const { booking } = await aParty()
      const longer = (customerName: string, customerPhone: string) => aRow({ customerName, customerPhone })
      longer('With an extension', '+1 512 555 0142 77')
      longer('With other digits', '+1 512 555 1042 77')
      longer('With these digits in another order', '+1 142 550 1251')
      for (const term of phones.filter((phone) => phone.includes('512')))
        expect(found(term), term).toEqual(['With an extension', booking.customerName])
    })

    test('Stripe’s ids, whole: a beginning finds nothing, so that it tells nothing', async () => {
      const { booking, intentId } = await aPaidBooking()
      await aPaidBooking()
      const only = (term: string) =>
        listBookings({ ...UNFILTERED, term }, { from: 'start' }, 9).rows.map(({ id }) => id)
      expect(only(intentId)).toEqual([booking.id])
      for (const part of [intentId.slice(0, -1), intentId.slice(0, 12), intentId.slice(3)])
        expect(only(part), part).toEqual([])
      await refund(booking, 20_000)
      const refundId = String(db.select().from(refunds).get()?.stripeRefundId)
      expect(only(refundId)).toEqual([booking.id])
      expect(only('pi_nobodyknows')).toEqual([])
    })

    test('and never by what is sealed', async () => {
      const party = await aParty()
      const { booking } = party
      const place = { travelerId: party.companion.id }
      tell(party.companion.id, {
        sealedPassportNumber: sealing.seal('AK0192837', { ...place, field: 'passportNumber' }),
        sealedMedicalNotes: sealing.seal('Asthma', { ...place, field: 'medicalNotes' }),
      })
      const indexed = sqlite.prepare('select group_concat(words) from booking_words').pluck().get()
      const [stored] = db.select().from(travelerDetails).all()
      expect(indexed).toContain(folded(booking.reference))
      for (const sealed of ['AK0192837', 'Asthma', stored?.sealedPassportNumber, stored?.sealedMedicalNotes])
        expect(indexed).not.toContain(folded(String(sealed)))
      for (const term of ['AK0192837', '0192837', 'asthma']) expect(found(term)).toEqual([])
    })
  })

  test('narrows by payment as well', () => {
    aRow({ customerName: 'Wanjiru One', status: 'cancelled' })
    aRow({ customerName: 'Wanjiru Two', status: 'pending' })
    expect(found('wanjiru', 'cancelled')).toEqual(['Wanjiru One'])
    expect(found('wa', 'held')).toEqual(['Wanjiru Two'])
    expect(found('', 'refunded')).toEqual([])
  })
})

test('each booking shows what was paid, less pending refunds', async () => {
  const { booking: first } = await aPaidBooking()
  const { booking: second } = await aPaidBooking()
  await payLater(second, 200_000)
  await byHand(second, 1_234)
  await refund(first, 20_000)
  await beginPaying()

  const expected = [0, 251_234, 30_000]
  const { rows } = listBookings(UNFILTERED, { from: 'start' }, 10)
  expect(rows.map(({ keptCents }) => keptCents)).toEqual(expected)
})

test('the total counts who has paid and stands', async () => {
  for (const status of ['deposit_paid', 'completed', 'pending', 'expired', 'cancelled'] as const)
    aRow({ status })
  expect(bookingTotals()).toMatchObject({ paid: 2, onFile: 5, byMoney: { held: 1, 'paid-in-full': 0 } })
})

test('no list reads the whole table', () => {
  const query = `select * from bookings where (created_at, id) < (1, 2) order by created_at desc, id desc limit 1`
  const plan = (sql: string) =>
    sqlite
      .prepare(`explain query plan ${sql}`)
      .all()
      .map((row) => (row as { detail: string }).detail)
      .join('\n')
  expect(plan(query)).toContain('USING INDEX bookings_by_age (created_at<?)')
  expect(plan(query)).not.toContain('TEMP B-TREE')
  const ofMoney = query.replace('where', "where money_state = 'balance-open' and")
  expect(plan(ofMoney)).toContain('bookings_by_money_and_age (money_state=? AND created_at<?)')
  expect(plan(ofMoney)).not.toContain('TEMP B-TREE')
})

test('every filter narrows the list, and none does where nothing is asked', () => {
  const asked = {
    ...UNFILTERED,
    term: 'Wanjiru',
    money: 'cancelled' as const,
    departureId: 1,
    journey: 'texas-safari',
  }
  expect(narrowedBy(UNFILTERED)).toEqual([])
  expect(narrowedBy(asked)).toEqual(Object.keys(UNFILTERED))
})
