import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { DAYS_TO_PAY, DAYS_TO_PAY_ALL, installmentName } from '#app/bookings/installments/plan'
import { REMINDER_KINDS } from '#app/money/reminder-kinds'
import { now } from '#app/platform/clock.server'
import { showDay, showHour } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { JOB_HOURS } from '#app/server/schedule/job-hours'
import { INSTALLMENTS } from '#app/tours/promises'
import { DETAILS_ASKED_DAYS } from '#app/travelers/detail-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { StatusTiles } from '#app/ui/admin/status-tiles'
import { ForecastPanel } from './forecast-panel'
import { InstallmentTable } from './installment-table'
import { type InstallmentsScreen, installmentsScreen } from './installments-screen.server'
import { ManualOperations } from './manual-operations'
import { performOperation } from './perform-operation.server'
import { beginsWords, operationFailure } from './reminder-words'
import { ClockPanel, DailyRuns, LastRuns } from './run-panels'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see installments')
  return installmentsScreen(new URL(request.url).searchParams, now())
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change installments')
  return performOperation(request, staff)
}

export const clientAction = stayOnFailure(operationFailure)

export const meta = () => adminHead('Installments')

export default function InstallmentsPage() {
  const screen = useLoaderData<typeof loader>()
  const mayChange = useMay()('change installments')
  const reminded = useSearchParams()[0].get('remind')
  return (
    <>
      <AdminHeading
        title="Installment Automation"
        lead={`It is ${screen.now} in ${screen.zone}. Reminders and notices go out automatically; here you see them in advance.`}
      />
      <div className="grid grid-cols-1 gap-6">
        <StatusTiles status={screen.status} />
        <InstallmentTable {...screen} />
        {mayChange && (
          <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
            <DailyRuns />
            <ManualOperations key={reminded} formKey={screen.formKey} />
          </div>
        )}
        <ForecastPanel screen={screen} />
        <LastRuns runs={screen.runs} />
        {mayChange && screen.mayMoveClock && <ClockPanel now={screen.now} today={screen.today} />}
        <HowItWorks {...screen} />
      </div>
    </>
  )
}

const PLAN = [{ number: 1 }, { number: INSTALLMENTS }]

/** The payment schedule, the reminder timeline and the cron note. */
const HowItWorks = ({ zone, siteAddress, plans }: InstallmentsScreen) => (
  <AdminPanel title="How it works">
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
          <li>
            A late booking gets at least {DAYS_TO_PAY} days for the first and {DAYS_TO_PAY_ALL} for the final
            one, before departure.
          </li>
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
            {`${DETAILS_ASKED_DAYS.join(' and ')} days before a departure: a letter asks for travelers’ details that are missing.`}
          </li>
          <li>
            Travelers who have paid or canceled, are paying right now, or booked less than a day ago get none.
          </li>
        </ul>
      </div>
      <div>
        <h3 className="mb-1.5 font-semibold">Cron setup</h3>
        <p>
          {`Nothing needs to be set up: the site itself runs the reminders at ${showHour(JOB_HOURS.reminders)} and the overdue notices at ${showHour(JOB_HOURS.overdue)}, ${zone} time, and catches up after a late start.`}
        </p>
        <p className="mt-2">An outside cron may start them as well, with the token from CRON_TOKEN:</p>
        <pre className="mt-2 whitespace-pre-wrap break-words rounded-field bg-admin p-3 font-mono text-2xs">
          {['check-reminders', 'process-overdue']
            .map(
              (job) =>
                `curl -X POST \\\n -H "Authorization: Bearer $CRON_TOKEN" \\\n ${siteAddress}/api/admin/${job}`,
            )
            .join('\n')}
        </pre>
      </div>
    </div>
  </AdminPanel>
)
