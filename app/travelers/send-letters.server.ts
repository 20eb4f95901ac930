import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { type MailKind, mailName } from '#app/mail/mail-names'
import { post } from '#app/mail/outbox.server'
import { businessDay } from '#app/platform/clock.server'
import { newLinkToken } from '#app/platform/keys.server'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import {
  type DepartureLetter,
  draftOpened,
  isTooLate,
  type LetterRefused,
  lettersToLeave,
  letterWith,
  skipLetter,
} from '#app/tours/departure-letters.server'
import { type Departure, departureOf } from '#app/tours/departures.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { outbox, letterRecipients as recipients } from '#db/schema/mail'
import { departureLetters as letters } from '#db/schema/tours'
import { type Recipient, reachedBy } from './letter-recipients.server'
import { letterFor, renderSubject, whyLetterWaits } from './letter-text.server'

type Begun =
  | { recipients: number }
  | LetterRefused
  | { refused: 'nobody' | 'recipients-changed' | 'not-ready'; recipients?: number }

/**
 * Lets a draft leave now, as it was at `version`, to those whom staff saw on its page:
 * refused where these are others by now. Of two who press at once, one is refused.
 */
export function sendLetterNow(
  { id, version, shown }: { id: number; version: number; shown: string },
  staff: Actor,
  now: Date,
): Begun {
  return immediately((tx) => {
    const known = draftOpened({ id, version }, tx)
    if ('refused' in known) return known
    const { letter } = known
    if (whyLetterWaits(letter)) return { refused: 'not-ready' }
    const { gets } = reachedBy(letter)
    if (gets.length === 0) return { refused: 'nobody' }
    if (shown !== recipientsFingerprint(gets)) return { refused: 'recipients-changed' }
    beginBy(letter, staff, now, tx)
    return { recipients: gets.length }
  })
}

/**
 * Who would get a letter today that has left without them: they came later, or have only become meant. No one
 * once its time is over, or the journey where it was sent by hand.
 */
export function missedBy(letter: DepartureLetter, now: Date): Recipient[] {
  const [departure, today] = [departureOf(letter), businessDay(now)]
  const isOver = letter.timing === 'by-hand' ? today > departure.endsOn : isTooLate(letter, departure, today)
  if (letter.state !== 'sent' || isOver) return []
  const had = recipientsOf(letter.id)
  return reachedBy(letter).gets.filter(({ travelerId }) => !had.has(travelerId))
}

/** Sends a letter that has left to those who missed it: refused where these are others than staff saw. */
export function sendToMissed({ id, shown }: { id: number; shown: string }, staff: Actor, now: Date): Begun {
  return immediately((tx) => {
    const letter = letterWith(id)
    if (!letter) return { refused: 'gone' }
    const missed = missedBy(letter, now)
    if (missed.length === 0) return { refused: 'nobody' }
    if (shown !== recipientsFingerprint(missed)) return { refused: 'recipients-changed' }
    beginBy(letter, staff, now, tx)
    return { recipients: missed.length }
  })
}

/** What a page sends along of whom it showed. */
export const recipientsFingerprint = (gets: Pick<Recipient, 'travelerId'>[]): string =>
  gets.map(({ travelerId }) => travelerId).join('.')

const begin = (letter: DepartureLetter, now: Date, tx: Tx): void => {
  tx.update(letters).set({ state: 'sending', sendingAt: now }).where(eq(letters.id, letter.id)).run()
}

function beginBy(letter: DepartureLetter, staff: Actor, now: Date, tx: Tx): void {
  begin(letter, now, tx)
  const detail = { title: letter.subject }
  recordDepartureAct(now, letter.departureId, byStaff(staff), 'letter-begun', detail)
}

/** Whether `postDepartureLetters` would do anything now. */
export const areLettersDue = (now: Date): boolean =>
  lettersToLeave().some(({ letter, at }) => letter.state === 'sending' || (at !== null && at <= now))

/** Those who are written to before others have their turn: a few milliseconds of the only thread. */
const PORTION = 10

/**
 * Lets each letter leave whose time has come, and carries those that are leaving one portion
 * further; answers how many mails were written. Whom it reaches is asked again each time; mails
 * and recipients are written in one transaction, so that a crash forgets no one and a unique
 * key writes to no one twice. Where its time is over it is skipped, and the audit log says so.
 */
