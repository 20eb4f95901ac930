import type { ActionFunctionArgs } from '@remix-run/node'
import { today } from '#app/platform/clock.server'
import { exportOf } from '#app/server/guards/csv-export.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { inPortions } from '#app/views/list-bookings.server'
import { bookingFilters } from '#app/views/staff-booking.server'
import { BOOKING_COLUMNS, withPartyMoney } from './export-columns.server'

const PORTION = 500

/** The bookings that the list's filters leave, newest first; dollars, and times on the business's clocks. */
export const loader = exportOf('bookings', ({ query }) => ({
  subject: 'bookings',
  fileName: `bookings-${today()}.csv`,
  columns: BOOKING_COLUMNS,
  portions: withPartyMoney(inPortions(bookingFilters(query), PORTION)),
}))

export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request, 'change bookings')
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET' } })
}
