import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { withdrawCampaignMail } from '#app/mail/campaign-mail.server'
import {
  type EnteredPayment,
  enterFoundPayment,
  type UnknownPayment,
  type UnknownPayments,
  unknownPayments,
} from '#app/money/changes/paying/found-payments.server'
import { newestIntentId } from '#app/money/payments/intent-records.server'
import { clockByStripe, isOff, StripeNotConfigured, StripeUnavailable } from '#app/money/stripe/client.server'
import { businessDay, businessTime, now } from '#app/platform/clock.server'
import { type Gone, goneSince } from '#app/platform/gone-for-good.server'
import { showCents } from '#app/platform/money'
import { erasePersonAgain } from '#app/server/personal/erase-person.server'
import { purgeExpired } from '#app/server/retention/purge-expired.server'
import { recordAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings, travelerDetails, travelers } from '#db/schema/bookings'
import { contactInquiries, notes, newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { adminUsers, auditLog, emailProofs, passwordResets, recoveryCodes, sessions } from '#db/schema/staff'

/** Writes down that the database is a restored one, and the newest payment that it knew by then. */
export function noteRestored(takenAt: Date, now: Date): void {
  const intent = newestIntentId()
  recordAct(now, {
    actor: 'machine',
    action: 'backup-restored',
    subject: 'database',
    detail: { of: businessDay(takenAt), ...(intent && { intent }) },
  })
}

/**
 * What has ended stays ended: signs everyone out, removes the links that staff have by letter, and removes
 * again what was erased or used up since the copy was made. Answers how much of each.
 */
export function endAfterRestore(takenAt: Date): { sessions: number; links: number; gone: number } {
  return immediately((tx) => ({
    sessions: tx.delete(sessions).run().changes,
    links: tx.delete(passwordResets).run().changes + tx.delete(emailProofs).run().changes,
    gone: goneSince(takenAt).reduce((sum, gone) => sum + removeAgain(gone, tx), 0),
  }))
}

/**
 * Purges what has expired by now, and answers how many rows; null where the machine's clock is wrong, which
 * would purge too early.
 */
export async function purgeAfterRestore(now: Date): Promise<number | null> {
  const clock = await clockByStripe()
  if (clock && isOff(clock)) return null
  return Object.values(await purgeExpired(now)).reduce((sum, rows) => sum + rows, 0)
}

function removeAgain(gone: Gone, tx: Tx): number {
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
    case 'person':
      return erasePersonAgain(gone.rows, now(), tx)
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

/** The newest payment known at the last restore; in a database never restored, the newest it knows. */
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

/** Where a command is typed: what it says, and whether someone is there who can be asked. */
export type Terminal = { say: (words: string) => void; ask: ((question: string) => Promise<boolean>) | null }

const AGAIN = 'Ask again with: npm run restore -- --payments'

/** Lists payments that Stripe knows and a restored database does not; offers to enter those it can. */
export async function listUnknownPayments(terminal: Terminal): Promise<void> {
  const found = await askStripe(terminal)
  if (!found) return
  if (found.payments.length === 0) {
    terminal.say('Stripe knows of no payment that is not in the database.')
  } else {
    terminal.say('Stripe knows of payments that are not in the database, oldest first:')
  }
  for (const payment of found.payments) await offer(payment, terminal)
  if (found.open > 0) {
    terminal.say(
      `Also, payments that were begun and not made: ${found.open}. If one is still made, staff get an email; it can be entered like these.`,
    )
  }
  if (!found.isAll) {
    terminal.say('There were more than are asked for at once: compare the oldest in Stripe’s dashboard.')
  }
}

async function askStripe(terminal: Terminal): Promise<UnknownPayments | null> {
  try {
    return await unknownPayments(newestPaymentOfCopy())
  } catch (error) {
    if (error instanceof StripeNotConfigured) {
      terminal.say(
        `Card payments are not configured: Stripe was not asked for what the copy does not know. ${AGAIN}`,
      )
      return null
    }
    if (!(error instanceof StripeUnavailable)) throw error
    terminal.say(`Stripe did not answer: what the copy does not know is not listed. ${AGAIN}`)
    return null
  }
}

async function offer(payment: UnknownPayment, terminal: Terminal): Promise<void> {
  const { intent, booking } = payment
  const when = businessTime(intent.createdAt)
  const amount = showCents(intent.amountCents)
  terminal.say(`\n  ${intent.id}  ${amount}  begun ${when}\n    ${intent.description ?? 'no description'}`)
  terminal.say(`    ${whatToDo(payment)}`)
  const isOffered = booking && intent.status === 'succeeded' && intent.returnedCents === 0
  if (isOffered && (await terminal.ask?.(`    Enter ${amount} for ${booking.reference} now?`))) {
    await enterPayment(intent.id, booking.reference, terminal).catch((refusal: Error) =>
      terminal.say(`    ${refusal.message}`),
    )
  }
}

function whatToDo({ intent, named, booking }: UnknownPayment): string {
  if (intent.status !== 'succeeded') return `The money is on its way. ${AGAIN}`
  if (intent.returnedCents > 0) {
    return `${showCents(intent.returnedCents)} of it went back since: look at it in Stripe’s dashboard before you enter it.`
  }
  const enter = `npm run restore -- --enter ${intent.id}`
  if (booking)
    return `For ${booking.reference}, which the database has. Enter it with: ${enter} ${booking.reference}`
  const lost = named
    ? `For ${named}, which was booked after the copy was made.`
    : 'A payment without a booking: Stripe does not say for which one it was.'
  return `${lost} Find the traveler in Stripe’s dashboard. Either give the money back there, or let them book again as far as the card form, and enter it for the new booking: ${enter} TS-…${named ? ` --instead-of ${named}` : ''}`
}

const REFUSALS: Record<Extract<EnteredPayment, { refused: string }>['refused'], string> = {
  'not-at-stripe': 'Stripe knows no such payment.',
  'not-ours': 'This payment was not made through this site.',
  'not-paid': 'Nothing was paid on it, or not yet.',
  known: 'The database knows this payment already: the site settles it by itself.',
  'no-booking': 'There is no such booking.',
  'another-booking': 'It was made for another booking, which the database has.',
  'lost-booking':
    'It was made for another booking, which is not in the database. If this one was made in its place, say so: --instead-of and the reference of that one at the end.',
  'being-paid': 'Another payment of this booking is on its way. Try again when it has arrived.',
  'not-wanted':
    'The booking has no use for it: it is paid, is being given back, or has no place to take. Give the money back in Stripe’s dashboard.',
}

/** Enters one payment for one booking, and says so. Throws an Error with a sentence where it is refused. */
export async function enterPayment(
  intentId: string,
  reference: string,
  terminal: Terminal,
  insteadOf: string | null = null,
): Promise<void> {
  const entered = await enterFoundPayment(intentId, reference, now, insteadOf)
  if ('refused' in entered) throw new Error(`${REFUSALS[entered.refused]} Nothing was entered.`)
  terminal.say(
    `    Entered: ${showCents(entered.intent.receivedCents)} for ${entered.booking.reference}. The traveler gets the usual email.`,
  )
}
