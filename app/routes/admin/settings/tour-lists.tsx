import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  EditRow,
  OrderedListPage,
  rowTexts,
  stayOnListFailure,
} from '#app/routes/admin/settings/editable-list'
import { editList, goneRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { namedList, namedTour, tourSettings } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { TOUR_ITEMS_AT_MOST, TOUR_LISTS, tourItemFields, tourItemForm } from '#app/tours/tour-forms'
import { itemsIn, itemsOf } from '#app/tours/tour-lists.server'
import { AdminLink, adminHead } from '#app/ui/admin/admin-parts'

const FAILURES = {
  notMoved: { title: 'Failed to move it' },
  notSaved: { title: 'Failed to save it' },
  notRemoved: { title: 'Failed to remove it' },
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const kind = namedList(params)
  const [tour, page] = [namedTour(params), tourSettings(params)]
  if (params.id) return openRow(params.id, itemsIn(tour.id, kind).open, { kind, page })
  return { kind, page, items: itemsOf(tour.id)[kind] }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const kind = namedList(params)
  return editList(request, params.id, staff, {
    ...itemsIn(namedTour(params).id, kind),
    ...{ table: tourItemFields(kind), schema: tourItemForm(kind) },
    list: `${tourSettings(params)}/${kind}`,
    refusals: {
      gone: goneRow(TOUR_LISTS[kind].one),
      'too-many': { formErrors: [`A list has ${TOUR_ITEMS_AT_MOST} at most.`] },
    },
    saved: () => ({ title: 'Saved', description: 'The tour page shows it now.' }),
    removed: { title: 'Removed', description: 'The page no longer shows it.' },
  })
}

export const clientAction = stayOnListFailure(FAILURES)

const PAGE = 'The tour page'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminHead(data && 'items' in data ? TOUR_LISTS[data.kind].name : PAGE)

/** A list of the journey's page; or one thing of it, to be written. */
export default function TourItemsPage() {
  const loaded = useLoaderData<typeof loader>()
  if ('items' in loaded) return <Items {...loaded} />
  const { kind, page, ...row } = loaded
  const item = row.words
  const { one } = TOUR_LISTS[kind]
  const texts = { ...rowTexts('Remove', one, 'this'), ...FAILURES, save: 'Save', remove: 'Remove' }
  return (
    <EditRow
      {...{ form: 'tour-item', texts, table: tourItemFields(kind), schema: tourItemForm(kind) }}
      {...{ list: `${page}/${kind}`, row }}
      heading={item ? item.title || `Edit ${one}` : `Add ${one}`}
      removal={
        <>
          <strong dir="auto">{item?.title || item?.text}</strong> disappears from the tour page. This cannot
          be undone.
        </>
      }
      grid=""
    />
  )
}

type ItemsProps = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { items: unknown }>

const Items = ({ kind, page, items }: ItemsProps) => (
  <OrderedListPage
    title={TOUR_LISTS[kind].name}
    lead="The tour page shows them in this order."
    links={<AdminLink to={page}>Back to the tour page</AdminLink>}
    page={`${page}/${kind}`}
    one={TOUR_LISTS[kind].one}
    rows={items.map(({ id, title, text }) => ({ id, name: title || text, about: title && text }))}
    empty={{
      title: 'Nothing in this list yet',
      note: 'The tour page leaves it out until there is.',
    }}
  />
)
