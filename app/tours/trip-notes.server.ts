import { and, asc, eq, sql } from 'drizzle-orm'
import { editableList } from '#app/site/editable-list.server'
import { db } from '#db/connection.server'
import { tripNotes } from '#db/schema'
import { TRIP_NOTES_AT_MOST, type TripNoteWords } from './trip-book-form'

export type TripNote = typeof tripNotes.$inferSelect

const ofDeparture = eq(tripNotes.departureId, sql.placeholder('departureId'))
const inOrder = [asc(tripNotes.position), asc(tripNotes.id)]
const all = db
  .select()
  .from(tripNotes)
  .where(ofDeparture)
  .orderBy(...inOrder)
  .prepare()
const ofThePage = db
  .select()
  .from(tripNotes)
  .where(and(ofDeparture, eq(tripNotes.isPublic, true)))
  .orderBy(...inOrder)
  .prepare()

/** The chapters of a departure's trip book besides its days, in order. */
export const notesOf = (departureId: number): TripNote[] => all.all({ departureId })

/** Those of them that staff show to everybody, on the journey's page. */
export const publicNotesOf = (departureId: number): TripNote[] => ofThePage.all({ departureId })

/** The chapters of a trip book, to be edited. */
export const notesIn = (departureId: number) =>
  editableList({
    table: tripNotes,
    of: { departureId },
    atMost: TRIP_NOTES_AT_MOST,
    wordsOf: ({ kind, title, text, isPublic }): TripNoteWords => ({ kind, title, text, isPublic }),
    event: 'trip-note',
    subject: () => `departure:${departureId}`,
    detail: ({ title }) => ({ title }),
  })
