/**
 * Where somebody on the waitlist stands. Confirmed by mail they wait; `offered` while seats
 * are kept for them. The others have left it: by themselves, by an offer that they declined or
 * let lapse, by staff, or with the departure. Without imports: browser and database read it.
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
  open: 'On offer',
  sold: 'Taken',
  'taken-back': 'Taken back',
  ended: 'No longer on offer',
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
