import type { ENTRY_STATES, GUEST_REQUEST_KINDS, OFFER_STATES, PLACE_STATES, ROOMS_WANTED } from '#db/values'

// The words for what the database stores of bookings and of who waits for seats. Safe in the browser.

export type GuestRequestKind = (typeof GUEST_REQUEST_KINDS)[number]

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
} as const satisfies Record<GuestRequestKind, string>

/** What they may write, in characters. */
export const REQUEST_AT_MOST = 2_000

export type EntryState = (typeof ENTRY_STATES)[number]

/** Where someone on the waitlist stands, as staff read it. */
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
} as const satisfies Record<EntryState, string>

/** What has not ended: one entry of them for an address and a departure. */
export const LIVING_STATES = ['unconfirmed', 'waiting', 'offered'] as const

export type OfferState = (typeof OFFER_STATES)[number]

/** What may become of the offer that needs a place, if its traveler keeps it. */
export const OFFER_IF_SEAT_KEPT = [
  'no-offer',
  'free-seat',
  'another-place',
  'offer-ends',
  'being-paid',
] as const
export type OfferIfSeatKept = (typeof OFFER_IF_SEAT_KEPT)[number]

type RoomsWanted = (typeof ROOMS_WANTED)[number]

export const ROOMS_WANTED_NAMES = {
  any: 'Either',
  double: 'Double room',
  single: 'Single room',
} as const satisfies Record<RoomsWanted, string>

/** The room that checkout opens with. */
export const roomWanted = ({ rooms }: { rooms: RoomsWanted }) => (rooms === 'single' ? 'single' : 'double')

/** What became of a place that a traveler offers back. */
export const PLACE_STATE_NAMES = {
  open: 'Offered',
  sold: 'Taken',
  'taken-back': 'Taken back',
  ended: 'No longer offered',
} as const satisfies Record<(typeof PLACE_STATES)[number], string>
