import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { departureLetters as letters } from '#db/schema/tours'
import { JOURNEY_LETTERS } from '#db/seed/journey-letters'
import { type Audience, LETTER_KINDS, OWN_LETTERS } from '#db/values'
import type { Dates } from './departure'
import { type Departure, departureIn } from './departures.server'
import type { LetterText, SkipReason } from './letter-form'
import { REVIEW_DAYS } from './promises'

export type DepartureLetter = typeof letters.$inferSelect

/** Letters of one departure, the journey's own among them: enough for a letter a day, and more. */
export const LETTERS_AT_MOST = 100

type Timed = Pick<DepartureLetter, 'timing' | 'sendOn' | 'days'>

/** The business day on which a letter leaves, by the departure's current dates; null if sent by hand. */
function leavesOn({ timing, sendOn, days }: Timed, { startsOn, endsOn }: Dates): Day | null {
  if (timing === 'before') return addDays(startsOn, -(days ?? 0))
  if (timing === 'after') return addDays(endsOn, days ?? 0)
  return sendOn
}

/** The instant of it. */
export function leavesAt(letter: Timed & { sendMinute: number }, departure: Dates): Date | null {
  const day = leavesOn(letter, departure)
  const { sendMinute: minute } = letter
  return day === null ? null : instantAt(day, Math.floor(minute / 60), env.BUSINESS_TIMEZONE, minute % 60)
}

/**
 * Whether a letter would leave in another part of the journey than it was written for: a missed one is sent
 * late, but "tomorrow it begins" never leaves once it has begun.
 */
export function isTooLate(letter: Timed, { startsOn, endsOn }: Dates, today: Day): boolean {
  const day = leavesOn(letter, { startsOn, endsOn })
  if (day === null) return false
  if (day < startsOn) return today >= startsOn
  return today > (day <= endsOn ? endsOn : addDays(endsOn, REVIEW_DAYS))
}

const withId = prepared(() =>
  db
    .select()
    .from(letters)
    .where(eq(letters.id, sql.placeholder('id')))
    .prepare(),
)

export const letterWith = (id: number): DepartureLetter | undefined => withId().get({ id })

/** All letters of a departure: the journey's own first, then the others as they were written. */
export const lettersOf = (departureId: number): DepartureLetter[] =>
  db
    .select()
    .from(letters)
    .where(eq(letters.departureId, departureId))
    .orderBy(asc(letters.id))
    .all()
    .toSorted((one, other) => placeOf(one) - placeOf(other))

const placeOf = ({ kind }: DepartureLetter): number =>
  kind === 'written' ? LETTER_KINDS.length : LETTER_KINDS.indexOf(kind)

const toLeave = prepared(() =>
  db
    .select()
    .from(letters)
    .where(sql`${letters.state} in ('scheduled', 'sending')`)
    .orderBy(asc(letters.id))
    .prepare(),
)

/** Those that wait for their time, with when it comes, and those that are leaving. */
export const lettersToLeave = () =>
  toLeave()
    .all()
    .flatMap((letter) => {
      const departure = departureIn(letter.departureId)
      return departure ? [{ letter, departure, at: leavesAt(letter, departure) }] : []
    })

type Drafted = { letter: DepartureLetter } | { refused: 'gone' | 'too-many' }

/** Stores a new draft; a second press of the same opened form answers the same one. */
export function draftLetter(
  departureId: number,
  text: LetterText,
  formKey: string,
  staff: Actor,
  now: Date,
): Drafted {
  return immediately((tx) => {
    const known = tx.select().from(letters).where(eq(letters.formKey, formKey)).get()
    if (known) return { letter: known }
    if (!departureIn(departureId)) return { refused: 'gone' }
    if (lettersIn(departureId, tx) >= LETTERS_AT_MOST) return { refused: 'too-many' }
    const letter = tx
      .insert(letters)
      .values({ ...text, departureId, formKey, createdAt: now })
      .returning()
      .get()
    record('letter-drafted', letter, staff, now)
    return { letter }
  })
}

const lettersIn = (departureId: number, tx: Tx): number =>
  tx.select({ total: count() }).from(letters).where(eq(letters.departureId, departureId)).get()?.total ?? 0

type Opened = { id: number; version: number }
export type LetterRefused = { refused: 'gone' | 'not-a-draft' | 'changed-since' }

/** Saves a draft opened at `version`. Refuses one that is scheduled, has left, or was saved since. */
export function saveLetter(
  opened: Opened,
  text: LetterText,
  staff: Actor,
  now: Date,
): { letter: DepartureLetter } | LetterRefused {
  return immediately((tx) => {
    const known = draftOpened(opened, tx)
    if ('refused' in known) return known
    const letter = tx
      .update(letters)
      .set({ ...text, version: opened.version + 1 })
      .where(eq(letters.id, opened.id))
      .returning()
      .get()
    record('letter-changed', letter, staff, now)
    return { letter }
  })
}

