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

/**
 * What a traveler can ask staff for on their own page, as it reads after "asks" or "asked"; 'change' is
 * something else, in their own words.
 */
export const GUEST_REQUEST_WORDS = {
  contact: 'to change contact details or who leads',
  'pay-later': 'for more time to pay',
  move: 'for another departure',
  room: 'for another kind of room',
  join: 'to add a traveler',
  leave: 'to take a traveler off',
  change: 'for a change',
  cancel: 'to cancel',
} as const
export type GuestRequestKind = keyof typeof GUEST_REQUEST_WORDS
export const GUEST_REQUEST_KINDS = keysOf(GUEST_REQUEST_WORDS)

/** What they may write, in characters. */
export const REQUEST_AT_MOST = 2_000

/**
 * Where someone on the waitlist stands, as staff read it. Confirmed by mail they wait; `offered` while seats
 * are held for them. The others have left it: by themselves, by an offer that they declined or let lapse, by
 * staff, or with the departure.
 */
export const ENTRY_STATE_NAMES = {
  unconfirmed: 'Not confirmed',
  waiting: 'Waiting',
  offered: 'Seats offered',
  booked: 'Booked',
  left: 'Left the list',
  declined: 'Declined the offer',
  lapsed: 'Let the offer lapse',
  'taken-off': 'Taken off by staff',
  'departure-over': 'Sales ended',
} as const
export type EntryState = keyof typeof ENTRY_STATE_NAMES
export const ENTRY_STATES = keysOf(ENTRY_STATE_NAMES)

/** What has not ended: one entry of them for an address and a departure. */
export const LIVING_STATES = ['unconfirmed', 'waiting', 'offered'] as const

export const OFFER_STATES = ['live', 'taken', 'declined', 'lapsed', 'withdrawn'] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** What may become of the offer that needs a place, if its traveler keeps it. */
export const IF_KEPT = ['no-offer', 'free-seat', 'another-place', 'offer-ends', 'being-paid'] as const
export type IfKept = (typeof IF_KEPT)[number]

export const ROOMS_WANTED_NAMES = {
  any: 'Either',
  double: 'Double room',
  single: 'Single room',
} as const
type RoomsWanted = keyof typeof ROOMS_WANTED_NAMES
export const ROOMS_WANTED = keysOf(ROOMS_WANTED_NAMES)

/** The room that checkout opens with. */
export const roomWanted = ({ rooms }: { rooms: RoomsWanted }) => (rooms === 'single' ? 'single' : 'double')

/** Of a place that a traveler offers back: sold once a party from the list has paid for it. */
export const PLACE_STATE_NAMES = {
  open: 'Offered',
  sold: 'Taken',
  'taken-back': 'Taken back',
  ended: 'No longer offered',
} as const
export const PLACE_STATES = keysOf(PLACE_STATE_NAMES)

/** The values that the database stores: the keys of their words, in order. */
function keysOf<Key extends string>(words: Record<Key, string>) {
  return Object.keys(words) as [Key, ...Key[]]
}
