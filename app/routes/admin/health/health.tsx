import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useId } from 'react'
import { now } from '#app/platform/clock.server'
import { abbreviated } from '#app/platform/words'
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
import { SiteTroubles } from '#app/ui/admin/site-troubles'
import { StatusTiles } from '#app/ui/admin/status-tiles'
import { Badge } from '#app/ui/badge'
import { Notice } from '#app/ui/notice'
import { type HealthScreen, healthScreen } from './health-screen.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see health')
  return healthScreen(now())
}

export const meta = () => adminHead('Site health')

export default function HealthPage() {
  const { now, wrong, status, figures, mostPercent, hours, jobs, seats, alerts } =
    useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading title="Site health" lead={`As it was on ${now}, when this page was opened.`} />
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
          title={`Time to make ${mostPercent}% of pages (milliseconds)`}
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
  return <SiteTroubles wrong={wrong} />
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
      <AdminTable caption="Seats on sale" pairs columns={['Departure', 'Held or sold', 'Left']}>
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
        Nothing yet. Staff get an email when something goes wrong, and another when it is over.
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

type HourBar = {
  label: string
  /** Under the chart. */
  tick: string
  /** Null where nothing was measured. */
  value: number | null
}

type ChartProps = { title: string; unit: string; bars: HourBar[] }

const WIDTH = 360
const LEFT = 40
const PLOT = 90
const TOP = 8
const HEIGHT = TOP + PLOT + 24
const HOURS_TO_A_TICK = 6

/** One value for each hour, as bars, with the numbers in a table below. */
function HoursChart({ title, unit, bars }: ChartProps) {
  const measured = bars.filter(({ value }) => value)
  if (measured.length === 0) {
    return (
      <AdminPanel title={title} className="p-4 sm:p-5">
        <p className="text-admin-soft text-sm">
          Nothing has been measured yet: measuring begins when the site starts.
        </p>
      </AdminPanel>
    )
  }
  return (
    <AdminPanel title={title} className="p-4 sm:p-5">
      <Bars title={title} bars={bars} />
      <details className="mt-3">
        <summary className="w-fit py-1.5 font-semibold text-umber text-xs underline underline-offset-3">
          Show the numbers as a table
        </summary>
        <table className="admin-table mt-2">
          <thead>
            <tr>
              <th scope="col">Hour from</th>
              <th scope="col" className="text-right">
                {unit}
              </th>
            </tr>
          </thead>
          <tbody>
            {measured.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="text-right">{value?.toLocaleString('en-US')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </AdminPanel>
  )
}

function Bars({ title, bars }: Pick<ChartProps, 'title' | 'bars'>) {
  const id = useId()
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0))
  const last = bars.at(-1)
  const x = scaleBand({ domain: bars.map(({ label }) => label), range: [LEFT, WIDTH], padding: 0.25 })
  const y = scaleLinear({ domain: [0, most], range: [PLOT, 0], nice: 2 })
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-summary`}
      className="h-auto w-full"
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-summary`}>
        {`At most ${most.toLocaleString('en-US')}, in this hour ${(last?.value ?? 0).toLocaleString('en-US')}. The numbers are in the table below.`}
      </desc>
      <Group top={TOP}>
        {y.ticks(2).map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} className="stroke-admin-line" />
            <text
              x={LEFT - 6}
              y={y(value)}
              dy="0.33em"
              textAnchor="end"
              className="fill-admin-soft text-2xs tabular-nums"
            >
              {abbreviated(value)}
            </text>
          </g>
        ))}
        {bars
          .filter(({ value }) => value)
          .map(({ label, value }) => (
            <Bar
              key={label}
              x={x(label)}
              y={Math.min(y(value ?? 0), PLOT - 1)}
              width={x.bandwidth()}
              height={Math.max(1, PLOT - y(value ?? 0))}
              className="fill-lagoon"
            />
          ))}
        {bars
          .filter((_, index) => (bars.length - 1 - index) % HOURS_TO_A_TICK === 0)
          .map(({ label, tick }) => (
            <text
              key={label}
              x={(x(label) ?? 0) + x.bandwidth() / 2}
              y={PLOT + 16}
              textAnchor={label === last?.label ? 'end' : 'middle'}
              className="fill-admin-soft text-2xs"
            >
              {tick}
            </text>
          ))}
      </Group>
    </svg>
  )
}
