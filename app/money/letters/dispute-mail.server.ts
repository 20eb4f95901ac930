import type { Booking } from '#app/bookings/find-booking.server'
import {
  bookingForStaff,
  bookingRows,
  openBooking,
  openHistory,
  whose,
} from '#app/bookings/traveler-letters.server'
import { letter, rows } from '#app/mail/letter'
import { historyInAdmin, postToStaff } from '#app/mail/outbox.server'
import { answerByOf, disputeSubject, inWords } from '#app/money/books/disputes.server'
import type { StripeDispute } from '#app/money/stripe/refunds.server'
import { showCents } from '#app/platform/money'

/** A payment is disputed: tells staff what to do and by when, once for a dispute. */
export function mailDisputeOpened(booking: Booking | undefined, dispute: StripeDispute, now: Date): void {
  const about = aboutDispute(booking, dispute)
  // The bank only asks so far, and has taken nothing.
  const isInquiry = dispute.status.startsWith('warning_')
  const answerBy = answerByOf(dispute)
  const written = letter`
    # Payment disputed${about.named}

    ${isInquiry && `The cardholder’s bank is asking about ${about.amountPaid}. It has not taken any money so far, but without an answer it may.`}
    ${!isInquiry && `The cardholder asked the bank to take back ${about.amountPaid} (a chargeback). Without an answer the money is lost.`}

    Please answer in Stripe’s dashboard, with evidence that the payment was
    valid${answerBy && `, before ${answerBy}`}.

    ${rows(about.facts)}
    ${answerBy && rows([['Answer before', answerBy]])}

    ${about.page}

    -# Until it is decided, the ledger and what the traveler owes stay as they are.
    ${!isInquiry && 'Stripe refuses to refund a payment that is disputed.'}
  `
  postToStaff(now, { kind: 'staff-dispute-opened', once: dispute.id, booking, letter: written })
}

/** What the end of a dispute changed here. */
export type LedgerEffect = keyof typeof EFFECTS

const EFFECTS = {
  none: 'The ledger stays as it is.',
  entered: 'It was taken out of the ledger. No one will be asked to pay it again.',
  'price-lowered':
    'It was taken out of the ledger, and the price of the booking was lowered by it: no one will be asked to pay it again. The booking is still active and keeps its seat: you decide whether the traveler still comes.',
  'booking-ended':
    'It was taken out of the ledger. No payment is left: the booking is refunded, it no longer holds any seats, and no one will be asked to pay again. The traveler has been notified.',
  'asked-again':
    'It came from a bank account, and the bank took it back: the payment never was. The price stays, so it is owed again, and the guest has a letter. The bank account is not offered to them anymore.',
  'won-back':
    'It had been lost before, and is back in the ledger. The price of an active booking was raised by it again; a booking that ended stays ended.',
}

/** A dispute was decided: tells staff how, and what it changed, once for each outcome. */
export function mailDisputeClosed(
  booking: Booking | undefined,
  dispute: StripeDispute,
  effect: LedgerEffect,
  now: Date,
): void {
  const about = aboutDispute(booking, dispute)
  const outcome = inWords(dispute.status)
  const written = letter`
    # ${effect === 'asked-again' ? 'Bank payment taken back' : `Dispute ${outcome}`}${about.named}

    ${effect !== 'asked-again' && `The dispute about ${about.amountPaid} is closed: ${outcome}.`}
    ${effect === 'asked-again' && `The bank has taken back ${about.amountPaid}.`} ${EFFECTS[effect]}

    ${rows([...about.facts, ['Outcome', outcome]])}

    ${about.page}
  `
  const once = `${dispute.id}:${dispute.status}`
  postToStaff(now, { kind: 'staff-dispute-closed', once, booking, letter: written })
}

/** What both letters say of it, of a booking or of a payment that belongs to none. */
function aboutDispute(booking: Booking | undefined, dispute: StripeDispute) {
  const about = booking && bookingForStaff(booking)
  const amount = showCents(dispute.amountCents)
  const facts: [string, string][] = [
    ...(about ? bookingRows(about) : [['Booking reference', 'None'] satisfies [string, string]]),
    ['Amount', amount],
    ['Reason', inWords(dispute.reason)],
    ['Stripe dispute', dispute.id],
  ]
  return {
    named: about ? `: ${whose(about)}` : '',
    amountPaid: about
      ? `${amount} that was paid for ${about.reference}`
      : `${amount} of a payment that belongs to no booking in this database`,
    facts,
    page: about ? openBooking(about) : openHistory(historyInAdmin(disputeSubject(booking, dispute))),
  }
}
