import { termsOnOffer } from '#app/bookings/checkout-offer.server'
import { bookingFor } from '#app/bookings/find-booking.server'
import { planJson } from '#app/bookings/installments/plan-json'
import { confirmReturn } from '#app/money/payments/confirm-return.server'
import { now, today } from '#app/platform/clock.server'
import { stripeTrouble } from '#app/routes/payment/stripe-trouble.server'
import * as calls from '#app/server/contract/booking-calls'
import { answer, answering, refuse, refuseFields } from '#app/server/contract/json-call.server'
import { knownBrowser } from '#app/server/guards/guest-cookies.server'
import { isSignedInFor } from '#app/server/guards/staff-session.server'
import { hasBegun, NO_SUCH_DEPARTURE, salesClosed } from '#app/tours/departure'
import { departureOnOffer, nextOnSale } from '#app/tours/departures.server'
import { partyAsked, roomTypeOf } from '#app/tours/party'
import { bookingJson } from '#app/views/booking-json.server'

export const action = answering(
  /** A plan for a booking made today; none once the journey has begun, when nothing is sold (rules 1.4). */
  answer(calls.calculateInstallments, ({ sent }) => {
    const asked = sent.departure ?? null
    const departure = departureOnOffer(today(), asked)
    if (asked !== null && departure.startsOn !== asked) return refuseFields(NO_SUCH_DEPARTURE)
    if (hasBegun(departure, today())) return refuse(409, salesClosed(nextOnSale(today())))
    const wrong = calls.wrongRooms(sent)
    if (Object.keys(wrong).length > 0) return refuseFields(wrong)
    const { numberOfGuests: travelers, singles } = sent
    const party = partyAsked(roomTypeOf(sent.roomType), { travelers, singles })
    return Response.json(planJson(termsOnOffer(departure, undefined, party, today())))
  }),

  /** The booking for the confirmation screen; everyone who may not see it gets 404 (rules 5.8). */
  answer(calls.readBooking, async ({ request, params, sent }) => {
    const viewer = {
      browserDigest: await knownBrowser(request),
      intentId: sent.payment_intent ?? null,
      isStaff: await isSignedInFor(request, 'change bookings'),
    }
    const booking = bookingFor(viewer, params.id ?? '')
    if (!booking) return refuse(404, 'Booking not found')
    return Response.json(bookingJson(booking), { headers: { 'Cache-Control': 'no-store' } })
  }),

  /** Completes a booking once Stripe itself says that its intent succeeded (rules 2.4). */
  answer(calls.completeBooking, async ({ params, sent }) => {
    try {
      const returned = await confirmReturn(params.id ?? '', sent.stripePaymentIntentId, now)
      if (!('refused' in returned)) return Response.json(bookingJson(returned.booking))
      return returned.refused === 'not-found'
        ? refuse(404, 'Booking not found')
        : refuse(409, 'Failed to confirm booking')
    } catch (error) {
      const { isBusy, init } = stripeTrouble(error)
      const message = isBusy ? 'Please ask again in a few seconds' : 'Failed to confirm booking'
      return Response.json({ message }, init)
    }
  }),
)

export const loader = action
