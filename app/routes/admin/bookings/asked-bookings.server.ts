import type { BookingStatus } from '#app/bookings/status'
import { type BookingFilters, cleanTerm } from '#app/payments/booking-match.server'
import { STATUS_LOOKS } from '#app/routes/admin/bookings/status-badge'

const isStatus = (text: string | null): text is BookingStatus =>
  text !== null && Object.hasOwn(STATUS_LOOKS, text)

/** Reads `?q=` and `?status=`; what is no status is none. */
export function bookingFilters(query: URLSearchParams): BookingFilters {
  const status = query.get('status')
  return { term: cleanTerm(query.get('q')), status: isStatus(status) ? status : null }
}
