import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { guaranteeDeparture, standingOn } from '#app/bookings/guarantee-departure.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import {
  cancelDeparture,
  postponeDeparture,
  sheetOf,
} from '#app/money/changes/schedule/change-schedule.server'
import { choose, chooseMove, placesToMove } from '#app/money/changes/schedule/choose.server'
import { now } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { centsOf } from '#app/platform/money'
import type { Staff } from '#app/staff/sessions.server'
import type { ScheduleReason } from '#app/tours/refund-policy'
import { copyDeparture } from '#app/tours/save-departure.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { at, done, type Entry } from './diary'
import { OCTOBER, type officeOf } from './office'
import type { Guest } from './travelers'

/** Those who book the journeys that do not take place as planned. */
export const DECEMBER_GUESTS: Guest[] = [
  {
    name: 'Patricia Lowe',
    email: 'patricia.lowe@example.com',
    phone: '+1 832 555 0163',
    home: ['Houston', 'Texas', '77019'],
    ...{ books: '2025-04-08', room: 'double', party: 2, pays: 'deposit' },
  },
  {
    name: 'Marcus Bell',
    email: 'marcus.bell@example.com',
    phone: '+1 254 555 0129',
    home: ['Waco', 'Texas', '76701'],
    ...{ books: '2025-04-15', room: 'double', party: 2, pays: 'deposit' },
  },
  {
    name: 'Ruth Kamau',
    email: 'ruth.kamau@example.com',
    phone: '+1 817 555 0190',
    home: ['Fort Worth', 'Texas', '76102'],
    ...{ books: '2025-05-02', room: 'single', pays: 'deposit' },
  },
]
export const NEXT_GUESTS: Guest[] = [
  {
    name: 'Owen Brady',
    email: 'owen.brady@example.com',
    phone: '+1 940 555 0136',
    home: ['Denton', 'Texas', '76201'],
    ...{ books: '2025-05-30', room: 'double', party: 2, pays: 'deposit' },
  },
]
export const NOVEMBER_GUESTS: Guest[] = [
  {
    name: 'Carl Jensen',
    email: 'carl.jensen@example.com',
    phone: '+1 210 555 0118',
    home: ['San Antonio', 'Texas', '78205'],
    ...{ books: '2025-04-11', room: 'double', party: 2, pays: 'deposit' },
  },
  {
    name: 'Akinyi Odhiambo',
    email: 'akinyi.odhiambo@example.com',
    phone: '+1 972 555 0175',
    home: ['Plano', 'Texas', '75024'],
    ...{ books: '2025-05-06', room: 'single', pays: 'deposit' },
  },
]

/**
 * Departures need a minimum: October is guaranteed, that of February 2026 undecided. December's is canceled:
 * one guest has everything back, one moves, one has not answered. November's is postponed to January. A choir
 * has a private one in March.
 */
export function departureLife({ owner: staff, change, next: undecided }: ReturnType<typeof officeOf>) {
  let [november, december] = [0, 0]
  const opened = (startsOn: string) => {
    const { id } = done(copyDeparture(OCTOBER, startsOn, staff(), now()))
    change(id, { sales: 'open', minimumTravelers: null, decideOn: null, singlePriceCents: centsOf(6_500) })
    return id
  }
  const cancel = () => {
    const words = 'The lodge in the Mara has told us that it closes for repairs in December.'
    done(cancelDeparture(wish(december, 'departure-canceled', words), staff(), now()))
  }
  const postpone = () => {
    const words = 'The concert that the journey begins with was moved to January.'
    postponeTo(november, '2026-01-15', words, staff())
  }
  const guarantee = () => done(guaranteeDeparture(OCTOBER, standingOn(OCTOBER).length, staff(), now()))
  const entries: Entry[] = [
    {
      // After February's was copied from it, which needs none.
      at: at('2024-09-03', 11.5),
      command: () => change(OCTOBER, { minimumTravelers: 4, decideOn: '2025-05-01' }),
    },
    {
      at: at('2025-04-07', 9),
      command: () => {
        november = opened('2025-11-13')
        december = opened('2025-12-04')
      },
    },
    { at: at('2025-04-10', 11), command: guarantee },
    { at: at('2025-05-24', 10), command: postpone },
    { at: at('2025-05-26', 10), command: cancel },
    {
      at: at('2025-05-27', 19),
      command: async () => done(await choose(called('Patricia Lowe'), 'refund', now)),
    },
    {
      at: at('2025-05-28', 12),
      command: async () => done(await choose(called('Carl Jensen'), 'stays', now)),
    },
    { at: at('2025-05-29', 20), command: () => moveTo('Marcus Bell', undecided()) },
    {
      at: at('2025-05-30', 15),
      command: () =>
        change(opened('2026-03-12'), {
          isPrivate: true,
          privateFor: 'the Bluebonnet Choir',
          privateNote:
            'We have kept two evenings free, in Nairobi and at the Mara, for your own concerts. Karibuni!',
        }),
    },
  ]
  return { entries, november: () => november, december: () => december }
}

/** Postpones a departure, as it is quoted at that moment. */
export const postponeTo = (departureId: number, startsOn: Day, words: string, staff: Staff) =>
  done(postponeDeparture({ ...wish(departureId, 'departure-postponed', words), startsOn }, staff, now()))

function wish(departureId: number, because: ScheduleReason, words: string) {
  const quoted = digestOf(sheetOf(departureId, because, now()))
  return { departureId, words, quoted, formKey: randomUUID() }
}

const bookingOf = (name: string): Booking => {
  const [booking] = db.select({ id: bookings.id }).from(bookings).where(eq(bookings.customerName, name)).all()
  const found = booking && bookingWithId(booking.id)
  if (!found) throw new Error(`Nobody called ${name} has booked`)
  return found
}

const called = (name: string): string => bookingOf(name).reference

async function moveTo(name: string, departureId: number): Promise<void> {
  const quote = placesToMove(bookingOf(name), now()).find((place) => place.departureId === departureId)
  if (!quote) throw new Error('There is no place to move to')
  const move = { reference: called(name), departureId, quoted: digestOf(quote), formKey: randomUUID() }
  done(await chooseMove(move, now))
}
