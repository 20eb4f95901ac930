import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now } from '#app/clock.server'
import { moveStory } from '#app/content/save-story.server'
import { travelerStories } from '#app/content/testimonials.server'
import { keepTyped } from '#app/routes/admin/desk-form'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { readForm } from '#app/routes/read-form.server'
import { deskButton } from '#app/ui/desk/desk-button'
import { deskHead } from '#app/ui/desk/desk-head'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { EmptyState } from '#app/ui/desk/empty-state'
import { useMoving } from '#app/ui/desk/use-moving'
import { Link } from '#app/ui/link'
import { moveRow } from './move-row.server'
import { OrderedRow, OrderedRows } from './ordered-rows'

const PAGE = '/admin/settings/stories'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return { stories: travelerStories() }
}

/** Moves a story one place up or down. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const form = await readForm(request, ['id', 'move'])
  return moveRow(form, PAGE, (id, direction) => moveStory(id, direction, staff, now()))
}

export const clientAction = keepTyped({ title: 'Failed to move the story' })

export const meta: MetaFunction = () => deskHead('Traveler stories')

export default function StoriesPage() {
  const { stories } = useLoaderData<typeof loader>()
  const moving = useMoving(stories.map(({ id }) => id))
  return (
    <>
      <DeskHeading title="Traveler stories" lead="The home page shows all of them, in this order.">
        <Link to={`${PAGE}/new`} className={deskButton('main')}>
          Add story
        </Link>
      </DeskHeading>
      {stories.length === 0 ? (
        <EmptyState title="No stories yet">Those you add appear on the home page.</EmptyState>
      ) : (
        <OrderedRows moving={moving}>
          {stories.map(({ id, name, location, rating, review }, index) => (
            <OrderedRow
              key={id}
              row={{ id, name, to: `${PAGE}/${id}` }}
              isFirst={index === 0}
              isLast={index === stories.length - 1}
              moving={moving}
            >
              {location} · {rating} of 5<span className="mt-0.5 line-clamp-2 text-ink">{review}</span>
            </OrderedRow>
          ))}
        </OrderedRows>
      )}
    </>
  )
}
