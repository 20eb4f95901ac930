import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now } from '#app/clock.server'
import { keepTyped } from '#app/routes/admin/desk-form'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { deskHead } from '#app/ui/desk/desk-head'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { ClockPanel } from './clock-panel'
import { DailyRuns } from './daily-runs'
import { ForecastPanel } from './forecast-panel'
import { HowItWorks } from './how-it-works'
import { InstallmentTable } from './installment-table'
import { installmentsScreen } from './installments-screen.server'
import { LastRuns } from './last-runs'
import { ManualOperations } from './manual-operations'
import { operationFailure } from './operation-failures'
import { performOperation } from './perform-operation.server'
import { StatusTiles } from './status-tiles'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see installments')
  return installmentsScreen(new URL(request.url).searchParams, now())
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change installments')
  return performOperation(request, staff)
}

export const clientAction = keepTyped(operationFailure)

export const meta: MetaFunction = () => deskHead('Installments')

export default function InstallmentsPage() {
  const screen = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHeading
        title="Installment Automation"
        lead={`It is ${screen.now} in ${screen.zone}. Reminders and notices go out by themselves; here you see it before it happens.`}
      />
      <div className="grid grid-cols-1 gap-6">
        <StatusTiles status={screen.status} />
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <DailyRuns />
          <ManualOperations formKey={screen.formKey} />
        </div>
        <ForecastPanel forecast={screen.forecast} details={screen.detailsForecast} today={screen.today} />
        <InstallmentTable
          page={screen.installments}
          departures={screen.departures}
          totals={screen.totals}
          today={screen.today}
        />
        <LastRuns runs={screen.runs} />
        {screen.mayMoveClock && <ClockPanel now={screen.now} today={screen.today} />}
        <HowItWorks zone={screen.zone} siteAddress={screen.siteAddress} plans={screen.plans} />
      </div>
    </>
  )
}
