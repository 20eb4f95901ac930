import { z } from 'zod'
import { paragraphs } from '#app/platform/typed/clean'
import { openedVersion, typedText } from '#app/platform/typed/text'
import { TRIP_CHAPTERS } from './trip-book'

export const TRIP_NOTE_LIMITS = { title: 80, text: 3_000 } as const
export const TRIP_NOTES_AT_MOST = 20
export const TRIP_NOTE_LABELS = {
  ...{ kind: 'Chapter', title: 'Heading', text: 'Text', isPublic: 'On the journey’s page' },
}

/** One chapter of a trip book, as staff write it. */
export const TripNoteForm = z.object({
  kind: z.enum(TRIP_CHAPTERS, { error: 'Please choose a chapter' }),
  title: typedText({ label: TRIP_NOTE_LABELS.title, atMost: TRIP_NOTE_LIMITS.title }),
  text: typedText({ label: TRIP_NOTE_LABELS.text, atMost: TRIP_NOTE_LIMITS.text, clean: paragraphs }),
  isPublic: z
    .string()
    .optional()
    .transform((sent) => sent === 'yes'),
  version: openedVersion(),
})

export type TripNoteWords = Omit<z.output<typeof TripNoteForm>, 'version'>

/** What staff say of a file. What the file really is, the server finds out. */
export const TripFileForm = z.object({
  title: typedText({ label: 'Name of the file', atMost: TRIP_NOTE_LIMITS.title }),
})
