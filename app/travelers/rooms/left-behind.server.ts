import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type BookingStatus, isPaid } from '#app/bookings/status'
import { businessDay } from '#app/clock.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { bookings, departures, travelers } from '#db/schema'
import { recordedIn } from './room-guests.server'
import { separate } from './separate.server'
import { tellLeft } from './tell-guests.server'

/** Rooms in one transaction: a cancellation leaves one behind. */
const PORTION = 20

/** How a booking ends that had been paid for: only such ones ever shared a room with others. */
const ENDED = ['cancelled', 'refunded'] as const satisfies BookingStatus[]

const ended = alias(bookings, 'ended')
const gone = alias(travelers, 'gone')

/** From the departures that are not over, by indexes: as much work as bookings of theirs have ended. */
const roomsLeft = db
  .selectDistinct({ roomId: travelers.roomId })
  .from(departures)
  .innerJoin(
    ended,
    and(
      eq(ended.departureId, departures.id),
      sql`${ended.status} in (${sql.raw(ENDED.map((status) => `'${status}'`).join(', '))})`,
    ),
  )
  .innerJoin(gone, eq(gone.bookingId, ended.id))
  .innerJoin(travelers, and(eq(travelers.roomId, gone.roomId), ne(travelers.bookingId, gone.bookingId)))
  .innerJoin(bookings, and(eq(bookings.id, travelers.bookingId), isPaidBooking))
  .where(sql`${departures.endsOn} >= ${sql.placeholder('today')}`)
  .limit(PORTION)
  .prepare()

/**
 * Finds double rooms that somebody shared whose booking has ended since: whoever is left behind is told once, and
 * is alone in the room. Answers in how many rooms. Only reads where there is none.
 */
export function tellLeftBehind(now: Date, outer: Db = db): number {
  const today = businessDay(now)
  if (roomsLeft.all({ today }).length === 0) return 0
  return immediately(outer, (tx) => {
    const left = roomsLeft.all({ today })
    for (const { roomId } of left) freeBedsOfEnded(roomId, now, tx)
    return left.length
  })
}

/** Moves travelers of bookings that have ended out of the room of one that stands, and tells who stays. */
export function freeBedsOfEnded(roomId: number, now: Date, tx: Tx): void {
  const everybody = recordedIn(roomId, tx)
  const stays = everybody.find(({ booking }) => isPaid(booking.status))
  if (!stays) return
  for (const guest of everybody.filter(({ booking }) => ENDED.some((status) => status === booking.status))) {
    separate(guest, stays, { actor: 'schedule' }, now, tx)
    tellLeft(stays, guest, now, tx)
  }
}
