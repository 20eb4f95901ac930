import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { businessDay, now } from '#app/clock.server'
import { addDays, readDay, showInstant } from '#app/days'
import { env } from '#app/env.server'
import { installmentTotals } from '#app/installments/installment-list.server'
import { cents } from '#app/money'
import { whatWillBeSent } from '#app/reminders/what-will-be-sent.server'
import { keepTyped } from '#app/routes/admin/desk-form'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { reminderRuns } from '#app/schedule/daily-jobs.server'
import { lastRuns } from '#app/schedule/job-runs.server'
import { clockMayMove } from '#app/schedule/move-clock.server'
import { systemStatus } from '#app/schedule/system-status.server'
import { installmentAmounts } from '#app/tour/plan-sentence'
import { type Tour, theTour } from '#app/tour/tour.server'
import { deskHead } from '#app/ui/desk/desk-head'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { ClockPanel } from './clock-panel'
import { DailyRuns } from './daily-runs'
import { ForecastPanel } from './forecast-panel'
import { HowItWorks } from './how-it-works'
import { installmentPage } from './installment-page.server'
import { InstallmentTable } from './installment-table'
import { LastRuns } from './last-runs'
import { ManualOperations } from './manual-operations'
import { operationFailure } from './operation-failures'
import { performOperation } from './perform-operation.server'
import { StatusTiles } from './status-tiles'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see installments')
  const query = new URL(request.url).searchParams
  const at = now()
  const today = businessDay(at)
  const show = (instant: Date) => showInstant(instant, env.BUSINESS_TIMEZONE)
  const { next, ...status } = await systemStatus(at)
  return {
    status: { ...status, nextReminders: show(next.reminders), nextOverdue: show(next.overdue) },
    zone: env.BUSINESS_TIMEZONE,
    siteAddress: env.BASE_URL,
    today,
    now: show(at),
    mayMoveClock: clockMayMove(),
    forecast: whatWillBeSent(readDay(query.get('day')) ?? addDays(today, 1), at, reminderRuns(at)),
    totals: installmentTotals(today),
    installments: installmentPage(query, today),
    plans: plansOf(theTour()),
    formKey: crypto.randomUUID(),
    runs: lastRuns(['reminders', 'overdue'], 10).map((run) => ({
      id: run.id,
      job: run.job,
      startedAt: show(run.startedAt),
      startedBy: run.startedBy,
      seconds: run.finishedAt ? (run.finishedAt.getTime() - run.startedAt.getTime()) / 1_000 : null,
      counts: run.counts,
      error: run.error,
    })),
  }
}

const plansOf = (tour: Tour) => ({
  depositCents: tour.depositCents,
  firstDueOn: tour.firstInstallmentDueOn,
  finalDueOn: tour.finalInstallmentDueOn,
  doubleCents: installmentAmounts(tour.depositCents, tour.doublePriceCents)[0] ?? cents(0),
  singleCents: installmentAmounts(tour.depositCents, tour.singlePriceCents)[0] ?? cents(0),
})

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change installments')
  return performOperation(request, staff)
}

export const clientAction = keepTyped(operationFailure)

export const meta: MetaFunction = () => deskHead('Installments')

export type InstallmentsScreen = Awaited<ReturnType<typeof loader>>

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
        <ForecastPanel forecast={screen.forecast} today={screen.today} />
        <InstallmentTable page={screen.installments} totals={screen.totals} today={screen.today} />
        <LastRuns runs={screen.runs} />
        {screen.mayMoveClock && <ClockPanel now={screen.now} today={screen.today} />}
        <HowItWorks zone={screen.zone} siteAddress={screen.siteAddress} plans={screen.plans} />
      </div>
    </>
  )
}
