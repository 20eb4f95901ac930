import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type Actor, byStaff, recordAct, recordDepartureAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { broadcasts } from '#db/schema/broadcasts'
import { JOURNEY_LETTERS } from '#db/seed/journey-letters'
import { type Audience, LETTER_KINDS, OWN_LETTERS } from '#db/values'
import type { BroadcastText, SkipReason } from './broadcast-form'
import type { Dates } from './departure'
import { type Departure, departureIn } from './departures.server'
import { REVIEW_DAYS } from './promises'

export type Broadcast = typeof broadcasts.$inferSelect
/** One to the travelers of a departure; one to the subscribers is a campaign. */
export type DepartureLetter = Broadcast & { departureId: number }

export const isDepartureLetter = (broadcast: Broadcast): broadcast is DepartureLetter =>
  broadcast.departureId !== null

/** Letters of one departure, the journey's own among them: enough for a letter a day, and more. */
export const LETTERS_AT_MOST = 100

/** A campaign whose day was missed is still sent on the next one. */
const CAMPAIGN_DAYS_LATE = 1

type Timed = Pick<Broadcast, 'timing' | 'sendOn' | 'days'>

/** The business day on which it leaves, by the departure's current dates; null if sent by hand. */
function leavesOn({ timing, sendOn, days }: Timed, dates: Dates | null): Day | null {
  if (dates && timing === 'before') return addDays(dates.startsOn, -(days ?? 0))
  if (dates && timing === 'after') return addDays(dates.endsOn, days ?? 0)
  return sendOn
}

/** The instant of it. */
export function leavesAt(broadcast: Timed & { sendMinute: number }, dates: Dates | null): Date | null {
  const day = leavesOn(broadcast, dates)
  const { sendMinute: minute } = broadcast
  return day === null ? null : instantAt(day, Math.floor(minute / 60), env.BUSINESS_TIMEZONE, minute % 60)
}

/**
 * Whether a letter would leave in another part of the journey than it was written for: a missed one is sent
 * late, but "tomorrow it begins" never leaves once it has begun. A campaign knows its own day alone.
 */
export function isTooLate(broadcast: Timed, dates: Dates | null, today: Day): boolean {
  const day = leavesOn(broadcast, dates)
  if (day === null) return false
  if (dates === null) return today > addDays(day, CAMPAIGN_DAYS_LATE)
  const { startsOn, endsOn } = dates
  if (day < startsOn) return today >= startsOn
  return today > (day <= endsOn ? endsOn : addDays(endsOn, REVIEW_DAYS))
}

const withId = prepared(() =>
  db
    .select()
    .from(broadcasts)
    .where(eq(broadcasts.id, sql.placeholder('id')))
    .prepare(),
)

export const broadcastWith = (id: number): Broadcast | undefined => withId().get({ id })

/** The letter of a departure that an address names, by the number that it had in older ones, too. */
export function letterOf(departureId: number, id: number): DepartureLetter | undefined {
  const named = or(eq(broadcasts.id, id), eq(broadcasts.formerLetterId, id))
  const letter = db
    .select()
    .from(broadcasts)
    .where(and(eq(broadcasts.departureId, departureId), named))
    .get()
  return letter && isDepartureLetter(letter) ? letter : undefined
}

export function campaignWith(id: number): Broadcast | undefined {
  const broadcast = broadcastWith(id)
  return broadcast && !isDepartureLetter(broadcast) ? broadcast : undefined
}

/** All letters of a departure: the journey's own first, then the others as they were written. */
export const lettersOf = (departureId: number): DepartureLetter[] =>
  db
    .select()
    .from(broadcasts)
    .where(eq(broadcasts.departureId, departureId))
    .orderBy(asc(broadcasts.id))
    .all()
    .filter(isDepartureLetter)
    .toSorted((one, other) => placeOf(one) - placeOf(other))

const placeOf = ({ kind }: DepartureLetter): number =>
  kind === 'written' ? LETTER_KINDS.length : LETTER_KINDS.indexOf(kind)

const toLeave = prepared(() =>
  db
    .select()
    .from(broadcasts)
    .where(sql`${broadcasts.state} in ('scheduled', 'sending')`)
    .orderBy(asc(broadcasts.id))
    .prepare(),
)

/** Those that wait for their time, with when it comes, and those that are leaving. */
export const broadcastsToLeave = () =>
  toLeave()
    .all()
    .map((broadcast) => {
      const departure = departureFor(broadcast)
      return { broadcast, departure, at: leavesAt(broadcast, departure) }
    })

