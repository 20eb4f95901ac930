import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import {
  type Brought,
  broughtByCodes,
  broughtByLeaders,
  broughtBySources,
} from '#app/analytics/brought-by.server'
import { chartPoints, figuresOf } from '#app/analytics/figures.server'
import { enteredSpend, enterSpend, monthsToEnter, SpendForm } from '#app/analytics/marketing-spend.server'
import { businessTime, businessZone, now, today } from '#app/platform/clock.server'
import { showMonth } from '#app/platform/days'
import { PRESETS, requestedRange, showRange, usualRange } from '#app/platform/lists/date-range'
import { showCents, showPercent } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { ChartPanel } from '#app/routes/admin/analytics/charts'
import { FunnelPanel } from '#app/routes/admin/analytics/funnel'
import { ActivityPanel, AT_ONCE, ShareList, SpendPanel } from '#app/routes/admin/analytics/panels'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminPanel,
  adminHead,
  RestOfList,
  StatCard,
  StatCards,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { RangePicker } from '#app/ui/admin/list-controls'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see figures')
  const asked = requestedRange(new URL(request.url).searchParams, today())
  const refused = 'refused' in asked ? asked.refused : null
  const { range, preset } = 'refused' in asked ? { range: usualRange(today()), preset: null } : asked
  const { days, recentActivity, ...figures } = await figuresOf(range, today())
  return {
    ...figures,
    ...range,
    period: showRange(range),
    zone: businessZone(),
    picker: { ...range, today: today(), choices: choices(preset), refused },
    broughtBy: {
      ...broughtBySources(range),
      leaders: broughtByLeaders(range),
      codes: broughtByCodes(range),
    },
    points: chartPoints(days, today()),
    activity: recentActivity.map(({ at, ...activity }) => ({
      ...activity,
      at: at.toISOString(),
      shownAt: businessTime(at),
    })),
    spend: {
      months: monthsToEnter(today()).map((month) => ({ month, name: showMonth(month) })),
      entered: enteredSpend().map((spend) => ({ ...spend, name: showMonth(spend.month) })),
    },
  }
}

const choices = (preset: number | null) =>
  PRESETS.map((days) => ({ label: `${days} days`, to: `?days=${days}`, isShown: days === preset }))

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change figures')
  const submission = await readSubmission(request, SpendForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })

  const { month, amount: amountCents } = submission.value
  const entered = enterSpend({ month, amountCents }, staff, now(), today())
  if ('refused' in entered) {
    const fieldErrors = { month: ['Choose one of the months in the list'] }
    return data(submission.reply({ fieldErrors }), { status: 400 })
  }
  const { pathname, search } = new URL(request.url)
  return redirectWithToast(pathname.replace(/\.data$/, '') + search, {
    tone: 'success',
    title: 'Spend saved',
    description: `${showCents(amountCents)} for ${showMonth(month)}.`,
  })
}

export const clientAction = stayOnFailure({ title: 'Failed to save the spend' })

export const meta = () => adminHead('Analytics')

type Figures = Awaited<ReturnType<typeof loader>>

export default function AnalyticsPage() {
  const figures = useLoaderData<typeof loader>()
  const answer = useLastResult(useLastActionData<typeof action>()) ?? undefined
  const mayEnter = useMay()('change figures')
  const { overview, points, period, zone, picker, activity, spend } = figures
  return (
    <>
      <AdminHeading
        title="Analytics"
        lead={`${period}, in ${zone}. Visits by staff and bots are left out.`}
      />
      <RangePicker {...picker} />
      <Overview overview={overview} />
      <div className="mb-6 grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ChartPanel points={points} period={period} />
        <FunnelPanel points={points} {...figures.funnel} />
      </div>
      <Shares figures={figures} />
      <BroughtBy {...figures.broughtBy} />
      <BusinessMetrics {...figures} mayEnter={mayEnter} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ActivityPanel activity={activity} />
        {mayEnter && <SpendPanel {...spend} answer={answer} />}
      </div>
    </>
  )
}

const Overview = ({ overview }: Pick<Figures, 'overview'>) => (
  <StatCards>
    <StatCard
      label="Total page views"
      value={overview.totalPageViews}
      note={growthInWords(overview.weeklyGrowth)}
    />
    <StatCard
      label="Total visitors"
      value={overview.totalVisitors}
      note={`${overview.todayVisitors.toLocaleString('en-US')} today`}
    />
    <StatCard
      label="Conversion rate"
      value={rateInWords(overview.conversionRate)}
      note={byVisitors(counted(overview.bookings, 'paid booking'), overview)}
    />
    <StatCard
      label="Total revenue"
      value={showCents(overview.totalRevenueCents)}
      note="From the ledger, minus refunds"
    />
  </StatCards>
)

const Shares = ({ figures }: { figures: Figures }) => (
  <div className="mb-6 grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
    <ShareList
      title="Top pages"
      columns={['Page', 'Views']}
      rows={figures.topPages}
      empty="No page views in this period."
    />
    <ShareList
      title="Traffic sources"
      columns={['Source', 'Visits']}
      rows={figures.trafficSources}
      empty="No visits in this period."
    />
    <ShareList
      title="Geographic distribution"
      columns={['Country', 'Visitors']}
      rows={figures.geographicData}
      empty="No visitors in this period."
    />
  </div>
)

