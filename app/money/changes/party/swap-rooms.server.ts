import type { z } from 'zod'
import type { Booking } from '#app/bookings/find-booking.server'
import { closeOpen } from '#app/bookings/open-on-booking.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { type NotMovable, whyNotRoomed } from '#app/money/books/amounts-owed.server'
import type { NotDone, SwapQuote } from '#app/money/books/quotes'
import { changeBooking } from '#app/money/changes/change-booking.server'
import type { SwapForm } from '#app/money/changes/money-forms'
import { mailRoomsSwapped } from '#app/money/letters/party-mail.server'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { travelerWords } from '#app/travelers/detail-fields'
import { swapBeds } from '#app/travelers/pair-travelers.server'
import { guestWith, roommatesFromElsewhere } from '#app/travelers/room-guests.server'

type SwapWish = z.output<typeof SwapForm> & { reference: string }
type NotSwapping = NotMovable | 'no-such-traveler' | 'same-room' | 'shared-room'

/**
 * Two of a party change rooms, with their beds and at no price (rules 4.25): what each of them pays stays.
 * Undone by swapping again. Not where someone of another booking sleeps in one of the rooms: staff separate
 * them first.
 */
export const swapRooms = (
  wish: SwapWish,
  staff: Staff,
  clock: () => Date,
): Promise<{ swapped: SwapQuote } | NotDone<SwapQuote, NotSwapping>> =>
  changeBooking(wish, clock, {
    name: 'swap',
    plan: (booking, now) => swappingOf(booking, wish, now),
    leavesOpen: () => true,
    change: (booking, { pair, quote }, now, tx) => {
      const [one, other] = pair
      swapBeds(one, other, booking, now, tx)
      mailRoomsSwapped(booking.id, quote, wish.formKey, now)
      const detail = { traveler: one.position, other: other.position }
      recordBookingAct(now, booking, byStaff(staff), 'rooms-swapped', detail)
      closeOpen(booking, 'room-changed', byStaff(staff), now, tx)
      return { swapped: quote }
    },
  })

/** What is displayed before it is done and written then, or why it cannot be. */
export function swappingOf(
  booking: Booking,
  { travelerId, withId }: Pick<SwapWish, 'travelerId' | 'withId'>,
  now: Date,
): { quote: SwapQuote; pair: [PartyTraveler, PartyTraveler] } | { refused: NotSwapping } {
  const refused = whyNotRoomed(booking, now)
  if (refused) return { refused }
  const guests = [travelerId, withId].flatMap((id) => guestWith(id) ?? [])
  const [one, other] = guests.flatMap((guest) => (guest.booking.id === booking.id ? guest.traveler : []))
  if (!one || !other) return { refused: 'no-such-traveler' }
  if (one.roomId === other.roomId) return { refused: 'same-room' }
  if (guests.some((guest) => roommatesFromElsewhere(guest).length > 0)) return { refused: 'shared-room' }
  const after = [
    { travelerId: one.id, name: travelerWords(one), becomes: other.roomType },
    { travelerId: other.id, name: travelerWords(other), becomes: one.roomType },
  ]
  return { quote: { after }, pair: [one, other] }
}
