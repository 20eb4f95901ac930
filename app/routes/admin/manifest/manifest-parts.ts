import type { ManifestPart } from '#app/travelers/detail-fields'

/** What page and phone say of each traveler, in this order, and where nothing is known of it. */
export const PARTS: Record<ManifestPart, { label: string; none: string; className: string }> = {
  who: { label: 'Traveler', none: '', className: 'sm:min-w-37' },
  health: { label: 'Diet and health', none: 'None given', className: 'sm:min-w-26' },
  emergency: { label: 'Emergency contact', none: 'Not given', className: 'sm:min-w-30' },
  flights: { label: 'Flights', none: 'Not given', className: 'sm:min-w-22' },
  contact: { label: 'Contact and home', none: '', className: 'manifest-contact wrap-anywhere sm:min-w-56' },
  booking: { label: 'Booking', none: '', className: 'sm:min-w-53' },
}
