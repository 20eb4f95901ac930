import { bookingByLink } from '#app/bookings/booking-by-link.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { today } from '#app/clock.server'
import { bookingFacts } from '#app/dossiers/booking-facts.server'
import { paymentSchedule } from '#app/dossiers/payment-schedule.server'
import { env } from '#app/env.server'
import { unsettledIntentOf } from '#app/payments/intent-records.server'
import { paymentDue } from '#app/payments/opening/later-payment.server'
import { scheduleTogether } from '#app/routes/traveler/schedule-rows'
import { comeBack } from './come-back.server'

export type PayPage = Awaited<ReturnType<typeof payPage>>['page']

/** Why the posted form went no further, and what was chosen in it. */
export type PayAnswer = { refused: string; pays?: 'next' | 'balance' }

/** What the page of a payment link shows, where its address may name a payment that was just made; `init` where Stripe did not say. */
export async function payPage(request: Request, asked: Booking, token: string) {
  const { trouble, ...became } = await comeBack(request, asked)
  const due = dueOf(bookingByLink(token) ?? asked)
  return { page: { ...became, isBusy: trouble?.isBusy ?? false, token, ...due }, init: trouble?.init }
}

function dueOf(booking: Booking) {
  const { customer, ...facts } = bookingFacts(booking)
  return {
    booking: { ...facts, travelerName: customer.name },
    schedule: isPaid(booking.status) ? scheduleTogether(paymentSchedule(booking)) : [],
    due: paymentDue(booking),
    isProcessing: Boolean(unsettledIntentOf(booking.id)?.processingAt),
    today: today(),
    stripe: env.stripe && { publishableKey: env.stripe.publishableKey, jsUrl: env.stripe.jsUrl },
    origin: env.BASE_URL,
  }
}
