import type { useLoaderData } from '@remix-run/react'
import { siteTotals, takingsByDay } from '#app/analytics/figures.server'
import { installmentTotals } from '#app/bookings/installments/installment-list.server'
import { subscriberTotals } from '#app/people/subscribers.server'
import { now, today } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { departureChoices, seatsOnSale } from '#app/tours/departure-list.server'
import { isDepartureAhead } from '#app/tours/departures.server'
import { dueBetween } from '#app/views/attention.server'
import { toDoNow } from '#app/views/to-do-now.server'

/** The dashboard of a staff role, for all departures or one. */
export function dashboardPage(staff: Staff, departureId: number | null) {
  const day = today()
  const { rows, beyond, dueSoon, held } = toDoNow({ staff, today: day, at: now(), departureId })
  return {
    ...{ toDo: rows, beyond, departureId },
    owner: { ...ownerFigures(day), dueSoon, held },
    subscribers: may(staff, 'see inquiries') ? subscriberTotals() : null,
    totals: siteTotals(departureId),
    departures: departureChoices(departureId),
    isSeasonAhead: isDepartureAhead(day),
  }
}

export type DashboardPage = ReturnType<typeof useLoaderData<typeof dashboardPage>>

/** Seats of each departure on sale, and this month's money. Cents. */
function ownerFigures(today: Day) {
  const month = today.slice(0, 7)
  const takings = takingsByDay({ from: `${month}-01`, to: today })
  const { overdueCents, overdueCount } = installmentTotals(today)
  return {
    month,
    seats: seatsOnSale(today),
    receivedCents: cents(takings.reduce((sum, { revenueCents }) => sum + revenueCents, 0)),
    due: dueBetween(today, `${month}-31`),
    overdueCents,
    overdueCount,
  }
}
