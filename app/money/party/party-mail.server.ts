import { type Booking, bookingWithId, payAddress } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyMoney, partyOf, travelerAddress } from '#app/bookings/party.server'
import { aboutBooking, postToTraveler, travelerMailbox } from '#app/bookings/traveler-letters.server'
import { post } from '#app/mail/outbox.server'
import { askedNow, nextAsked } from '#app/money/asked-now.server'
import { businessDay } from '#app/platform/clock.server'
import { departureOf } from '#app/tours/departures.server'
import { bookedParty, roomsInWords } from '#app/tours/party'
import { firstNameOf } from '#app/travelers/detail-rules'
import { leadChanged, leadContact, leadLinksEnded } from './lead-letters'
import {
  type BookingMoved,
  bookingMoved,
  bookingReinstated,
  daysChanged,
  type PriceChanged,
  partyLessened,
  partyRaised,
  priceChanged,
  type RoomMoved,
  roomChanged,
} from './party-letters'
import type { JoinQuote, LeaveQuote } from './quotes'

/**
 * Tells the lead traveler that one of the party has left, what comes back, and what the others pay; once for
 * a form.
 */
export function mailPartyLessened(
  bookingId: number,
  leaver: PartyTraveler,
  quote: LeaveQuote,
  formKey: string,
  now: Date,
): void {
  const known = facts(bookingId, now)
  if (!known) return
  postToTraveler(known.booking, now, {
    kind: 'party-lessened',
    once: formKey,
    letter: partyLessened({ ...quote, ...known.about, leaverName: leaver.name }),
  })
}

/**
 * Tells the lead traveler that one more travels with them, what that costs and how to pay it; once for a
 * form.
 */
export function mailPartyRaised(bookingId: number, quote: JoinQuote, formKey: string, now: Date): void {
  const known = facts(bookingId, now)
  if (!known) return
  postToTraveler(known.booking, now, {
    kind: 'party-raised',
    once: formKey,
    letter: partyRaised({ ...quote, ...known.about, ...known.pays }),
  })
}

/** Tells the lead traveler about a discount or a surcharge, or that one was undone; once for a form. */
export function mailPriceChanged(bookingId: number, change: PriceChanged, formKey: string, now: Date): void {
  const known = facts(bookingId, now)
  if (!known) return
  const letter = priceChanged({
    ...known.about,
    ...known.pays,
    ...change,
    travelers: known.booking.travelers,
  })
  postToTraveler(known.booking, now, { kind: 'price-changed', once: formKey, letter })
}

/**
 * Tells the lead traveler that the booking is on another departure now, and all that follows; once for a
 * form.
 */
export function mailBookingMoved(bookingId: number, move: BookingMoved, formKey: string, now: Date): void {
  const known = facts(bookingId, now)
  if (!known) return
  const letter = bookingMoved({ ...known.about, ...known.pays, ...move })
  postToTraveler(known.booking, now, { kind: 'booking-moved', once: formKey, letter })
}

/** Tells the lead traveler that one of the party has another kind of room, and its price; once for a form. */
export function mailRoomChanged(bookingId: number, change: RoomMoved, formKey: string, now: Date): void {
  const known = facts(bookingId, now)
  if (!known) return
  const rooms = roomsInWords(bookedParty(known.booking))
  const letter = roomChanged({ ...known.about, ...known.pays, ...change, rooms })
  postToTraveler(known.booking, now, { kind: 'room-changed', once: formKey, letter })
}

/** Tells the lead traveler that a canceled booking is active again, and what is open; once for a form. */
export function mailReinstated(bookingId: number, formKey: string, now: Date): void {
  const known = facts(bookingId, now)
  if (!known) return
  const letter = bookingReinstated({ ...known.about, ...known.pays })
  postToTraveler(known.booking, now, { kind: 'booking-reinstated', once: formKey, letter })
}

/** Tells the lead traveler that payments have other days; once for what changed. */
export function mailDaysChanged(bookingId: number, says: string, once: string, now: Date): void {
  const known = facts(bookingId, now)
  if (!known) return
  const letter = daysChanged({ ...known.about, ...known.pays, travelers: known.booking.travelers, says })
  postToTraveler(known.booking, now, { kind: 'installment-extended', once, letter })
}

/**
 * Tells the lead traveler what of their contact was changed, or that they lead the booking now; and the
 * address that was theirs before, where it is another, that its links have ended. Once for a form. `former`
 * is who led it until now.
 */
export function mailLeadChanged(
  before: Booking,
  after: Booking,
  { changed, former, formKey }: { changed: string[]; former: number | null; formKey: string },
  now: Date,
): void {
  const known = facts(after.id, now)
  if (!known) return
  const isElsewhere = before.customerEmail.toLowerCase() !== after.customerEmail.toLowerCase()
  const about = { ...known.about, ...known.pays, changed, hasNewLinks: before.linkToken !== after.linkToken }
  const [kind, letter] =
    former === null
      ? (['lead-contact', leadContact(about)] as const)
      : (['lead-changed', leadChanged(about)] as const)
  postToTraveler(after, now, { kind, once: formKey, letter })
  if (!isElsewhere) return
  const stays = partyOf(after.id).find(({ id }) => id === former)
  const toFormer = leadLinksEnded({
    ...known.about,
    travelerName: before.customerName,
    newAddress: after.customerEmail,
    stays: stays && { leadName: firstNameOf(after.customerName), ownAddress: travelerAddress(stays) },
  })
  const mail = { kind: 'lead-links-ended' as const, once: formKey, letter: toFormer }
  post({ ...mail, bookingId: after.id, to: travelerMailbox(before) }, now)
}

/** The booking as it is after the change. */
function facts(bookingId: number, now: Date) {
  const booking = bookingWithId(bookingId)
  if (!booking) return null
  const asked = askedNow(booking)
  const { priceCents } = partyMoney(booking)
  return {
    booking,
    about: {
      ...aboutBooking(booking, now),
      tourName: departureOf(booking).name,
      totalCents: priceCents,
      remainingCents: asked.remainingCents,
      installments: asked.installments.filter(({ owedCents }) => owedCents > 0),
      today: businessDay(now),
    },
    pays: { payAddress: payAddress(booking), next: nextAsked(asked) ?? null },
  }
}
