import { desc, eq } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { now } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { ofEach } from '#app/platform/typed/fields'
import { DETAILS } from '#app/travelers/detail-fields'
import type { DetailsWish } from '#app/travelers/details-form'
import { type RoomWish, saveRoomWish } from '#app/travelers/room-wishes.server'
import { saveDetails } from '#app/travelers/save-details.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { at, done, type Entry } from './diary'

type Told = Partial<Omit<DetailsWish, 'version' | 'removePassportNumber' | 'removeMedicalNotes'>>

const AT_HOME = {
  emergencyRelation: 'Sister',
  arrivalFlight: 'Kenya Airways from New York',
  departureFlight: 'The same, at night',
}

/** What travelers tell of themselves, on which day; the second of a booking is who travels along. */
const TOLD: { on: Day; email: string; position?: number; told: Told }[] = [
  {
    on: '2024-12-27',
    email: 'denise.whitfield@example.com',
    told: {
      passportName: 'Denise Anne Whitfield',
      bornOn: '1961-04-03',
      nationality: 'American',
      diet: 'No pork',
    },
  },
  {
    on: '2024-12-27',
    email: 'denise.whitfield@example.com',
    position: 2,
    told: {
      name: 'Earl Whitfield',
      passportName: 'Earl Whitfield',
      bornOn: '1958-11-20',
      nationality: 'American',
    },
  },
  {
    on: '2025-05-04',
    email: 'peter.njoroge@example.com',
    told: { passportName: 'Peter Kariuki Njoroge', bornOn: '1979-02-17', nationality: 'Kenyan' },
  },
  {
    on: '2025-05-05',
    email: 'peter.njoroge@example.com',
    position: 2,
    told: {
      name: 'Mary Njoroge',
      passportName: 'Mary Wambui Njoroge',
      bornOn: '1982-08-09',
      nationality: 'American',
      passportNumber: 'A 0312 7745',
      passportEndsOn: '2026-02-28',
      diet: 'Vegetarian',
      medicalNotes: 'Bee stings: carries adrenaline.',
      emergencyName: 'Lucy Kariuki',
      emergencyPhone: '+1 206 555 0176',
      ownPhone: '+1 206 555 0142',
      ...AT_HOME,
    },
  },
  {
    on: '2025-05-27',
    email: 'naomi.fields@example.com',
    told: {
      passportName: 'Naomi Ruth Fields',
      bornOn: '1990-06-30',
      nationality: 'American',
      passportNumber: 'B 5561 0042',
      passportEndsOn: '2031-09-14',
      diet: 'No nuts',
      emergencyName: 'Ruth Fields',
      emergencyPhone: '+1 312 555 0154',
      ...AT_HOME,
    },
  },
]

/** Two who booked separately name each other; two ask for company, and staff are proposed a room for them. */
const WISHES: { on: Day; email: string; wish: RoomWish }[] = [
  { on: '2025-05-10', email: 'grace.wairimu@example.com', wish: { kind: 'introduction' } },
  { on: '2025-05-28', email: 'achieng.odhiambo@example.com', wish: { kind: 'introduction' } },
  {
    on: '2025-05-25',
    email: 'james.holloway@example.com',
    wish: { kind: 'companion', companion: 'naomi.fields@example.com' },
  },
  {
    on: '2025-05-26',
    email: 'naomi.fields@example.com',
    wish: { kind: 'companion', companion: 'james.holloway@example.com' },
  },
]

export const travelerDetails = (): Entry[] => [
  ...TOLD.map(({ on, email, position = 1, told }) => ({
    at: at(on, 19),
    command: () => {
      const traveler = partyOf(bookingOf(email).id).find((one) => one.position === position)
      if (!traveler) throw new Error(`Nobody travels along with ${email}`)
      done(saveDetails(traveler, { ...NOTHING, ...told }, now()))
    },
  })),
  ...WISHES.map(({ on, email, wish }) => ({
    at: at(on, 20),
    command: () => done(saveRoomWish(bookingOf(email).id, wish, now())),
  })),
]

const NOTHING = {
  ...ofEach(DETAILS, () => undefined),
  ...{ name: undefined, version: undefined, removePassportNumber: false, removeMedicalNotes: false },
} satisfies DetailsWish

function bookingOf(email: string): Booking {
  const newest = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.customerEmail, email))
    .orderBy(desc(bookings.id))
    .get()
  const booking = bookingWithId(newest?.id ?? null)
  if (!booking) throw new Error(`Nobody booked with ${email}`)
  return booking
}
