// Without imports: browser and database read it.

/** Where a booking stands; it only moves forward (rules 1.10). */
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
  'pay-later': 'for more time to pay',
  move: 'for another departure',
  room: 'for another kind of room',
  join: 'to add a traveler',
  leave: 'to take a traveler off',
  change: 'for a change',
  cancel: 'to cancel',
}

/** What they may write, in characters. */
export const REQUEST_AT_MOST = 2_000

/**
 * Where someone on the waitlist stands. Confirmed by mail they wait; `offered` while seats are held for them.
 * The others have left it: by themselves, by an offer that they declined or let lapse, by staff, or with the
 * departure.
 */
export const ENTRY_STATES = [
  'unconfirmed',
  'waiting',
  'offered',
  'booked',
  'left',
  'declined',
  'lapsed',
  'taken-off',
  'departure-over',
] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** What has not ended: one entry of them for an address and a departure. */
export const LIVING_STATES = ['unconfirmed', 'waiting', 'offered'] as const

export const OFFER_STATES = ['live', 'taken', 'declined', 'lapsed', 'withdrawn'] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** Of a place that a traveler offers back: sold once a party from the list has paid for it. */
export const PLACE_STATES = ['open', 'sold', 'taken-back', 'ended'] as const

/** What may become of the offer that needs a place, if its traveler keeps it. */
export const IF_KEPT = ['no-offer', 'free-seat', 'another-place', 'offer-ends', 'being-paid'] as const
export type IfKept = (typeof IF_KEPT)[number]

export const ROOMS_WANTED = ['any', 'double', 'single'] as const
export type RoomsWanted = (typeof ROOMS_WANTED)[number]

/** The room that checkout opens with. */
export const roomWanted = ({ rooms }: { rooms: RoomsWanted }) => (rooms === 'single' ? 'single' : 'double')

export type PlaceState = (typeof PLACE_STATES)[number]
export const PLACE_STATE_NAMES: Record<PlaceState, string> = {
  open: 'Offered',
  sold: 'Taken',
  'taken-back': 'Taken back',
  ended: 'No longer offered',
}

/** Each state as staff read it. */
export const ENTRY_STATE_NAMES: Record<EntryState, string> = {
  unconfirmed: 'Not confirmed',
  waiting: 'Waiting',
  offered: 'Seats offered',
  booked: 'Booked',
  left: 'Left the list',
  declined: 'Declined the offer',
  lapsed: 'Let the offer lapse',
  'taken-off': 'Taken off by staff',
  'departure-over': 'Sales ended',
}

export const ROOMS_WANTED_NAMES: Record<RoomsWanted, string> = {
  any: 'Either',
  double: 'Double room',
  single: 'Single room',
}
