import { and, isNotNull, ne } from 'drizzle-orm'
import { maskedEmail } from '#app/people/subscriber-words'
import { businessDay, timeForGuests } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { tourPicture } from '#app/site/page-words.server'
import { pageOf } from '#app/tours/departure'
import { departureOf, salesState, unofferedSeats } from '#app/tours/departures.server'
import { travelersInWords } from '#app/tours/party'
import { db } from '#db/connection.server'
import { waitlistEntries as entries } from '#db/schema/bookings'
import { bookingByLink } from '../find-booking.server'
import { ROOMS_WANTED_NAMES } from '../stored-values'
import {
  type Entry,
  entryByLink,
  entryToConfirm,
  offerOf,
  placeInLine,
  waitFor,
  wishFingerprint,
} from './entries.server'
import { canStandAgain, mayWaitAsBooked } from './join-waitlist.server'
import { aboutEntry, offerPath, partyWanted, RESOLD } from './waitlist-letters.server'

/** Whose request the link of a letter confirms, masked, and how it stands by now. */
export function placeToConfirm(token: string) {
  const entry = entryToConfirm(token)
  if (!entry) return null
  const { startsOn, endsOn, name } = departureOf(entry)
  return {
    ...{ maskedEmail: maskedEmail(entry.email), tourName: name, dates: showDays(startsOn, endsOn) },
    state: stateToConfirm(entry),
    party: partyWanted(entry),
    name: entry.name,
    phone: entry.phone,
    room: ROOMS_WANTED_NAMES[entry.rooms],
    shown: wishFingerprint(entry),
    page: entry.state === 'unconfirmed' ? null : `/waitlist/${entry.linkToken}`,
  }
}

const stateToConfirm = ({ state }: Entry): 'unconfirmed' | 'in-line' | 'over' =>
  state === 'unconfirmed' ? state : state === 'waiting' || state === 'offered' ? 'in-line' : 'over'

/**
 * What someone reads of their place on the waitlist, by its link: where they stand, what is free now and
 * what is offered to them. The place in line only where staff show it. Null for an unknown link.
 */
export function placeByToken(token: string, now: Date) {
  const entry = entryByLink(token)
  if (!entry) return null
  const departure = departureOf(entry)
  const offer = offerOf(entry.id)
  const sales = salesState(departure, businessDay(now))
  return {
    ...{ state: entry.state, tourName: departure.name, page: pageOf(departure) },
    picture: tourPicture(departure).wide,
    dates: showDays(departure.startsOn, departure.endsOn),
    party: partyWanted(entry),
    rooms: entry.rooms,
    place: entry.state === 'waiting' && departure.waitlistShowsPlace ? placeInLine(entry) : null,
    seatsFree: unofferedSeats(departure),
    collecting: collectingFor(entry),
    offer: offer && {
      seats: offer.seats,
      ...pricesOf(aboutEntry(entry, departure, now), offer.seats),
      ends: timeForGuests(offer.endsAt),
      isOver: offer.endsAt <= now,
      note: offer.lent > 0 ? RESOLD : null,
      address: offerPath(entry),
    },
    canStandAgain: canStandAgain(entry) && (sales === 'open' || sales === 'sold-out'),
  }
}

/** As the letter of the offer says them. */
function pricesOf({ priceOf, roomName }: ReturnType<typeof aboutEntry>, seats: number) {
  const { totalCents, depositCents } = priceOf(seats)
  return { roomName, totalCents, depositCents }
}

export type Place = NonNullable<ReturnType<typeof placeByToken>>

/** Until when staff collect freed seats for this party, or for another one; null where they do not. */
function collectingFor({ id, departureId, collectUntil }: Entry): { isOwn: boolean; until: string } | null {
  if (collectUntil) return { isOwn: true, until: showDay(collectUntil) }
  const other = db
    .select({ until: entries.collectUntil })
    .from(entries)
    .where(and(waitFor(departureId), isNotNull(entries.collectUntil), ne(entries.id, id)))
    .get()
  return other?.until ? { isOwn: false, until: showDay(other.until) } : null
}

/** The place that someone may take whose late money was given back, by their booking's link. */
export function placeOfBooking(token: string, now: Date) {
  const booking = bookingByLink(token)
  if (!booking || !mayWaitAsBooked(booking, now)) return null
  const departure = departureOf(booking)
  return {
    picture: tourPicture(departure).wide,
    ...{ tourName: departure.name, dates: showDays(departure.startsOn, departure.endsOn) },
    party: travelersInWords(booking.travelers),
    bookedOn: showDay(businessDay(booking.createdAt)),
  }
}
