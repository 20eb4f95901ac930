import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { INSTALLMENT_FILTERS, installmentState, USUAL_FILTER } from '#app/bookings/installments/due'
import { installmentName, LATE_BOOKING_DUE } from '#app/bookings/installments/plan'
import { NOT_DONE, remindPath, toRemind } from '#app/money/reminders/operations-form'
import { REMINDERS, reminderKindOf } from '#app/money/reminders/reminder-kinds'
import { now } from '#app/platform/clock.server'
import { daysFrom, showDay, showHour } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { namesOf } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { JOB_HOURS } from '#app/server/schedule/job-hours'
import { INSTALLMENTS } from '#app/tours/promises'
import { DETAILS_ASKED_DAYS, travelerWords } from '#app/travelers/detail-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
  FoldedPanel,
  OnPhone,
  StatCard,
  StatCards,
} from '#app/ui/admin/admin-parts'
import { BookingLink, useMay } from '#app/ui/admin/admin-shell'
import { DepartureFilter, FilterLinks, Pager } from '#app/ui/admin/list-controls'
import { StatusTiles } from '#app/ui/admin/status-tiles'
import { InstallmentBadge } from '#app/ui/badge'
import { Link, VisuallyHidden } from '#app/ui/link'
import { REMINDER_KINDS } from '#db/values'
import { beginsWords, Forecast } from './forecast-panel'
import { type InstallmentsScreen, installmentsScreen } from './installments-screen.server'
import { ManualOperations } from './manual-operations'
import { performOperation } from './perform-operation.server'
import { ClockPanel, DailyRuns, LastRuns } from './run-panels'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see installments')
  return installmentsScreen(new URL(request.url).searchParams, now())
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change installments')
  return performOperation(request, staff)
}

export const clientAction = stayOnFailure((sent) => {
  const operation = namesOf(NOT_DONE).find((name) => name === sent.get('operation'))
  return NOT_DONE[operation ?? 'run']
})

export const meta = () => adminHead('Installments')

export default function InstallmentsPage() {
  const screen = useLoaderData<typeof loader>()
  const mayChange = useMay()('change installments')
  const [query] = useSearchParams()
  const reminded = query.get('remind')
  const isAnswered = useActionData() !== undefined
  const isDisturbed = screen.status.mail !== 'active' || screen.status.payments !== 'connected'
  return (
    <>
      <AdminHeading
        title="Installment Automation"
        lead={`It is ${screen.now} in ${screen.zone}. Reminders and notices go out automatically.`}
      />
      <div className="grid grid-cols-1 gap-4">
        <InstallmentTable {...screen} />
        <FoldedPanel title="Automation" isOpen={isDisturbed}>
          <StatusTiles status={screen.status} />
          {mayChange && <DailyRuns />}
          <LastRuns runs={screen.runs} />
        </FoldedPanel>
        {mayChange && (
          <FoldedPanel title="Manual operations" isOpen={reminded !== null || isAnswered}>
            <ManualOperations
              key={reminded}
              formKey={screen.formKey}
              isAutomatic={isAutomatic(screen.installments, query)}
            />
          </FoldedPanel>
        )}
        <FoldedPanel title="What will be sent" isOpen={query.has('day')}>
          <Forecast screen={screen} />
        </FoldedPanel>
        <FoldedPanel title="Payment schedule, reminders and cron">
          <HowItWorks {...screen} />
        </FoldedPanel>
        {mayChange && screen.mayMoveClock && <ClockPanel now={screen.now} today={screen.today} />}
      </div>
    </>
  )
}

/** Whether what is filled in for a reminder is charged by itself, as its row says. */
function isAutomatic({ rows }: InstallmentsScreen['installments'], query: URLSearchParams): boolean {
  const { reference, installmentNumber } = toRemind(query)
  return rows.some(
    (row) =>
      row.reference === reference && String(row.number) === installmentNumber && row.automatic !== null,
  )
}

