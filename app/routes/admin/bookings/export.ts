import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { today } from '#app/clock.server'
import { showInstant } from '#app/days'
import { env } from '#app/env.server'
import { type Cents, cents, dollarsOf } from '#app/money'
import { inPortions, type ListedBooking } from '#app/payments/list-bookings.server'
import { bookingFilters } from '#app/routes/admin/bookings/asked-bookings.server'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { csvAnswer } from '#app/routes/csv-answer.server'

const PORTION = 500

/** The bookings that the list's filters leave, newest first; dollars, and times on the business's clocks. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const filters = bookingFilters(new URL(request.url).searchParams)
  return csvAnswer(`bookings-${today()}.csv`, COLUMNS, inPortions(filters, PORTION))
}

export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request)
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET' } })
}

const column = (header: string, cell: (booking: ListedBooking) => string | number | null) => ({
  header,
  cell,
})
const dollars = (amount: Cents) => dollarsOf(amount).toFixed(2)

const COLUMNS = [
  column('Reference', ({ reference }) => reference),
  column('Status', ({ status }) => status),
  column('Name', ({ customerName }) => customerName),
  column('Email', ({ customerEmail }) => customerEmail),
  column('Phone', ({ customerPhone }) => customerPhone),
  column('Tour', ({ tourType }) => tourType),
  column('Room', ({ roomType }) => roomType),
  column('Guests', ({ numberOfGuests }) => numberOfGuests),
  column('Booked', ({ createdAt }) => showInstant(createdAt, env.BUSINESS_TIMEZONE)),
  column('Total', ({ totalCents }) => dollars(totalCents)),
  column('Paid', ({ paidCents }) => dollars(paidCents)),
  column('Remaining', ({ totalCents, paidCents }) => dollars(cents(Math.max(0, totalCents - paidCents)))),
  column('Address', ({ customerAddress }) => customerAddress),
  column('City', ({ customerCity }) => customerCity),
  column('State', ({ customerState }) => customerState),
  column('Zip code', ({ customerZipCode }) => customerZipCode),
  column('Country', ({ customerCountry }) => customerCountry),
] as const
