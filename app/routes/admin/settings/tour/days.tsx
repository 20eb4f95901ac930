import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now } from '#app/clock.server'
import { addDays, showDay, showDays } from '#app/days'
import { keepTyped } from '#app/routes/admin/desk-form'
import { moveRow } from '#app/routes/admin/settings/move-row.server'
import { OrderedRow, OrderedRows } from '#app/routes/admin/settings/ordered-rows'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { readForm } from '#app/routes/read-form.server'
import { KIND_NAMES } from '#app/tour/day-kinds'
import { dayCount } from '#app/tour/departure'
import { daysOf } from '#app/tour/itinerary.server'
import { moveDay } from '#app/tour/save-day.server'
import { deskButton } from '#app/ui/desk/desk-button'
import { deskHead } from '#app/ui/desk/desk-head'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { EmptyState } from '#app/ui/desk/empty-state'
import { useMoving } from '#app/ui/desk/use-moving'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { namedDeparture } from './named-departure.server'

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
  return moveRow(form, `/admin/settings/tour/${departureId}/days`, (id, direction) =>
    moveDay(departureId, id, direction, staff, now()),
  )
}

export const clientAction = keepTyped({ title: 'Failed to move the day' })

export const meta: MetaFunction = () => deskHead('Days')

export default function DaysPage() {
  const { page, dates, length, days } = useLoaderData<typeof loader>()
  const moving = useMoving(days.map(({ id }) => id))
  return (
    <>
      <DeskHeading
        title={`Days of ${dates}`}
        lead="Their dates follow from their order and the first day. They belong to this departure alone."
      >
        <Link to={page} className={deskButton('plain')}>
          Back to the departure
        </Link>
        <Link to={`${page}/days/new`} className={deskButton('main')}>
          Add day
        </Link>
      </DeskHeading>
      {days.length > 0 && days.length !== length && (
        <Notice
          tone="wait"
          title={`The departure lasts ${length} days, and ${days.length} are told`}
          className="mb-5"
        >
          Add or remove some, or change its last day.
        </Notice>
      )}
      {days.length === 0 ? (
        <EmptyState title="No days yet">
          The journey’s page shows no itinerary and no map until there are some.
        </EmptyState>
      ) : (
        <OrderedRows moving={moving}>
          {days.map(({ id, title, about }, index) => (
            <OrderedRow
              key={id}
              row={{ id, name: title, to: `${page}/days/${id}` }}
              isFirst={index === 0}
              isLast={index === days.length - 1}
              moving={moving}
            >
              {about}
            </OrderedRow>
          ))}
        </OrderedRows>
      )}
    </>
  )
}
