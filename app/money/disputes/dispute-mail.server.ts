import {
  type BookingForStaff,
  bookingRows,
  openBooking,
  openHistory,
  whose,
} from '#app/bookings/about-booking'
import type { Booking } from '#app/bookings/find-booking.server'
import { bookingForStaff } from '#app/bookings/traveler-letters.server'
import type { Letter } from '#app/mail/letter'
import { postToStaff } from '#app/mail/outbox.server'
import type { StripeDispute } from '#app/money/stripe/refunds.server'
import { showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type Cents, showCents } from '#app/platform/money'
import { historyInAdmin } from '#app/staff/admin-addresses.server'
import { disputeSubject, inWords } from './dispute-log.server'

type About = {
  /** Null where the payment belongs to no booking. */
  booking: BookingForStaff | null
  /** Where what is known of it stands, for one that belongs to no booking. */
  historyAddress: string
  amountCents: Cents
  reason: string
  disputeId: string
}

/** Tells staff that a cardholder asked the bank to take a payment back, and what to do until when. */
const disputeOpenedNotice = (
  dispute: About & {
    /** The bank only asks so far, and has taken nothing. */
    isInquiry: boolean
    /** 'Mar 5, 2025 2:30 PM'; null where Stripe names none. */
    answerBy: string | null
  },
): Letter => ({
  subject: `Payment disputed${named(dispute)}`,
  blocks: [
    {
      paragraph: dispute.isInquiry
        ? `The cardholder's bank is asking about ${showCents(dispute.amountCents)} ${paidFor(dispute)}. It has not taken any money so far, but without an answer it may.`
        : `The cardholder asked the bank to take back ${showCents(dispute.amountCents)} ${paidFor(dispute)} (a chargeback). Without an answer the money is lost.`,
    },
    {
      paragraph: `Please answer in Stripe's dashboard, with evidence that the payment was valid${
        dispute.answerBy ? `, before ${dispute.answerBy}` : ''
      }.`,
    },
    {
      rows: [
        ...rowsOf(dispute),
        ...(dispute.answerBy ? [['Answer before', dispute.answerBy] satisfies [string, string]] : []),
      ],
    },
    pageOf(dispute),
    {
      quiet: `Until it is decided, the ledger and what the traveler owes stay as they are.${
        dispute.isInquiry ? '' : ' Stripe refuses to refund a payment that is disputed.'
      }`,
    },
  ],
})

/** What the end of a dispute changed here. */
export type LedgerEffect = 'none' | 'entered' | 'price-lowered' | 'booking-ended' | 'won-back'

const EFFECTS: Record<LedgerEffect, string> = {
  none: 'The ledger stays as it is.',
  entered: 'It was taken out of the ledger. Nobody will be asked to pay it again.',
  'price-lowered':
    'It was taken out of the ledger, and the price of the booking was lowered by it: nobody will be asked to pay it again. The booking is still active and keeps its seat: you decide whether the traveler still comes.',
  'booking-ended':
    'It was taken out of the ledger. No payment is left: the booking is refunded, its seat is free, and nobody will be asked to pay again. The traveler has been notified.',
  'won-back':
    'It had been lost before, and is back in the ledger. The price of an active booking was raised by it again; a booking that ended stays ended.',
}

/** Tells staff how a dispute ended, and what that changed. */
const disputeClosedNotice = (dispute: About & { outcome: string; effect: LedgerEffect }): Letter => ({
  subject: `Dispute ${dispute.outcome}${named(dispute)}`,
  blocks: [
    {
      paragraph: `The dispute about ${showCents(dispute.amountCents)} ${paidFor(dispute)} is closed: ${dispute.outcome}. ${EFFECTS[dispute.effect]}`,
    },
    { rows: [...rowsOf(dispute), ['Outcome', dispute.outcome]] },
    pageOf(dispute),
  ],
})

const named = ({ booking }: About) => (booking ? `: ${whose(booking)}` : '')

const paidFor = ({ booking }: About) =>
  booking
    ? `that was paid for ${booking.reference}`
    : 'of a payment that belongs to no booking in this database'

const pageOf = ({ booking, historyAddress }: About) =>
  booking ? openBooking(booking) : openHistory(historyAddress)

const rowsOf = ({ booking, amountCents, reason, disputeId }: About): [string, string][] => [
  ...(booking ? bookingRows(booking) : [['Booking reference', 'None'] satisfies [string, string]]),
  ['Amount', showCents(amountCents)],
  ['Reason', reason],
  ['Stripe dispute', disputeId],
]

/** A payment is disputed: tells staff what to do and by when, once for a dispute. */
export function mailDisputeOpened(booking: Booking | undefined, dispute: StripeDispute, now: Date): void {
  postToStaff(
    {
      kind: 'staff-dispute-opened',
      once: dispute.id,
      booking,
      letter: disputeOpenedNotice({
        ...about(booking, dispute),
        isInquiry: dispute.status.startsWith('warning_'),
        answerBy: dispute.answerBy && showInstant(dispute.answerBy, env.BUSINESS_TIMEZONE),
      }),
    },
    now,
  )
}

/** A dispute was decided: tells staff how, and what it changed, once for each outcome. */
export function mailDisputeClosed(
  booking: Booking | undefined,
  dispute: StripeDispute,
  effect: LedgerEffect,
  now: Date,
): void {
  postToStaff(
    {
      kind: 'staff-dispute-closed',
      once: `${dispute.id}:${dispute.status}`,
      booking,
      letter: disputeClosedNotice({
        ...about(booking, dispute),
        outcome: inWords(dispute.status),
        effect,
      }),
    },
    now,
  )
}

const about = (booking: Booking | undefined, dispute: StripeDispute) => ({
  booking: booking ? bookingForStaff(booking) : null,
  historyAddress: historyInAdmin(disputeSubject(booking, dispute)),
  amountCents: dispute.amountCents,
  reason: inWords(dispute.reason),
  disputeId: dispute.id,
})
