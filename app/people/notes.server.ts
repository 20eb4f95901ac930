import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Day } from '#app/platform/days'
import { noteGone } from '#app/platform/gone-for-good.server'
import { changedSince, versionOf } from '#app/platform/lists/row-versions.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { contactInquiries as contacts, notes } from '#db/schema/people'

/** What a note stands on. */
export type NotedOn = { bookingId: number } | { contactId: number }

/** Of one booking, or of one person who wrote. */
export const NOTES_AT_MOST = 200

type Wish = {
  note: string
  /** With a day it is a task. */
  dueOn: Day | null
  /** One opened form: a second press of its button writes nothing. */
  formKey: string
  /** Absent for a new one. */
  noteId?: number | undefined
  /** What the note said as the form was opened (`versionOf`). */
  version?: string | undefined
}

export type Saved =
  | { noteId: number }
  /** 'gone': what it stood on. 'done': a task that someone has done is not changed anymore. */
  | { refused: 'gone' | 'too-many' | 'removed' | 'done' | 'changed' }

/** Writes a note, or changes one that is not done yet. */
export const saveNote = (on: NotedOn, wish: Wish, staff: Actor, now: Date): Saved =>
  immediately((tx) => {
    const subject = subjectOf(on, tx)
    if (!subject) return { refused: 'gone' }
    const { noteId } = wish
    return noteId === undefined
      ? addNote(on, subject, wish, staff, now, tx)
      : changeNote(on, subject, { ...wish, noteId }, staff, now, tx)
  })

function addNote(on: NotedOn, subject: string, wish: Wish, staff: Actor, now: Date, tx: Tx): Saved {
  const { note, dueOn, formKey } = wish
  const known = tx.select({ id: notes.id }).from(notes).where(eq(notes.formKey, formKey)).get()
  if (known) return { noteId: known.id }
  const there = tx.select({ count: count() }).from(notes).where(isOn(on)).get()
  if ((there?.count ?? 0) >= NOTES_AT_MOST) return { refused: 'too-many' }

  const { id } = tx
    .insert(notes)
    .values({ ...on, text: note, dueOn, formKey, writtenBy: staff.username, createdAt: now })
    .returning({ id: notes.id })
    .get()
  recordAct(now, { ...byStaff(staff), action: 'note-added', subject, detail: { dueOn } })
  return { noteId: id }
}

function changeNote(
  on: NotedOn,
  subject: string,
  { noteId, note: text, dueOn, version }: Wish & { noteId: number },
  staff: Actor,
  now: Date,
  tx: Tx,
): Saved {
  const known = tx.select(WORDS_AND_END).from(notes).where(isNote(on, noteId)).get()
  if (!known) return { refused: 'removed' }
  const { doneAt, ...stored } = known
  if (doneAt) return { refused: 'done' }
  const words = { text, dueOn }
  if (changedSince(version, stored, words)) return { refused: 'changed' }
  if (versionOf(stored) === versionOf(words)) return { noteId }

  tx.update(notes).set(words).where(eq(notes.id, noteId)).run()
  recordAct(now, { ...byStaff(staff), action: 'note-changed', subject, detail: { dueOn } })
  return { noteId }
}

/** Marks a task as done. False where it was, is none, or stands on something else. */
export function finishTask(on: NotedOn, id: number, staff: Actor, now: Date): boolean {
  return immediately((tx) => {
    const done = tx
      .update(notes)
      .set({ doneAt: now, doneBy: staff.username })
      .where(and(isNote(on, id), isNull(notes.doneAt), isNotNull(notes.dueOn)))
      .returning({ dueOn: notes.dueOn })
      .get()
    return record('note-done', on, done, staff, now, tx)
  })
}

