import { isPaid } from '#app/bookings/status'
import { openDisputes } from '#app/money/books/disputes.server'
import { keptCents, refundableCents } from '#app/money/books/ledger.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { RefundForm } from '#app/money/changes/money-forms'
import { refundableOfEach, refundBooking, refundQuote } from '#app/money/changes/refund-orders.server'
import { moneyQuote } from '#app/money/refunds/orders.server'
import { now, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { cents, showCents } from '#app/platform/money'
import { hasBegun } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { travelerWords } from '#app/travelers/detail-fields'
import { promisedBeyond, typedInQuery } from '../booking-command.server'
import { command } from './command.server'

/** A refund through Stripe: what was typed is answered with what it comes to, and that is confirmed. */
export const refund = command({
  form: RefundForm,
  offered: ({ id }) => refundableCents(id) > 0,
  opens: ({ booking, query }) => {
    const wholeCents = refundableCents(booking.id)
    const departure = departureOf(booking)
    return {
      travelers: booking.travelers,
      wholeCents,
      money: digestOf(moneyQuote(booking)),
      stands: isPaid(booking.status),
      /** Nothing would be left paid: the booking ends with it. */
      endsBooking: isPaid(booking.status) && wholeCents >= keptCents(booking.id),
      /** The first day, once the journey has begun: the terms give nothing back anymore. */
      begun: hasBegun(departure, today()) ? showDay(departure.startsOn) : null,
      isDisputed: openDisputes(`booking:${booking.reference}`).length > 0,
      shares: refundableOfEach(booking).map(({ traveler, atMostCents }) => ({
        ...{ id: traveler.id, name: travelerWords(traveler), atMostCents },
      })),
      /** Back from what it comes to. */
      before: typedInQuery(query, RefundForm).typed,
    }
  },
  quote: () => null,
  change: async ({ scope, amount, wholeCents, share: forTravelerId, ...asked }, staff) => {
    const amountCents = scope === 'whole' ? wholeCents : (amount ?? cents(0))
    if (amountCents === 0) return { refused: 'nothing-to-refund' as const }
    const wish = { amountCents, forTravelerId, ...asked }
    if (wish.shown !== '') return refundBooking(wish, staff, now)
    const quote = refundQuote(wish, staff, now())
    return 'refused' in quote ? quote : { shows: quote }
  },
  done: ({ ordered }) => [
    'Refund ordered',
    `${showCents(ordered)} goes back the way it was paid, and we’ll email the traveler.`,
  ],
  whyNot: {
    'nothing-to-refund': { words: 'There is no payment to refund.', status: 400 },
    'nothing-paid':
      'Nothing is left that could go back through Stripe: all of it went back, or is on its way.',
    'more-than-paid': (refusal) => ({
      words: `At most ${showCents(refusal.refundableCents)} can go back this way. Nothing was refunded.`,
      field: 'amount',
    }),
    promised: ({ atMostCents }) => ({
      words: `${promisedBeyond(atMostCents)} Nothing was refunded.`,
      field: 'amount',
    }),
    'more-than-theirs': ({ atMostCents }) => ({
      words: `Of this traveler’s money at most ${showCents(atMostCents)} can go back. Nothing was refunded.`,
      field: 'amount',
    }),
    'not-theirs':
      'They pay for everybody together now, or all that was paid would go back. Nothing was refunded: please choose everybody’s.',
    'effect-changed': ({ effect }) => ({
      words: 'What this refund comes to has changed. Nothing was refunded: please look at it again.',
      quote: effect,
    }),
    'quote-changed': ({ quote }) => ({
      words: `The payments or the price of this booking have changed since this was opened: ${showCents(quote.refundableCents)} can go back now. Nothing was refunded: please look again.`,
      quote: undefined,
    }),
    known: {
      toast: {
        tone: 'info',
        title: 'Already ordered',
        description: 'This form was sent before. Nothing more was refunded.',
      },
    },
  },
})
