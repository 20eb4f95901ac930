import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { storyList } from '#app/site/lists.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { moveRow } from './list-answers.server'
import { OrderedListPage } from './ordered-list'

const PAGE = '/admin/settings/stories'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return { stories: storyList.all() }
}

/** Moves a story one place up or down. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  return moveRow(await readForm(request, ['id', 'move']), PAGE, staff, storyList.move)
}

export const clientAction = stayOnFailure({ title: 'Failed to move the story' })

export const meta = () => adminHead('Traveler stories')

export default function StoriesPage() {
  const { stories } = useLoaderData<typeof loader>()
  return (
    <OrderedListPage
      title="Traveler stories"
      lead="The home page shows all of them, in this order."
      page={PAGE}
      one="story"
      rows={stories.map(({ id, name, location, rating, review }) => ({
        ...{ id, name },
        about: (
          <>
            {location} · {rating} of 5<span className="mt-0.5 line-clamp-2 text-ink">{review}</span>
          </>
        ),
      }))}
      empty={{ title: 'No stories yet', note: 'Those you add appear on the home page.' }}
    />
  )
}
