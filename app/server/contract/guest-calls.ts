import { z } from 'zod'
import { AUTOPAY_FIELDS } from '#app/bookings/autopay-fields'
import {
  isBlankTraveler,
  ORDER_NOTES,
  type OrderInCall,
  TRAVELER,
  TravelerForm,
} from '#app/bookings/checkout-form'
import { CODE_TYPED_AT_MOST } from '#app/bookings/discount-code'
import { HOLD_MINUTES } from '#app/bookings/hold'
import { LaterPaymentFields } from '#app/money/changes/paying/later-payment.server'
import { INQUIRY, NEWSLETTER } from '#app/people/people-fields'
import { InquiryForm, NewsletterForm } from '#app/people/people-forms'
import { type Fields, HONEYPOT, namesOf } from '#app/platform/typed/fields'
import { formOf } from '#app/platform/typed/form-schema'
import { inWords } from '#app/platform/words'
import { FEATURED_AT_MOST } from '#app/site/list-forms'
import { readNameInLinks } from '#app/tours/departure'
import { PARTY_AT_MOST } from '#db/values'
import {
  Booking,
  declare,
  Experience,
  LaterIntent,
  Message,
  OpenedIntent,
  Plan,
  refused,
  refusedForNow,
  TermsFailure,
  Testimonial,
} from './operation'

// What the public pages ask for and send.

/** A bot that fills it is answered as if all went well, and nothing is stored. */
const trap = { [HONEYPOT]: z.unknown().optional().describe('Leave it out: only programs fill it') }

/** What someone types, by the autocomplete name of the field. */
const TYPED: Record<string, string> = {
  name: 'Wanjiru Kamau',
  'given-name': 'Wanjiru',
  'family-name': 'Kamau',
  email: 'wanjiru@example.com',
  tel: '+1 512 555 0100',
  'address-line1': '12 Congress Avenue',
  'address-level2': 'Austin',
  'address-level1': 'Texas',
  'postal-code': '78701',
  'country-name': 'United States',
}

/** What a form's table takes: something in each field that may not be empty. */
export const exampleOf = (table: Fields): Record<string, string> =>
  Object.fromEntries(
    namesOf(table)
      .filter((name) => table[name]?.missing !== undefined)
      .map((name) => {
        const { of = {}, autoComplete = '' } = table[name] ?? {}
        return [name, Object.keys(of)[0] ?? TYPED[autoComplete] ?? 'Four of us, in October']
      }),
  )

export const featuredExperiences = declare('featuredExperiences', 'GET', '/api/experiences/featured', {
  summary: `The signature experiences of the home page, at most ${inWords(FEATURED_AT_MOST)}`,
  who: 'everybody',
  answers: { 200: { means: 'In the order of the page', schema: z.array(Experience) } },
})

export const testimonials = declare('testimonials', 'GET', '/api/testimonials', {
  summary: 'Traveler stories',
  who: 'everybody',
  answers: { 200: { means: 'All of them, in the order of the page', schema: z.array(Testimonial) } },
})

export const subscribeToNewsletter = declare('subscribeToNewsletter', 'POST', '/api/newsletter', {
  summary: 'Subscribe an address to the newsletter',
  who: 'everybody',
  body: NewsletterForm.extend(trap).strict(),
  example: exampleOf(NEWSLETTER),
  writes: true,
  answers: {
    201: { means: 'Subscribed', schema: Message },
    409: refused('The address is already subscribed'),
  },
})

export const sendInquiry = declare('sendInquiry', 'POST', '/api/contact', {
  summary: 'Send an inquiry',
  notes: 'The same inquiry sent twice is one.',
  who: 'everybody',
  body: InquiryForm.extend(trap).strict(),
  example: exampleOf(INQUIRY),
  writes: true,
  answers: { 201: { means: 'It was received', schema: Message } },
})

export const recordView = declare('recordView', 'POST', '/api/page-view', {
  summary: 'Count a page that was opened',
  notes: 'The site’s own pages send it. Visitors who opted out are not counted, and get the same answer.',
  who: 'everybody',
  body: z.strictObject({
    path: z.string({ error: 'The path is missing' }).startsWith('/', { error: 'This is not a path' }),
    referrer: z.string({ error: 'The referrer is not a text' }).optional(),
    utm_source: z.string({ error: 'The source is not a text' }).optional(),
  }),
  types: ['text/plain', 'application/json'],
  example: { path: '/gallery', referrer: 'https://www.example.org/' },
  writes: true,
  answers: { 204: { means: 'Received' } },
})

