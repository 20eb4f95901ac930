import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { placeBooking } from '#app/bookings/place-booking.server'
import { readContactFilters } from '#app/people/contact-fields'
import { contactsInPortions, searchContacts } from '#app/people/search-contacts.server'
import { folded } from '#app/platform/typed/folded'
import { inPortions, listBookings, UNFILTERED } from '#app/views/list-bookings.server'
import { peopleFound } from '#app/views/person.server'
import { db } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { contactInquiries } from '#db/schema/people'
import { anOrder, aTraveler, NOON, theDeparture } from '#tests/fixtures/orders'
import { nothingBooked } from '#tests/fixtures/payments'
import { aContact } from '#tests/people/contacts'

beforeEach(() => {
  nothingBooked()
  db.delete(contactInquiries).run()
})

test.each([
  ['ZOÉ LAURENT', 'Zoe\u0301 Laurent'],
  ['Núñez', 'nunez'],
  ['O’Brien', "o'brien"],
  ['Keʻalohi', 'Ke`alohi'],
  ['Jean‑Luc', 'jean-luc'],
  ['Straße', 'STRASSE'],
  ['Søren Łuk', 'soren luk'],
  ['İpek Işık', 'ipek isik'],
  ['ΟΔΥΣΣΕΎΣ', 'Οδυσσεύς'],
  ['ЁЛКИН', 'елкин'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['Ａｎｎ\u00a0Bo', 'ann bo'],
  ['GROẞ', 'groß'],
  ['ﬁona Æbel', 'Fiona aebel'],
  ['ISIL', 'ısıl'],
  ['مریم کریمی', 'مريم كريمي'],
  ['علی', 'على'],
  ['فاطمہ', 'فاطمة'],
  ['أحمد', 'احمد'],
  ['Louis ١٤', 'louis 14'],
  ['۰۷۱۲', '0712'],
])('%s is %s', (one, other) => expect(folded(one)).toBe(folded(other)))

test.each([
  ['राम', 'रमा'],
  ['がとう', 'かとう'],
  ['김', '기'],
  ['Ann', 'Anna'],
])('%s is not %s', (one, other) => expect(folded(one)).not.toBe(folded(other)))

/** As people type them who look for them. */
const LOOKED_FOR: [string, string][] = [
  ['Núñez', 'Nunez'],
  ['Núñez', 'NÚÑEZ'],
  ['Nunez', 'Núñez'],
  ['O’Brien', "O'Brien"],
  ["O'Brien", 'o’brien'],
  ['Weiß', 'weiss'],
  ['Ñu', 'nu'],
  ['Xú', 'XU'],
  ['Ångström‑Lie', 'angstrom-lie'],
]

describe('bookings', () => {
  const booked = (name: string, travelers = 1) => {
    const placed = placeBooking(anOrder({ travelers, traveler: aTraveler({ name }) }), NOON)
    if (!('booking' in placed)) throw new Error('no place')
    return placed.booking
  }
  const found = (term: string, departureId: number | null = null) =>
    listBookings({ ...UNFILTERED, term, departureId }, { from: 'start' }, 50).rows.map(({ id }) => id)

  test.each(LOOKED_FOR)('of %s are found by %s', (name, term) => {
    const { id } = booked(`Ana ${name}`)
    booked('Somebody Else')
    expect(found(term)).toEqual([id])
    expect(found(`ana ${term}`)).toEqual([id])
    expect(found(term, theDeparture().id)).toEqual([id])
    const filed = [...inPortions({ ...UNFILTERED, term }, 10)].flat()
    expect(filed.map((booking) => booking.id)).toEqual([id])
  })

  test('a companion is found, also by a name they had before', () => {
    const { id } = booked('Ann Able', 2)
    const companion = eq(travelers.bookingId, id)
    db.update(travelers).set({ name: 'Zoë Núñez' }).where(companion).run()
    expect(found('zoe nun')).toEqual([id])
    db.update(travelers).set({ name: 'Bo Able' }).where(companion).run()
    expect(found('ZOE NUÑ')).toEqual([id])
  })
})

describe('contacts and people', () => {
  test.each(LOOKED_FOR)('%s is found by %s', async (lastName, term) => {
    const id = aContact({ firstName: 'Ana', lastName, email: 'ana@example.com' })
    for (let n = 0; n < 3; n += 1) aContact({ firstName: 'Bo', lastName: 'Else', email: `b${n}@example.com` })
    for (const q of [term, `ana ${term}`]) {
      const filters = readContactFilters(new URLSearchParams({ q }))
      const page = await searchContacts(filters, { from: 'start' })
      expect(page.rows.map((row) => row.id)).toEqual([id])
      expect([...contactsInPortions(filters, 50)].flat().map((row) => row.id)).toEqual([id])
      expect(await peopleFound(q)).toEqual([{ email: 'ana@example.com', name: `Ana ${lastName}` }])
    }
  })

  test('someone who travels along is found', async () => {
    const placed = placeBooking(anOrder({ travelers: 2 }), NOON)
    if (!('booking' in placed)) throw new Error('no place')
    db.update(travelers)
      .set({ name: 'Síle O’Brien', email: 'sile@example.com' })
      .where(eq(travelers.position, 2))
      .run()
    expect(await peopleFound("SILE O'BR")).toContainEqual({ email: 'sile@example.com', name: 'Síle O’Brien' })
  })
})

describe('the same traveler in the same browser', () => {
  const order = anOrder({ traveler: aTraveler({ name: 'Zoé Laurent', email: 'zoe@example.com' }) })
  const again = (name: string, email = 'zoe@example.com') =>
    placeBooking(
      { ...order, checkoutKey: `page of ${name}`, traveler: { ...order.traveler, name, email } },
      NOON,
    )

  test.each(['ZOÉ LAURENT', 'zoe laurent', 'Zoe\u0301 Laurent'])('%s has one hold', (name) => {
    const first = placeBooking(order, NOON)
    if (!('booking' in first)) throw new Error('no place')
    expect(again(name, 'Zoe@Example.com')).toMatchObject({ booking: { id: first.booking.id } })
  })

  test('another one has one of their own', () => {
    const first = placeBooking(order, NOON)
    if (!('booking' in first)) throw new Error('no place')
    expect(again('Zora Laurent')).not.toMatchObject({ booking: { id: first.booking.id } })
  })
})
