import type { Booking } from '#app/bookings/find-booking.server'
import { openRequestsOf } from '#app/bookings/guest-requests.server'
import { isPaid } from '#app/bookings/status'
import { now, today } from '#app/clock.server'
import { showInstant } from '#app/days'
import { bookingFacts } from '#app/dossiers/booking-facts.server'
import { moneyReturned } from '#app/dossiers/money-returned.server'
import { paymentSchedule } from '#app/dossiers/payment-schedule.server'
import { receiptsOf } from '#app/dossiers/receipts.server'
import { env } from '#app/env.server'
import { paymentDue } from '#app/payments/opening/later-payment.server'
import { cancelQuote } from '#app/payments/refunds/cancel-booking.server'
import { partyStanding } from '#app/travelers/details/party-standing.server'
import { roomCompanionOf } from '#app/travelers/rooms/room-companion.server'
import { refundWords } from './refund-words'
import { scheduleTogether } from './schedule-rows'

export type BookingPage = ReturnType<typeof bookingPage>

/** What the traveler's own page shows of a booking. */
export const bookingPage = (booking: Booking, token: string) => ({
  token,
  booking: bookingFacts(booking),
  stands: isPaid(booking.status),
  schedule: scheduleTogether(paymentSchedule(booking)),
  due: paymentDue(booking),
  receipts: receiptsOf(booking),
  returned: moneyReturned(booking),
  refundToday: refundWords(cancelQuote(booking, now())),
  roomCompanion: roomCompanionOf(booking, now()),
  travelers: partyStanding(booking),
  requests: openRequestsOf(booking.id).map(({ kind, createdAt }) => ({
    kind,
    askedAt: showInstant(createdAt, env.BUSINESS_TIMEZONE),
  })),
  today: today(),
})
