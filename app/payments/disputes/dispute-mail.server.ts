import type { Booking } from '#app/bookings/find-booking.server'
import { bookingForStaff } from '#app/bookings/traveler-letters.server'
import { showInstant } from '#app/days'
import { env } from '#app/env.server'
import { disputeClosedNotice, disputeOpenedNotice, type LedgerEffect } from '#app/mail/dispute-notices'
import { postToStaff } from '#app/mail/outbox.server'
import { historyAtDesk } from '#app/staff/desk-addresses.server'
import type { StripeDispute } from '#app/stripe/disputes.server'
import type { Tx } from '#db/connection.server'
import { disputeSubject, inWords } from './dispute-log.server'

/** A payment is disputed: tells staff what to do and by when, once for a dispute. */
export function mailDisputeOpened(
  booking: Booking | undefined,
  dispute: StripeDispute,
  now: Date,
  tx: Tx,
): void {
  postToStaff(
    {
      kind: 'staff-dispute-opened',
      once: dispute.id,
      booking,
      letter: disputeOpenedNotice({
        ...about(booking, dispute),
        isInquiry: dispute.status.startsWith('warning_'),
        answerBy: dispute.answerBy && showInstant(dispute.answerBy, env.BUSINESS_TIMEZONE),
      }),
    },
    now,
    tx,
  )
}

/** A dispute was decided: tells staff how, and what it changed, once for each outcome. */
export function mailDisputeClosed(
  booking: Booking | undefined,
  dispute: StripeDispute,
  effect: LedgerEffect,
  now: Date,
  tx: Tx,
): void {
  postToStaff(
    {
      kind: 'staff-dispute-closed',
      once: `${dispute.id}:${dispute.status}`,
      booking,
      letter: disputeClosedNotice({
        ...about(booking, dispute),
        outcome: inWords(dispute.status),
        effect,
      }),
    },
    now,
    tx,
  )
}

const about = (booking: Booking | undefined, dispute: StripeDispute) => ({
  booking: booking ? bookingForStaff(booking) : null,
  historyAddress: historyAtDesk(disputeSubject(booking, dispute)),
  amountCents: dispute.amountCents,
  reason: inWords(dispute.reason),
  disputeId: dispute.id,
})