export const theDocument = declare('theDocument', 'GET', '/api/openapi.json', {
  summary: 'This document',
  who: 'everybody',
  answers: {
    200: { means: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.literal('3.1.0') }) },
  },
})

// What checkout, its confirmation and the pay page call, and what Stripe calls.

const roomType = z.unknown().optional().describe('"double" or "single"; anything else is a double room')

export const departure = z
  .string()
  .refine((text) => readNameInLinks(text) !== null, {
    error: 'Please name a departure by its first day, such as 2025-10-16',
  })
  .optional()
  .describe(
    'The first day of a departure, or the key in the link of a private one; the next one on sale where it is left out',
  )

const SINGLES_TOO_MANY = 'All in single rooms are booked with the room type single'

/** What is wrong with the rooms that a call asks for; nothing where they are a party's. */
export const wrongRooms = ({ numberOfGuests = 1, singles = 0 }: RoomsCall): Record<string, string[]> =>
  singles > 0 && singles >= numberOfGuests ? { singles: [SINGLES_TOO_MANY] } : {}

type RoomsCall = { numberOfGuests?: number | undefined; singles?: number | undefined }

export const numberOfGuests = z
  .int({ error: 'The number of travelers is not a whole number' })
  .min(1, { error: 'A booking is for one traveler at least' })
  .max(PARTY_AT_MOST, { error: `A booking is for ${PARTY_AT_MOST} travelers at most` })
  .optional()
  .describe('How many travel; one where it is left out. The amount is for all of them')

export const singles = z
  .int({ error: 'The number of single rooms is not a whole number' })
  .min(0, { error: 'The number of single rooms is below zero' })
  .max(PARTY_AT_MOST - 1, { error: SINGLES_TOO_MANY })
  .optional()
  .describe('How many of a party in double rooms have a single room instead; fewer than travel')

const INTENT_WISH = {
  roomType,
  departure,
  paymentType: z.enum(['deposit', 'full'], { error: 'Please choose deposit or full payment' }),
  amount: z.number({ error: 'The amount is not a number of dollars' }).describe('US dollars, due now'),
  numberOfGuests,
  singles,
  checkoutKey: z
    .string()
    .min(8)
    .max(64)
    .optional()
    .describe('One opened page: sent again, it is one booking'),
  shown: z
    .string()
    .max(200)
    .optional()
    .describe('The price and plan that a page showed: with other ones nothing is begun'),
  pages: z
    .string()
    .max(100)
    .optional()
    .describe('The terms and privacy page that a page led to: with other ones nothing is begun'),
  code: z
    .string()
    .max(CODE_TYPED_AT_MOST)
    .optional()
    .describe('A discount code; the amount is what is due with it'),
  ...AUTOPAY_FIELDS,
  offer: z.string().max(64).optional().describe('The link of an offer to someone on the waitlist'),
  ...formOf(ORDER_NOTES).shape,
} satisfies Record<OrderInCall, z.ZodType> & Record<string, z.ZodType>

/** All but the traveler of create-payment-intent, who is checked apart: nobody at all is allowed, too. */
export const IntentWish = z.strictObject(INTENT_WISH)

export const TravelerCall = TravelerForm.strict()

/** A blank one is none. */
const customerInfo = z
  .preprocess((sent) => (isBlankTraveler(sent) ? undefined : sent), TravelerCall.optional())
  .optional()
  .describe('The lead traveler. If left out or blank, no seat is held: the intent only shows the card form')

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
    customerInfo: exampleOf(TRAVELER),
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
  payment_intent: z.string().optional().describe('As Stripe’s return names it; it opens nothing'),
  payment_intent_client_secret: z
    .string()
    .optional()
    .describe('The client secret of one of the booking’s intents: who presents it may see the booking'),
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
    200: {
      means: 'The booking as it is now; its customer fields are empty for anyone who may not see it',
      schema: Booking,
    },
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
