import type { LoaderFunctionArgs } from '@remix-run/node'
import { figuresOf, siteTotals } from '#app/analytics/figures.server'
import { today } from '#app/platform/clock.server'
import { requestedRange } from '#app/platform/lists/date-range'
import { dollarsOf } from '#app/platform/money'
import { readFigures } from '#app/server/contract/admin-calls'
import { onlyDeclared, readQuery, refuse } from '#app/server/contract/json-call.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'

/**
 * The figures of the Analytics screen in dollars, for the days that the address asks for as the screen's
 * does: 30 by itself. A rate that no one knows is 0.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request, 'see figures')
  const wrongMethod = onlyDeclared(request, readFigures)
  if (wrongMethod) return wrongMethod
  const query = readQuery(request, readFigures)
  if ('refused' in query) return query.refused
  const asked = requestedRange(new URL(request.url).searchParams, today())
  if ('refused' in asked) return refuse(400, asked.refused)

  const { overview, businessMetrics, recentActivity, ...lists } = await figuresOf(asked.range, today())
  const { customerAcquisitionCostCents } = businessMetrics
  return Response.json({
    stats: siteTotals(),
    overview: {
      totalPageViews: overview.totalPageViews,
      weeklyGrowth: overview.weeklyGrowth,
      totalVisitors: overview.totalVisitors,
      todayVisitors: overview.todayVisitors,
      conversionRate: overview.conversionRate ?? 0,
      totalRevenue: dollarsOf(overview.totalRevenueCents),
    },
    topPages: lists.topPages.map(({ name, percentage, count }) => ({ path: name, percentage, views: count })),
    trafficSources: lists.trafficSources.map(({ name, percentage, count }) => ({
      source: name,
      percentage,
      visits: count,
    })),
    geographicData: lists.geographicData.map(({ name, percentage, count }) => ({
      country: name,
      percentage,
      visitors: count,
    })),
    businessMetrics: {
      averageBookingValue: dollarsOf(businessMetrics.averageBookingValueCents),
      customerAcquisitionCost:
        customerAcquisitionCostCents === null ? null : dollarsOf(customerAcquisitionCostCents),
      lifetimeValue: dollarsOf(businessMetrics.lifetimeValueCents),
      emailSignupRate: businessMetrics.emailSignupRate ?? 0,
    },
    recentActivity: recentActivity.map(({ type, description, at, valueCents }) => ({
      type,
      description,
      timestamp: at.toISOString(),
      value: valueCents === null ? null : dollarsOf(valueCents),
    })),
  })
}

export const action = (call: LoaderFunctionArgs) => loader(call)