/** All installments of bookings that stand, by due date. */
function InstallmentTable({ installments: page, departures, totals, today }: InstallmentsScreen) {
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
          brief
          columns={[
            'Traveler',
            'Due',
            'Reference',
            'Installment',
            { label: 'Amount', className: 'row-end sm:text-right' },
            'State',
            'Last reminder',
            ...(mayRemind ? [{ label: 'Remind', hidden: true, className: 'row-last' }] : []),
          ]}
        >
          {page.rows.map((row) => (
            <AdminRow key={row.id}>
              <th scope="row" dir="auto">
                {row.customerName}
              </th>
              <td className="sm:whitespace-nowrap">{row.dueWords}</td>
              <td>
                <BookingLink reference={row.reference} />
              </td>
              <td>
                {row.number > 0 && <OnPhone>Installment </OnPhone>}
                {row.number || 'Deposit'}
              </td>
              <td>{showCents(row.owedCents > 0 ? row.owedCents : row.amountCents)}</td>
              <td>
                <InstallmentBadge state={installmentState(row, row.paidAt !== null, today)} />
                {row.automatic && (
                  <span className="whitespace-nowrap text-admin-soft sm:block sm:text-xs">
                    <OnPhone> · </OnPhone>
                    {row.automatic}
                  </span>
                )}
              </td>
              <td className={row.lastReminder ? '' : 'max-sm:hidden'}>
                {lastReminder(row.lastReminder)}
                {row.lastReminder && <OnPhone> reminder sent</OnPhone>}
              </td>
              {mayRemind && (
                <td>
                  {row.owedCents > 0 && row.number > 0 && (
                    <Link
                      to={remindPath(
                        {
                          reference: row.reference,
                          installmentNumber: row.number,
                          daysUntilDue: daysFrom(today, row.dueOn),
                        },
                        query(page.state),
                      )}
                      className="admin-quiet-button"
                    >
                      Remind
                      <VisuallyHidden>
                        {' '}
                        {row.customerName}, {row.reference}
                      </VisuallyHidden>
                    </Link>
                  )}
                </td>
              )}
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

function lastReminder(last: InstallmentsScreen['installments']['rows'][number]['lastReminder']): string {
  const kind = reminderKindOf(last?.kind ?? '')
  if (!kind) return 'None yet'
  return `${REMINDERS[kind].label}${last?.traveler ? ` (${travelerWords(last.traveler)})` : ''}`
}

const PLAN = [{ number: 1 }, { number: INSTALLMENTS }]

/** The payment schedule, the reminder timeline and the cron note. */
const HowItWorks = ({ zone, siteAddress, plans }: InstallmentsScreen) => (
  <div className="grid gap-6 text-sm lg:grid-cols-3">
    <div>
      <h3 className="mb-1.5 font-semibold">Payment schedule</h3>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{showCents(plans.depositCents)} deposit at booking.</li>
        <li>
          {installmentName(1, PLAN)} on {showDay(plans.firstDueOn)}: {showCents(plans.doubleCents)} (double)
          or {showCents(plans.singleCents)} (single).
        </li>
        <li>
          {installmentName(INSTALLMENTS, PLAN)} on {showDay(plans.finalDueOn)}: the same amount.
        </li>
        <li>{LATE_BOOKING_DUE}</li>
        <li>Bookings paid in full have no installments.</li>
      </ul>
    </div>
    <div>
      <h3 className="mb-1.5 font-semibold">Reminder timeline</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {REMINDER_KINDS.map((kind) => (
          <li key={kind}>{beginsWords(kind)}</li>
        ))}
        <li>Each goes out once. After a missed day, only the most pressing one is sent.</li>
        <li>
          {`${DETAILS_ASKED_DAYS.join(' and ')} days before a departure: an email asks for travelers’ details that are missing.`}
        </li>
        <li>
          Travelers who have paid or canceled, are paying right now, or booked less than a day ago get none.
        </li>
      </ul>
    </div>
    <div>
      <h3 className="mb-1.5 font-semibold">Cron setup</h3>
      <p>
        {`Nothing needs to be set up: the site itself runs the reminders at ${showHour(JOB_HOURS.reminders)} and the overdue notices at ${showHour(JOB_HOURS.overdue)}, ${zone}, and catches up after a late start.`}
      </p>
      <p className="mt-2">An outside cron may start them as well, with the token from CRON_TOKEN:</p>
      <pre className="mt-2 wrap-anywhere whitespace-pre-wrap rounded-field bg-admin p-3 font-mono text-2xs">
        {['check-reminders', 'process-overdue']
          .map(
            (job) =>
              `curl -X POST \\\n -H "Authorization: Bearer $CRON_TOKEN" \\\n ${siteAddress}/api/admin/${job}`,
          )
          .join('\n')}
      </pre>
    </div>
  </div>
)
