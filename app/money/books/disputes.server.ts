import { and, asc, eq, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import type { StripeDispute } from '#app/money/stripe/refunds.server'
import { businessTime } from '#app/platform/clock.server'
import type { Cents } from '#app/platform/money'
import { recordAct } from '#app/staff/audit-log.server'
import { db } from '#db/connection.server'
import { auditLog } from '#db/schema/staff'
import { BOUNCES } from './bank-failures'

/** What the audit log says of a dispute; only this file writes these entries. */
type Detail = {
  dispute: string
  amountCents: Cents
  reason: string
  /** Whose share the payment was for. */
  travelerId?: number
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

/** The payment that is disputed, where we know it. */
type Disputed = { forTravelerId: number | null } | undefined

/** Notes that a dispute was opened; false where the log has it already. */
export function logDisputeOpened(
  subject: string,
  dispute: StripeDispute,
  paid: Disputed,
  now: Date,
): boolean {
  const isKnown = entriesOf(subject).some(
    ({ action, detail }) => action === 'dispute-opened' && detail.dispute === dispute.id,
  )
  const detail = { ...detailOf(dispute, paid), answerBy: answerByOf(dispute) }
  if (!isKnown) log('dispute-opened', subject, detail, now)
  return !isKnown
}

/** Notes how a dispute ended; false where the log has that already. */
export function logDisputeClosed(
  subject: string,
  dispute: StripeDispute,
  paid: Disputed,
  now: Date,
): boolean {
  const outcome = inWords(dispute.status)
  const isKnown = endsOf(subject, dispute.id).includes(outcome)
  if (!isKnown) log('dispute-closed', subject, { ...detailOf(dispute, paid), outcome }, now)
  return !isKnown
}

/** The ends of a dispute that the log knows, oldest first: 'won', 'lost', 'warning closed'. */
export const endsOf = (subject: string, disputeId: string): string[] =>
  entriesOf(subject)
    .filter(({ action, detail }) => action === 'dispute-closed' && detail.dispute === disputeId)
    .map(({ detail }) => detail.outcome ?? '')

export const isDisputed = ({ reference }: Pick<Booking, 'reference'>): boolean =>
  openDisputes(`booking:${reference}`).length > 0

/**
 * Whether a payment is disputed, or was since an instant, however that ended; where a traveler is given, one
 * for their share or for all. A bank's is lost at once, and never open; money that bounced is objected to by
 * no one.
 */
export function isDisputedSince(
  booking: Pick<Booking, 'reference'>,
  since: Date,
  travelerId: number | null,
): boolean {
  const subject = `booking:${booking.reference}`
  const concerns = ({ travelerId: whose }: Detail) => !whose || travelerId === null || whose === travelerId
  return (
    openDisputes(subject).some(concerns) ||
    entriesOf(subject).some(
      ({ createdAt, detail }) =>
        createdAt > since && concerns(detail) && !BOUNCES.map(inWords).includes(detail.reason),
    )
  )
}

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
export const inWords = (word: string): string => word.replaceAll('_', ' ')

const detailOf = (dispute: StripeDispute, paid: Disputed): Detail => ({
  ...(paid?.forTravelerId && { travelerId: paid.forTravelerId }),
  dispute: dispute.id,
  amountCents: dispute.amountCents,
  reason: inWords(dispute.reason),
})

/** 'Mar 5, 2025 2:30 PM'; null where Stripe names none. */
export const answerByOf = ({ answerBy }: StripeDispute): string | null => answerBy && businessTime(answerBy)

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