const NO_ONE = 'No one booked in this period.'

const BroughtBy = ({ sources, journeys, leaders, codes }: Figures['broughtBy']) => (
  <section aria-labelledby="brought-by" className="mb-6">
    <h2 id="brought-by" className="mb-3 font-semibold text-control">
      Bookings and money
    </h2>
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 xl:grid-cols-[1.2fr_1fr_1fr]">
      <BroughtList title="By source" what="Source" rows={sources} empty={NO_ONE}>
        <p className="mt-2 text-2xs text-admin-soft">
          By the first page that the guest opened on the day they held their seats, as under Traffic sources.
        </p>
      </BroughtList>
      {journeys.length > 0 && (
        <BroughtList title="By journey" what="Journey" rows={journeys} empty={NO_ONE} />
      )}
      <div className="grid grid-cols-1 gap-4">
        <BroughtList
          title="By leader"
          what="Leader"
          rows={leaders}
          empty="No one booked with a leader’s code in this period."
        />
        <BroughtList
          title="By discount code"
          what="Code"
          rows={codes}
          empty="No one booked with a discount code in this period."
        />
      </div>
    </div>
  </section>
)

type BroughtProps = { title: string; what: string; rows: Brought[]; empty: string; children?: ReactNode }

const BroughtList = ({ title, what, rows, empty, children }: BroughtProps) => (
  <AdminPanel title={title}>
    {rows.length === 0 ? (
      <p className="text-admin-soft text-sm">{empty}</p>
    ) : (
      <>
        <BroughtTable
          caption={`${title}: paid bookings of this period`}
          what={what}
          rows={rows.slice(0, AT_ONCE)}
        />
        <RestOfList count={rows.length - AT_ONCE}>
          <BroughtTable caption={`${title}: the rest`} what={what} rows={rows.slice(AT_ONCE)} />
        </RestOfList>
      </>
    )}
    {children}
  </AdminPanel>
)

const BroughtTable = ({ caption, what, rows }: Pick<BroughtProps, 'what' | 'rows'> & { caption: string }) => (
  <table className="w-full table-fixed text-left text-sm tabular-nums">
    <caption className="sr-only">{caption}</caption>
    <thead className="text-2xs text-admin-soft">
      <tr className="align-bottom">
        <th scope="col" className="pb-1.5 font-semibold">
          {what}
        </th>
        <th scope="col" className="w-16 pb-1.5 text-right font-semibold">
          Bookings
        </th>
        <th scope="col" className="w-20 pb-1.5 text-right font-semibold">
          Paid so far
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, bookings, paidCents }) => (
        <tr key={name} className="border-admin-line border-t align-top">
          <th scope="row" className="wrap-anywhere py-1.5 pr-2 font-medium">
            <bdi>{name}</bdi>
          </th>
          <td className="py-1.5 text-right">{bookings}</td>
          <td className="py-1.5 text-right">{showCents(paidCents)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const BusinessMetrics = ({
  overview,
  businessMetrics: metrics,
  mayEnter,
}: Pick<Figures, 'overview' | 'businessMetrics'> & { mayEnter: boolean }) => (
  <section aria-labelledby="business-metrics">
    <h2 id="business-metrics" className="mb-3 font-semibold text-control">
      Business metrics
    </h2>
    <StatCards>
      <StatCard
        label="Average booking value"
        value={showCents(metrics.averageBookingValueCents)}
        note={averagedInWords(metrics)}
      />
      <StatCard
        label="Customer acquisition cost"
        value={
          metrics.customerAcquisitionCostCents === null
            ? '–'
            : showCents(metrics.customerAcquisitionCostCents)
        }
        note={<AcquisitionNote spendCents={metrics.spendCents} mayEnter={mayEnter} />}
      />
      <StatCard
        label="Lifetime value"
        value={showCents(metrics.lifetimeValueCents)}
        note="Paid so far by each customer of these bookings"
      />
      <StatCard
        label="Email signup rate"
        value={rateInWords(metrics.emailSignupRate)}
        note={byVisitors(counted(metrics.subscribers, 'newsletter sign-up'), overview)}
      />
    </StatCards>
  </section>
)

type AcquisitionProps = { spendCents: Figures['businessMetrics']['spendCents']; mayEnter: boolean }

function AcquisitionNote({ spendCents, mayEnter }: AcquisitionProps) {
  if (spendCents !== null) return `${showCents(spendCents)} spent, by new bookings`
  if (!mayEnter) return 'No spend entered'
  return (
    <a href="#marketing-spend" className="underline underline-offset-2">
      Enter what you spend
    </a>
  )
}

function averagedInWords({ averagedBookings, averagesNewestOnly }: Figures['businessMetrics']): string {
  if (averagedBookings === 0) return 'No bookings in this period'
  return `Price of ${averagesNewestOnly ? 'the newest ' : ''}${counted(averagedBookings, 'paid booking')}`
}

const rateInWords = (percent: number | null) => (percent === null ? 'No data' : showPercent(percent))

const byVisitors = (what: string, { totalVisitors }: Figures['overview']) =>
  `${what} by ${counted(totalVisitors, 'counted visitor')}`

function growthInWords(percent: number | null): string {
  if (percent === null) return 'No views in the week before'
  return `${percent > 0 ? '+' : ''}${showPercent(percent)} week over week`
}
