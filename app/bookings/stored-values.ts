/** Where a booking stands; it only moves forward (rules 1.10). Without imports: browser and database read it. */
export const BOOKING_STATUSES = [
  'pending',
  'deposit_paid',
  'completed',
  'expired',
  'cancelled',
  'refunded',
  'payment_failed',
] as const

/** A place that was paid for, wholly or by its deposit (in queries: db/booking-queries.server.ts). */
export const PAID_STATUSES = ['deposit_paid', 'completed'] as const

/** The booking keeps a seat on the departure: held or paid for. */
export const SEAT_STATUSES = ['pending', ...PAID_STATUSES] as const

/** What a traveler can ask staff for on their own page. */
export const GUEST_REQUEST_KINDS = ['change', 'cancel'] as const
export type GuestRequestKind = (typeof GUEST_REQUEST_KINDS)[number]

/** How staff read it, after the traveler's name. */
export const GUEST_REQUEST_WORDS: Record<GuestRequestKind, string> = {
  change: 'asks for a change',
  cancel: 'asks to cancel',
}
