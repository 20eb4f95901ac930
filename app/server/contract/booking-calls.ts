import { z } from 'zod'
import { HOLD_MINUTES } from '#app/bookings/hold'
import { LaterPaymentFields } from '#app/money/payments/later-payment.server'
import {
  Booking,
  customerInfo,
  declare,
  departure,
  IntentWish,
  LaterIntent,
  Message,
  numberOfGuests,
  OpenedIntent,
  Plan,
  refused,
  refusedForNow,
  roomType,
  singles,
  TermsFailure,
} from './operation'

// What checkout, its confirmation and the pay page call, and what Stripe calls.

const NOT_NOW = refused(
  'Payments are not configured, nothing can be saved, or guests ask too much of Stripe at this moment',
)

export const calculateInstallments = declare('calculateInstallments', 'POST', '/api/calculate-installments', {
  summary: 'The price and its installments for a booking made today',
  who: 'everybody',
  body: z.strictObject({ roomType, departure, numberOfGuests, singles }),
  example: { roomType: 'double' },
  answers: {
    200: { means: 'The plan', schema: Plan },
    400: refused('There is no such departure, or the number of travelers or rooms is wrong'),
    409: refused('The journey has begun: nothing is sold'),
  },
})

export const createPaymentIntent = declare('createPaymentIntent', 'POST', '/api/create-payment-intent', {
  summary: `Hold a seat for ${HOLD_MINUTES} minutes and open its payment`,
  who: 'everybody',
  body: IntentWish.extend({ customerInfo }),
  example: {
    roomType: 'double',
    paymentType: 'deposit',
    amount: 500,
    customerInfo: {
      name: 'Wanjiru Kamau',
      email: 'wanjiru@example.com',
      address: '12 Congress Avenue',
      city: 'Austin',
      state: 'Texas',
      zipCode: '78701',
      country: 'United States',
    },
  },
  writes: true,
  answers: {
    200: { means: 'What the card form is shown with', schema: OpenedIntent },
    400: { means: 'A field is wrong, or the amount is not what is due', schema: TermsFailure },
    409: {
      means: 'Sold out, too few seats for the party, closed, booked already, or the terms have changed',
      schema: TermsFailure,
    },
    502: refused('Stripe does not answer'),
    503: NOT_NOW,
  },
})

const PAYER = z.strictObject({
  payment_intent: z.string().optional().describe('Who names the booking’s intent may see it'),
})

export const readBooking = declare('readBooking', 'GET', '/api/bookings/{id}', {
  summary: 'A booking, for the browser that made it, its payer or staff',
  notes: 'The id is its number or its reference.',
  who: 'everybody',
  query: PAYER,
  answers: {
    200: { means: 'The booking', schema: Booking },
    404: refused('There is none, or it is not yours to see'),
    429: refusedForNow('Too many bookings that are not there were asked for'),
  },
})

export const completeBooking = declare('completeBooking', 'PUT', '/api/bookings/{id}/status', {
  summary: 'Complete a booking whose payment Stripe says has succeeded',
  who: 'everybody',
  body: z.strictObject({
    status: z.literal('completed', { error: 'The status can only become completed' }),
    stripePaymentIntentId: z
      .string({ error: 'The payment intent is missing' })
      .min(1, { error: 'The payment intent is missing' })
      .max(255, { error: 'This is not a payment intent' }),
  }),
  example: { status: 'completed', stripePaymentIntentId: 'pi_123' },
  writes: true,
  answers: {
    200: { means: 'The booking as it is now', schema: Booking },
    404: refused('There is no such booking with this intent'),
    409: refused('It cannot be completed by this payment'),
    502: refused('Stripe does not answer'),
    503: NOT_NOW,
  },
})

export const openLaterIntent = declare('openLaterIntent', 'POST', '/pay/{token}/intent', {
  summary: 'Open the payment of the next installment, or of all that remains',
  notes: 'The pay page’s own script calls it. The token is that of the traveler’s payment link.',
  who: 'everybody',
  body: LaterPaymentFields.strict(),
  example: { pays: 'next', nextCents: 200_000, remainingCents: 400_000 },
  writes: true,
  answers: {
    200: { means: 'What the card is charged with', schema: LaterIntent },
    404: refused('There is no such link'),
    409: refused('Not what is due by now, or a payment is on its way; the message says which'),
    502: refused('Stripe does not answer'),
    503: NOT_NOW,
  },
})

export const hearWebhook = declare('hearWebhook', 'POST', '/api/stripe/webhook', {
  summary: 'An event from Stripe, verified by its signature',
  who: 'stripe',
  body: z.looseObject({}),
  writes: true,
  answers: {
    200: { means: 'Received', schema: z.strictObject({ received: z.enum(['heard', 'known']) }) },
    400: { means: 'Not signed, or no event that can be read', schema: Message },
    503: NOT_NOW,
  },
})
