import { type PriceChange, type PriceChangeKind, priceChangesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { acceptsNoPayments, type NotMovable, whyNotRoomed } from '#app/money/books/amounts-owed.server'
import { type Change, changeOf, enterChange, undoneCents } from '#app/money/books/enter-price-change.server'
import { type NotDone, type PriceQuote, unwrapQuote } from '#app/money/books/quotes'
import { sharesOf } from '#app/money/books/shares.server'
import { mailPriceChanged } from '#app/money/letters/party-mail.server'
import { cents, partOf } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { roomChangesOf } from '#app/travelers/pair-travelers.server'
import { guestWith, type RoomGuest } from '#app/travelers/room-guests.server'
import type { Tx } from '#db/connection.server'
import { changeBooking } from './change-booking.server'
import { PRICE_DIRECTIONS, type PriceWish } from './money-forms'
import { giveOtherRoom } from './party/change-room.server'

type NotChanging =
  | 'no-such-traveler'
  | 'nothing-open'
  | 'beyond-price'
  | 'too-little'
  | 'undone'
  | 'of-leader'
  | 'of-bank'
  | 'room-changed'
  | NotMovable

export type Repriced = { changed: PriceQuote } | NotDone<PriceQuote, NotChanging>

type Confirmed = { quoted: string; formKey: string }

/**
 * Gives a paid booking, or one of its travelers, a discount or a surcharge (rules 4.15). A discount comes off
 * what is open, the last installment first, never below what is paid; a surcharge is asked for with the last.
 * The lead traveler gets a letter. Throws StripeUnavailable, with nothing changed.
 */
export const repriceBooking = (
  wish: PriceWish & Confirmed & { reference: string },
  staff: Staff,
  clock: () => Date,
): Promise<Repriced> =>
  changeBooking(wish, clock, {
    name: 'price',
    plan: (booking, now) => planned(booking, wish, now),
    change: (booking, plan, now, tx) =>
      change(booking, plan, { ...wish, kind: wish.direction, staff }, now, tx),
  })

/**
 * Undoes a change of a price: what it took of each installment and traveler is theirs again. One that came
 * with a room is undone with it, where a room can change, also if all is paid and the price stays. Throws as
 * `repriceBooking`.
 */
export const undoReprice = (
  wish: Confirmed & { reference: string; id: number },
  staff: Staff,
  clock: () => Date,
): Promise<Repriced> =>
  changeBooking(wish, clock, {
    name: 'undo-price',
    plan: (booking, now) => undone(booking, wish.id, now),
    change: (booking, plan, now, tx) => {
      const { words, kind } = plan.undoes
      return change(booking, plan, { ...wish, words, kind, staff }, now, tx)
    },
  })

/** What is shown before a price is changed, or why it cannot be. */
export const priceQuote = (booking: Booking, wish: PriceWish, now: Date) =>
  unwrapQuote(planned(booking, wish, now))

/** The same before a change is undone. */
export const undoQuote = (booking: Booking, id: number, now: Date) => unwrapQuote(undone(booking, id, now))

const priceChangeOf = (booking: Booking, id: number) =>
  priceChangesOf(booking.id).find((one) => one.id === id)

/** `guest` gets the other kind of room again with it. */
type Planned<More = unknown> = (Change & More & { guest?: RoomGuest }) | { refused: NotChanging }

function planned(booking: Booking, wish: PriceWish, now: Date): Planned {
  const refused = whyNot(booking)
  if (refused) return { refused }
  const shares = sharesOf(booking)
  const whose =
    wish.travelerId === null ? shares : shares.filter(({ traveler }) => traveler.id === wish.travelerId)
  if (whose.length === 0) return { refused: 'no-such-traveler' }
  const priceCents = whose.reduce((sum, { shareCents }) => sum + shareCents, 0)
  const wished = partOf(priceCents, wish.amount)
  const { sign } = PRICE_DIRECTIONS[wish.direction]
  if (sign < 0 && wished > priceCents) return { refused: 'beyond-price' }
  return orNothing(changeOf(booking, cents(sign * wished), wish.travelerId, now))
}

/**
 * A free place of a leader comes and goes by itself, and what is off for a bank account with its payment:
 * only the site undoes them.
 */
export function undone(
  booking: Booking,
  id: number,
  now: Date,
  by: 'staff' | 'site' = 'staff',
): Planned<{ undoes: PriceChange }> {
  const refused = whyNot(booking)
  const undoes = priceChangeOf(booking, id)
  if (refused) return { refused }
  if (!undoes || undoes.isUndone || undoes.undoesId !== null) return { refused: 'undone' }
  if (undoes.leaderTermsId !== null && by === 'staff') return { refused: 'of-leader' }
  if (undoes.intentId !== null) return { refused: 'of-bank' }
  const change = { ...changeOf(booking, undoneCents(booking, undoes), null, now, undoes), undoes }
  const room = roomChangesOf(booking.id).find(({ chargedActId }) => chargedActId === undoes.id)
  if (!room) return orNothing(change)
  const fixed = whyNotRoomed(booking, now)
  if (fixed) return { refused: fixed }
  const guest = guestWith(room.travelerId)
  if (!guest) return { refused: 'no-such-traveler' }
  if (guest.traveler.roomType !== room.roomType) return { refused: 'room-changed' }
  return { ...change, guest }
}

/** What leaves the price as it is changes nothing: neither does a rest that no card can pay. */
export function orNothing<Changes extends Change>(change: Changes): Changes | { refused: NotChanging } {
  const { beforeCents, totalCents, paidAlreadyCents } = change.quote
  if (totalCents !== beforeCents) return change
  return { refused: paidAlreadyCents > 0 ? 'nothing-open' : 'too-little' }
}

export function whyNot(booking: Booking): NotChanging | null {
  if (!isPaid(booking.status) || acceptsNoPayments(booking)) return 'inactive'
  return booking.writtenOffCents > 0 ? 'written-off' : null
}

function change(
  booking: Booking,
  plan: Exclude<Planned, { refused: string }>,
  cause: Confirmed & { kind: PriceChangeKind; words: string; staff: Staff },
  now: Date,
  tx: Tx,
): { changed: PriceQuote } {
  const { words, staff, formKey } = cause
  const entered = enterChange(booking, plan, cause, now, tx)
  const changeCents = entered?.changeCents ?? cents(0)
  const isUndone = !!plan.undoes
  if (plan.guest) giveOtherRoom(plan.guest, entered, plan.quote, { staff, formKey }, now, tx)
  else mailPriceChanged(booking.id, { ...plan.quote, changeCents, words, isUndone }, formKey, now)
  const action = isUndone ? 'reprice-undone' : 'repriced'
  recordBookingAct(now, booking, byStaff(staff), action, { changeCents, words })
  return { changed: plan.quote }
}
