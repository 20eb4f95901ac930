import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LEADERS_AT_MOST } from '#app/bookings/leaders/save-leader.server'
import { businessDay } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { requireStaff } from '#app/server/guards/staff-session.server'
import {
  AdminHeading,
  AdminLink,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
  numbers,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { listLeaders } from '#app/views/leaders.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see leaders')
  const leaders = listLeaders()
  return {
    canAdd: leaders.length < LEADERS_AT_MOST,
    leaders: leaders.map(({ leader, travelers, paidCents }) => ({
      ...{ id: leader.id, name: leader.name, code: leader.code, state: leader.state, travelers },
      ...{ since: showDay(businessDay(leader.createdAt)), paid: showCents(paidCents) },
    })),
  }
}

export const meta = () => adminHead('Leaders')

const COLUMNS = ['Leader', 'Code', 'State', 'Since', numbers('Travelers'), numbers('Paid')]

const STATES = {
  applied: { tone: 'wait', words: 'Has applied' },
  approved: { tone: 'success', words: 'Approved' },
  ended: { tone: 'failed', words: 'Ended' },
} as const

export default function LeadersPage() {
  const { leaders, canAdd } = useLoaderData<typeof loader>()
  const may = useMay()
  return (
    <>
      <AdminHeading
        title="Leaders"
        lead="People who bring others: anyone who books with their link or code is their guest."
      >
        {canAdd && may('change leaders') && (
          <AdminLink to="/admin/leaders/new" tone="main">
            Add leader
          </AdminLink>
        )}
      </AdminHeading>
      {leaders.length === 0 ? (
        <EmptyState title="No leaders yet">
          Add someone who would bring a choir, a church or a family.
        </EmptyState>
      ) : (
        <AdminTable caption="Leaders, those who have applied first" columns={COLUMNS}>
          {leaders.map(({ id, name, code, state, since, travelers, paid }) => (
            <AdminRow key={id}>
              <th scope="row" className="wrap-anywhere">
                <Link
                  to={`/admin/leaders/${id}`}
                  className="font-semibold underline-offset-4 hover:underline"
                >
                  <bdi>{name}</bdi>
                </Link>
              </th>
              <td>{code ?? '–'}</td>
              <td>
                <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>
              </td>
              <td className="whitespace-nowrap">{since}</td>
              <td>{travelers}</td>
              <td>{paid}</td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
    </>
  )
}