/** The draft as it was opened, inside the transaction that changes it. */
export function draftOpened({ id, version }: Opened, tx: Tx): { letter: DepartureLetter } | LetterRefused {
  const letter = tx.select().from(letters).where(eq(letters.id, id)).get()
  if (!letter) return { refused: 'gone' }
  if (letter.state !== 'draft') return { refused: 'not-a-draft' }
  return letter.version === version ? { letter } : { refused: 'changed-since' }
}

type Scheduled = { leavesAt: Date } | LetterRefused | { refused: 'no-time' | 'too-late' }

/**
 * Schedules a draft for its time, or at once where that has passed. Refuses one without a time, and
 * `isTooLate`.
 */
export function scheduleLetter(opened: Opened, staff: Actor, now: Date): Scheduled {
  return immediately((tx) => {
    const known = draftOpened(opened, tx)
    if ('refused' in known) return known
    const { letter } = known
    const departure = departureIn(letter.departureId)
    const at = departure && leavesAt(letter, departure)
    if (!departure || !at) return { refused: 'no-time' }
    if (isTooLate(letter, departure, businessDay(now))) return { refused: 'too-late' }
    tx.update(letters).set({ state: 'scheduled' }).where(eq(letters.id, letter.id)).run()
    record('letter-scheduled', letter, staff, now)
    return { leavesAt: at }
  })
}

/** Of a departure that was canceled no letter leaves by itself anymore. Staff may take each up as a draft. */
export function skipLettersOf(departureId: number, now: Date, tx: Tx): void {
  for (const letter of lettersOf(departureId))
    if (letter.state === 'scheduled') skipLetter(letter, 'departure-canceled', now, tx)
}

/** Takes a letter off the schedule, or one that was skipped up again: a draft from now on. */
export function holdLetter(id: number, staff: Actor, now: Date): { held: true } | { refused: 'left' } {
  return immediately((tx) => {
    const letter = tx
      .update(letters)
      .set({ state: 'draft', skippedBecause: null })
      .where(and(eq(letters.id, id), inArray(letters.state, ['scheduled', 'skipped'])))
      .returning()
      .get()
    if (!letter) return { refused: 'left' }
    record('letter-held', letter, staff, now)
    return { held: true }
  })
}

/** Deletes a draft. */
export function removeLetter(opened: Opened, staff: Actor, now: Date): { removed: true } | LetterRefused {
  return immediately((tx) => {
    const known = draftOpened(opened, tx)
    if ('refused' in known) return known
    tx.delete(letters).where(eq(letters.id, opened.id)).run()
    record('letter-removed', known.letter, staff, now)
    return { removed: true }
  })
}

/** A letter whose time had come, and that never leaves; staff may take it up again as a draft. */
export function skipLetter(letter: DepartureLetter, skippedBecause: SkipReason, now: Date, tx: Tx): void {
  tx.update(letters).set({ state: 'skipped', skippedBecause }).where(eq(letters.id, letter.id)).run()
  const detail = { title: letter.subject, because: skippedBecause }
  recordDepartureAct(now, letter.departureId, { actor: 'schedule' }, 'letter-skipped', detail)
}

const record = (
  action: 'letter-drafted' | 'letter-changed' | 'letter-scheduled' | 'letter-held' | 'letter-removed',
  { departureId, subject }: DepartureLetter,
  staff: Actor,
  now: Date,
) => recordDepartureAct(now, departureId, byStaff(staff), action, { title: subject })

/** Gives a departure the journey's own letters that it has not got, as drafts; answers how many it were. */
export function addJourneyLetters(departureId: number, staff: Actor, now: Date): number {
  return immediately((tx) => {
    if (!departureIn(departureId)) return 0
    const known = new Set(lettersOf(departureId).map(({ kind }) => kind))
    const added = OWN_LETTERS.filter((kind) => !known.has(kind)).map((kind) =>
      tx
        .insert(letters)
        .values({ ...JOURNEY_LETTERS[kind], kind, departureId, createdAt: now })
        .returning()
        .get(),
    )
    for (const letter of added) record('letter-drafted', letter, staff, now)
    return added.length
  })
}

/**
 * Copies the journey's own letters with a departure: drafts as drafts, others scheduled by the copy's dates.
 * What staff wrote to the travelers of one departure stays with it.
 */
export function copyJourneyLetters(from: Departure, to: Departure, now: Date, tx: Tx): void {
  for (const letter of lettersOf(from.id).filter(({ kind }) => kind !== 'written')) {
    const { id: _, formKey: __, sendingAt: ___, sentAt: ____, ...text } = letter
    const sendOn = letter.sendOn && addDays(letter.sendOn, daysFrom(from.startsOn, to.startsOn))
    const isOn = letter.state !== 'draft' && !isTooLate({ ...letter, sendOn }, to, businessDay(now))
    tx.insert(letters)
      .values({
        ...{ ...text, sendOn, audience: ofAnyDeparture(letter.audience), departureId: to.id },
        ...{ state: isOn && letter.timing !== 'by-hand' ? 'scheduled' : 'draft', skippedBecause: null },
        ...{ version: 1, createdAt: now },
      })
      .run()
  }
}

/** Rooms and travelers are of one departure alone. */
const ofAnyDeparture = (audience: Audience): Audience =>
  audience.ids.length > 0 ? { who: 'all', ids: [] } : audience
