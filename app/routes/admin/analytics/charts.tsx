import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { AreaClosed, Bar, LinePath } from '@visx/shape'
import { useId } from 'react'
import type { ChartPoint } from '#app/analytics/figures.server'
import { centsOf, showCents, showCentsInShort } from '#app/platform/money'
import { abbreviated } from '#app/platform/words'
import { AdminPanel } from '#app/ui/admin/admin-parts'

type Props = {
  points: ChartPoint[]
  width: number
  summary: string
  /** Whether hovering a day shows its numbers. */
  hasPointer: boolean
  className: string
}

const LEFT = 52
const RIGHT = 8
const PLOT = 132
const VIEWS_TOP = 34
const REVENUE_TOP = VIEWS_TOP + PLOT + 56
const HEIGHT = REVENUE_TOP + PLOT + 34
const TICK_ROOM = 84

/** Page views above revenue, over the same days: two scales, so two plots. */
function ViewsChart({ points, width, summary, hasPointer, className }: Props) {
  const id = useId()
  const x = scaleBand({
    domain: points.map(({ label }) => label),
    range: [LEFT, width - RIGHT],
    padding: points.length > 60 ? 0.15 : 0.3,
  })
  const views = heights(points.map((point) => point.views))
  const revenue = heights(points.map((point) => point.revenueCents / 100))
  const middle = ({ label }: ChartPoint) => (x(label) ?? 0) + x.bandwidth() / 2
  const over = points.filter(({ isUnfinished }) => !isUnfinished)
  const soFar = points.filter(({ isUnfinished }) => isUnfinished)
  const ticks = spread(points, Math.max(2, Math.floor((width - LEFT) / TICK_ROOM)))

  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-summary`}
      className={`h-auto w-full ${className}`}
    >
      <title id={`${id}-title`}>Page views and revenue over time</title>
      <desc id={`${id}-summary`}>{summary}</desc>

      <Group top={VIEWS_TOP}>
        <PlotTitle swatch="fill-lagoon">Page views</PlotTitle>
        <Lines scale={views} width={width} />
        <AreaClosed
          data={over}
          x={middle}
          y={(point) => views(point.views)}
          yScale={views}
          className="fill-lagoon opacity-15"
        />
        <LinePath
          data={over}
          x={middle}
          y={(point) => views(point.views)}
          className="fill-none stroke-2 stroke-lagoon"
        />
        {points.length <= 31 && (
          <path
            d={over.map((point) => `M${middle(point)},${views(point.views)}h0`).join('')}
            strokeWidth={5}
            strokeLinecap="round"
            className="stroke-lagoon"
          />
        )}
        {soFar.map((point) => (
          <circle
            key={point.label}
            cx={middle(point)}
            cy={views(point.views)}
            r={4}
            className="fill-white stroke-2 stroke-lagoon"
          />
        ))}
        <Scale scale={views} show={(value) => abbreviated(value)} />
      </Group>

      <Group top={REVENUE_TOP}>
        <PlotTitle swatch="fill-umber">Revenue</PlotTitle>
        <Lines scale={revenue} width={width} />
        {points
          .filter(({ revenueCents }) => revenueCents !== 0)
          .map((point) => {
            const end = revenue(point.revenueCents / 100)
            return (
              <Bar
                key={point.label}
                x={x(point.label)}
                y={Math.min(end, revenue(0))}
                width={x.bandwidth()}
                height={Math.max(1, Math.abs(revenue(0) - end))}
                strokeDasharray={point.isUnfinished ? '3 3' : undefined}
                className={point.isUnfinished ? 'fill-umber/30 stroke-umber' : 'fill-umber'}
              />
            )
          })}
        <Scale scale={revenue} show={(dollars) => showCentsInShort(centsOf(dollars))} />
        <AxisBottom
          scale={x}
          top={PLOT}
          tickValues={ticks.map(({ label }) => label)}
          tickFormat={(label) => points.find((point) => point.label === label)?.tick ?? ''}
          axisLineClassName="stroke-admin-line"
          tickClassName="[&_line]:stroke-admin-line"
          tickComponent={({ x, y, formattedValue }: TickRendererProps) => (
            <text x={x} y={y + 4} textAnchor="middle" className="fill-admin-soft text-2xs">
              {formattedValue}
            </text>
          )}
        />
      </Group>

      {(hasPointer ? points : []).map((point) => (
        <rect
          key={point.label}
          x={(x(point.label) ?? 0) - (x.step() - x.bandwidth()) / 2}
          y={0}
          width={x.step()}
          height={HEIGHT}
          className="fill-ink opacity-0 hover:opacity-5"
        >
          <title>{`${point.label}: ${point.views.toLocaleString('en-US')} views, ${showCents(point.revenueCents)}`}</title>
        </rect>
      ))}
    </svg>
  )
}

type Heights = ReturnType<typeof heights>

/** From zero, or the deepest refund, to the highest value. */
const heights = (values: number[]) =>
  scaleLinear({
    domain: [Math.min(0, ...values), Math.max(1, ...values)],
    range: [PLOT, 0],
    nice: 4,
  })

const wholeTicks = (scale: Heights) => scale.ticks(4).filter(Number.isInteger)

const PlotTitle = ({ swatch, children }: { swatch: string; children: string }) => (
  <>
    <rect x={0} y={-25} width={10} height={10} rx={2} className={swatch} />
    <text x={16} y={-16} className="fill-ink text-2xs font-semibold">
      {children}
    </text>
  </>
)

const Lines = ({ scale, width }: { scale: Heights; width: number }) =>
  wholeTicks(scale).map((value) => (
    <line
      key={value}
      x1={LEFT}
      x2={width - RIGHT}
      y1={scale(value)}
      y2={scale(value)}
      className={value === 0 ? 'stroke-field' : 'stroke-admin-line'}
    />
  ))

const Scale = ({ scale, show }: { scale: Heights; show: (value: number) => string }) => (
  <AxisLeft
    scale={scale}
    left={LEFT}
    hideAxisLine
    hideTicks
    tickValues={wholeTicks(scale)}
    tickFormat={(value) => show(Number(value))}
    tickComponent={({ x, y, formattedValue }: TickRendererProps) => (
      <text x={x} y={y} dy="0.33em" textAnchor="end" className="fill-admin-soft text-2xs tabular-nums">
        {formattedValue}
      </text>
    )}
  />
)

/** At most this many points, the first among them, evenly apart. */
const spread = (points: ChartPoint[], most: number) => {
  const step = Math.ceil(points.length / most)
  return points.filter((_, index) => index % step === 0)
}

const PHONE = 330

/** Widths in pixels: the chart is drawn for each, so that its words keep their size; one is visible. */
const WIDTHS = [
  [PHONE, 'sm:hidden'],
  [680, 'hidden sm:block'],
] as const

type ChartPanelProps = { points: ChartPoint[]; period: string }

export function ChartPanel({ points, period }: ChartPanelProps) {
  if (points.every(({ views, revenueCents }) => views === 0 && revenueCents === 0)) {
    return (
      <AdminPanel title="Views and revenue over time" className="p-4 sm:p-5">
        <p className="text-admin-soft text-sm">No page views or revenue in this period.</p>
      </AdminPanel>
    )
  }
  const summary = inWords(points, period)
  const last = points.at(-1)
  return (
    <AdminPanel title="Views and revenue over time" className="p-4 sm:p-5">
      {WIDTHS.map(([width, className]) => (
        <ViewsChart key={width} {...{ points, width, summary, className }} hasPointer={width > PHONE} />
      ))}
      {last?.isUnfinished && (
        <p className="mt-1 text-2xs text-admin-soft">
          {last.isWeek ? 'The last week' : 'Today'} is not over: its point stands alone, its bar is pale.
        </p>
      )}
      <NumbersTable
        summary="Show the numbers as a table"
        label="Views and revenue as a table"
        points={points}
        columns={COLUMNS}
      />
    </AdminPanel>
  )
}

type Column = [label: string, shown: (point: ChartPoint) => string]

const COLUMNS: Column[] = [
  ['Page views', ({ views }) => views.toLocaleString('en-US')],
  ['Visitors', ({ visitors }) => visitors.toLocaleString('en-US')],
  ['Bookings', ({ bookings }) => bookings.toLocaleString('en-US')],
  ['Revenue', ({ revenueCents }) => showCents(revenueCents)],
]

type NumbersProps = { summary: string; label: string; points: ChartPoint[]; columns: Column[] }

export const OPENS_NUMBERS = 'w-fit py-1.5 font-semibold text-umber text-xs underline underline-offset-3'

/** A row for each day or week, behind a line that opens. */
export const NumbersTable = ({ summary, label, points, columns }: NumbersProps) => (
  <details className="mt-3">
    <summary className={OPENS_NUMBERS}>{summary}</summary>
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="mt-2 max-h-96 overflow-auto rounded-field border border-admin-line"
    >
      <table className="admin-table">
        <thead className="sticky top-0">
          <tr>
            <th scope="col">{points[0]?.isWeek ? 'Week' : 'Day'}</th>
            {columns.map(([column]) => (
              <th key={column} scope="col" className="text-right">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row" className="whitespace-nowrap">
                {point.label}
              </th>
              {columns.map(([column, shown]) => (
                <td key={column} className="text-right">
                  {shown(point)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
)

/** The chart for those who cannot see it. */
function inWords(points: ChartPoint[], period: string): string {
  const views = points.reduce((sum, point) => sum + point.views, 0)
  const cents = points.reduce((sum, point) => sum + point.revenueCents, 0) as ChartPoint['revenueCents']
  const best = points.reduce((most, point) => (point.views > most.views ? point : most), points[0] ?? NOTHING)
  const peak = views > 0 ? ` Most views, ${best.views.toLocaleString('en-US')}: ${best.label}.` : ''
  return `${period}: ${views.toLocaleString('en-US')} page views and ${showCents(cents)} of revenue.${peak} The numbers are in the table below.`
}

const NOTHING = { label: '', views: 0 }
