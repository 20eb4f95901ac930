import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addDays, showDay, showDays } from '#app/platform/days'
import { moveRow } from '#app/routes/admin/settings/list-answers.server'
import { OrderedListPage } from '#app/routes/admin/settings/ordered-list'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { dayCount } from '#app/tours/departure'
import { KIND_NAMES } from '#app/tours/itinerary'
import { daysIn, daysOf } from '#app/tours/tour-lists.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminLink, adminHead } from '#app/ui/admin/admin-parts'
import { Notice } from '#app/ui/notice'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  return {
    departure: `/admin/settings/tour/${departure.id}`,
    dates: showDays(departure.startsOn, departure.endsOn),
    length: dayCount(departure),
    days: daysOf(departure.id).map(({ id, title, place, kinds }, index) => ({
      id,
      name: title,
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
  const { id } = namedDeparture(params)
  const form = await readForm(request, ['id', 'move'])
  return moveRow(form, `/admin/settings/tour/${id}/days`, staff, daysIn(id).move)
}

export const clientAction = stayOnFailure({ title: 'Failed to move the day' })

export const meta = () => adminHead('Days')

export default function DaysPage() {
  const { departure, dates, length, days } = useLoaderData<typeof loader>()
  return (
    <OrderedListPage
      title={`Days of ${dates}`}
      lead="Their dates follow from their order and the first day. They belong to this departure alone."
      links={<AdminLink to={departure}>Back to the departure</AdminLink>}
      page={`${departure}/days`}
      one="day"
      rows={days}
      empty={{
        title: 'No days yet',
        note: 'The tour page shows no itinerary and no map until there are some.',
      }}
    >
      {days.length > 0 && days.length !== length && (
        <Notice
          tone="wait"
          title={`The departure lasts ${length} days, and ${days.length} are described`}
          className="mb-5"
        >
          Add or remove some, or change its last day.
        </Notice>
      )}
    </OrderedListPage>
  )
}
