import type { Letter } from '#app/mail/letter'
import { type Cents, showCents } from '#app/money'

/** Tells staff that a traveller has paid. */
export const newBookingNotice = (booking: {
  reference: string
  travellerName: string
  roomName: string
  paidCents: Cents
  totalCents: Cents
  seatsLeft: number
}): Letter => ({
  subject: `New booking ${booking.reference}`,
  blocks: [
    { paragraph: `${booking.travellerName} has booked.` },
    {
      rows: [
        ['Booking reference', booking.reference],
        ['Room', booking.roomName],
        ['Paid', `${showCents(booking.paidCents)} of ${showCents(booking.totalCents)}`],
        ['Seats left', String(booking.seatsLeft)],
      ],
    },
  ],
})

/** Tells staff that money arrived for a booking that has no place any more. */
export const refusedPaymentNotice = (payment: {
  reference: string
  amountCents: Cents
  intentId: string
}): Letter => ({
  subject: `Payment given back: ${payment.reference}`,
  blocks: [
    {
      paragraph: `${showCents(payment.amountCents)} arrived for ${payment.reference}, which had no place to take or was already paid. It is being refunded in full, and the traveller has been told.`,
    },
    { rows: [['Stripe payment', payment.intentId]] },
  ],
})

/** Tells staff about money that belongs to no booking we know, and whether it goes back by itself. */
export const unknownPaymentNotice = (payment: {
  amountCents: Cents
  intentId: string
  isReturned: boolean
}): Letter => ({
  subject: 'A payment that belongs to no booking',
  blocks: [
    {
      paragraph: `${showCents(payment.amountCents)} arrived at Stripe and belongs to no booking in this database. ${
        payment.isReturned
          ? 'It is being refunded in full by itself: there is nothing to do.'
          : "Please look it up in Stripe's dashboard."
      }`,
    },
    { rows: [['Stripe payment', payment.intentId]] },
  ],
})

/** What becomes of a refund that did not go through. */
export type RefundNext = 'tried-again' | 'waits-for-staff' | 'over'

const NEXT: Record<RefundNext, string> = {
  'tried-again': 'We try again for two days.',
  'waits-for-staff':
    'That was the tenth time, and it is not tried again by itself. On the page of its booking you can try it once more, or drop it.',
  over: 'It is not tried again by itself.',
}

/** Tells staff that money could not be given back. */
export const refundTroubleNotice = (refund: {
  amountCents: Cents
  intentId: string
  reason: string
  next: RefundNext
}): Letter => ({
  subject: 'A refund did not go through',
  blocks: [
    {
      paragraph: `${showCents(refund.amountCents)} could not be given back: Stripe said "${refund.reason}". ${
        NEXT[refund.next]
      } Please look at the payment in Stripe's dashboard, and tell the traveler.`,
    },
    { rows: [['Stripe payment', refund.intentId]] },
  ],
})

/** Tells staff that a traveler has paid an installment or the balance. */
export const laterPaymentNotice = (payment: {
  reference: string
  amountCents: Cents
  paidCents: Cents
  totalCents: Cents
}): Letter => ({
  subject: `Payment received: ${payment.reference}`,
  blocks: [
    {
      rows: [
        ['Booking reference', payment.reference],
        ['Amount', showCents(payment.amountCents)],
        ['Paid', `${showCents(payment.paidCents)} of ${showCents(payment.totalCents)}`],
      ],
    },
  ],
})
