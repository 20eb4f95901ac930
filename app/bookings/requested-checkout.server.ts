import { nameInLinks, readNameInLinks } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { type RoomType, roomTypeOf } from '#app/tours/party'
import { PARTY_AT_MOST } from '#db/values'
import { CODE_TYPED_AT_MOST, comparableCode } from './discount-code'
import { codeOf } from './discount-codes.server'
import { type Booking, type PaymentType, unfinishedByLink } from './find-booking.server'
import { roomWanted } from './stored-values'
import { type Entry, entryByLink } from './waitlist/entries.server'

/** The travelers that an address or a form asks for; null where it names no number a booking can have. */
export function requestedTravelers(text: string | null): number | null {
  const travelers = /^\d$/.test(text ?? '') ? Number(text) : 0
  return travelers >= 1 && travelers <= PARTY_AT_MOST ? travelers : null
}

/** The number of those in single rooms that an address or a form names; none where it names none. */
export const requestedSingles = (text: string | null): number =>
  /^\d$/.test(text ?? '') ? Math.min(Number(text), PARTY_AT_MOST - 1) : 0

/** What the address of a checkout page asks for. */
type RequestedCheckout = {
  roomType: RoomType
  paymentType: PaymentType
  /** Null where it names no number that a booking can have. */
  travelers: number | null
  /** How many of them in single rooms; for others than doubles it does not matter. */
  singles: number
  /** The first day of a departure that may not exist. */
  departure: string | null
  /** A code, or a leader's, that may be none; empty where it names none. */
  code: string
  /** The unfinished booking that it goes on with: it says all of the above, but another code. */
  again: Booking | null
  /** Who was offered seats, whether or not the offer still stands: it says all of the above, too. */
  offeredTo: Entry | null
}

/** Whether an address names an unfinished booking, or an offer to the waitlist, which may not exist. */
export const isPersonalLink = (query: URLSearchParams): boolean => query.has('again') || query.has('offer')

/** Reads the address of a checkout page; what cannot be read counts as not asked for. */
export function requestedCheckout(query: URLSearchParams): RequestedCheckout {
  const again = unfinishedByLink(query.get('again') ?? '')
  const code = comparableCode((query.get('code') ?? query.get('leader') ?? '').slice(0, CODE_TYPED_AT_MOST))
  if (again) {
    const { roomType, paymentType, travelers, singles } = again
    return {
      ...{ roomType, paymentType, travelers, singles, again, offeredTo: null },
      departure: nameInLinks(departureOf(again)),
      code: code || (codeOf(again.id)?.code.code ?? ''),
    }
  }
  const offeredTo = entryByLink(query.get('offer') ?? '') ?? null
  const roomAsked = query.get('roomType')
  return {
    roomType: offeredTo && !roomAsked ? roomWanted(offeredTo) : roomTypeOf(roomAsked),
    paymentType: query.get('paymentType') === 'full' ? 'full' : 'deposit',
    travelers: requestedTravelers(query.get('travelers')) ?? offeredTo?.atMost ?? null,
    singles: requestedSingles(query.get('singles')),
    departure: offeredTo ? nameInLinks(departureOf(offeredTo)) : readNameInLinks(query.get('departure')),
    ...{ code, again, offeredTo },
  }
}
