import { INSTALLMENT_FILTERS, installmentState, USUAL_FILTER } from '#app/bookings/installments/due'
import { REMINDERS, reminderKindOf } from '#app/money/reminder-kinds'
import { remindPath } from '#app/money/reminders/operations-form'
import { daysFrom } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import {
  AdminPanel,
  AdminRow,
  AdminTable,
  EmptyState,
  numbers,
  StatCard,
  StatCards,
} from '#app/ui/admin/admin-parts'
import { BookingLink, useMay } from '#app/ui/admin/admin-shell'
import { DepartureFilter, FilterLinks, Pager } from '#app/ui/admin/list-controls'
import { InstallmentBadge } from '#app/ui/badge'
import { Link, VisuallyHidden } from '#app/ui/link'
import type { InstallmentsScreen } from './installments-screen.server'

/** All installments of bookings that stand, by due date. */
export function InstallmentTable({ installments: page, departures, totals, today }: InstallmentsScreen) {
  const mayRemind = useMay()('change installments')
  const chosen = departures.find(({ id }) => id === page.departureId)
  const query = (state: string) => {
    const words = new URLSearchParams({
      ...(state !== USUAL_FILTER && { state }),
      ...(chosen && { departure: String(chosen.id) }),
    })
    return `?${words}`
  }
  return (
    <AdminPanel title="Installments">
      <DepartureFilter departures={departures} chosen={page.departureId} all="All departures">
        {page.state !== USUAL_FILTER && <input type="hidden" name="state" value={page.state} />}
      </DepartureFilter>
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
        links={Object.entries(INSTALLMENT_FILTERS).map(([state, label]) => ({
          to: query(state),
          label,
          isCurrent: page.state === state,
        }))}
      />
      {page.rows.length === 0 ? (
        <EmptyState title="No installments here">
          {page.state === 'all' || page.state === USUAL_FILTER
            ? 'They appear with the first booking that is paid by deposit.'
            : 'No installment is in this state. Choose another one above.'}
        </EmptyState>
      ) : (
        <AdminTable
          caption="Installments by due date"
          columns={[
            'Traveler',
            'Due',
            'Reference',
            'Installment',
            numbers('Amount'),
            'State',
            'Last reminder',
          ]}
        >
          {page.rows.map((row) => (
            <AdminRow key={row.id}>
              <th scope="row" dir="auto">
                {row.customerName}
              </th>
              <td className="min-w-24">{row.dueWords}</td>
              <td>
                <BookingLink reference={row.reference} />
              </td>
              <td>{row.number || 'Deposit'}</td>
              <td>{showCents(row.owedCents > 0 ? row.owedCents : row.amountCents)}</td>
              <td>
                <InstallmentBadge state={installmentState(row, row.paidAt !== null, today)} />
              </td>
              <td>
                {lastReminder(row.lastReminder)}
                {mayRemind && row.owedCents > 0 && row.number > 0 && (
                  <Link
                    to={remindPath(
                      {
                        reference: row.reference,
                        installmentNumber: row.number,
                        daysUntilDue: daysFrom(today, row.dueOn),
                      },
                      query(page.state),
                    )}
                    className="admin-quiet-button ml-3"
                  >
                    Remind
                    <VisuallyHidden>
                      {' '}
                      {row.customerName}, {row.reference}
                    </VisuallyHidden>
                  </Link>
                )}
              </td>
            </AdminRow>
          ))}
        </AdminTable>
      )}
      <Pager
        cursors={page.cursors}
        label="Pages of installments"
        shown={page.rows.length}
        total={page.total}
        hasLast={false}
      />
    </AdminPanel>
  )
}

function lastReminder(mailKind: string | null): string {
  const kind = reminderKindOf(mailKind ?? '')
  return kind ? REMINDERS[kind].label : 'None yet'
}