export function postDepartureLetters(now: Date): number {
  let written = 0
  for (const { letter, at } of lettersToLeave()) {
    if (letter.state === 'scheduled' && (at === null || at > now)) continue
    written += immediately((tx) => carryOn(letter.id, now, tx))
  }
  return written
}

/** Looks at the letter again: another process may have carried it on. */
function carryOn(id: number, now: Date, tx: Tx): number {
  const letter = tx.select().from(letters).where(eq(letters.id, id)).get()
  if (!letter || (letter.state !== 'scheduled' && letter.state !== 'sending')) return 0
  const departure = departureOf(letter)
  const isFirst = letter.state === 'scheduled'
  const had = recipientsOf(letter.id)
  const left = reachedBy(letter).gets.filter(({ travelerId }) => !had.has(travelerId))
  const isOver = isTooLate(letter, departure, businessDay(now))
  if (isFirst && (isOver || left.length === 0)) {
    skipLetter(letter, isOver ? 'too-late' : 'nobody', now, tx)
    return 0
  }
  if (isFirst) begin(letter, now, tx)
  for (const recipient of left.slice(0, PORTION)) write(letter, departure, recipient, now, tx)
  if (left.length <= PORTION) finish(letter, had.size + left.length, now, tx)
  return Math.min(left.length, PORTION)
}

const recipientsOf = (letterId: number): Set<number> =>
  new Set(
    db
      .select({ travelerId: recipients.travelerId })
      .from(recipients)
      .where(eq(recipients.letterId, letterId))
      .all()
      .map(({ travelerId }) => travelerId),
  )

function write(letter: DepartureLetter, departure: Departure, reader: Recipient, now: Date, tx: Tx): void {
  const { travelerId, bookingId, to } = reader
  const readToken = letter.isUrgent ? newLinkToken() : null
  const written = letterFor(letter, departure, { ...reader, readToken })
  const once = `${letter.id}:${travelerId}`
  const outboxId = post({ kind: 'departure-letter', once, bookingId, to, letter: written }, now)
  tx.insert(recipients).values({ letterId: letter.id, travelerId, bookingId, outboxId, readToken }).run()
}

function finish(letter: DepartureLetter, written: number, now: Date, tx: Tx): void {
  tx.update(letters)
    .set({ state: 'sent', sentAt: letter.sentAt ?? now })
    .where(eq(letters.id, letter.id))
    .run()
  const detail = { title: letter.subject, travelers: written }
  recordDepartureAct(now, letter.departureId, { actor: 'schedule' }, 'letter-sent', detail)
}

/** Letters that leave on a business day by the schedule, as it stands; `now` decides what has left. */
export const lettersLeavingOn = (day: string, now: Date) =>
  lettersToLeave()
    .filter(({ letter, at }) => letter.state === 'scheduled' && at !== null)
    .filter(({ at }) => businessDay(at !== null && at > now ? at : now) === day)
    .map(({ letter, departure, at }) => ({
      id: letter.id,
      departureId: departure.id,
      subject: renderSubject(letter.subject, departure),
      startsOn: departure.startsOn,
      at: at !== null && at > now ? at : now,
      isTooLate: isTooLate(letter, departure, day),
      recipients: reachedBy(letter).gets.length,
    }))

/**
 * What travelers are written about the journey itself by the site: letters to a
 * departure have a list of their own, and those about money are not a guide's.
 */
const OF_THE_JOURNEY: MailKind[] = [
  'dates-changed',
  'departure-guaranteed',
  'departure-canceled',
  'departure-postponed',
  'room-paired',
  'room-parted',
  'room-companion-asked',
  'details-asked',
  'details-asked-of-companion',
  'companion-link',
  'traveler-link',
]

const AT_MOST = 200

const newestOfJourney = db
  .select({
    id: outbox.id,
    kind: outbox.kind,
    toName: outbox.toName,
    reference: bookings.reference,
    createdAt: outbox.createdAt,
    sentAt: outbox.sentAt,
  })
  .from(bookings)
  .innerJoin(outbox, eq(outbox.bookingId, bookings.id))
  .where(and(eq(bookings.departureId, sql.placeholder('departureId')), inArray(outbox.kind, OF_THE_JOURNEY)))
  .orderBy(desc(outbox.id))
  .limit(AT_MOST)
  .prepare()

/** The letters about the journey to the travelers of a departure, newest first. */
export const journeyLetters = (departureId: number) =>
  newestOfJourney.all({ departureId }).map(({ kind, ...letter }) => ({ ...letter, name: mailName(kind) }))
