import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type By, recordBookingAct } from '#app/staff/audit-log.server'
import type { Tx } from '#db/connection.server'
import { guestRequests } from '#db/schema/bookings'
import { GUEST_REQUEST_KINDS } from '#db/values'
import type { Booking } from './find-booking.server'
import { type ScheduleChoice, settleChoice } from './schedule-choices.server'
import type { GuestRequestKind } from './stored-values'

type Closes = { requests: readonly GuestRequestKind[]; choice?: ScheduleChoice }

/**
 * What is open on a booking and dates or promises a refund, by what becomes of the booking: a choice after
 * changed dates, and what its guest asked staff for. A right that ends here does not come back with the
 * booking (rules 4.24). Seats on offer end with the seat.
 */
const CLOSES = {
  ended: { requests: GUEST_REQUEST_KINDS, choice: 'refund' },
  /** It was closed when it ended, unless that was long ago. */
  reinstated: { requests: GUEST_REQUEST_KINDS, choice: 'refund' },
  moved: { requests: ['move', 'cancel'], choice: 'move' },
  stays: { requests: ['move', 'cancel'], choice: 'stays' },
  /** It is not settled before the money has left. */
  'chose-refund': { requests: GUEST_REQUEST_KINDS },
  left: { requests: ['leave', 'cancel'] },
  /** Others of the party asked to leave, too: their day still counts. */
  'left-first': { requests: ['cancel'] },
  /** By what they said in their own words: the refund counts from that day. */
  'left-as-asked': { requests: ['leave', 'cancel', 'change'] },
  joined: { requests: ['join'] },
  'room-changed': { requests: ['room'] },
  'days-changed': { requests: ['pay-later'] },
  'lead-changed': { requests: ['contact'] },
} satisfies Record<string, Closes>

/** Closes what is over or answered with this, whichever button did it; in the transaction that does it. */
export function closeOpen(
  booking: Pick<Booking, 'id' | 'reference'>,
  by: keyof typeof CLOSES,
  whose: By,
  now: Date,
  tx: Tx,
): void {
  const { requests, choice }: Closes = CLOSES[by]
  if (choice) settleChoice(booking.id, choice, now, tx)
  const closed = tx
    .update(guestRequests)
    .set({ doneAt: now, doneBy: whose.actorId ?? null })
    .where(
      and(
        eq(guestRequests.bookingId, booking.id),
        isNull(guestRequests.doneAt),
        inArray(guestRequests.kind, [...requests]),
      ),
    )
    .returning({ kind: guestRequests.kind })
    .all()
  for (const { kind } of closed) recordBookingAct(now, booking, whose, 'request-done', { kind })
}
