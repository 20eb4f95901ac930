import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageAsked } from '#app/platform/lists/page-cursor'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { departureChoices, departureDates } from '#app/tours/departure-list.server'
import { AdminHeading, adminButton, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { Pager } from '#app/ui/admin/list-controls'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { bookingTotals, listBookings } from '#app/views/list-bookings.server'
import { bookingFilters, shownBookings } from '#app/views/shown-booking.server'
import { BookingRow } from './booking-card'
import { BookingSearch } from './booking-search'

const PAGE_SIZE = 20

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see bookings')
  const query = new URL(request.url).searchParams
  const filters = bookingFilters(query)
  const dates = departureDates()
  const { rows, cursors } = listBookings(filters, pageAsked(query), PAGE_SIZE)
  return {
    filters,
    departures: departureChoices(filters.departureId),
    totals: bookingTotals(),
    bookings: shownBookings(rows, dates),
    cursors,
  }
}

export const meta: MetaFunction = () => adminHead('Safari Bookings')

export default function BookingsPage() {
  const may = useMay()
  const { filters, departures, totals, bookings, cursors } = useLoaderData<typeof loader>()
  const { term, money, departureId } = filters
  const counted = money ? totals.byMoney[money] : totals.onFile
  const isNarrowed = term !== '' || money !== null || departureId !== null
  return (
    <>
      <AdminHeading
        title="Safari Bookings"
        badge={<Badge tone="success">{`Total bookings: ${totals.onFile.toLocaleString('en-US')}`}</Badge>}
        lead={`${totals.paid.toLocaleString('en-US')} are paid for; held and ended ones count as well.`}
      >
        {may('change bookings') && (
          <Link to="/admin/bookings/new" className={adminButton('main')}>
            New booking
          </Link>
        )}
        {may('see journey') && (
          <>
            <Link to="/admin/manifest" className={adminButton('plain')}>
              Guide's manifest
            </Link>
            <Link to="/admin/rooms" className={adminButton('plain')}>
              Room list
            </Link>
          </>
        )}
        <Link to="/admin/payments" className={adminButton('plain')}>
          Payments
        </Link>
      </AdminHeading>
      {(totals.onFile > 0 || isNarrowed) && (
        <BookingSearch filters={filters} totals={totals} departures={departures} />
      )}
      {bookings.length === 0 ? (
        <NoBookings isNarrowed={isNarrowed} />
      ) : (
        <ul
          aria-label="Bookings"
          className="divide-y divide-admin-line rounded-field border border-admin-line bg-white"
        >
          {bookings.map((booking) => (
            <li key={booking.reference}>
              <BookingRow booking={booking} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        cursors={cursors}
        label="Pages of bookings"
        shown={bookings.length}
        total={term === '' && departureId === null ? counted : undefined}
      />
    </>
  )
}

const NoBookings = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState title="No bookings found">
      <p>Try a different spelling of a name, an email or a reference, or another payment.</p>
      <Link to="/admin/bookings" className={adminButton('plain', 'mt-4')}>
        Show all bookings
      </Link>
    </EmptyState>
  ) : (
    <EmptyState title="No bookings yet">Booked tours will appear here.</EmptyState>
  )
