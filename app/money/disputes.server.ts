import { and, asc, eq, sql } from 'drizzle-orm'
import { bookingRows, openBooking, openHistory, whose } from '#app/bookings/about-booking'
import type { Booking } from '#app/bookings/find-booking.server'
import { bookingForStaff } from '#app/bookings/traveler-letters.server'
import type { Letter } from '#app/mail/letter'
import { postToStaff } from '#app/mail/outbox.server'
import { showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type Cents, showCents } from '#app/platform/money'
import { historyInAdmin } from '#app/staff/admin-addresses.server'
import { recordAct } from '#app/staff/audit-log.server'
import { db } from '#db/connection.server'
import { auditLog } from '#db/schema'
import type { StripeDispute } from './stripe/refunds.server'

/** What the audit log says of a dispute; only this file writes these entries. */
type Detail = {
  dispute: string
  amountCents: Cents
  reason: string
  /** Of one that was opened: 'Mar 5, 2025 2:30 PM' on the business's clock. */
  answerBy?: string | null
  /** Of one that was closed: 'won', 'lost', 'warning closed'. */
  outcome?: string
}

/**
 * What the audit log calls the thing that is disputed: the booking, else the payment, else the dispute
 * itself.
 */
export function disputeSubject(
  booking: Pick<Booking, 'reference'> | undefined,
  { id, intentId }: StripeDispute,
): string {
  if (booking) return `booking:${booking.reference}`
  return intentId ? `intent:${intentId}` : `dispute:${id}`
}

/** Notes that a dispute was opened; false where the log has it already. */
export function logDisputeOpened(subject: string, dispute: StripeDispute, now: Date): boolean {
  const isKnown = entriesOf(subject).some(
    ({ action, detail }) => action === 'dispute-opened' && detail.dispute === dispute.id,
  )
  const answerBy = dispute.answerBy && showInstant(dispute.answerBy, env.BUSINESS_TIMEZONE)
  if (!isKnown) log('dispute-opened', subject, { ...detailOf(dispute), answerBy }, now)
  return !isKnown
}

/** Notes how a dispute ended; false where the log has that already. */
export function logDisputeClosed(subject: string, dispute: StripeDispute, now: Date): boolean {
  const outcome = inWords(dispute.status)
  const isKnown = endsOf(subject, dispute.id).includes(outcome)
  if (!isKnown) log('dispute-closed', subject, { ...detailOf(dispute), outcome }, now)
  return !isKnown
}

/** The ends of a dispute that the log knows, oldest first: 'won', 'lost', 'warning closed'. */
export const endsOf = (subject: string, disputeId: string): string[] =>
  entriesOf(subject)
    .filter(({ action, detail }) => action === 'dispute-closed' && detail.dispute === disputeId)
    .map(({ detail }) => detail.outcome ?? '')

export const isDisputed = ({ reference }: Pick<Booking, 'reference'>): boolean =>
  openDisputes(`booking:${reference}`).length > 0

/** The disputes of a subject that were opened and not closed, oldest first. */
export function openDisputes(subject: string): (Detail & { openedAt: Date })[] {
  const entries = entriesOf(subject)
  const closed = new Set(
    entries.filter(({ action }) => action === 'dispute-closed').map(({ detail }) => detail.dispute),
  )
  return entries
    .filter(({ action, detail }) => action === 'dispute-opened' && !closed.has(detail.dispute))
    .map(({ detail, createdAt }) => ({ ...detail, openedAt: createdAt }))
}

/** 'product not received'. */
const inWords = (word: string): string => word.replaceAll('_', ' ')

const detailOf = (dispute: StripeDispute): Detail => ({
  dispute: dispute.id,
  amountCents: dispute.amountCents,
  reason: inWords(dispute.reason),
})

const log = (action: 'dispute-opened' | 'dispute-closed', subject: string, detail: Detail, now: Date): void =>
  recordAct(now, { actor: 'stripe', action, subject, detail })

const entriesOf = (subject: string) =>
  db
    .select({ action: auditLog.action, detail: auditLog.detail, createdAt: auditLog.createdAt })
    .from(auditLog)
    .where(
      and(eq(auditLog.subject, subject), sql`${auditLog.action} in ('dispute-opened', 'dispute-closed')`),
    )
    .orderBy(asc(auditLog.id))
    .all()
    .map(({ detail, ...entry }) => ({ ...entry, detail: detail as Detail }))

type About = ReturnType<typeof about>

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
  postToStaff(now, {
    kind: 'staff-dispute-opened',
    once: dispute.id,
    booking,
    letter: disputeOpenedNotice({
      ...about(booking, dispute),
      isInquiry: dispute.status.startsWith('warning_'),
      answerBy: dispute.answerBy && showInstant(dispute.answerBy, env.BUSINESS_TIMEZONE),
    }),
  })
}

/** A dispute was decided: tells staff how, and what it changed, once for each outcome. */
export function mailDisputeClosed(
  booking: Booking | undefined,
  dispute: StripeDispute,
  effect: LedgerEffect,
  now: Date,
): void {
  postToStaff(now, {
    kind: 'staff-dispute-closed',
    once: `${dispute.id}:${dispute.status}`,
    booking,
    letter: disputeClosedNotice({
      ...about(booking, dispute),
      outcome: inWords(dispute.status),
      effect,
    }),
  })
}

const about = (booking: Booking | undefined, dispute: StripeDispute) => ({
  /** Null where the payment belongs to no booking. */
  booking: booking ? bookingForStaff(booking) : null,
  /** Where what is known of it stands, for one that belongs to no booking. */
  historyAddress: historyInAdmin(disputeSubject(booking, dispute)),
  amountCents: dispute.amountCents,
  reason: inWords(dispute.reason),
  disputeId: dispute.id,
})