/** Removes a note for good, also one that is done. False where it is gone, or stands on something else. */
export function removeNote(on: NotedOn, id: number, staff: Actor, now: Date): boolean {
  return immediately((tx) => {
    const gone = tx.delete(notes).where(isNote(on, id)).returning().get()
    if (gone) noteGone({ what: 'note', id, createdAt: gone.createdAt.getTime() }, now)
    return record('note-removed', on, gone && { dueOn: gone.dueOn }, staff, now, tx)
  })
}

function record(
  action: 'note-done' | 'note-removed',
  on: NotedOn,
  detail: { dueOn: Day | null } | undefined,
  staff: Actor,
  now: Date,
  tx: Tx,
): boolean {
  const subject = detail && subjectOf(on, tx)
  if (!subject) return false
  recordAct(now, { ...byStaff(staff), action, subject, detail })
  return true
}

/** What the audit log calls it; null where it is gone. */
function subjectOf(on: NotedOn, tx: Tx): string | null {
  if ('contactId' in on) {
    const contact = tx.select({ id: contacts.id }).from(contacts).where(eq(contacts.id, on.contactId)).get()
    return contact ? `contact:${contact.id}` : null
  }
  const named = { reference: bookings.reference }
  const booking = tx.select(named).from(bookings).where(eq(bookings.id, on.bookingId)).get()
  return booking ? `booking:${booking.reference}` : null
}

const isOn = (on: NotedOn) =>
  'bookingId' in on ? eq(notes.bookingId, on.bookingId) : eq(notes.contactId, on.contactId)

const isNote = (on: NotedOn, id: number) => and(eq(notes.id, id), isOn(on))

const WORDS_AND_END = { text: notes.text, dueOn: notes.dueOn, doneAt: notes.doneAt }

/** Written as the partial index has it, so that it is the one that is read. */
const isToDo = sql`${notes.dueOn} is not null and ${notes.doneAt} is null`

/** All notes on it: what is to do first, in the order of its days, then the others, newest first. */
export const notesOf = (on: NotedOn) =>
  db
    .select()
    .from(notes)
    .where(isOn(on))
    .orderBy(sql`iif(${isToDo}, ${notes.dueOn}, '9999')`, desc(notes.id))
    .limit(NOTES_AT_MOST)
    .all()
    .map((note) => ({ ...note, version: versionOf({ text: note.text, dueOn: note.dueOn }) }))

const SHOWN = 5
const COUNTED = 1_000
const EXCERPT = 120

const isDue = sql`${isToDo} and ${notes.dueOn} <= ${sql.placeholder('today')}`

const howMany = db
  .select({
    count: count(),
    late: sql<number>`coalesce(sum(due_on < ${sql.placeholder('today')}), 0)`,
  })
  .from(sql`(select due_on from ${notes} where ${isDue} order by due_on limit ${sql.raw(String(COUNTED))})`)
  .prepare()

const mostPressing = db
  .select({
    id: notes.id,
    text: sql<string>`substr(${notes.text}, 1, ${sql.raw(String(EXCERPT + 1))})`,
    dueOn: sql<Day>`${notes.dueOn}`,
    reference: bookings.reference,
    contactId: notes.contactId,
    name: sql<string>`coalesce(${bookings.customerName}, ${contacts.firstName} || ' ' || ${contacts.lastName})`,
  })
  .from(notes)
  .leftJoin(bookings, eq(bookings.id, notes.bookingId))
  .leftJoin(contacts, eq(contacts.id, notes.contactId))
  .where(isDue)
  .orderBy(asc(notes.dueOn), asc(notes.id))
  .limit(SHOWN)
  .prepare()

/**
 * Tasks due by `today`: the five most overdue with their first words, how many, and how many late; 1,000 at
 * most.
 */
export function tasksDue(today: Day) {
  const rows = mostPressing.all({ today }).map(({ text, ...task }) => ({ ...task, text: abbreviated(text) }))
  return { count: 0, late: 0, ...howMany.get({ today }), rows }
}

function abbreviated(text: string): string {
  const words = text.replace(/\s+/g, ' ')
  return words.length > EXCERPT ? `${words.slice(0, EXCERPT)}…` : words
}
