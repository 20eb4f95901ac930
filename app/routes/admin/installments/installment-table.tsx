import { Form } from '@remix-run/react'
import { installmentState } from '#app/bookings/installments/due'
import { REMINDERS, reminderKindOf } from '#app/money/reminders/reminder-kinds'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import {
  AdminPanel,
  AdminTable,
  adminButton,
  EmptyState,
  StatCard,
  StatCards,
} from '#app/ui/admin/admin-parts'
import { DepartureField, FilterLinks, Pager } from '#app/ui/admin/list-controls'
import { InstallmentBadge } from '#app/ui/installment-badge'
import type { InstallmentsScreen } from './installments-screen.server'
import { BookingLink } from './panels'

const FILTERS = [
  { state: 'all', label: 'All' },
  { state: 'unpaid', label: 'Unpaid' },
  { state: 'this-week', label: 'Due this week' },
  { state: 'overdue', label: 'Overdue' },
  { state: 'paid', label: 'Paid' },
] as const

type Props = {
  page: InstallmentsScreen['installments']
  departures: InstallmentsScreen['departures']
  totals: InstallmentsScreen['totals']
  today: string
}

/** All installments of bookings that stand, by due date. */
export function InstallmentTable({ page, departures, totals, today }: Props) {
  const chosen = departures.find(({ id }) => id === page.departureId)
  const query = (state: string) => {
    const words = new URLSearchParams({
      ...(state !== 'all' && { state }),
      ...(chosen && { departure: String(chosen.id) }),
    })
    return `?${words}`
  }
  return (
    <AdminPanel title="All installments">
      {departures.length > 1 && (
        <Form
          preventScrollReset
          className="admin-no-print mb-5 grid items-end gap-3 sm:grid-cols-[20rem_auto_1fr]"
        >
          {page.state !== 'all' && <input type="hidden" name="state" value={page.state} />}
          <DepartureField departures={departures} chosen={page.departureId} all="All departures" />
          <button type="submit" className={adminButton('plain', 'h-12.5')}>
            Show
          </button>
        </Form>
      )}
      <p className="mb-3 text-admin-soft text-xs">
        {chosen ? `Totals of ${chosen.dates}.` : departures.length > 1 && 'Totals of all departures.'}
      </p>
      <StatCards>
        <StatCard
          label="Installments paid"
          value={showCents(totals.collectedCents)}
          note="As planned, without deposits"
        />
        <StatCard label="Outstanding" value={showCents(totals.outstandingCents)} />
        <StatCard
          label="Overdue"
          value={showCents(totals.overdueCents)}
          note={`${totals.overdueCount} installment${totals.overdueCount === 1 ? '' : 's'}`}
        />
      </StatCards>
      <FilterLinks
        links={FILTERS.map(({ state, label }) => ({
          to: query(state),
          label,
          isCurrent: page.state === state,
        }))}
      />
      {page.rows.length === 0 ? (
        <EmptyState title="No installments here">
          {page.state === 'all'
            ? 'They appear with the first booking that is paid by deposit.'
            : 'No installment is in this state. Choose another one above.'}
        </EmptyState>
      ) : (
        <AdminTable
          caption="Installments by due date"
          columns={[
            'Due',
            'Traveler',
            'Reference',
            'Installment',
            { label: 'Amount', className: 'text-right' },
            'State',
            'Last reminder',
          ]}
        >
          {page.rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="whitespace-nowrap">
                {showDay(row.dueOn)}
              </th>
              <td dir="auto">{row.customerName}</td>
              <td>
                <BookingLink reference={row.reference} />
              </td>
              <td>{row.number || 'Deposit'}</td>
              <td className="text-right">{showCents(row.owedCents > 0 ? row.owedCents : row.amountCents)}</td>
              <td>
                <InstallmentBadge state={installmentState(row, row.paidAt !== null, today)} />
              </td>
              <td>{lastReminder(row.lastReminder)}</td>
            </tr>
          ))}
        </AdminTable>
      )}
      <Pager cursors={page.cursors} label="Pages of installments" hasLast={false} />
    </AdminPanel>
  )
}

function lastReminder(mailKind: string | null): string {
  const kind = reminderKindOf(mailKind ?? '')
  return kind ? REMINDERS[kind].label : 'None yet'
}
