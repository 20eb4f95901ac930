import { createHash } from 'node:crypto'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import { namesOf, valuesOf } from '#app/platform/typed/fields'
import { editableList } from '#app/site/editable-list.server'
import { discardPrivate, readPrivate, storePrivate } from '#app/site/photo-files.server'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { tripFiles, tripNotes } from '#db/schema/tours'
import { TRIP_FILE_BYTES_AT_MOST, TRIP_FILES_AT_MOST, type TripFileRefusal } from './itinerary'
import { TRIP_NOTE, TRIP_NOTES_AT_MOST, type TripNoteWords } from './tour-forms'
import { storedLodgingOf } from './tour-lists.server'
import { hasInvented, withoutInventedOffice } from './trip-stand-ins.server'

export type TripFile = typeof tripFiles.$inferSelect

const filesInOrder = db
  .select()
  .from(tripFiles)
  .where(eq(tripFiles.departureId, sql.placeholder('departureId')))
  .orderBy(asc(tripFiles.title), asc(tripFiles.id))
  .prepare()

/** The files of a departure's trip book, by their names. */
export const filesOf = (departureId: number): TripFile[] => filesInOrder.all({ departureId })

const ENDINGS: Record<TripFile['ending'], { type: string; beginning: Buffer }> = {
  pdf: { type: 'application/pdf', beginning: Buffer.from('%PDF-') },
  jpg: { type: 'image/jpeg', beginning: Buffer.from([0xff, 0xd8, 0xff]) },
  png: {
    type: 'image/png',
    beginning: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
}

/** What a file is by its first bytes; undefined for all that a trip book does not take. */
const endingOf = (bytes: Buffer): TripFile['ending'] | undefined =>
  namesOf(ENDINGS).find((ending) => {
    const { beginning } = ENDINGS[ending]
    return bytes.subarray(0, beginning.length).equals(beginning)
  })

const nameOf = (digest: string): string => `trip-${digest}`

type Kept = { id: number } | { refused: TripFileRefusal }

/**
 * Adds a file to a departure's trip book: first to the disk, then its row. Refuses what is no PDF, JPEG or
 * PNG, a file that is too large or there already, and one too many.
 */
export async function addTripFile(
  departureId: number,
  { title, bytes }: { title: string; bytes: Buffer },
  actor: Actor,
  now: Date,
): Promise<Kept> {
  if (bytes.length === 0) return { refused: 'missing' }
  if (bytes.length > TRIP_FILE_BYTES_AT_MOST) return { refused: 'too-large' }
  const ending = endingOf(bytes)
  if (!ending) return { refused: 'wrong-kind' }
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await storePrivate(nameOf(digest), bytes)
  const kept = immediately((tx): Kept => {
    const here = tx
      .select({ digest: tripFiles.digest })
      .from(tripFiles)
      .where(eq(tripFiles.departureId, departureId))
      .all()
    if (here.some((file) => file.digest === digest)) return { refused: 'already-here' }
    if (here.length >= TRIP_FILES_AT_MOST) return { refused: 'too-many' }
    const row = { departureId, title, ending, digest, bytes: bytes.length }
    const { id } = tx
      .insert(tripFiles)
      .values({ ...row, createdBy: actor.username, changedAt: now })
      .returning({ id: tripFiles.id })
      .get()
    record('trip-file-added', row, actor, now)
    return { id }
  })
  if ('refused' in kept && kept.refused === 'too-many') await discardUnlessNamed(digest)
  return kept
}

/** Removes a file from a departure's trip book; false where it is gone. Its bytes go with the last row. */
export async function removeTripFile(
  departureId: number,
  id: number,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const removed = immediately((tx) => {
    const isThis = and(eq(tripFiles.id, id), eq(tripFiles.departureId, departureId))
    const file = tx.select().from(tripFiles).where(isThis).get()
    if (!file) return null
    tx.delete(tripFiles).where(isThis).run()
    record('trip-file-removed', file, actor, now)
    return file
  })
  if (removed) await discardUnlessNamed(removed.digest)
  return removed !== null
}

const record = (
  action: 'trip-file-added' | 'trip-file-removed',
  { departureId, title }: Pick<TripFile, 'departureId' | 'title'>,
  actor: Actor,
  now: Date,
) => recordDepartureAct(now, departureId, byStaff(actor), action, { title })

/** Drops the bytes of a file that no departure has. */
export async function discardUnlessNamed(digest: string): Promise<void> {
  if (immediately((tx) => isNamed(digest, tx))) return
  await discardPrivate(nameOf(digest))
}

const isNamed = (digest: string, tx: Tx): boolean =>
  (tx.select({ rows: count() }).from(tripFiles).where(eq(tripFiles.digest, digest)).get()?.rows ?? 0) > 0

/** A file of a departure's trip book with its bytes; null where there is none, or its bytes are not here. */
export async function tripFileOf(
  departureId: number,
  id: number,
): Promise<{ file: TripFile; type: string; bytes: Buffer<ArrayBuffer> } | null> {
  const file = filesOf(departureId).find((one) => one.id === id)
  const bytes = file && (await readPrivate(nameOf(file.digest)))
  return file && bytes ? { file, type: ENDINGS[file.ending].type, bytes } : null
}

export type TripNote = typeof tripNotes.$inferSelect

const notesInOrder = db
  .select()
  .from(tripNotes)
  .where(eq(tripNotes.departureId, sql.placeholder('departureId')))
  .orderBy(asc(tripNotes.position), asc(tripNotes.id))
  .prepare()

/** The chapters of a departure's trip book besides its days, in order. */
export const notesOf = (departureId: number): TripNote[] =>
  notesInOrder.all({ departureId }).map(withoutInventedOffice)

/** Whether a departure's trip book still has something that the seed invented. */
export const isTripBookInvented = (departureId: number): boolean =>
  hasInvented(storedLodgingOf(departureId), notesInOrder.all({ departureId }))

/** Those of them that staff show to everyone, on the journey's page. */
export const publicNotesOf = (departureId: number): TripNote[] =>
  notesOf(departureId).filter(({ isPublic }) => isPublic)

/** The chapters of a trip book, to be edited. */
export const notesIn = (departureId: number) =>
  editableList({
    table: tripNotes,
    of: { departureId },
    atMost: TRIP_NOTES_AT_MOST,
    wordsOf: (row): TripNoteWords => valuesOf(TRIP_NOTE, row),
    event: 'trip-note',
    subject: () => `departure:${departureId}`,
    detail: ({ title }) => ({ title }),
  })
