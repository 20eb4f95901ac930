import type { ManifestPart } from '#app/travelers/detail-fields'

/** What page and phone say of each traveler, in this order, and where nothing is known of it. */
export const PARTS: Record<ManifestPart, { label: string; none: string; className: string }> = {
  who: { label: 'Traveler', none: '', className: 'sm:min-w-42' },
  health: { label: 'Diet and health', none: 'None given', className: 'sm:min-w-28' },
  emergency: { label: 'Emergency contact', none: 'Not given', className: 'sm:min-w-30' },
  flights: { label: 'Flights', none: 'Not given', className: 'sm:min-w-24' },
  contact: { label: 'Contact and home', none: '', className: 'manifest-contact wrap-anywhere sm:min-w-60' },
  booking: { label: 'Booking', none: '', className: 'sm:min-w-40' },
}
