import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Letter } from '#app/mail/letter'
import { postToStaff } from '#app/mail/outbox.server'
import { businessDay, DAY_MS } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { letter } from '#app/platform/typed/clean'
import { optionalText, typedText } from '#app/platform/typed/text'
import { type Actor, byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import { hasBegun } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { db, immediately } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, guestRequests } from '#db/schema'
import { type Booking, bookingWithId } from './find-booking.server'
import { isPaid } from './status'
import {
  GUEST_REQUEST_KINDS,
  GUEST_REQUEST_WORDS,
  type GuestRequestKind,
  REQUEST_AT_MOST,
} from './stored-values'
import {
  type BookingForStaff,
  bookingForStaff,
  bookingRows,
  openBooking,
  whose,
} from './traveler-letters.server'

/** Tells staff what a traveler asked for on their own page. */
const guestRequestNotice = (booking: BookingForStaff, asks: string, message: string): Letter => ({
  subject: `Guest request ${asks}: ${whose(booking)}`,
  blocks: [
    {
      paragraph: `${booking.travelerName} asks ${asks}. Nothing has changed yet: the request stays on the booking’s page until you mark it done.`,
    },
    { rows: [...bookingRows(booking), ['Message', message || 'None']] },
    openBooking(booking),
  ],
})

/** More than this from one booking in a day are not genuine requests. */
const REQUESTS_A_DAY = 4
const SHOWN = 5
const COUNTED = 1_000

export type GuestRequest = { kind: GuestRequestKind; message: string }

const text = { label: 'Your message', atMost: REQUEST_AT_MOST, clean: letter }

/** Something else needs words; what staff have a dialog for, none. */
export const GuestRequestForm = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('change'),
      message: typedText({ ...text, missing: 'Please tell us what to change' }),
    }),
    z.object({ kind: z.enum(GUEST_REQUEST_KINDS).exclude(['change']), message: optionalText(text) }),
  ],
  'Please choose what to change',
)

/**
 * Stores what a traveler asks staff to do, and writes to staff in the same transaction. One open request of
 * each kind for a booking, and REQUESTS_A_DAY in all; none for a booking that has ended or a journey that has
 * begun.
 */
export function askStaff(
  bookingId: number,
  { kind, message }: GuestRequest,
  now: Date,
): { requestId: number } | { refused: 'over' | 'already-open' | 'too-many' } {
  return immediately((tx) => {
    const booking = bookingWithId(bookingId)
    if (!booking || !isPaid(booking.status)) return { refused: 'over' }
    if (hasBegun(departureOf(booking), businessDay(now))) return { refused: 'over' }
    if (openRequestsOf(bookingId).some((open) => open.kind === kind)) return { refused: 'already-open' }
    const since = new Date(now.getTime() - DAY_MS)
    const asked = tx
      .select({ count: count() })
      .from(guestRequests)
      .where(and(eq(guestRequests.bookingId, bookingId), gt(guestRequests.createdAt, since)))
      .get()
    if ((asked?.count ?? 0) >= REQUESTS_A_DAY) return { refused: 'too-many' }

    const { id } = tx
      .insert(guestRequests)
      .values({ bookingId, kind, message, createdAt: now })
      .returning({ id: guestRequests.id })
      .get()
    const letter = guestRequestNotice(bookingForStaff(booking), GUEST_REQUEST_WORDS[kind], message)
    postToStaff(now, { booking, kind: 'staff-guest-request', once: id, letter })
    recordBookingAct(now, booking, { actor: 'traveler' }, 'asked-staff', { kind })
    return { requestId: id }
  })
}

const openOf = prepared(() =>
  db
    .select()
    .from(guestRequests)
    .where(and(eq(guestRequests.bookingId, sql.placeholder('bookingId')), isNull(guestRequests.doneAt)))
    .orderBy(asc(guestRequests.id))
    .prepare(),
)

/** What is still to be done for a booking, the oldest first. */
export const openRequestsOf = (bookingId: number) => openOf().all({ bookingId })

/** The business's day of the oldest open request of these kinds; null where none waits. */
export function askedOn(bookingId: number, ...kinds: GuestRequestKind[]): Day | null {
  const asked = openRequestsOf(bookingId).find(({ kind }) => kinds.includes(kind))
  return asked ? businessDay(asked.createdAt) : null
}

/** Marks a request of a booking as done. False where it was done already, or belongs to another booking. */
export function finishRequest(id: number, booking: Booking, staff: Actor, now: Date): boolean {
  return immediately((tx) => {
    const done = tx
      .update(guestRequests)
      .set({ doneAt: now, doneBy: staff.id })
      .where(
        and(eq(guestRequests.id, id), eq(guestRequests.bookingId, booking.id), isNull(guestRequests.doneAt)),
      )
      .returning({ kind: guestRequests.kind })
      .get()
    if (!done) return false
    recordBookingAct(now, booking, byStaff(staff), 'request-done', done)
    return true
  })
}

const waiting = db
  .select({
    id: guestRequests.id,
    kind: guestRequests.kind,
    createdAt: guestRequests.createdAt,
    reference: bookings.reference,
    customerName: bookings.customerName,
    phone: bookings.customerPhone,
  })
  .from(guestRequests)
  .innerJoin(bookings, eq(bookings.id, guestRequests.bookingId))
  .where(isNull(guestRequests.doneAt))
  .orderBy(asc(guestRequests.createdAt))
  .limit(SHOWN)
  .prepare()

const howMany = db
  .select({ count: count() })
  .from(sql`(select 1 from ${guestRequests} where done_at is null limit ${sql.raw(String(COUNTED))})`)
  .prepare()

/** What travelers wait for: the five oldest, and how many there are, 1,000 at most. */
export const requestsWaiting = () => ({ count: howMany.get()?.count ?? 0, rows: waiting.all() })
