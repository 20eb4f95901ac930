import { type Day, showDay } from '#app/days'
import { isOverdue } from '#app/installments/installment-state'
import { type Cents, showCents } from '#app/money'
import { priceWithSum } from '#app/tour/party'
import { type AboutBooking, agreedTerms, questions, seeBooking } from './about-booking'
import type { Letter } from './letter'

/** Thanks a traveler for a later payment, and says what is left. */
export const paymentReceipt = (
  payment: AboutBooking & {
    tourName: string
    amountCents: Cents
    paidCents: Cents
    totalCents: Cents
    remainingCents: Cents
    next: { owedCents: Cents; dueOn: Day } | null
    today: Day
  },
): Letter => ({
  subject: `Payment received: ${payment.reference}`,
  blocks: [
    { paragraph: `Dear ${payment.travelerName},` },
    {
      paragraph: `Thank you. We received ${showCents(payment.amountCents)} for ${payment.tourName}.`,
    },
    {
      rows: [
        ['Booking reference', payment.reference],
        ['This payment', showCents(payment.amountCents)],
        ['Paid so far', `${showCents(payment.paidCents)} of ${priceWithSum(payment.totalCents, payment)}`],
        ['Still to pay', showCents(payment.remainingCents)],
      ],
    },
    {
      paragraph: payment.next
        ? nextPayment(payment.next, payment.today)
        : payment.writtenOffCents
          ? 'Nothing more is due.'
          : 'Your tour is paid in full. Nothing more is due.',
    },
    ...agreedTerms(payment),
    seeBooking(payment),
    questions(payment),
  ],
})

function nextPayment({ owedCents, dueOn }: { owedCents: Cents; dueOn: Day }, today: Day): string {
  const amount = `The next payment of ${showCents(owedCents)}`
  if (isOverdue(dueOn, today)) return `${amount} was due on ${showDay(dueOn)}.`
  return `${amount} is due on ${showDay(dueOn)}. We write to you before then.`
}
