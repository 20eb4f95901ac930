import { findBooking } from '#app/bookings/find-booking.server'
import { bookingForStaff } from '#app/bookings/traveler-letters.server'
import { businessDay } from '#app/clock.server'
import { daysFrom } from '#app/days'
import { postToStaff } from '#app/mail/outbox.server'
import { overdueNotice } from '#app/mail/staff-notices'
import { overdueOf } from '#app/payments/overdue.server'
import type { Tx } from '#db/connection.server'
import type { Candidate } from './candidates.server'
import type { ReminderKind } from './reminder-kinds'

/** Tells staff that a booking stays unpaid, with all that is overdue and whom to call; once for an installment, its day and a kind. */
export function tellStaffOfOverdue(candidate: Candidate, kind: ReminderKind, now: Date, tx: Tx): void {
  const booking = findBooking(candidate.reference, tx)
  if (!booking) return
  postToStaff(
    {
      kind: 'staff-overdue',
      once: `${candidate.installmentId}:${kind}:${candidate.dueOn}`,
      booking,
      letter: overdueNotice({
        ...bookingForStaff(booking),
        phone: booking.customerPhone,
        email: booking.customerEmail,
        daysLate: daysFrom(candidate.dueOn, businessDay(now)),
        overdue: overdueOf(booking, now, tx),
      }),
    },
    now,
    tx,
  )
}
