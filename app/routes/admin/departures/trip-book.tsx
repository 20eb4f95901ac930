import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  EditRow,
  OrderedListPage,
  rowTexts,
  stayOnListFailure,
} from '#app/routes/admin/settings/editable-list'
import { editList, goneRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { journeyPage } from '#app/site/page-words.server'
import { CHAPTER_NAMES } from '#app/tours/itinerary'
import { TRIP_NOTE, TRIP_NOTES_AT_MOST, TripNoteForm } from '#app/tours/tour-forms'
import { filesOf, notesIn, notesOf } from '#app/tours/trip-book.server'
import { AdminLink, adminHead } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'

const TEXTS = rowTexts('Remove', 'chapter')

const listOf = (departureId: number) => `/admin/departures/${departureId}/trip-book`

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  if (params.note) return openRow(params.note, notesIn(departure.id).open, { list: listOf(departure.id) })
  return {
    list: listOf(departure.id),
    cover: `/admin/settings/pages/${journeyPage(departure)}`,
    files: filesOf(departure.id).length,
    notes: notesOf(departure.id).map(({ id, title, kind, isPublic }) => ({
      ...{ id, name: title, isPublic, about: title === CHAPTER_NAMES[kind] ? '' : CHAPTER_NAMES[kind] },
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  return editList(request, params.note, staff, {
    ...notesIn(id),
    ...{ table: TRIP_NOTE, schema: TripNoteForm, list: listOf(id) },
    refusals: {
      gone: goneRow('chapter'),
      'too-many': { formErrors: [`A trip book has ${TRIP_NOTES_AT_MOST} chapters at most.`] },
    },
    saved: ({ title }) => ({ title: 'Chapter saved', description: title }),
    removed: { title: 'Chapter removed', description: 'The trip book no longer shows it.' },
  })
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = () => adminHead('Trip book')

/** The chapters of a trip book; or one of them, to be written. */
export default function TripBookPage() {
  const loaded = useLoaderData<typeof loader>()
  if ('notes' in loaded) return <Chapters {...loaded} />
  const { list, ...row } = loaded
  const note = row.words
  return (
    <EditRow
      {...{ form: 'trip-note', texts: TEXTS, table: TRIP_NOTE, schema: TripNoteForm, list, row }}
      heading={note?.title ?? 'Add chapter'}
      removal={
        <>
          <strong dir="auto">{note?.title}</strong> disappears from this trip book. This cannot be undone.
        </>
      }
    />
  )
}

type ChaptersProps = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { notes: unknown }>

const Chapters = ({ list, cover, files, notes }: ChaptersProps) => (
  <OrderedListPage
    title="Trip book"
    lead="Travelers open it by their own link and keep it on their phones. It begins with the days and their lodges; these chapters follow. What you change is marked for anyone who has read it already."
    links={
      <>
        <AdminLink to={`${list}/days`}>Days and lodges</AdminLink>
        <AdminLink to={cover}>Cover</AdminLink>
        <AdminLink to={`${list}/files`}>Files ({files})</AdminLink>
      </>
    }
    page={list}
    one="chapter"
    rows={notes.map(({ isPublic, ...note }) => ({
      ...note,
      ...(isPublic && { badge: <Badge tone="info">Also on the tour page</Badge> }),
    }))}
    empty={{
      title: 'No chapters yet',
      note: 'The trip book shows the days, their lodges, flights and rooms.',
    }}
  />
)
