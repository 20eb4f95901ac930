import { answerRequest, openRequestsOf, RequestAnswerForm } from '#app/bookings/guest-requests.server'
import { partyOf } from '#app/bookings/party.server'
import { GUEST_REQUEST_WORDS } from '#app/bookings/stored-values'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import { offerIfSeatKept, takePlaceOff } from '#app/bookings/waitlist/keep-place.server'
import { placesOf } from '#app/bookings/waitlist/offered-places.server'
import { PlaceOffForm } from '#app/money/changes/money-forms'
import { businessDay, businessTime, now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { travelerWords } from '#app/travelers/detail-fields'
import { namedBooking, nothingChanged } from '../booking-command.server'
import { BEING_PAID } from './being-paid'
import { command } from './command.server'

/** Staff answer in words what a traveler asked for, or say that it cannot be. */
export const answer = command({
  form: RequestAnswerForm,
  offered: ({ id }) => openRequestsOf(id).length > 0,
  opens: ({ booking, which }) => {
    const asked = openRequestsOf(booking.id).find(({ id }) => id === Number(which))
    return (
      asked !== undefined && {
        name: booking.customerName,
        asks: GUEST_REQUEST_WORDS[asked.kind],
        datesRefund: ['cancel', 'leave', 'change'].includes(asked.kind),
        message: asked.message,
        askedAt: businessTime(asked.createdAt),
        address: travelerMailbox(booking).address,
      }
    )
  },
  quote: () => null,
  change: ({ which, ...wish }, staff) =>
    answerRequest(Number(which), namedBooking(wish), wish, staff, now())
      ? { answered: true as const }
      : { refused: 'over' as const },
  done: () => ['Request answered', 'We’ll email your answer, and the request is closed.'],
  whyNot: {
    over: nothingChanged('This request was answered, done or taken back in the meantime.'),
  },
})

/** Staff take a place off the waitlist that a traveler offered. */
export const place = command({
  form: PlaceOffForm,
  offered: (booking) => placesOf(booking).some(({ state }) => state === 'open'),
  opens: ({ booking, which }) => {
    const offered = placesOf(booking).find(({ id }) => id === Number(which))
    if (offered?.state !== 'open') return false
    const traveler = partyOf(booking.id).find(({ id }) => id === offered.travelerId)
    return {
      whose: traveler ? travelerWords(traveler) : 'The traveler',
      since: showDay(businessDay(offered.createdAt)),
      fee: showCents(offered.feeCents),
      becomes: offerIfSeatKept(offered),
    }
  },
  quote: () => null,
  change: ({ which, shown, ...wish }, staff) =>
    takePlaceOff(namedBooking(wish), { placeId: Number(which), shown }, staff, now()),
  done: () => ['Seat removed from the list', 'The traveler keeps it, and we’ll email the lead traveler.'],
  whyNot: {
    gone: nothingChanged('This seat is no longer offered: it was taken, taken back or removed.'),
    'being-paid': BEING_PAID,
    changed: 'The waitlist has changed since this was opened. Please look at it again.',
  },
})
