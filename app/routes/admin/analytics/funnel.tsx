import type { ChartPoint, Steps } from '#app/analytics/figures.server'
import type { JourneySteps } from '#app/analytics/funnel.server'
import { type Day, showDay } from '#app/platform/days'
import { percentOf, rateOf, showPercent } from '#app/platform/money'
import { NumbersTable, OPENS_NUMBERS } from '#app/routes/admin/analytics/charts'
import { ShareTable } from '#app/routes/admin/analytics/panels'
import { AdminPanel, AdminRow, AdminTable, numbers } from '#app/ui/admin/admin-parts'

const STEPS = {
  looked: 'Opened a journey’s page',
  opened: 'Opened the checkout',
  held: 'Held seats',
  paid: 'Paid',
} satisfies Record<keyof Steps, string>

const SHORT = { looked: 'Page', opened: 'Checkout', held: 'Held', paid: 'Paid' } satisfies typeof STEPS

const ORDER = Object.keys(STEPS) as (keyof Steps)[]

type Props = { points: ChartPoint[]; journeys: JourneySteps[]; unknownUntil: Day | null }

/** How many of those who look hold seats and pay. */
export function FunnelPanel({ points, journeys, unknownUntil }: Props) {
  const all = (step: keyof Steps) => points.reduce((sum, point) => sum + point[step], 0)
  if (ORDER.every((step) => all(step) === 0)) {
    return (
      <AdminPanel title="The way to a booking" className="p-4 sm:p-5">
        <p className="text-admin-soft text-sm">
          No one opened a journey’s page or the checkout in this period, and no guest held seats.
        </p>
        <Unknown until={unknownUntil} />
      </AdminPanel>
    )
  }
  return (
    <AdminPanel title="The way to a booking" className="p-4 sm:p-5">
      <ShareTable
        hasLongHeads
        columns={['Step', 'Of the step before', 'How many']}
        rows={ORDER.map((step, index) => {
          const before = ORDER[index - 1]
          return {
            name: STEPS[step],
            percentage: percentOf(all(step), Math.max(...ORDER.map(all))),
            share: before ? share(all(step), all(before)) : '–',
            count: all(step),
          }
        })}
      />
      <Unknown until={unknownUntil} />
      <details className="mt-3">
        <summary className={OPENS_NUMBERS}>What is counted</summary>
        <div className="mt-1 space-y-2 text-2xs text-admin-soft">
          <p>
            A visitor counts once a day on each page. Seats held at the checkout count once, on the day they
            were first held, however often the guest comes back to them; they count as paid once their first
            payment is in, also where the booking is canceled later. Seats that staff hold are left out.
          </p>
          <p>
            Guests who ask not to be counted, or browse without scripts, are counted only once they hold
            seats.
          </p>
        </div>
      </details>
      {journeys.length > 0 && <ByJourney journeys={journeys} />}
      <NumbersTable
        summary={points[0]?.isWeek ? 'Show it week by week' : 'Show it day by day'}
        label="The way to a booking over time"
        points={points}
        columns={ORDER.map((step) => [SHORT[step], (point) => point[step].toLocaleString('en-US')])}
      />
    </AdminPanel>
  )
}

/** 'No data' where more did it than were counted before. */
const share = (part: number, before: number) => {
  const rate = rateOf(part, before)
  return rate === null ? 'No data' : showPercent(rate)
}

const Unknown = ({ until }: { until: Day | null }) =>
  until && (
    <p className="mt-3 text-2xs text-admin-soft">{`Up to ${showDay(until)} these steps were not counted yet.`}</p>
  )

const ByJourney = ({ journeys }: Pick<Props, 'journeys'>) => (
  <details className="mt-3">
    <summary className={OPENS_NUMBERS}>Show each journey</summary>
    <AdminTable
      caption="The way to a booking, by journey"
      columns={[
        'Journey',
        numbers('Opened its page'),
        numbers(STEPS.held),
        numbers('Of those who looked'),
        numbers(STEPS.paid),
        numbers('Of the holds'),
      ]}
    >
      {journeys.map(({ name, looked, held, paid }) => (
        <AdminRow key={name}>
          <th scope="row" className="wrap-anywhere">
            {name}
          </th>
          <td>{looked.toLocaleString('en-US')}</td>
          <td>{held.toLocaleString('en-US')}</td>
          <td>{share(held, looked)}</td>
          <td>{paid.toLocaleString('en-US')}</td>
          <td>{share(paid, held)}</td>
        </AdminRow>
      ))}
    </AdminTable>
  </details>
)
