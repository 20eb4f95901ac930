import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { characters } from '#app/platform/typed/fields'
import { EditRow, keepEdited, rowTexts } from '#app/routes/admin/settings/edit-row'
import { editRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { CHAPTER_NAMES, TRIP_CHAPTERS } from '#app/tours/itinerary'
import { TRIP_NOTE_LABELS, TRIP_NOTE_LIMITS, TRIP_NOTES_AT_MOST, TripNoteForm } from '#app/tours/tour-forms'
import { notesIn } from '#app/tours/trip-book.server'
import { adminHead } from '#app/ui/admin/admin-parts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'

const TEXTS = rowTexts('Remove', 'chapter')
const GONE = 'This chapter was removed in the meantime. Go back to the list and add it as a new one.'

const listOf = (departureId: number) => `/admin/settings/tour/${departureId}/book`

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const { id } = namedDeparture(params)
  return openRow(params.note, notesIn(id).open, { list: listOf(id) })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  return editRow(request, params.note, staff, {
    ...notesIn(id),
    ...{ schema: TripNoteForm, list: listOf(id) },
    labels: TRIP_NOTE_LABELS,
    say: { kind: (kind) => CHAPTER_NAMES[kind], isPublic: (isPublic) => (isPublic ? 'yes' : 'no') },
    refusals: {
      gone: { formErrors: [GONE] },
      'too-many': { formErrors: [`A trip book has ${TRIP_NOTES_AT_MOST} chapters at most.`] },
    },
    saved: ({ title }) => ({ title: 'Chapter saved', description: title }),
    removed: { title: 'Chapter removed', description: 'The trip book no longer shows it.' },
  })
}

export const clientAction = keepEdited(TEXTS)

export const meta = () => adminHead('Trip book')

export default function TripNotePage() {
  const { list, ...row } = useLoaderData<typeof loader>()
  const note = row.words
  return (
    <EditRow
      {...{ form: 'trip-note', texts: TEXTS, schema: TripNoteForm, list, row }}
      {...{ labels: TRIP_NOTE_LABELS, limits: TRIP_NOTE_LIMITS }}
      begin={note ? { ...note, isPublic: note.isPublic ? 'yes' : '' } : { kind: 'more' }}
      heading={note?.title ?? 'Add chapter'}
      removal={
        <>
          <strong dir="auto">{note?.title}</strong> disappears from this trip book. This cannot be undone.
        </>
      }
    >
      {(field) => (
        <>
          <SelectField
            {...field('kind')}
            required
            hint="What to pack becomes a checklist, one item per line."
          >
            {TRIP_CHAPTERS.map((kind) => (
              <option key={kind} value={kind}>
                {CHAPTER_NAMES[kind]}
              </option>
            ))}
          </SelectField>
          <SelectField {...field('isPublic')} optional hint="As a question and its answer, for everyone.">
            <option value="">Only in the trip book</option>
            <option value="yes">Also on the journey’s page</option>
          </SelectField>
          <TextField {...field('title')} required className="sm:col-span-2" />
          <TextAreaField
            {...field('text')}
            required
            rows={12}
            hint={`An empty line begins a paragraph. At most ${characters(TRIP_NOTE_LIMITS.text)}.`}
            className="sm:col-span-2"
          />
        </>
      )}
    </EditRow>
  )
}
