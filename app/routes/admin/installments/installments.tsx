import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { keepTyped } from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { StatusTiles } from '#app/ui/admin/status-tiles'
import { ClockPanel } from './clock-panel'
import { ForecastPanel, HowItWorks } from './forecast-panel'
import { InstallmentTable } from './installment-table'
import { installmentsScreen } from './installments-screen.server'
import { ManualOperations } from './manual-operations'
import { DailyRuns, LastRuns } from './panels'
import { performOperation } from './perform-operation.server'
import { operationFailure } from './reminder-words'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see installments')
  return installmentsScreen(new URL(request.url).searchParams, now())
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change installments')
  return performOperation(request, staff)
}

export const clientAction = keepTyped(operationFailure)

export const meta: MetaFunction = () => adminHead('Installments')

export default function InstallmentsPage() {
  const screen = useLoaderData<typeof loader>()
  const mayChange = useMay()('change installments')
  const reminded = useSearchParams()[0].get('remind')
  return (
    <>
      <AdminHeading
        title="Installment Automation"
        lead={`It is ${screen.now} in ${screen.zone}. Reminders and notices go out by themselves; here you see it before it happens.`}
      />
      <div className="grid grid-cols-1 gap-6">
        <StatusTiles status={screen.status} />
        <InstallmentTable
          page={screen.installments}
          departures={screen.departures}
          totals={screen.totals}
          today={screen.today}
        />
        {mayChange && (
          <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
            <DailyRuns />
            <ManualOperations key={reminded} formKey={screen.formKey} />
          </div>
        )}
        <ForecastPanel
          offers={screen.waitlistOffers}
          forecast={screen.forecast}
          details={screen.detailsForecast}
          letters={screen.departureLetters}
          choices={screen.choicesEnding}
          today={screen.today}
        />
        <LastRuns runs={screen.runs} />
        {mayChange && screen.mayMoveClock && <ClockPanel now={screen.now} today={screen.today} />}
        <HowItWorks zone={screen.zone} siteAddress={screen.siteAddress} plans={screen.plans} />
      </div>
    </>
  )
}
