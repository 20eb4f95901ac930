import { eq } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf } from '#app/bookings/party.server'
import type { Order } from '#app/bookings/place-booking.server'
import { roomList } from '#app/travelers/room-guests.server'
import { db } from '#db/connection.server'
import { bookings, travelers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { aTraveler } from '#tests/fixtures/orders'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'

// Travelers who have paid, and who sleeps with whom.

type Guest = { booking: Booking; traveler: PartyTraveler }

/** A traveler of that name who has paid the deposit for a bed in a double room, unless told otherwise. */
export async function aGuest(name: string, details: Partial<Order> = {}, at?: Date): Promise<Guest> {
  const traveler = aTraveler({ name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com` })
  const { booking } = await aPaidBooking({ traveler, ...details }, at)
  return { booking, traveler: firstOf(booking) }
}

export function firstOf(booking: Pick<Booking, 'id'>): PartyTraveler {
  const [first] = partyOf(booking.id)
  if (!first) throw new Error(`Nobody travels on booking ${booking.id}`)
  return first
}

/**
 * Who sleeps in the rooms of the departure, in the order of the list: ['Amina Ali', 'Barasa Wekesa + Chebet
 * Kiprono'].
 */
export const sleeping = (): string[] =>
  roomList(1).map(({ sleepers }) =>
    sleepers.map(({ name, payerName }) => name || `of ${payerName}`).join(' + '),
  )

export const end = (booking: Pick<Booking, 'id'>, status: 'cancelled' | 'refunded' = 'cancelled') =>
  db.update(bookings).set({ status }).where(eq(bookings.id, booking.id)).run()

/** Letters of a kind, oldest first: to whom, and what they say. */
export const letters = (kind: string) =>
  db
    .select({ to: outbox.toAddress, subject: outbox.subject, text: outbox.textBody })
    .from(outbox)
    .where(eq(outbox.kind, kind))
    .orderBy(outbox.id)
    .all()

export const addressesOf = (kind: string): string[] => letters(kind).map(({ to }) => to)

export const roomsOfAll = (): number[] =>
  db
    .select({ roomId: travelers.roomId })
    .from(travelers)
    .all()
    .map(({ roomId }) => roomId)
