import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { SUBSCRIBER_COLUMNS } from '#app/people/subscriber-columns.server'
import { STATE_COLUMN, SUBSCRIBER_WORDS, type SubscriberState } from '#app/people/subscriber-words'
import { subscriberPage, subscriberTotals } from '#app/people/subscribers.server'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { namesOf } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import {
  AdminHeading,
  AdminLink,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
} from '#app/ui/admin/admin-parts'
import { FilterLinks, Pager } from '#app/ui/admin/list-controls'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { Link, TextLink } from '#app/ui/link'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see newsletter')
  const query = new URL(request.url).searchParams
  const state = namesOf(SUBSCRIBER_WORDS).find((one) => one === query.get('state')) ?? null
  const { rows, cursors } = subscriberPage(state, requestedPage(query))
  return {
    state,
    totals: subscriberTotals(),
    cursors,
    columns: LISTED.map(({ header }) => header),
    subscribers: rows.map((row) => ({
      ...{ id: row.id, state: row.state },
      cells: LISTED.map(({ cell }) => cell(row)),
    })),
  }
}

const LISTED = SUBSCRIBER_COLUMNS.filter(({ isListed }) => isListed)

export const meta = () => adminHead('Subscribers')

const FILTERS: { state: SubscriberState | null; label: string }[] = [
  { state: null, label: 'All' },
  { state: 'confirmed', label: 'Confirmed' },
  { state: 'waiting', label: 'Waiting' },
  { state: 'left', label: 'Left' },
]

export default function SubscribersPage() {
  const { state, totals, columns, subscribers, cursors } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  return (
    <>
      <AdminHeading
        title="Subscribers"
        lead={
          <>
            Campaigns go to those who are confirmed. <TextLink to="/admin/campaigns">All campaigns</TextLink>
          </>
        }
      >
        <AdminLink to="/admin/subscribers/add">ADD SUBSCRIBERS</AdminLink>
      </AdminHeading>
      <Outlet />
      <FilterLinks
        links={FILTERS.map(({ state: of, label }) => ({
          to: of ? `?state=${of}` : '?',
          label: `${label} (${totals[of ?? 'all'].toLocaleString('en-US')})`,
          isCurrent: of === state,
        }))}
      />
      {subscribers.length === 0 ? (
        <NoSubscribers state={state} />
      ) : (
        <AdminTable caption="Subscribers" columns={[...columns, { label: 'Actions', hidden: true }]}>
          {subscribers.map((subscriber) => (
            <AdminRow key={subscriber.id}>
              {subscriber.cells.map((words, place) => {
                const column = columns[place]
                const Cell = place === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={column}
                    scope={place === 0 ? 'row' : undefined}
                    className="break-words"
                    dir="auto"
                  >
                    {column === STATE_COLUMN ? <Badge tone={TONES[subscriber.state]}>{words}</Badge> : words}
                  </Cell>
                )
              })}
              <td>
                {subscriber.state !== 'left' && (
                  <Link
                    to={`/admin/subscribers/${subscriber.id}/take-off${search}`}
                    preventScrollReset
                    aria-label={`Take off ${subscriber.cells[0]}`}
                    className="admin-quiet-button whitespace-nowrap"
                  >
                    Take off
                  </Link>
                )}
              </td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
      <Pager
        cursors={cursors}
        label="Pages of subscribers"
        shown={subscribers.length}
        total={totals[state ?? 'all']}
      />
    </>
  )
}

const TONES: Record<SubscriberState, BadgeTone> = { confirmed: 'success', waiting: 'wait', left: 'info' }

const NoSubscribers = ({ state }: { state: SubscriberState | null }) =>
  state === null ? (
    <EmptyState title="No subscribers yet">
      Anyone who asks for the newsletter on the home page will appear here, and those you add.
    </EmptyState>
  ) : (
    <EmptyState title="No one has this status">Choose another one above.</EmptyState>
  )
