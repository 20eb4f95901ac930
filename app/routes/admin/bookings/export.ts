import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { now, today } from '#app/platform/clock.server'
import { csvAnswer } from '#app/routes/file-answers.server'
import { requireStaff } from '#app/server/staff-session.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import { inPortions } from '#app/views/list-bookings.server'
import { bookingFilters } from '#app/views/shown-booking.server'
import { BOOKING_COLUMNS, withPartyMoney } from './export-columns.server'

const PORTION = 500

/** The bookings that the list's filters leave, newest first; dollars, and times on the business's clocks. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see bookings')
  const filters = bookingFilters(new URL(request.url).searchParams)
  recordAct({ ...byStaff(staff), action: 'bookings-exported', subject: 'bookings' }, now())
  return csvAnswer(`bookings-${today()}.csv`, BOOKING_COLUMNS, withPartyMoney(inPortions(filters, PORTION)))
}

export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request, 'change bookings')
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET' } })
}
