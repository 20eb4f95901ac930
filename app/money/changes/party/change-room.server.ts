import type { z } from 'zod'
import type { Booking } from '#app/bookings/find-booking.server'
import { closeOpen } from '#app/bookings/open-on-booking.server'
import { type NotMovable, whyNotRoomed } from '#app/money/books/amounts-owed.server'
import {
  type Change,
  type ChangeEntered,
  changeOf,
  enterChange,
} from '#app/money/books/enter-price-change.server'
import { type MovePrice, type NotDone, type RoomQuote, unwrapQuote } from '#app/money/books/quotes'
import { sharesOf } from '#app/money/books/shares.server'
import { changeBooking } from '#app/money/changes/change-booking.server'
import type { RoomForm } from '#app/money/changes/money-forms'
import { mailRoomChanged } from '#app/money/letters/party-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { cents } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import { ROOM_NAMES, type RoomType } from '#app/tours/party'
import { priceOf } from '#app/tours/price'
import { giveRoom, otherRoom, roomNews } from '#app/travelers/pair-travelers.server'
import { guestWith, type RoomGuest } from '#app/travelers/room-guests.server'
import type { Tx } from '#db/connection.server'

export type RoomWish = z.output<typeof RoomForm> & { reference: string }

export type NotChangingRoom = NotMovable | 'no-such-traveler'

export type RoomChanged = { changed: RoomQuote } | NotDone<RoomQuote, NotChangingRoom>

/**
 * Gives a traveler of a paid booking the other kind of room (rules 4.19): the price stays as agreed, or
 * changes by what the two kinds differ today, undone with the room. Beds follow, and anyone of another
 * booking who shared theirs is told. Throws StripeUnavailable, with nothing changed.
 */
export const changeRoom = (wish: RoomWish, staff: Staff, clock: () => Date): Promise<RoomChanged> =>
  changeBooking(wish, clock, {
    name: 'room',
    plan: (booking, now) => changingOf(booking, wish.travelerId, now),
    change: (booking, changing, now, tx) => {
      change(booking, changing, wish, staff, now, tx)
      return { changed: changing.quote }
    },
  })

/** What is displayed before it is done, or why it cannot be. */
export const roomQuote = (booking: Booking, travelerId: number, now: Date) =>
  unwrapQuote(changingOf(booking, travelerId, now))

type Changing = { guest: RoomGuest; quote: RoomQuote; changes: Record<MovePrice, Change> }

function changingOf(
  booking: Booking,
  travelerId: number,
  now: Date,
): Changing | { refused: NotChangingRoom } {
  const refused = whyNotRoomed(booking, now)
  if (refused) return { refused }
  const guest = guestWith(travelerId)
  const share = sharesOf(booking).find(({ traveler }) => traveler.id === travelerId)
  if (!guest || !share) return { refused: 'no-such-traveler' }
  const { traveler } = guest
  const to = otherRoom(traveler.roomType)
  const [departure, today] = [departureOf(booking), businessDay(now)]
  const costs = (kind: RoomType) => priceOf(departure, kind, today).priceCents
  const differs = Math.max(costs(to) - costs(traveler.roomType), -share.shareCents)
  const changes = {
    agreed: changeOf(booking, cents(0), travelerId, now),
    today: changeOf(booking, cents(differs), travelerId, now),
  }
  const { parted, shares } = roomNews(guest, to)
  const quote = {
    travelerId,
    name: traveler.name,
    isLead: traveler.position === 1,
    to,
    agreed: changes.agreed.quote,
    today: differs === 0 ? null : changes.today.quote,
    parted: parted.map((mate) => mate.traveler.name || mate.booking.customerName),
    shares: shares && { travelerId: shares.traveler.id, name: shares.traveler.name },
  }
  return { guest, quote, changes }
}

function change(
  booking: Booking,
  { guest, quote, changes }: Changing,
  { price, formKey }: RoomWish,
  staff: Staff,
  now: Date,
  tx: Tx,
): void {
  const words = ROOM_NAMES[quote.to]
  const entered = enterChange(booking, changes[price], { kind: 'room', words, staff }, now, tx)
  giveOtherRoom(guest, entered, quote.agreed, { staff, formKey }, now, tx)
  const detail = {
    traveler: guest.traveler.position,
    roomType: quote.to,
    ...(entered && { changeCents: entered.changeCents }),
  }
  recordBookingAct(now, booking, byStaff(staff), 'room-changed', detail)
}

/** The other kind of room, with what it changed of the price; the letter is about the room. */
export function giveOtherRoom(
  guest: RoomGuest,
  entered: ChangeEntered | null,
  { beforeCents }: Pick<RoomQuote['agreed'], 'beforeCents'>,
  by: { staff: Staff; formKey: string },
  now: Date,
  tx: Tx,
): void {
  const to = otherRoom(guest.traveler.roomType)
  const isShared = roomNews(guest, to).shares !== null
  giveRoom(guest, { chargedActId: entered?.id ?? null, staff: by.staff }, now, tx)
  const { name, position } = guest.traveler
  const room = { name, isLead: position === 1, to, isShared, beforeCents }
  mailRoomChanged(guest.booking.id, room, by.formKey, now)
  closeOpen(guest.booking, 'room-changed', byStaff(by.staff), now, tx)
}
