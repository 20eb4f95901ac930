import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { postToStaff } from '#app/mail/outbox.server'
import { businessDay, DAY_MS } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { letter } from '#app/platform/typed/clean'
import { optionalText, typedText } from '#app/platform/typed/text'
import { type Actor, type By, byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import { hasBegun } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { hasRow, prepared } from '#db/prepared.server'
import { bookings, guestRequests } from '#db/schema/bookings'
import { auditLog } from '#db/schema/staff'
import { GUEST_REQUEST_KINDS } from '#db/values'
import { type Booking, bookingWithId } from './find-booking.server'
import {
  guestRequestNotice,
  type RequestAnswer,
  requestAnswered,
  requestReceived,
  takenBackNotice,
} from './guest-request-letters.server'
import { isPaid } from './status'
import { type GuestRequestKind, REQUEST_AT_MOST } from './stored-values'
import { aboutBooking, bookingForStaff, postToTraveler } from './traveler-letters.server'

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

/** What staff answer, in words that are mailed. */
export const RequestAnswerForm = z.object({
  as: z.enum(['answered', 'declined'], { error: 'Please choose what this answer is' }),
  words: typedText({
    label: 'Your answer',
    atMost: REQUEST_AT_MOST,
    clean: letter,
    missing: 'Please write your answer',
  }),
})

/**
 * Stores what a traveler asks staff to do, and writes to staff and to them in the same transaction. One open
 * request of each kind for a booking, and REQUESTS_A_DAY in all; none for a booking that has ended or a
 * journey that has begun.
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
    const today = tx
      .select({ count: count() })
      .from(guestRequests)
      .where(and(eq(guestRequests.bookingId, bookingId), gt(guestRequests.createdAt, since)))
      .get()
    if ((today?.count ?? 0) >= REQUESTS_A_DAY) return { refused: 'too-many' }

    const asked = tx
      .insert(guestRequests)
      .values({ bookingId, kind, message, createdAt: now })
      .returning()
      .get()
    const once = asked.id
    const notice = guestRequestNotice(bookingForStaff(booking), asked)
    postToStaff(now, { booking, kind: 'staff-guest-request', once, letter: notice })
    const letter = requestReceived(aboutBooking(booking, now), asked)
    postToTraveler(booking, now, { kind: 'guest-request-received', once, letter })
    recordBookingAct(now, booking, { actor: 'traveler' }, 'asked-staff', { kind })
    return { requestId: once }
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

/** Marks a request of a booking as done. False where it was closed already, or belongs to another booking. */
export const finishRequest = (id: number, booking: Booking, staff: Actor, now: Date): boolean =>
  immediately((tx) => close(id, booking, { by: byStaff(staff), as: 'request-done' }, now, tx) !== undefined)

/** Answers a request by a letter, which closes it: from then on it dates no refund. False as above. */
export function answerRequest(
  id: number,
  booking: Booking,
  answer: RequestAnswer,
  staff: Actor,
  now: Date,
): boolean {
  return immediately((tx) => {
    const asked = close(id, booking, { by: byStaff(staff), as: ANSWERED_ACTS[answer.as] }, now, tx)
    if (!asked) return false
    const whose = isOfFormerLead(booking, asked.createdAt) ? 'of-former-lead' : 'theirs'
    const letter = requestAnswered(aboutBooking(booking, now), asked, answer, whose)
    postToTraveler(booking, now, { kind: 'guest-request-answered', once: id, letter })
    return true
  })
}

/** Whether another traveler leads the booking since. */
const isOfFormerLead = ({ reference }: Booking, askedAt: Date): boolean =>
  hasRow(
    auditLog,
    and(
      eq(auditLog.subject, `booking:${reference}`),
      eq(auditLog.action, 'lead-changed'),
      gt(auditLog.createdAt, askedAt),
    ),
  )

const ANSWERED_ACTS = { answered: 'request-answered', declined: 'request-declined' } as const

/** A guest takes a request back, and staff hear of it. False where it was answered, or is not theirs. */
export function takeRequestBack(id: number, booking: Booking, now: Date): boolean {
  return immediately((tx) => {
    const asked = close(id, booking, { by: { actor: 'traveler' }, as: 'request-taken-back' }, now, tx)
    if (!asked) return false
    const letter = takenBackNotice(bookingForStaff(booking), asked)
    postToStaff(now, { booking, kind: 'staff-request-taken-back', once: id, letter })
    return true
  })
}

type Closed = {
  by: By
  as: 'request-done' | 'request-answered' | 'request-declined' | 'request-taken-back'
}

/** The request; undefined where there is no such open one. What ends the booking closes the others, too. */
function close(id: number, booking: Booking, { by, as }: Closed, now: Date, tx: Tx) {
  const closed = tx
    .update(guestRequests)
    .set({ doneAt: now, doneBy: by.actorId ?? null })
    .where(
      and(eq(guestRequests.id, id), eq(guestRequests.bookingId, booking.id), isNull(guestRequests.doneAt)),
    )
    .returning()
    .get()
  if (closed) recordBookingAct(now, booking, by, as, { kind: closed.kind })
  return closed
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
