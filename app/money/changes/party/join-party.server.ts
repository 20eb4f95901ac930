import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Booking } from '#app/bookings/find-booking.server'
import {
  type Parts,
  raisedInstallments,
  storeInstallments,
} from '#app/bookings/installments/party-installments.server'
import { planFor } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { closeOpen } from '#app/bookings/open-on-booking.server'
import { bedFor, partyMoney, partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { acceptsNoPayments, installmentsLeft } from '#app/money/books/amounts-owed.server'
import { changePrice } from '#app/money/books/change-price.server'
import { keptCents } from '#app/money/books/ledger.server'
import { type JoinQuote, type NotDone, unwrapQuote } from '#app/money/books/quotes'
import { settleShares } from '#app/money/books/shares.server'
import { changeBooking } from '#app/money/changes/change-booking.server'
import type { JoinForm } from '#app/money/changes/money-forms'
import { mailPartyRaised } from '#app/money/letters/party-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { newLinkToken } from '#app/platform/keys.server'
import { cents } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { hasBegun } from '#app/tours/departure'
import { type Departure, departureOf, seatsLeft } from '#app/tours/departures.server'
import type { RoomType } from '#app/tours/party'
import { priceOf } from '#app/tours/price'
import { NO_REFUND_DAYS } from '#app/tours/refund-policy'
import type { Tx } from '#db/connection.server'
import { bookings, travelers } from '#db/schema/bookings'
import { PARTY_AT_MOST } from '#db/values'

type JoinWish = z.output<typeof JoinForm> & { reference: string }

type NotJoining = 'inactive' | 'party-full' | 'sold-out' | 'has-begun'

export type Joined = { joined: JoinQuote } | NotDone<JoinQuote, NotJoining>

/**
 * Adds a traveler to a paid booking (rules 4.10), at the departure's present price: they have a seat at once,
 * what they cost is asked for with the installments that are open, and the lead traveler gets the payment
 * link. Throws StripeUnavailable, with nothing changed.
 */
export const joinParty = (wish: JoinWish, staff: Staff, clock: () => Date): Promise<Joined> =>
  changeBooking(wish, clock, {
    name: 'join',
    plan: (booking, now) => joiningOf(booking, wish.roomType ?? booking.roomType, now),
    change: (booking, joining, now, tx) => {
      add(booking, joining, { wish, staff }, now, tx)
      return { joined: joining.quote }
    },
  })

/** What is displayed before it is done, or why no one can join. */
export const joinQuote = (booking: Booking, now: Date, roomType: RoomType = booking.roomType) =>
  unwrapQuote(joiningOf(booking, roomType, now))

type Joining = {
  departure: Departure
  quote: JoinQuote
  raised: ReturnType<typeof raisedInstallments>
}

function joiningOf(booking: Booking, roomType: RoomType, now: Date): Joining | { refused: NotJoining } {
  const departure = departureOf(booking)
  const today = businessDay(now)
  if (!isPaid(booking.status) || acceptsNoPayments(booking)) return { refused: 'inactive' }
  if (hasBegun(departure, today)) return { refused: 'has-begun' }
  if (booking.travelers >= PARTY_AT_MOST) return { refused: 'party-full' }
  const left = seatsLeft(departure, booking.leaderId)
  if (left <= 0) return { refused: 'sold-out' }

  const { priceCents } = priceOf(departure, roomType, today)
  const depositCents = cents(Math.min(departure.depositCents, priceCents))
  const before = partyMoney(booking)
  const remainingCents = cents(Math.max(0, booking.totalCents + priceCents - keptCents(booking.id)))
  const joins = planFor({ ...departure, depositCents }, priceCents, today)
  const raised = raisedInstallments(installmentsOf(booking.id), joins, remainingCents, {
    startsOn: departure.startsOn,
    today,
  })
  const quote = {
    roomType,
    priceCents,
    depositCents,
    totalCents: cents(before.priceCents + priceCents),
    promisedCents: before.promisedCents,
    writtenOffCents: before.writtenOffCents,
    remainingCents,
    installments: installmentsLeft(raised.rows, remainingCents),
    travelers: booking.travelers + 1,
    seatsLeft: left,
    refund: joins.refund,
  }
  return { departure, quote, raised }
}

function add(
  booking: Booking,
  { departure, quote, raised }: Joining,
  { wish, staff }: { wish: JoinWish; staff: Staff },
  now: Date,
  tx: Tx,
): void {
  settleShares(booking, now, tx)
  const joiner = { name: wish.name, ...quote, ...raised.parts, agreedStartsOn: departure.startsOn }
  const travelerId = seat(booking, joiner, now, tx)
  tx.update(bookings)
    .set({
      travelers: quote.travelers,
      singles: booking.singles + (quote.roomType === 'single' ? 1 : 0),
      updatedAt: now,
    })
    .where(eq(bookings.id, booking.id))
    .run()
  storeInstallments(booking.id, raised.rows, tx)
  const parts = [{ travelerId, priceCents: quote.priceCents, paidCents: cents(0) }]
  changePrice(booking.id, quote.priceCents, { kind: 'seat', changedBy: staff.id }, now, tx, { parts })
  mailPartyRaised(booking.id, quote, wish.formKey, now)
  const detail = { travelers: quote.travelers, amountCents: quote.priceCents }
  recordBookingAct(now, booking, byStaff(staff), 'traveler-joined', detail)
  closeOpen(booking, 'joined', byStaff(staff), now, tx)
}

type Joiner = Parts &
  Pick<JoinQuote, 'roomType' | 'priceCents' | 'depositCents' | 'refund'> & {
    name: string
    agreedStartsOn: string
  }

/** On the first free seat, in a bed of their kind of room; nothing paid so far is theirs. */
function seat(booking: Booking, joiner: Joiner, now: Date, tx: Tx): number {
  const taken = new Set(partyOf(booking.id).map(({ position }) => position))
  const places = Array.from({ length: PARTY_AT_MOST }, (_, index) => index + 1)
  return tx
    .insert(travelers)
    .values({
      bookingId: booking.id,
      position: places.find((place) => !taken.has(place)) ?? PARTY_AT_MOST,
      name: joiner.name,
      roomType: joiner.roomType,
      depositCents: joiner.depositCents,
      joinedOn: businessDay(now),
      agreedStartsOn: joiner.agreedStartsOn,
      refundTerms: joiner.refund.terms,
      noRefundDays: NO_REFUND_DAYS,
      firstPartCents: joiner.firstPartCents,
      finalPartCents: joiner.finalPartCents,
      roomId: bedFor(booking, joiner.roomType),
      linkToken: newLinkToken(),
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: travelers.id })
    .get().id
}
