import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { moveRow } from '#app/routes/admin/settings/list-answers.server'
import { OrderedListPage } from '#app/routes/admin/settings/ordered-list'
import { namedList } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { TOUR_LISTS } from '#app/tours/tour-forms'
import { itemsIn, itemsOf, theTour } from '#app/tours/tour-lists.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminLink, adminHead } from '#app/ui/admin/admin-parts'

const pageOf = (kind: string) => `/admin/settings/tour/lists/${kind}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const kind = namedList(params)
  return { kind, ...TOUR_LISTS[kind], items: itemsOf(theTour().id)[kind] }
}

/** Moves one row of the list up or down. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const kind = namedList(params)
  return moveRow(await readForm(request, ['id', 'move']), pageOf(kind), staff, itemsIn(kind).move)
}

export const clientAction = stayOnFailure({ title: 'Failed to move it' })

export const meta: MetaFunction<typeof loader> = ({ data }) => adminHead(data?.name ?? 'The tour page')

export default function TourItemsPage() {
  const { kind, name, one, items } = useLoaderData<typeof loader>()
  return (
    <OrderedListPage
      title={name}
      lead="The tour page shows them in this order."
      links={<AdminLink to="/admin/settings/tour/words">Back to the tour page</AdminLink>}
      page={pageOf(kind)}
      one={one}
      rows={items.map(({ id, title, text }) => ({ id, name: title || text, about: title && text }))}
      empty={{
        title: 'Nothing in this list yet',
        note: 'The tour page leaves it out until there is.',
      }}
    />
  )
}
