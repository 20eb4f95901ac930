import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useId } from 'react'
import { abbreviated } from '#app/platform/words'
import { AdminPanel } from '#app/ui/admin/admin-parts'

type HourBar = {
  label: string
  /** Under the chart. */
  tick: string
  /** Null where nothing was measured. */
  value: number | null
}

type Props = { title: string; unit: string; bars: HourBar[] }

const WIDTH = 360
const LEFT = 40
const PLOT = 90
const TOP = 8
const HEIGHT = TOP + PLOT + 24
const HOURS_TO_A_TICK = 6

/** One value for each hour, as bars, with the numbers in a table below. */
export function HoursChart({ title, unit, bars }: Props) {
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

function Bars({ title, bars }: Pick<Props, 'title' | 'bars'>) {
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
