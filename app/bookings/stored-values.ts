/**
 * Where a booking stands; it only moves forward (rules 1.10). Without imports: browser and database read it.
 */
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

/** What a traveler can ask staff for on their own page; 'change' is something else, in their own words. */
export const GUEST_REQUEST_KINDS = [
  'contact',
  'pay-later',
  'move',
  'room',
  'join',
  'leave',
  'change',
  'cancel',
] as const
export type GuestRequestKind = (typeof GUEST_REQUEST_KINDS)[number]

/** How it reads after "asks" or "asked". */
export const GUEST_REQUEST_WORDS: Record<GuestRequestKind, string> = {
  contact: 'to change contact details or who leads',
  'pay-later': 'for a later day to pay',
  move: 'for another departure',
  room: 'for another kind of room',
  join: 'to add a traveler',
  leave: 'to take a traveler off',
  change: 'for a change',
  cancel: 'to cancel',
}