/** Of a campaign none. */
export const departureFor = ({ departureId }: Pick<Broadcast, 'departureId'>): Departure | null =>
  (departureId !== null && departureIn(departureId)) || null

type Drafted = { broadcast: Broadcast } | { refused: 'gone' | 'too-many' }

/**
 * Stores a new draft, of a campaign where it names no departure; a second press of the same opened form
 * answers the same one.
 */
export function draftBroadcast(
  departureId: number | null,
  text: BroadcastText,
  formKey: string,
  staff: Actor,
  now: Date,
): Drafted {
  return immediately((tx) => {
    const known = tx.select().from(broadcasts).where(eq(broadcasts.formKey, formKey)).get()
    if (known) return { broadcast: known }
    if (departureId !== null && !departureIn(departureId)) return { refused: 'gone' }
    if (departureId !== null && lettersIn(departureId, tx) >= LETTERS_AT_MOST) return { refused: 'too-many' }
    const broadcast = tx
      .insert(broadcasts)
      .values({ ...text, departureId, formKey, createdBy: staff.id, createdAt: now })
      .returning()
      .get()
    recordBroadcast('drafted', broadcast, staff, now)
    return { broadcast }
  })
}

const lettersIn = (departureId: number, tx: Tx): number =>
  tx.select({ total: count() }).from(broadcasts).where(eq(broadcasts.departureId, departureId)).get()
    ?.total ?? 0

/** Writes the same once more as a draft of its own, to be sent by hand or on another day. */
export function copyBroadcast(id: number, formKey: string, staff: Actor, now: Date): Drafted {
  const broadcast = broadcastWith(id)
  return broadcast
    ? draftBroadcast(broadcast.departureId, textOf(broadcast), formKey, staff, now)
    : { refused: 'gone' }
}

const textOf = (broadcast: Broadcast): BroadcastText => {
  const { subject, body, audience, addressees, isUrgent, timing, sendOn, days, sendMinute } = broadcast
  return { subject, body, audience, addressees, isUrgent, timing, sendOn, days, sendMinute }
}

type Opened = { id: number; version: number }
export type NotOpen = { refused: 'gone' | 'not-a-draft' | 'changed-since' }

/**
 * Saves a draft opened at `version`, if it changed. Refuses one that is scheduled, has left, or was saved
 * since.
 */
export function saveBroadcast(
  opened: Opened,
  text: BroadcastText,
  staff: Actor,
  now: Date,
): { broadcast: Broadcast } | NotOpen {
  return immediately((tx) => {
    const known = draftOpened(opened, tx)
    const saved = broadcastWith(opened.id)
    if (saved?.state === 'draft' && isSame(saved, text)) return { broadcast: saved }
    if ('refused' in known) return known
    const broadcast = tx
      .update(broadcasts)
      .set({ ...text, version: opened.version + 1 })
      .where(eq(broadcasts.id, opened.id))
      .returning()
      .get()
    recordBroadcast('changed', broadcast, staff, now)
    return { broadcast }
  })
}

const isSame = (saved: Broadcast, text: BroadcastText): boolean =>
  JSON.stringify(textOf(saved)) === JSON.stringify(textOf({ ...saved, ...text }))

/** The draft as it was opened, inside the transaction that changes it. */
export function draftOpened({ id, version }: Opened, tx: Tx): { broadcast: Broadcast } | NotOpen {
  const broadcast = tx.select().from(broadcasts).where(eq(broadcasts.id, id)).get()
  if (!broadcast) return { refused: 'gone' }
  if (broadcast.state !== 'draft') return { refused: 'not-a-draft' }
  return broadcast.version === version ? { broadcast } : { refused: 'changed-since' }
}

/** Of a departure that was canceled no letter leaves by itself anymore. Staff may take each up as a draft. */
export function skipLettersOf(departureId: number, now: Date, tx: Tx): void {
  for (const letter of lettersOf(departureId))
    if (letter.state === 'scheduled') skipBroadcast(letter, 'departure-canceled', now, tx)
}

