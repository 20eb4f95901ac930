import {
  type BookingForStaff,
  bookingRows,
  openBooking,
  openHistory,
  whose,
} from '#app/bookings/about-booking'
import type { Letter } from '#app/mail/letter'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { type PriceNotes, priceWithSum } from '#app/tours/party'

/** Tells staff that a traveler has paid. */
export const newBookingNotice = (
  booking: BookingForStaff & {
    roomName: string
    paidCents: Cents
    totalCents: Cents
    seatsLeft: number
  },
): Letter => ({
  subject: `New booking: ${whose(booking)}`,
  blocks: [
    { paragraph: `${booking.travelerName} has booked.` },
    {
      rows: [
        ...bookingRows(booking),
        ['Room', booking.roomName],
        ['Paid', `${showCents(booking.paidCents)} of ${showCents(booking.totalCents)}`],
        ['Seats left', String(booking.seatsLeft)],
      ],
    },
    openBooking(booking),
  ],
})

/** Tells staff that a booking stays unpaid despite the notices. */
export const overdueNotice = (
  about: BookingForStaff & {
    phone: string | null
    email: string
    daysLate: number
    overdue: { name: string; owedCents: Cents; dueOn: Day }[]
  },
): Letter => {
  const sum = showCents(cents(about.overdue.reduce((all, { owedCents }) => all + owedCents, 0)))
  return {
    subject: `${sum} overdue for ${about.daysLate} days: ${whose(about)}`,
    blocks: [
      {
        paragraph: `${about.travelerName} has not paid ${sum}, and was just sent another notice. Please call: on the booking’s page you can give them a later day, or cancel the booking.`,
      },
      {
        rows: [
          ...bookingRows(about),
          ['Phone', about.phone ?? 'Not given'],
          ['Email', about.email],
          ...about.overdue.map(({ name, owedCents, dueOn }): [string, string] => [
            `${name}, due ${showDay(dueOn)}`,
            showCents(owedCents),
          ]),
        ],
      },
      openBooking(about),
    ],
  }
}

/** Tells staff that money arrived for a booking that has no place anymore. */
export const refusedPaymentNotice = (
  payment: BookingForStaff & { amountCents: Cents; intentId: string },
): Letter => ({
  subject: `Payment returned: ${whose(payment)}`,
  blocks: [
    {
      paragraph: `${showCents(payment.amountCents)} arrived for ${payment.reference}, but that booking has no seat to take, is already paid, is being refunded, or its discount code was used up. The payment is being refunded in full, and the traveler has been notified.`,
    },
    { rows: [...bookingRows(payment), ['Stripe payment', payment.intentId]] },
    openBooking(payment),
  ],
})

/** Tells staff about money that belongs to no booking we know, and whether it goes back by itself. */
export const unknownPaymentNotice = (payment: {
  amountCents: Cents
  intentId: string
  isReturned: boolean
  /** Null where we know nothing of it but this letter. */
  historyAddress: string | null
}): Letter => ({
  subject: 'A payment that belongs to no booking',
  blocks: [
    {
      paragraph: `${showCents(payment.amountCents)} arrived at Stripe and belongs to no booking in this database. ${
        payment.isReturned
          ? 'It is being refunded in full automatically: there is nothing to do.'
          : "Please look it up in Stripe's dashboard."
      }`,
    },
    { rows: [['Stripe payment', payment.intentId]] },
    ...(payment.historyAddress ? [openHistory(payment.historyAddress)] : []),
  ],
})

/** Tells staff that money could not be given back. */
export const refundTroubleNotice = (refund: {
  /** Null where the payment belongs to no booking. */
  booking: BookingForStaff | null
  amountCents: Cents
  intentId: string
  reason: string
  /** What becomes of it now, in a sentence, and whether staff may decide about it. */
  next: string
  isUpToStaff: boolean
  /** Where staff decide about it, or what is known of it stands. */
  page: { label: string; address: string }
}): Letter => ({
  subject: `A refund did not go through${refund.booking ? `: ${whose(refund.booking)}` : ''}`,
  blocks: [
    {
      paragraph: `${showCents(refund.amountCents)} could not be given back: Stripe said "${refund.reason}". ${
        refund.next
      }${refund.isUpToStaff ? ' You can try it once more, or drop it.' : ''} Please look at the payment in Stripe's dashboard, and tell the traveler.`,
    },
    {
      rows: [...(refund.booking ? bookingRows(refund.booking) : []), ['Stripe payment', refund.intentId]],
    },
    { link: refund.page },
  ],
})

/** Tells staff that a traveler has paid an installment or the balance. */
export const laterPaymentNotice = (
  payment: BookingForStaff & PriceNotes & { amountCents: Cents; paidCents: Cents; totalCents: Cents },
): Letter => ({
  subject: `Payment received: ${whose(payment)}`,
  blocks: [
    {
      rows: [
        ...bookingRows(payment),
        ['Amount', showCents(payment.amountCents)],
        ['Paid', `${showCents(payment.paidCents)} of ${priceWithSum(payment.totalCents, payment)}`],
      ],
    },
    openBooking(payment),
  ],
})
