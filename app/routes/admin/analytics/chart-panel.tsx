import type { ChartPoint } from '#app/analytics/chart-points'
import { showCents } from '#app/money'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { ViewsChart } from './views-chart'

const PHONE = 330

/** Widths in pixels that the chart is drawn for, so that its words keep their size; one of them is seen. */
const WIDTHS = [
  [PHONE, 'sm:hidden'],
  [680, 'hidden sm:block xl:hidden'],
  [980, 'hidden xl:block'],
] as const

type Props = { points: ChartPoint[]; period: string }

export function ChartPanel({ points, period }: Props) {
  if (points.every(({ views, revenueCents }) => views === 0 && revenueCents === 0)) return <EmptyChart />
  const summary = inWords(points, period)
  return (
    <DeskPanel title="Views and revenue over time" className="mb-6 p-4 sm:p-5">
      {WIDTHS.map(([width, className]) => (
        <ViewsChart key={width} {...{ points, width, summary, className }} hasPointer={width > PHONE} />
      ))}
      <details className="mt-3">
        <summary className="w-fit py-1.5 font-semibold text-umber text-xs underline underline-offset-3">
          Show the numbers as a table
        </summary>
        <NumbersTable points={points} />
      </details>
    </DeskPanel>
  )
}

const EmptyChart = () => (
  <DeskPanel title="Views and revenue over time" className="mb-6 p-4 sm:p-5">
    <p className="text-desk-soft text-sm">
      No page views and no revenue in these days: there is nothing to draw.
    </p>
  </DeskPanel>
)

const NumbersTable = ({ points }: Pick<Props, 'points'>) => (
  <section
    aria-label="Views and revenue as a table"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    tabIndex={0}
    className="mt-2 max-h-96 overflow-auto rounded-field border border-desk-line"
  >
    <table className="desk-table">
      <thead className="sticky top-0">
        <tr>
          <th scope="col">{points[0]?.isWeek ? 'Week' : 'Day'}</th>
          {['Page views', 'Visitors', 'Bookings', 'Revenue'].map((label) => (
            <th key={label} scope="col" className="text-right">
              {label}
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
            <td className="text-right">{point.views.toLocaleString('en-US')}</td>
            <td className="text-right">{point.visitors.toLocaleString('en-US')}</td>
            <td className="text-right">{point.bookings.toLocaleString('en-US')}</td>
            <td className="text-right">{showCents(point.revenueCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** What the chart shows, for those who cannot see it. */
function inWords(points: ChartPoint[], period: string): string {
  const views = points.reduce((sum, point) => sum + point.views, 0)
  const cents = points.reduce((sum, point) => sum + point.revenueCents, 0) as ChartPoint['revenueCents']
  const best = points.reduce((most, point) => (point.views > most.views ? point : most), points[0] ?? NOTHING)
  const peak = views > 0 ? ` Most views, ${best.views.toLocaleString('en-US')}: ${best.label}.` : ''
  return `${period}: ${views.toLocaleString('en-US')} page views and ${showCents(cents)} of revenue.${peak} The numbers stand in the table below.`
}

const NOTHING = { label: '', views: 0 }
