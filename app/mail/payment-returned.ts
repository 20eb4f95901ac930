import type { Letter } from '#app/mail/letter'
import { type Cents, showCents } from '#app/money'

const WHY = {
  'already-paid': ', which was already paid.',
  cancelled: ', which is cancelled.',
  'no-place': ' after your seat had been released, and the departure was full by then.',
}

/** Tells a traveller that money came for which there is no place, and that it goes back (decisions §3). */
export const paymentReturned = (payment: {
  travellerName: string
  reference: string
  amountCents: Cents
  why: 'already-paid' | 'cancelled' | 'no-place'
  bookingAddress: string
  contactEmail: string
  contactPhone: string
}): Letter => ({
  subject: `Your payment is being returned: ${payment.reference}`,
  blocks: [
    { paragraph: `Dear ${payment.travellerName},` },
    {
      paragraph: `We received ${showCents(payment.amountCents)} for ${payment.reference}${WHY[payment.why]} We are returning it to your card in full.`,
    },
    { paragraph: 'Your bank shows it within five to ten business days. You do not need to do anything.' },
    { link: { label: 'See your booking', address: payment.bookingAddress } },
    {
      quiet: `Questions? Answer this message, write to ${payment.contactEmail} or call ${payment.contactPhone}.`,
    },
  ],
})
