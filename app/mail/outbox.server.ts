import { randomUUID } from 'node:crypto'
import { and, eq, inArray, ne, not, notInArray, notLike, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { env } from '#app/platform/env.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { nameInMail } from '#app/platform/typed/text'
import { db, immediately, type Tx } from '#db/connection.server'
import { givenLater, prepared } from '#db/prepared.server'
import { outbox } from '#db/schema/mail'
import { erasedWords, isErasedAddress } from './erased-address'
import { type Letter, letterAsHtml, letterAsText } from './letter'
import type { MailKind } from './mail-names'
import { escaped } from './markdown.server'
import { rankOf } from './open-actions'
import { isLetterLimitReached } from './site-limits.server'

export type Mailbox = { name: string; address: string }

/** By the first name, only where it is one: a stored one may be older than what forms refuse. */
export function greeting(name: string): string {
  const whole = nameInMail(name)
  return whole ? `Dear ${firstNameOf(whole) ?? whole},` : 'Hello,'
}

/**
 * A mail, and the key that makes it unique: a second one of the same kind and `once` is never written to the
 * same reader.
 */
export type Once = { kind: MailKind; once: string | number; letter: Letter; headers?: Record<string, string> }

/** What a mail is about: columns that others look it up by. */
type About = {
  bookingId?: number | null | undefined
  campaignId?: number
  /** Of a campaign's mail: who reads it. */
  subscriberId?: number
  /** Of a reminder: what it asks for. */
  installmentId?: number
  /** Whose share alone it asks for, where each pays their own. */
  travelerId?: number | null
  /** Of a reminder that staff sent: the opened form. The schedule has none. */
  formKey?: string | null
}

export type OutgoingMail = Once & About & { to: Mailbox }

/** To whom it went; in words where they were erased. */
const shownAddress = sql<string>`${outbox.toAddress}`.mapWith(
  (address: string) => erasedWords(address) ?? address,
)

/** What a list of letters shows of each. */
export const listedColumns = {
  id: outbox.id,
  subject: outbox.subject,
  toAddress: shownAddress,
  state: outbox.state,
  attempts: outbox.attempts,
  lastError: outbox.lastError,
  createdAt: outbox.createdAt,
  sentAt: outbox.sentAt,
}

/** The key under which the outbox takes a mail once. Made here and compared whole, never taken apart. */
export const occasionOf = ({ kind, once }: Pick<Once, 'kind' | 'once'>): string => `${kind}:${once}`

/**
 * Puts a mail to one reader in the outbox, in the transaction that causes it (rules 3.11). Returns its id, or
 * null where it was there, also to an address that was theirs before, or strangers had us write as many of
 * its kind as the site writes in a day.
 */
export const post = (mail: OutgoingMail, now: Date): number | null =>
  immediately(() => (isWritten(mail) ? null : write(mail, now)))

/** Puts a mail to several in the outbox: each address gets it, once. */
export const postToEach = (readers: Mailbox[], mail: Once & About, now: Date): void =>
  immediately(() => {
    for (const to of readers) write({ ...mail, to }, now)
  })

/** Whether a mail of this occasion was written, to anyone. */
export const isWritten = (mail: Pick<Once, 'kind' | 'once'>): boolean =>
  ofOccasion().get({ occasion: occasionOf(mail) }) !== undefined

const ofOccasion = prepared(() =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.occasion, sql.placeholder('occasion')))
    .prepare(),
)

function write(mail: OutgoingMail, now: Date): number | null {
  if (isErasedAddress(mail.to.address)) return null
  const written = immediately((tx) => {
    if (isLetterLimitReached(mail.kind, now, tx)) return undefined
    return insertMail().get({
      kind: mail.kind,
      occasion: occasionOf(mail),
      bookingId: mail.bookingId ?? null,
      campaignId: mail.campaignId ?? null,
      rank: rankOf(mail),
      subscriberId: mail.subscriberId ?? null,
      installmentId: mail.installmentId ?? null,
      travelerId: mail.travelerId ?? null,
      formKey: mail.formKey ?? null,
      toName: nameInMail(mail.to.name),
      toAddress: mail.to.address,
      subject: mail.letter.subject,
      textBody: letterAsText(mail.letter),
      htmlBody: letterAsHtml(mail.letter),
      headers: mail.headers ?? {},
      messageId: `<${randomUUID()}@${new URL(env.BASE_URL).hostname}>`,
      nextAttemptAt: now,
      createdAt: now,
    })
  })
  return written?.id ?? null
}

