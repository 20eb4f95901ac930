import { and, asc, eq, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import {
  bookingForStaff,
  bookingRows,
  openBooking,
  openHistory,
  whose,
} from '#app/bookings/traveler-letters.server'
import type { Letter } from '#app/mail/letter'
import { historyInAdmin, postToStaff } from '#app/mail/outbox.server'
import { businessTime } from '#app/platform/clock.server'
import { type Cents, showCents } from '#app/platform/money'
import { recordAct } from '#app/staff/audit-log.server'
import { db } from '#db/connection.server'
import { auditLog } from '#db/schema/staff'
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
  if (!isKnown) log('dispute-opened', subject, { ...detailOf(dispute), answerBy: answerByOf(dispute) }, now)
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

/** 'Mar 5, 2025 2:30 PM'; null where Stripe names none. */
const answerByOf = ({ answerBy }: StripeDispute): string | null => answerBy && businessTime(answerBy)

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

/** A payment is disputed: tells staff what to do and by when, once for a dispute. */
export function mailDisputeOpened(booking: Booking | undefined, dispute: StripeDispute, now: Date): void {
  const about = aboutDispute(booking, dispute)
  // The bank only asks so far, and has taken nothing.
  const isInquiry = dispute.status.startsWith('warning_')
  const answerBy = answerByOf(dispute)
  const letter: Letter = {
    subject: `Payment disputed${about.named}`,
    blocks: [
      {
        paragraph: isInquiry
          ? `The cardholder’s bank is asking about ${about.amountPaid}. It has not taken any money so far, but without an answer it may.`
          : `The cardholder asked the bank to take back ${about.amountPaid} (a chargeback). Without an answer the money is lost.`,
      },
      {
        paragraph: `Please answer in Stripe’s dashboard, with evidence that the payment was valid${
          answerBy ? `, before ${answerBy}` : ''
        }.`,
      },
      { rows: [...about.rows, ...(answerBy ? [['Answer before', answerBy] as [string, string]] : [])] },
      about.page,
      {
        quiet: `Until it is decided, the ledger and what the traveler owes stay as they are.${
          isInquiry ? '' : ' Stripe refuses to refund a payment that is disputed.'
        }`,
      },
    ],
  }
  postToStaff(now, { kind: 'staff-dispute-opened', once: dispute.id, booking, letter })
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
  const letter: Letter = {
    subject: `Dispute ${outcome}${about.named}`,
    blocks: [
      {
        paragraph: `The dispute about ${about.amountPaid} is closed: ${outcome}. ${EFFECTS[effect]}`,
      },
      { rows: [...about.rows, ['Outcome', outcome]] },
      about.page,
    ],
  }
  const once = `${dispute.id}:${dispute.status}`
  postToStaff(now, { kind: 'staff-dispute-closed', once, booking, letter })
}

/** What both letters say of it, of a booking or of a payment that belongs to none. */
function aboutDispute(booking: Booking | undefined, dispute: StripeDispute) {
  const about = booking && bookingForStaff(booking)
  const amount = showCents(dispute.amountCents)
  const rows: [string, string][] = [
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
    rows,
    page: about ? openBooking(about) : openHistory(historyInAdmin(disputeSubject(booking, dispute))),
  }
}
