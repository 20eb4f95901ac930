import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { showDays } from '#app/platform/days'
import { moveRow } from '#app/routes/admin/settings/list-answers.server'
import { OrderedListPage } from '#app/routes/admin/settings/ordered-list'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { CHAPTER_NAMES } from '#app/tours/itinerary'
import { filesOf, notesIn, notesOf } from '#app/tours/trip-book.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminLink, adminHead } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  return {
    departure: `/admin/settings/tour/${departure.id}`,
    dates: showDays(departure.startsOn, departure.endsOn),
    files: filesOf(departure.id).length,
    notes: notesOf(departure.id).map(({ id, title, kind, isPublic }) => ({
      ...{ id, name: title, isPublic, about: title === CHAPTER_NAMES[kind] ? '' : CHAPTER_NAMES[kind] },
    })),
  }
}

/** Moves a chapter one place up or down. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  const form = await readForm(request, ['id', 'move'])
  return moveRow(form, `/admin/settings/tour/${id}/book`, staff, notesIn(id).move)
}

export const clientAction = stayOnFailure({ title: 'Failed to move the chapter' })

export const meta = () => adminHead('Trip book')

export default function TripBookPage() {
  const { departure, dates, files, notes } = useLoaderData<typeof loader>()
  return (
    <OrderedListPage
      title={`Trip book of ${dates}`}
      lead="Travelers open it by their own link and keep it on their phones. It begins with the days and their lodges; these chapters follow. What you change is marked for anyone who has read it already."
      links={
        <>
          <AdminLink to={departure}>Back to the departure</AdminLink>
          <AdminLink to={`${departure}/days`}>Days and lodges</AdminLink>
          <AdminLink to={`${departure}/book/files`}>Files ({files})</AdminLink>
        </>
      }
      page={`${departure}/book`}
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
}