/** Lets letters be written again that are once for an occasion: what they were about has another date. */
export function freeOccasions(occasions: string[], because: string, tx: Tx): void {
  tx.update(outbox)
    .set({ occasion: sql`${outbox.occasion} || ${`:${because}`}` })
    .where(inArray(outbox.occasion, occasions))
    .run()
}

const insertMail = prepared(() =>
  db
    .insert(outbox)
    .values(
      givenLater(
        'kind',
        'occasion',
        'bookingId',
        'campaignId',
        'rank',
        'subscriberId',
        'installmentId',
        'travelerId',
        'formKey',
        'toName',
        'toAddress',
        'subject',
        'textBody',
        'htmlBody',
        'headers',
        'messageId',
        'nextAttemptAt',
        'createdAt',
      ),
    )
    .onConflictDoNothing({ target: [outbox.occasion, outbox.toAddress] })
    .returning({ id: outbox.id })
    .prepare(),
)

/** A mail to the company's own mailbox. One about a booking is answered to its guest. */
export function postToStaff(
  now: Date,
  { booking, ...mail }: Once & { booking?: { id: number; customerEmail: string } | null | undefined },
): void {
  const headers = booking ? { 'Reply-To': booking.customerEmail, ...mail.headers } : mail.headers
  const staff = { name: 'Staff', address: env.STAFF_EMAIL }
  postToEach([staff], { ...mail, headers: headers ?? {}, bookingId: booking?.id }, now)
}

/** A mail to someone whose name we do not know, such as a subscriber. */
export function postTo(address: string, now: Date, mail: Once & About): void {
  post({ ...mail, to: { name: '', address } }, now)
}

/**
 * Deletes a mail that is about to be sent. False where another process took it over, and may have sent it.
 */
export const withdrawMail = (
  { id, attempts }: Pick<typeof outbox.$inferSelect, 'id' | 'attempts'>,
  tx: Tx,
): boolean =>
  tx
    .delete(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.state, 'sending'), eq(outbox.attempts, attempts)))
    .run().changes > 0

type Readdressed = {
  bookingId: number
  from: Mailbox
  to: Mailbox
  /** Kinds that are not the recipient's. */
  except: MailKind[]
}

/**
 * Redirects a booking's unsent mail to another mailbox. One that is on its way counts as sent to the old one
 * if it arrives (`recordSent`), and is retried at the new one if it does not.
 */
export function readdress({ bookingId, from, to, except }: Readdressed, now: Date, tx: Tx): void {
  tx.update(outbox)
    .set({
      toName: nameInMail(to.name),
      toAddress: to.address,
      ...inBodies({ [greeting(from.name)]: greeting(to.name) }),
      nextAttemptAt: now,
    })
    .where(
      and(
        eq(outbox.bookingId, bookingId),
        ne(outbox.state, 'sent'),
        isTo(from.address),
        // A guest may be of our staff, with one address for both.
        notLike(outbox.kind, 'staff-%'),
        notInArray(outbox.kind, except),
      ),
    )
    .run()
}

type Renewed = {
  bookingId: number
  /** By the part of a link that has ended, the one that works now. */
  links: Record<string, string>
  /** An address that is not given them. */
  exceptTo: string | null
}

/** Puts the links that work now into a booking's unsent mail, to any address. */
export function renewLinksInMail({ bookingId, links, exceptTo }: Renewed, tx: Tx): void {
  const isMeant = exceptTo === null ? undefined : not(isTo(exceptTo))
  tx.update(outbox)
    .set(inBodies(links))
    .where(and(eq(outbox.bookingId, bookingId), ne(outbox.state, 'sent'), isMeant))
    .run()
}

const isTo = (address: string) => sql`lower(${outbox.toAddress}) = ${address.toLowerCase()}`

