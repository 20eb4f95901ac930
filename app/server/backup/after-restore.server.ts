import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { withdrawCampaignMail } from '#app/mail/campaign-mail.server'
import { newestIntentId } from '#app/money/payments/intent-records.server'
import { clockByStripe } from '#app/money/stripe/client.server'
import { isOff } from '#app/money/stripe/clock-reading'
import { businessDay } from '#app/platform/clock.server'
import { type Gone, goneSince } from '#app/platform/gone-for-good.server'
import { forgetWhatIsOver } from '#app/server/retention/purge-expired.server'
import { recordAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import {
  adminUsers,
  auditLog,
  bookings,
  contactInquiries,
  notes,
  passwordResets,
  recoveryCodes,
  sessions,
  newsletterSubscriptions as subscriptions,
  travelerDetails,
  travelers,
} from '#db/schema'

/** Writes down that the database is a restored one, and the newest payment that it knew by then. */
export function noteRestored(takenAt: Date, now: Date): void {
  const intent = newestIntentId()
  recordAct(
    {
      actor: 'machine',
      action: 'backup-restored',
      subject: 'database',
      detail: { of: businessDay(takenAt), ...(intent && { intent }) },
    },
    now,
  )
}

/**
 * What only ever ends does not begin again with a copy: everybody is signed out and no link to a new password
 * opens anymore; and what was erased, used up or removed since the copy was made goes again. Answers how
 * much of each it was.
 */
export function endAgain(takenAt: Date): { sessions: number; links: number; gone: number } {
  return immediately((tx) => ({
    sessions: tx.delete(sessions).run().changes,
    links: tx.delete(passwordResets).run().changes,
    gone: goneSince(takenAt).reduce((sum, gone) => sum + goAgain(gone, tx), 0),
  }))
}

/**
 * What is kept no longer by now was erased on its day, and goes before anybody reads it. Answers how many
 * rows it was; null where the machine's clock is wrong, which would erase too early.
 */
export async function forgetAgain(now: Date): Promise<number | null> {
  const clock = await clockByStripe()
  if (clock && isOff(clock)) return null
  return Object.values(await forgetWhatIsOver(now)).reduce((sum, rows) => sum + rows, 0)
}

function goAgain(gone: Gone, tx: Tx): number {
  switch (gone.what) {
    case 'contact':
      return tx.delete(contactInquiries).where(isRow(contactInquiries, gone)).run().changes
    case 'note':
      return tx.delete(notes).where(isRow(notes, gone)).run().changes
    case 'user':
      return tx.delete(adminUsers).where(isRow(adminUsers, gone)).run().changes
    case 'subscriber':
      withdrawCampaignMail(gone.id, tx)
      return tx
        .update(subscriptions)
        .set({ unsubscribedAt: new Date(gone.at), waitingSince: null })
        .where(and(isRow(subscriptions, gone), isNotLeft))
        .run().changes
    case 'details':
      return tx.delete(travelerDetails).where(isOfBooking(gone)).run().changes
    case 'recovery-code':
      return tx.delete(recoveryCodes).where(eq(recoveryCodes.codeHash, gone.codeHash)).run().changes
  }
}

const isNotLeft = or(isNull(subscriptions.unsubscribedAt), isNotNull(subscriptions.waitingSince))

type Dated = typeof contactInquiries | typeof notes | typeof adminUsers | typeof subscriptions

const isRow = (table: Dated, { id, createdAt }: { id: number; createdAt: number }) =>
  and(eq(table.id, id), eq(table.createdAt, new Date(createdAt)))

const isOfBooking = ({ travelerId, booking }: { travelerId: number; booking: string }) =>
  and(
    eq(travelerDetails.travelerId, travelerId),
    sql`exists (select 1 from ${travelers} join ${bookings} on ${bookings.id} = ${travelers.bookingId}
      where ${travelers.id} = ${travelerId} and ${bookings.reference} = ${booking})`,
  )

/**
 * The newest payment that the database knew when it was last restored; of one that never was, the newest that
 * it knows.
 */
export function newestPaymentOfCopy(): string | null {
  const restored = db
    .select({ detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.action, 'backup-restored'))
    .orderBy(desc(auditLog.id))
    .limit(1)
    .get()
  if (!restored) return newestIntentId()
  return typeof restored.detail.intent === 'string' ? restored.detail.intent : null
}
