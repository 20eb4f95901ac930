import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import {
  AdminHeading,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminHead,
  StatCard,
  StatCards,
} from '#app/ui/admin/admin-parts'
import { StatusTiles } from '#app/ui/admin/status-tiles'
import { Badge } from '#app/ui/badge'
import { Notice } from '#app/ui/notice'
import { type HealthScreen, healthScreen } from './health-screen.server'
import { HoursChart } from './hours-chart'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see health')
  return healthScreen(now())
}

export const meta = () => adminHead('How the site is doing')

export default function HealthPage() {
  const { now, wrong, status, figures, mostPercent, hours, jobs, seats, alerts } =
    useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading title="How the site is doing" lead={`As it was on ${now}, when this page was opened.`} />
      <Verdict wrong={wrong} />
      <StatCards>
        {figures.map((figure) => (
          <StatCard key={figure.label} {...figure} />
        ))}
      </StatCards>
      <div className="mb-6 grid gap-4 lg:grid-cols-2">
        <HoursChart
          title="Requests by the hour"
          unit="Requests"
          bars={hours.map(({ label, tick, requests }) => ({ label, tick, value: requests }))}
        />
        <HoursChart
          title={`Milliseconds within which ${mostPercent}% of pages were made`}
          unit="Milliseconds"
          bars={hours.map(({ label, tick, mostMs }) => ({ label, tick, value: mostMs }))}
        />
      </div>
      <div className="mb-6">
        <StatusTiles status={status} />
      </div>
      <div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
        <AdminPanel title="Jobs">
          <AdminTable caption="Jobs" columns={['Job', 'Last success', 'State']}>
            {jobs.map(({ job, name, lastSuccess, state }) => (
              <AdminRow key={job}>
                <th scope="row">{name}</th>
                <td>{lastSuccess}</td>
                <td>
                  <JobState state={state} />
                </td>
              </AdminRow>
            ))}
          </AdminTable>
        </AdminPanel>
        <Seats seats={seats} />
      </div>
      <Alerts alerts={alerts} />
    </>
  )
}

/** Whether anyone must act, in one sentence; then what it is, and what to do. */
function Verdict({ wrong }: Pick<HealthScreen, 'wrong'>) {
  if (wrong.length === 0)
    return <Notice tone="success" title="All is well: there is nothing to do." className="mb-6" />
  const shorts = [...new Set(wrong.map(({ short }) => short))]
  return (
    <Notice tone="danger" title={`Action needed: ${shorts.join('; ')}.`} className="mb-6">
      <ul className="grid gap-2">
        {wrong.map(({ key, found, advice }) => (
          <li key={key}>
            <span className="font-semibold">{found}</span> {advice}
          </li>
        ))}
      </ul>
      {wrong.some(({ kind }) => kind === 'mail-stuck') && (
        <p className="mt-2">
          Letters about any of this are waiting with the other mail; this page shows it instead.
        </p>
      )}
    </Notice>
  )
}

function JobState({ state }: { state: HealthScreen['jobs'][number]['state'] }) {
  if (state === 'in-part') return <Badge tone="failed">Failed in part</Badge>
  if (state === 'failed') return <Badge tone="failed">Failed, tried again</Badge>
  return state === 'late' ? <Badge tone="failed">Has not run</Badge> : <Badge tone="success">OK</Badge>
}

const Seats = ({ seats }: Pick<HealthScreen, 'seats'>) => (
  <AdminPanel title="Seats on sale">
    {seats.length === 0 ? (
      <p className="text-admin-soft text-sm">No departure is on sale.</p>
    ) : (
      <AdminTable caption="Seats on sale" columns={['Departure', 'Held or sold', 'Left']}>
        {seats.map(({ day, seats, left }) => (
          <AdminRow key={day}>
            <th scope="row">{day}</th>
            <td>{seats - left}</td>
            <td>{left}</td>
          </AdminRow>
        ))}
      </AdminTable>
    )}
  </AdminPanel>
)

const Alerts = ({ alerts }: Pick<HealthScreen, 'alerts'>) => (
  <AdminPanel title="Recent problems">
    {alerts.length === 0 ? (
      <p className="text-admin-soft text-sm">
        Nothing yet. Staff get a letter when something goes wrong, and another when it is over.
      </p>
    ) : (
      <AdminTable caption="Recent problems" columns={['What', 'From', 'Until']}>
        {alerts.map(({ id, found, from, until }) => (
          <AdminRow key={id}>
            <th scope="row" className="break-words">
              {found}
            </th>
            <td>{from}</td>
            <td>{until ?? <Badge tone="failed">Ongoing</Badge>}</td>
          </AdminRow>
        ))}
      </AdminTable>
    )}
  </AdminPanel>
)