/** Both bodies of a mail, with one text in the place of another. */
function inBodies(swaps: Record<string, string>) {
  const swapped = (column: SQLiteColumn, as: (text: string) => string) =>
    Object.entries(swaps).reduce(
      (body, [was, is]) => sql`replace(${body}, ${as(was)}, ${as(is)})`,
      sql<string>`${column}`,
    )
  return { textBody: swapped(outbox.textBody, (text) => text), htmlBody: swapped(outbox.htmlBody, escaped) }
}

/**
 * One name for all spellings of a mailbox: lowercase, without tag ('+1') and dots. Only for counting: to some
 * servers 'j.doe' and 'jdoe' are two people, who then share a limit.
 */
export function mailboxOf(address: string): string {
  const [name, domain] = partsOf(address)
  const [untagged = ''] = name.split('+')
  return `${untagged.replaceAll('.', '') || name}@${domain}`
}

/** One name for the spellings that are surely one person's: capitals, and what Gmail treats as one. */
export function certainMailboxOf(address: string): string {
  const [name, domain] = partsOf(address)
  return domain === GMAIL ? mailboxOf(address) : `${name}@${domain}`
}

const GMAIL = 'gmail.com'

function partsOf(address: string): [name: string, domain: string] {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  return [address.slice(0, at).toLowerCase(), domain === 'googlemail.com' ? GMAIL : domain]
}

/** `aDay`: the most within 24 hours, for a period that is shorter. */
type Limit = { periodMs: number; aDay?: number }

/**
 * Posts a mail at most once in `periodMs` for one `who`, and at most `aDay`. False where it was not posted.
 */
export function postOncePer(
  { periodMs, aDay }: Limit,
  who: string,
  mail: Omit<Once, 'once'>,
  send: (mail: Once) => void,
  now: Date,
  tx: Tx,
): boolean {
  const slot = Math.floor(now.getTime() / periodMs)
  const onceIn = (one: number) => `${who}:${one}`
  const longestMs = aDay === undefined ? periodMs : DAY
  // A mail of the slot before the first may also be younger than that.
  const slots = Array.from({ length: Math.ceil(longestMs / periodMs) + 1 }, (_, ago) => slot - ago)
  const occasions = slots.map((one) => occasionOf({ kind: mail.kind, once: onceIn(one) }))
  const ages = tx
    .select({ createdAt: outbox.createdAt })
    .from(outbox)
    .where(inArray(outbox.occasion, occasions))
    .groupBy(outbox.occasion)
    .all()
    .map(({ createdAt }) => now.getTime() - createdAt.getTime())
  const today = ages.filter((ms) => ms < DAY).length
  const isEnough = ages.some((ms) => ms < periodMs) || today >= (aDay ?? Number.POSITIVE_INFINITY)
  if (!isEnough) send({ ...mail, once: onceIn(slot) })
  return !isEnough
}

const DAY = 24 * 3_600_000

/**
 * Posts a mail that anyone can have us write to anyone: one of its kind a day to a mailbox, in any spelling.
 */
export function postOnceADay(address: string, mail: Omit<Once, 'once'>, now: Date, tx: Tx): void {
  postOncePer({ periodMs: DAY }, mailboxOf(address), mail, (once) => postTo(address, now, once), now, tx)
}

// Full addresses of the admin area, for letters to staff.

const inAdmin = (path: string): string => `${env.BASE_URL}/admin/${path}`

export const confirmEmailInAdmin = (token: string): string => inAdmin(`confirm-email/${token}`)

export const userInAdmin = (id: number): string => inAdmin(`users/${id}`)

export const newPasswordInAdmin = (token: string): string => inAdmin(`new-password/${token}`)

export const bookingInAdmin = (reference: string): string => inAdmin(`bookings/${reference}`)

export const stuckRefundInAdmin = (reference: string, refundId: number): string =>
  inAdmin(`bookings/${reference}/refunds/${refundId}`)

export const contactInAdmin = (id: number): string => inAdmin(`contacts/${id}`)

export const departureInAdmin = (id: number): string => inAdmin(`departures/${id}`)

export const contactsInAdmin = (): string => inAdmin('contacts')

/** The history of a subject, such as 'intent:pi_123', that has no page of its own. */
export const historyInAdmin = (subject: string): string =>
  inAdmin(`audit?about=${encodeURIComponent(subject)}`)

export const healthInAdmin = (): string => inAdmin('health')
