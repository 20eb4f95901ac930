import { eq, Table } from 'drizzle-orm'
import { text } from 'drizzle-orm/sqlite-core'
import { beforeAll, expect, test } from 'vitest'
import { ORDER } from '#app/bookings/order-fields'
import { sqlite } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'

// A field that somebody adds to what is ordered tomorrow: its row and its column are here before anything
// that reads the table is loaded, and it must come everywhere.

const FIELD = 'giftMessage'

beforeAll(() => {
  sqlite.exec('alter table bookings add column gift_message text')
  const column = Reflect.get(text('gift_message'), 'build').call(text('gift_message'), bookings)
  for (const of of [bookings, Reflect.get(bookings, Reflect.get(Table, 'Symbol').Columns)])
    Reflect.set(of, FIELD, column)
  Object.assign(ORDER, { [FIELD]: { label: 'Gift message', atMost: 20 } })
})

const noted = (words: string | null): Record<string, string | null> => ({ [FIELD]: words })

test('form and call ask for it, and the card’s call sends it', { timeout: 60_000 }, async () => {
  const { CheckoutForm, inCall } = await import('#app/bookings/checkout-form')
  const { IntentWish } = await import('#app/server/contract/guest-calls')
  for (const { shape } of [CheckoutForm, IntentWish]) expect(Object.keys(shape)).toContain(FIELD)
  expect(inCall({ travelers: 2, ...noted('Karibu') })).toMatchObject({
    numberOfGuests: 2,
    ...noted('Karibu'),
  })
})

test('a hold has it, and what a renewed one says, or leaves empty', async () => {
  const { placeBooking } = await import('#app/bookings/place-booking.server')
  const { anOrder, NOON } = await import('#tests/fixtures/orders')
  const order = anOrder()
  for (const words of ['Karibu', 'Asante', null])
    expect(placeBooking({ ...order, ...noted(words) }, NOON)).toMatchObject({ booking: noted(words) })
})

test('letter, pages, calls and file say it', async () => {
  const { aPaidBooking } = await import('#tests/fixtures/paid-bookings')
  const { bookingFacts } = await import('#app/views/booking-facts.server')
  const { bookingJson, withoutCustomer } = await import('#app/views/booking-json.server')
  const { Booking } = await import('#app/server/contract/operation')
  const { BOOKING_COLUMNS } = await import('#app/routes/admin/bookings/export-columns.server')
  const { outbox } = await import('#db/schema/mail')
  const { db } = await import('#db/connection.server')
  const { booking } = await aPaidBooking(noted('Happy birthday, Mama'))

  expect(bookingFacts(booking).notes).toEqual([{ label: 'Gift message', value: 'Happy birthday, Mama' }])
  const reading = bookingJson(booking)
  expect(Booking.parse(reading)).toMatchObject(noted('Happy birthday, Mama'))
  expect(withoutCustomer(reading)).toMatchObject(noted(''))
  expect(BOOKING_COLUMNS.map(({ header }) => header)).toContain('Gift message')
  const [letter] = db.select().from(outbox).where(eq(outbox.kind, 'booking-confirmation')).all()
  expect(letter?.textBody).toContain('Gift message: Happy birthday, Mama')
})
