import { type Cents, showCents } from '#app/money'
import { type AboutBooking, questions, seeBooking } from './about-booking'
import type { Letter } from './letter'
import { BANK_SHOWS_IT } from './refund-letters'

const released = (guests: number) => (guests > 1 ? 'your seats' : 'your seat')

const WHY = {
  'already-paid': () => ', which was already paid.',
  'being-given-back': () =>
    ', but all that was paid for it is being returned, and the booking ends with that.',
  cancelled: () => ', which is cancelled.',
  'has-begun': (guests: number) =>
    ` after ${released(guests)} had been released, and the journey had begun by then.`,
  'no-place': (guests: number) =>
    ` after ${released(guests)} had been released, and the departure was full by then.`,
}

/** Tells a traveler that money came for which there is no place, and that it goes back (rules 2.11). */
export const paymentReturned = (
  payment: AboutBooking & {
    amountCents: Cents
    why: keyof typeof WHY
  },
): Letter => ({
  subject: `Your payment is being returned: ${payment.reference}`,
  blocks: [
    { paragraph: `Dear ${payment.travelerName},` },
    {
      paragraph: `We received ${showCents(payment.amountCents)} for ${payment.reference}${WHY[payment.why](payment.guests)} We are returning it to your card in full.`,
    },
    { paragraph: BANK_SHOWS_IT },
    seeBooking(payment),
    questions(payment),
  ],
})
