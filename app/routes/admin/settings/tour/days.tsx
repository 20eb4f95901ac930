import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addDays, showDay, showDays } from '#app/platform/days'
import { moveRow } from '#app/routes/admin/settings/list-answers.server'
import { OrderedList } from '#app/routes/admin/settings/ordered-list'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { dayCount } from '#app/tours/departure'
import { KIND_NAMES } from '#app/tours/itinerary'
import { daysIn, daysOf } from '#app/tours/tour-lists.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { Notice } from '#app/ui/notice'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  return {
    page: `/admin/settings/tour/${departure.id}`,
    dates: showDays(departure.startsOn, departure.endsOn),
    length: dayCount(departure),
    days: daysOf(departure.id).map(({ id, title, place, kinds }, index) => ({
      id,
      title,
      about: [
        showDay(addDays(departure.startsOn, index)),
        place,
        kinds.map((kind) => KIND_NAMES[kind]).join(' and '),
      ].join(' · '),
    })),
  }
}

/** Moves a day one place up or down; the dates stay in order. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id: departureId } = namedDeparture(params)
  const form = await readForm(request, ['id', 'move'])
  return moveRow(form, `/admin/settings/tour/${departureId}/days`, staff, (...day) =>
    daysIn(departureId).move(...day),
  )
}

export const clientAction = stayOnFailure({ title: 'Failed to move the day' })

export const meta = () => adminHead('Days')

export default function DaysPage() {
  const { page, dates, length, days } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading
        title={`Days of ${dates}`}
        lead="Their dates follow from their order and the first day. They belong to this departure alone."
      >
        <AdminLink to={page}>Back to the departure</AdminLink>
        <AdminLink to={`${page}/days/new`} tone="main">
          Add day
        </AdminLink>
      </AdminHeading>
      {days.length > 0 && days.length !== length && (
        <Notice
          tone="wait"
          title={`The departure lasts ${length} days, and ${days.length} are described`}
          className="mb-5"
        >
          Add or remove some, or change its last day.
        </Notice>
      )}
      <OrderedList
        rows={days.map(({ id, title, about }) => ({ id, name: title, to: `${page}/days/${id}`, about }))}
        empty={
          <EmptyState title="No days yet">
            The journey’s page shows no itinerary and no map until there are some.
          </EmptyState>
        }
      />
    </>
  )
}