/** Takes a broadcast off the schedule, or one that was skipped up again: a draft from now on. */
export function holdBroadcast(id: number, staff: Actor, now: Date): { held: true } | { refused: 'left' } {
  return immediately((tx) => {
    const broadcast = tx
      .update(broadcasts)
      .set({ state: 'draft', skippedBecause: null })
      .where(and(eq(broadcasts.id, id), inArray(broadcasts.state, ['scheduled', 'skipped'])))
      .returning()
      .get()
    if (!broadcast) return { refused: 'left' }
    recordBroadcast('held', broadcast, staff, now)
    return { held: true }
  })
}

/** Deletes a draft. */
export function removeBroadcast(opened: Opened, staff: Actor, now: Date): { removed: true } | NotOpen {
  return immediately((tx) => {
    const known = draftOpened(opened, tx)
    if ('refused' in known) return known
    tx.delete(broadcasts).where(eq(broadcasts.id, opened.id)).run()
    recordBroadcast('removed', known.broadcast, staff, now)
    return { removed: true }
  })
}

/** One whose time had come, and that never leaves; staff may take it up again as a draft. */
export function skipBroadcast(broadcast: Broadcast, because: SkipReason, now: Date, tx: Tx): void {
  const skipped = { state: 'skipped', skippedBecause: because } as const
  tx.update(broadcasts).set(skipped).where(eq(broadcasts.id, broadcast.id)).run()
  const by = { actor: 'schedule' }
  if (isDepartureLetter(broadcast))
    recordDepartureAct(now, broadcast.departureId, by, 'letter-skipped', {
      title: broadcast.subject,
      because,
    })
  else
    recordAct(now, {
      ...by,
      action: 'campaign-skipped',
      subject: `campaign:${broadcast.id}`,
      detail: { because },
    })
}

/** What staff do with one, as the audit log has it: of a departure, or of the campaign. */
const ACTS = {
  drafted: { letter: 'letter-drafted', campaign: 'campaign-created' },
  changed: { letter: 'letter-changed', campaign: 'campaign-changed' },
  tested: { letter: 'letter-tested', campaign: 'campaign-tested' },
  scheduled: { letter: 'letter-scheduled', campaign: 'campaign-scheduled' },
  held: { letter: 'letter-held', campaign: 'campaign-held' },
  removed: { letter: 'letter-removed', campaign: 'campaign-removed' },
} as const

export function recordBroadcast(
  happened: keyof typeof ACTS,
  { id, departureId, subject }: Broadcast,
  staff: Actor,
  now: Date,
): void {
  const by = byStaff(staff)
  const { letter, campaign } = ACTS[happened]
  if (departureId !== null) recordDepartureAct(now, departureId, by, letter, { title: subject })
  else recordAct(now, { ...by, action: campaign, subject: `campaign:${id}` })
}

/** Gives a departure the journey's own letters that it has not got, as drafts; answers how many it were. */
export function addJourneyLetters(departureId: number, staff: Actor, now: Date): number {
  return immediately((tx) => {
    if (!departureIn(departureId)) return 0
    const known = new Set(lettersOf(departureId).map(({ kind }) => kind))
    const added = OWN_LETTERS.filter((kind) => !known.has(kind)).map((kind) =>
      tx
        .insert(broadcasts)
        .values({ ...JOURNEY_LETTERS[kind], kind, departureId, createdAt: now })
        .returning()
        .get(),
    )
    for (const letter of added) recordBroadcast('drafted', letter, staff, now)
    return added.length
  })
}

/**
 * Copies the journey's own letters with a departure: drafts as drafts, others scheduled by the copy's dates.
 * What staff wrote to the travelers of one departure stays with it.
 */
export function copyJourneyLetters(from: Departure, to: Departure, now: Date, tx: Tx): void {
  for (const letter of lettersOf(from.id).filter(({ kind }) => kind !== 'written')) {
    const sendOn = letter.sendOn && addDays(letter.sendOn, daysFrom(from.startsOn, to.startsOn))
    const isOn = letter.state !== 'draft' && !isTooLate({ ...letter, sendOn }, to, businessDay(now))
    tx.insert(broadcasts)
      .values({
        ...{ ...textOf(letter), kind: letter.kind, sendOn, audience: ofAnyDeparture(letter.audience) },
        ...{ departureId: to.id, createdAt: now },
        state: isOn && letter.timing !== 'by-hand' ? 'scheduled' : 'draft',
      })
      .run()
  }
}

/** Rooms and travelers are of one departure alone. */
const ofAnyDeparture = (audience: Audience): Audience =>
  audience.ids.length > 0 ? { who: 'all', ids: [] } : audience
