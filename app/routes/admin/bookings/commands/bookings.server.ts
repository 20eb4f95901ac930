import { holdsSeat } from '#app/bookings/status'
import { overdueCents, whyNotMoved } from '#app/money/books/amounts-owed.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { cancelBooking } from '#app/money/changes/cancel-booking.server'
import { CancelBookingForm, MoveForm, ReinstateForm } from '#app/money/changes/money-forms'
import { moveBooking, moveQuote } from '#app/money/changes/move-booking.server'
import { reinstateBooking, reinstateQuote } from '#app/money/changes/reinstate-booking.server'
import { now, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { SOLD_OUT } from '#app/tours/departure'
import { departuresAhead } from '#app/tours/departure-list.server'
import { departureOf } from '#app/tours/departures.server'
import { departureInWords } from '#app/tours/tours.server'
import { nothingChanged } from '../booking-command.server'
import { WHY_NOT_MOVED } from '../refusal-words'
import { command } from './command.server'

export const cancel = command({
  form: CancelBookingForm,
  offered: ({ status }) => holdsSeat(status),
  opens: ({ booking }) =>
    holdsSeat(booking.status) && {
      name: booking.customerName,
      travelers: booking.travelers,
      isDepartureCanceled: departureOf(booking).canceledAt !== null,
      overdueCents: overdueCents(booking, now()),
    },
  quote: ({ booking }) => cancelQuote(booking, now()),
  change: (wish, staff) => cancelBooking(wish, staff, now),
  done: (_, { reference }) => [
    'Booking canceled',
    `The seats of ${reference} are free again, and we’ll email the traveler.`,
  ],
  whyNot: {
    'already-over': (_, { reference }) =>
      nothingChanged(`${reference} had ended already, or someone else has just canceled it.`),
    'nothing-overdue': 'Nothing on this booking is overdue anymore. Nothing was canceled: please look again.',
    'quote-changed':
      'The refund amount has changed since this was opened. Nothing was canceled: please look at the new amounts.',
  },
})

export const move = command({
  form: MoveForm,
  offered: (booking) => whyNotMoved(booking, now()) === null,
  opens: ({ booking }) => {
    const refused = whyNotMoved(booking, now())
    if (refused) return refused !== 'inactive' && WHY_NOT_MOVED[refused]
    const departures = departuresAhead(today())
      .filter(({ id }) => id !== booking.departureId)
      .map(({ id, left, ...departure }) => ({ id, left, dates: departureInWords(departure) }))
    return { travelers: booking.travelers, departures }
  },
  asks: { form: MoveForm.pick({ departure: true }), first: 'departure', fieldOf: () => 'departure' },
  quote: ({ booking }, { departure }) => moveQuote(booking, departure, now()),
  change: ({ departure: departureId, ...wish }, staff) => moveBooking({ ...wish, departureId }, staff, now),
  done: ({ moved: { to } }) => [
    'Booking moved',
    `It is on ${departureInWords(to)} now, and we’ll email the lead traveler.`,
  ],
  whyNot: {
    ...WHY_NOT_MOVED,
    'same-departure': nothingChanged('The booking is on this departure already.'),
  },
})

export const reinstate = command({
  form: ReinstateForm,
  offered: (booking) => !('refused' in reinstateQuote(booking, now())),
  opens: ({ booking }) => ({ name: booking.customerName, today: today() }),
  quote: ({ booking }) => reinstateQuote(booking, now()),
  change: (wish, staff) => reinstateBooking(wish, staff, now),
  done: ({ reinstated }) => [
    'Booking reinstated',
    reinstated.hold
      ? 'Its seats are held again, and we’ll email the lead traveler the link to pay.'
      : 'It has its seats again, and we’ll email the lead traveler.',
  ],
  whyNot: {
    'not-canceled': nothingChanged('This booking is active, or someone else has just reinstated it.'),
    'written-off': 'The balance of this booking was written off. It can no longer be reinstated.',
    'departure-canceled': 'Its departure was canceled. The booking can no longer be reinstated.',
    'has-begun': 'The journey has begun. The booking can no longer be reinstated.',
    'sold-out': `${SOLD_OUT}, or has fewer seats left than this booking needs.`,
    'not-chargeable': 'What would be left to pay cannot be charged to a card.',
    'wrong-day': ({ until }) => ({
      words: `Please choose a day from today until ${showDay(until)}`,
      field: 'heldUntil',
    }),
  },
})
