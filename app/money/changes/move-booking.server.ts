import { eq, isNotNull, sql } from 'drizzle-orm'
import { priceChangesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { movedInstallments } from '#app/bookings/installments/reprice-installments.server'
import { installmentsOf, isSettled, OF_ITS_OWN } from '#app/bookings/installments/settle-installments.server'
import { closeOpen } from '#app/bookings/open-on-booking.server'
import { partyOf, seatsOf } from '#app/bookings/party.server'
import { termsOf } from '#app/bookings/traveler-letters.server'
import { offerFreedSeats } from '#app/bookings/waitlist/offer-seats.server'
import {
  amountsOwed,
  installmentsLeft,
  type NotMovable,
  whyNotMoved,
} from '#app/money/books/amounts-owed.server'
import { type Change, changeOf, enterChange } from '#app/money/books/enter-price-change.server'
import { type MovePrice, type MoveQuote, type NotDone, unwrapQuote } from '#app/money/books/quotes'
import { mailBookingMoved } from '#app/money/letters/party-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDays } from '#app/platform/days'
import { type Cents, cents, isChargeable } from '#app/platform/money'
import { firstNameOf } from '#app/platform/typed/first-name'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { hasBegun } from '#app/tours/departure'
import { type Departure, departureIn, departureOf, seatsLeft } from '#app/tours/departures.server'
import { priceOf } from '#app/tours/price'
import { refundDates, refundDays } from '#app/tours/refund-policy'
import { askDetailsAgain } from '#app/travelers/details-due.server'
import { moveRooms, roomChangesOf } from '#app/travelers/pair-travelers.server'
import { db, type Tx } from '#db/connection.server'
import { bookings, travelers } from '#db/schema/bookings'
import { departureMoves } from '#db/schema/money'
import { changeBooking } from './change-booking.server'

type MoveWish = { reference: string; departureId: number; price: MovePrice; quoted: string; formKey: string }

export type NotMoving = NotMovable | 'no-departure' | 'same-departure' | 'sold-out' | 'not-chargeable'

export type Moved = { moved: MoveQuote } | NotDone<MoveQuote, NotMoving>

/**
 * Moves a paid booking to another departure (rules 4.17), and back by the same act: seats are taken there
 * before they are free here, money stays, what is open is due by the days there. The price stays as agreed or
 * becomes today's. Throws StripeUnavailable, with nothing changed.
 */
export const moveBooking = (wish: MoveWish, staff: Staff, clock: () => Date): Promise<Moved> =>
  changeBooking(wish, clock, {
    name: 'move',
    plan: (booking, now) => movingOf(booking, wish.departureId, now),
    change: (booking, moving, now, tx) => moveAsPlanned(booking, moving, wish, staff, now, tx),
  })

/** What is shown before it is done, or why the booking cannot be moved there. */
export const moveQuote = (booking: Booking, departureId: number, now: Date) =>
  unwrapQuote(movingOf(booking, departureId, now))

type Moving = { to: Departure; quote: MoveQuote; changes: Record<MovePrice, Change> }

export function movingOf(booking: Booking, departureId: number, now: Date): Moving | { refused: NotMoving } {
  const to = departureIn(departureId)
  const today = businessDay(now)
  const refused = whyNotMoved(booking, now)
  if (refused) return { refused }
  if (departureId === booking.departureId) return { refused: 'same-departure' }
  if (!to || to.sales === 'draft' || to.canceledAt !== null || hasBegun(to, today))
    return { refused: 'no-departure' }
  const left = seatsLeft(to, booking.leaderId)
  if (left < booking.travelers) return { refused: 'sold-out' }

  const at = (price: MovePrice) => movedAt(booking, to, price, now)
  const changes = { agreed: at('agreed'), today: at('today') }
  const asked = [changes.agreed, changes.today].flatMap(({ quote }) => quote.installments)
  if (!asked.every(({ owedCents }) => isChargeable(owedCents))) return { refused: 'not-chargeable' }
  const { agreed } = changes
  const quote = {
    departureId,
    from: journeyOf(departureOf(booking)),
    to: journeyOf(to),
    travelers: booking.travelers,
    seatsLeft: left,
    beforeCents: agreed.quote.beforeCents,
    installmentsBefore: amountsOwed(booking).installments.filter(({ owedCents }) => owedCents > 0),
    agreed: agreed.quote,
    today: changes.today.quote.changeCents === 0 ? null : changes.today.quote,
    refundDates: refundDates(refundDays({ ...termsOf(booking), startsOn: to.startsOn }), booking, today),
  }
  return { to, quote, changes }
}

const journeyOf = ({ startsOn, endsOn, tourId, name }: Departure) => ({ startsOn, endsOn, tourId, name })

/** The booking on the other departure: its price, and when what is open is due there. */
function movedAt(booking: Booking, to: Departure, price: MovePrice, now: Date): Change {
  const today = businessDay(now)
  const wished = price === 'agreed' ? cents(0) : beyondPriceOf(booking, to, today)
  // There the open balance is due, even if its own departure was canceled.
  const change = changeOf({ ...booking, departureId: to.id }, wished, null, now)
  const { remainingCents } = change.quote
  const planned = installmentsOf(booking.id)
  const isAskedAgain = change.rows === null && remainingCents > 0
  // At the same price its amount stays, with what was paid ahead of it.
  const open = wished === 0 ? planned.find((row) => !isSettled(row)) : undefined
  const amountCents = open?.amountCents ?? remainingCents
  const only = { number: 1, amountCents, dueOn: today, ...OF_ITS_OWN, paidAt: null }
  const rows = movedInstallments(
    isAskedAgain
      ? [{ ...only, isNew: true }]
      : (change.rows ?? planned.map((row) => ({ ...row, isNew: false }))),
    to,
    today,
  )
  return {
    ...change,
    rows,
    quote: { ...change.quote, installments: installmentsLeft(rows, remainingCents) },
  }
}

/**
 * By how much the party's seats cost more on a departure today than was agreed for them; less than zero where
 * less.
 */
function beyondPriceOf(booking: Booking, to: Departure, today: Day): Cents {
  const party = partyOf(booking.id)
  const priceCents = party.reduce((sum, { roomType }) => sum + priceOf(to, roomType, today).priceCents, 0)
  const aboard = new Set(party.map(({ id }) => id))
  const agreed = seatsOf(booking.id).reduce((sum, one) => sum + one.priceCents, 0)
  // What earlier moves and room changes added or took off is part of the price by now.
  const moved = changesOfSeats(booking).reduce(
    (sum, { parts }) =>
      sum + parts.reduce((part, one) => part + (aboard.has(one.travelerId) ? one.cents : 0), 0),
    0,
  )
  return cents(priceCents - agreed - moved)
}

function changesOfSeats({ id }: Booking) {
  const byMoves = db.select().from(departureMoves).where(eq(departureMoves.bookingId, id)).all()
  const causes = new Set([...byMoves, ...roomChangesOf(id)].map(({ chargedActId }) => chargedActId))
  // With what undid it: a part that was paid stays.
  return priceChangesOf(id).filter((one) => causes.has(one.undoesId ?? one.id))
}

/** The dates are agreed to with the move: the days of the refund terms follow them (rules 4.2). */
const termsThere = ({ id, tourType, startsOn, endsOn }: Departure) => ({
  departureId: id,
  tourType,
  agreedStartsOn: startsOn,
  agreedEndsOn: endsOn,
  toldStartsOn: null,
  toldEndsOn: null,
})

/** Inside `changeBooking`. `mover` is null where the guest chose it, after their departure was canceled. */
export function moveAsPlanned(
  booking: Booking,
  { to, quote, changes }: Moving,
  { price, formKey }: Pick<MoveWish, 'price' | 'formKey'>,
  mover: Staff | null,
  now: Date,
  tx: Tx,
): { moved: MoveQuote } {
  const { from } = quote
  const by = mover ? byStaff(mover) : { actor: 'traveler' }
  const parted = moveRooms(booking, to.id, by, now, tx)
  closeOpen(booking, 'moved', by, now, tx)
  tx.update(bookings)
    .set({ ...termsThere(to), updatedAt: now })
    .where(eq(bookings.id, booking.id))
    .run()
  tx.update(travelers)
    .set({ agreedStartsOn: to.startsOn })
    .where(sql`${travelers.bookingId} = ${booking.id} and ${isNotNull(travelers.joinedOn)}`)
    .run()
  const words = `price of ${showDays(to.startsOn, to.endsOn)}`
  const changed = enterChange(
    booking,
    changes[price],
    { kind: 'move', words, staff: { id: mover?.id ?? null } },
    now,
    tx,
  )
  tx.insert(departureMoves)
    .values({
      bookingId: booking.id,
      fromStartsOn: from.startsOn,
      fromEndsOn: from.endsOn,
      chargedActId: changed?.id ?? null,
      movedBy: mover?.id ?? null,
      createdAt: now,
    })
    .run()
  offerFreedSeats(booking.departureId, now)
  askDetailsAgain(booking.id, formKey, tx)
  const { beforeCents } = quote
  const partedFrom = parted.map(({ traveler }) => firstNameOf(traveler.name))
  mailBookingMoved(booking.id, { from, to, beforeCents, partedFrom }, formKey, now)
  const detail = {
    fromStartsOn: from.startsOn,
    toStartsOn: to.startsOn,
    ...(changed && { changeCents: changed.changeCents }),
  }
  recordBookingAct(now, booking, by, 'booking-moved', detail)
  return { moved: quote }
}
