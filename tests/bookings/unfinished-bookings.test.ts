import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import { type Booking, NO_BROWSER } from '#app/bookings/find-booking.server'
import { notifyUnfinished } from '#app/bookings/notify-unfinished.server'
import { type Order, placeBooking } from '#app/bookings/place-booking.server'
import { requestedCheckout } from '#app/bookings/requested-checkout.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { db } from '#db/connection.server'
import { bookings, travelers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { newsletterSubscriptions } from '#db/schema/people'
import { departures } from '#db/schema/tours'
import { anOrder, aTraveler, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import { aStaffMember } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

beforeEach(() => {
  nothingBooked()
  db.delete(newsletterSubscriptions).run()
})

const hours = (amount: number) => minutesAfter(60 * amount)
const email = 'wanjiru.kamau@example.com'
const ofWanjiru = (details: Partial<Order> = {}) => anOrder({ traveler: aTraveler({ email }), ...details })
const letters = () => db.select().from(outbox).where(eq(outbox.kind, 'booking-unfinished')).all()

function held(order: Order, at: Date): Booking {
  const placed = placeBooking(order, at)
  if ('refused' in placed) throw new Error(placed.refused)
  return placed.booking
}

/** A hold that no one paid for, and that ended half an hour after it began. */
function unfinished(details: Partial<Order> = {}, at = NOON): Booking {
  const booking = held(ofWanjiru(details), at)
  endBooking(booking.id, 'expired', minutesAfter(30, at))
  return booking
}

const change = (booking: Booking, values: Partial<Booking>) =>
  void db.update(bookings).set(values).where(eq(bookings.id, booking.id)).run()
const changeDeparture = (values: Partial<typeof departures.$inferSelect>) =>
  void db.update(departures).set(values).where(eq(departures.id, theDeparture().id)).run()

test('who began to book and did not pay gets one letter after a day', () => {
  const booking = unfinished({ roomType: 'single', travelers: 2 })
  expect(notifyUnfinished(hours(23.9))).toBe(0)
  expect(notifyUnfinished(hours(24))).toBe(1)
  expect(notifyUnfinished(hours(24.1))).toBe(0)
  expect(letters()).toMatchObject([
    { bookingId: booking.id, toAddress: email, subject: `You began to book the ${theDeparture().name}` },
  ])
  const text = letters()[0]?.textBody ?? ''
  for (const part of [
    'Oct 16 to Oct 27, 2025',
    'Single rooms, 2 travelers',
    'Price today: $13,000',
    `Finish booking:\nhttp://localhost:3000/checkout?again=${booking.linkToken}`,
    'once',
  ])
    expect(text).toContain(part)
})

test('it is about what was begun last, a day later, and written once however the address is spelled', () => {
  unfinished()
  const last = unfinished(
    { traveler: aTraveler({ email: 'Wanjiru.Kamau+tour@example.com' }), roomType: 'single' },
    hours(20),
  )
  expect([notifyUnfinished(hours(24)), notifyUnfinished(hours(44))]).toEqual([0, 1])
  expect(letters()[0]?.bookingId).toBe(last.id)
  unfinished({}, hours(48))
  expect(notifyUnfinished(hours(72))).toBe(0)
})

test('a stored name that is none, or hides a link, is not in the letter to an address that no one has confirmed', () => {
  const booking = unfinished()
  change(booking, { customerName: 'Free safari EVIL4.COM/win' })
  expect(notifyUnfinished(hours(24))).toBe(1)
  expect(letters()[0]).toMatchObject({ toName: '', textBody: expect.stringMatching(/^Hello,/) })
  for (const body of [letters()[0]?.textBody, letters()[0]?.htmlBody]) expect(body).not.toMatch(/evil/i)
})

describe('nobody is written to', () => {
  const staff = aStaffMember()
  test.each<[string, (booking: Booking) => void]>([
    ['who has paid for it late', (booking) => change(booking, { status: 'deposit_paid' })],
    ['whose card was declined', (booking) => change(booking, { status: 'payment_failed' })],
    ['for whom staff held the seats', (booking) => change(booking, { soldBy: 'Wambui' })],
    ['whose address staff changed', (booking) => change(booking, { browserDigest: NO_BROWSER })],
    [
      'who has booked since',
      () =>
        change(held(ofWanjiru({ traveler: aTraveler({ email: 'wanjirukamau@example.com' }) }), hours(2)), {
          status: 'completed',
        }),
    ],
    [
      'who travels on a booking of someone else’s',
      () => {
        const other = held(
          anOrder({ travelers: 2, traveler: aTraveler({ email: 'otieno@example.com' }) }),
          hours(2),
        )
        change(other, { status: 'completed' })
        db.update(travelers).set({ email }).where(eq(travelers.position, 2)).run()
        db.update(travelers).set({ email: other.customerEmail }).where(eq(travelers.position, 1)).run()
      },
    ],
    ['who canceled since', () => change(held(ofWanjiru(), hours(2)), { status: 'cancelled' })],
    ['who holds seats now', () => void held(ofWanjiru(), hours(23.9))],
    [
      'who has booked another departure',
      () => {
        const copied = copyDeparture(theDeparture().id, '2026-10-15', staff, NOON)
        if ('refused' in copied) throw new Error(copied.refused)
        change(held(ofWanjiru(), hours(2)), { status: 'deposit_paid', departureId: copied.id })
      },
    ],
    [
      'who unsubscribed',
      () => {
        const at = { consentAt: NOON, createdAt: NOON, unsubscribedAt: NOON }
        db.insert(newsletterSubscriptions)
          .values({ ...at, email, unsubscribeToken: 'none' })
          .run()
      },
    ],
    ['of a departure that staff closed', () => changeDeparture({ sales: 'closed' })],
    ['where too few seats are left', () => changeDeparture({ seats: 1 })],
  ])('%s', (_, happens) => {
    const before = theDeparture()
    const booking = unfinished({ travelers: 2 })
    happens(booking)
    expect(notifyUnfinished(hours(24))).toBe(0)
    changeDeparture({ sales: before.sales, seats: before.seats })
  })

  test('three days after, as on the day of an upgrade', () => {
    unfinished()
    expect(notifyUnfinished(hours(72))).toBe(0)
  })
})

test('a link goes on with an unfinished booking alone', () => {
  const booking = unfinished({ roomType: 'single', travelers: 2, paymentType: 'full' })
  const asked = () => requestedCheckout(new URLSearchParams({ again: booking.linkToken }))
  const filledIn = { roomType: 'single', travelers: 2, paymentType: 'full', departure: '2025-10-16' }
  expect(asked()).toMatchObject({ ...filledIn, again: { id: booking.id } })
  const plain = requestedCheckout(new URLSearchParams())
  for (const status of ['pending', 'deposit_paid', 'cancelled'] as const) {
    change(booking, { status })
    expect(asked()).toEqual(plain)
  }
  expect(requestedCheckout(new URLSearchParams({ again: 'x'.repeat(32) }))).toEqual(plain)
})
