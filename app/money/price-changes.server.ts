import { eq } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { raiseInstallments } from '#app/bookings/installments/party-installments.server'
import { dueWhenOwedAgain } from '#app/bookings/installments/plan'
import {
  loweredInstallments,
  raisedByPrice,
  type TakenOff,
} from '#app/bookings/installments/reprice-installments.server'
import { installmentsOf, type Raised } from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import { type Cents, cents, isTooSmallToAsk, partOf } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import {
  giveRoom,
  isRoomChangedBy,
  otherRoom,
  roomChangesOf,
  roomNews,
} from '#app/travelers/pair-travelers.server'
import { guestWith, type RoomGuest } from '#app/travelers/room-guests.server'
import type { Tx } from '#db/connection.server'
import { hasRow, rowsBy } from '#db/prepared.server'
import { priceChanges } from '#db/schema'
import {
  acceptsNoPayments,
  amountsOwed,
  installmentsLeft,
  type NotMovable,
  whyNotRoomed,
} from './amounts-owed.server'
import { changePrice } from './change-price.server'
import type { PriceWish } from './money-forms'
import { mailPriceChanged, mailRoomChanged } from './party/party-mail.server'
import { type NotDone, type PriceQuote, priceFingerprint, quoteIn } from './party/quotes'
import { giveBackParts, settleShares, sharesOf, type TravelerShare, takenSince } from './party/shares.server'
import { unsettledIntentOf } from './payments/intent-records.server'
import { changeBooking, type InTheWay } from './payments/settle.server'

export type PriceChange = typeof priceChanges.$inferSelect

type NotChanging =
  | 'no-such-traveler'
  | 'nothing-open'
  | 'beyond-price'
  | 'too-little'
  | 'undone'
  | 'room-changed'
  | NotMovable

export type Repriced = { changed: PriceQuote } | NotDone<PriceQuote, NotChanging>

/** The quote as confirmed: if it has changed since, nothing is done. */
type Confirmed = { quoted: string; formKey: string }

/**
 * Gives a paid booking, or one of its travelers, a discount or a surcharge (rules 4.15). A discount comes off
 * what is still open, the last installment first, and never goes below what is paid; a surcharge is asked for
 * with the last installment. The lead traveler gets a letter with the new price. What might still be paid is
 * withdrawn at Stripe first. Throws StripeUnavailable where that cannot be done; then nothing has changed.
 */
export const repriceBooking = (
  wish: PriceWish & Confirmed & { reference: string },
  staff: Staff,
  clock: () => Date,
): Promise<Repriced> =>
  changeBooking<Repriced>(wish.reference, clock, (booking, now, tx) =>
    change(booking, () => planned(booking, wish, now), { ...wish, staff }, now, tx),
  )

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
  changeBooking<Repriced>(wish.reference, clock, (booking, now, tx) => {
    const words = priceChangeOf(booking, wish.id)?.words ?? ''
    return change(booking, () => undone(booking, wish.id, now), { ...wish, words, staff }, now, tx)
  })

/** What is shown before a price is changed, or why it cannot be. */
export const priceQuote = (booking: Booking, wish: PriceWish, now: Date) =>
  quoteIn(planned(booking, wish, now))

/** The same before a change is undone. */
export const undoQuote = (booking: Booking, id: number, now: Date) => quoteIn(undone(booking, id, now))

/** The discounts and surcharges of a booking, oldest first, and whether each was undone. */
export function priceChangesOf(bookingId: number): (PriceChange & { isUndone: boolean })[] {
  const all = changesOf(bookingId)
  return all.map((one) => ({ ...one, isUndone: all.some(({ undoesId }) => undoesId === one.id) }))
}

const changesOf = rowsBy(priceChanges, priceChanges.bookingId, priceChanges.id)

const priceChangeOf = (booking: Booking, id: number) =>
  priceChangesOf(booking.id).find((one) => one.id === id)

/** What is to be done to installments, price and shares. */
export type Change = {
  quote: PriceQuote
  /** Null where the single installment of a booking without a plan follows by itself. */
  rows: Raised[] | null
  takenOff: TakenOff[]
  /** Whose share alone it changes. */
  travelerId: number | null
  undoes?: PriceChange
  /** Who gets the other kind of room again with it. */
  guest?: RoomGuest
}

function planned(booking: Booking, wish: PriceWish, now: Date): Change | { refused: NotChanging } {
  const refused = whyNot(booking)
  if (refused) return { refused }
  const shares = sharesOf(booking)
  const whose =
    wish.travelerId === null ? shares : shares.filter(({ traveler }) => traveler.id === wish.travelerId)
  if (whose.length === 0) return { refused: 'no-such-traveler' }
  const priceCents = whose.reduce((sum, { shareCents }) => sum + shareCents, 0)
  const wished = partOf(priceCents, wish.amount)
  const isSurcharge = wish.direction === 'surcharge'
  if (!isSurcharge && wished > priceCents) return { refused: 'beyond-price' }
  return orNothing(changeOf(booking, cents(isSurcharge ? wished : -wished), wish.travelerId, now))
}

function undone(booking: Booking, id: number, now: Date): Change | { refused: NotChanging } {
  const refused = whyNot(booking)
  const undoes = priceChangeOf(booking, id)
  if (refused) return { refused }
  if (!undoes || undoes.isUndone || undoes.undoesId !== null) return { refused: 'undone' }
  const aboard = new Set(sharesOf(booking).map(({ traveler }) => traveler.id))
  // Former travelers took their part along: those who stay are not asked for it.
  const ofLeavers = undoes.taken.shares
    .filter(({ travelerId }) => !aboard.has(travelerId))
    .reduce((sum, part) => sum + part.cents, 0)
  const change = changeOf(booking, cents(-undoes.priceChangeCents - ofLeavers), null, now, undoes)
  const room = roomChangesOf(booking.id).find(({ priceChangeId }) => priceChangeId === undoes.id)
  if (!room) return orNothing(change)
  const fixed = whyNotRoomed(booking, now)
  if (fixed) return { refused: fixed }
  const guest = guestWith(room.travelerId)
  if (!guest) return { refused: 'no-such-traveler' }
  if (guest.traveler.roomType !== room.roomType) return { refused: 'room-changed' }
  return { ...change, guest }
}

/** What leaves the price as it is changes nothing: neither does a rest that no card can pay. */
function orNothing(change: Change): Change | { refused: NotChanging } {
  const { beforeCents, totalCents, paidAlreadyCents } = change.quote
  if (totalCents !== beforeCents) return change
  return { refused: paidAlreadyCents > 0 ? 'nothing-open' : 'too-little' }
}

function whyNot(booking: Booking): NotChanging | null {
  if (!isPaid(booking.status) || acceptsNoPayments(booking)) return 'not-standing'
  return booking.writtenOffCents > 0 ? 'written-off' : null
}

/** What a change of the price comes to; a discount takes off no more than is open. */
export function changeOf(
  booking: Booking,
  wished: Cents,
  travelerId: number | null,
  now: Date,
  undoes?: PriceChange,
): Change {
  const today = businessDay(now)
  const { remainingCents: open } = amountsOwed(booking)
  const changeCents = cents(Math.max(wished, 0 - open))
  const plan = installmentsOf(booking.id)
  const asked = { planned: plan, remainingCents: open }
  const soonest = dueWhenOwedAgain(departureOf(booking).startsOn, today)
  const lowered = changeCents < 0 ? loweredInstallments(asked, cents(-changeCents)) : null
  const rows = lowered?.rows ?? raisedByPrice(asked, changeCents, soonest, undoes?.taken.installments)
  const left = cents(open + changeCents)
  const remainingCents = isTooSmallToAsk(left) ? cents(0) : left
  const shown = rows ?? [
    {
      number: 1,
      amountCents: remainingCents,
      dueOn: plan.find(({ paidAt }) => paidAt === null)?.dueOn ?? soonest,
    },
  ]
  const before = partyMoney(booking)
  const quote = {
    beforeCents: before.priceCents,
    changeCents,
    paidAlreadyCents: cents(changeCents - wished),
    totalCents: cents(before.priceCents + changeCents - (left - remainingCents)),
    remainingCents,
    promisedCents: before.promisedCents,
    writtenOffCents: before.writtenOffCents,
    travelers: booking.travelers,
    installments: installmentsLeft(shown, remainingCents),
  }
  return { quote, rows, takenOff: lowered?.taken ?? [], travelerId, undoes }
}

type Cause = { words: string; staff: Staff; formKey: string }

function change(
  booking: Booking,
  plan: () => Change | { refused: NotChanging },
  cause: Cause & Confirmed,
  now: Date,
  tx: Tx,
): Repriced | InTheWay {
  const isKnown = hasRow(priceChanges, eq(priceChanges.formKey, cause.formKey))
  if (isKnown || isRoomChangedBy(cause.formKey, tx)) return { known: true }
  const change = plan()
  if ('refused' in change) return change
  if (unsettledIntentOf(booking.id)) return 'intent-in-the-way'
  if (priceFingerprint(change.quote) !== cause.quoted)
    return { refused: 'quote-changed', quote: change.quote }
  const { words, staff, formKey } = cause
  const entered = enterChange(booking, change, cause, now, tx)
  const changeCents = entered?.priceChangeCents ?? cents(0)
  const isUndone = !!change.undoes
  if (change.guest) giveOtherRoom(change.guest, entered, change.quote, { staff, formKey }, now, tx)
  else mailPriceChanged(booking.id, { ...change.quote, changeCents, words, isUndone }, formKey, now)
  const action = isUndone ? 'reprice-undone' : 'repriced'
  recordBookingAct(now, booking, byStaff(staff), action, { changeCents, words })
  return { changed: change.quote }
}

/** The other kind of room, with what it changed of the price; the letter is about the room. */
export function giveOtherRoom(
  guest: RoomGuest,
  entered: PriceChange | null,
  { beforeCents }: PriceQuote,
  by: Pick<Cause, 'staff' | 'formKey'>,
  now: Date,
  tx: Tx,
): void {
  const to = otherRoom(guest.traveler.roomType)
  const isShared = roomNews(guest, to).shares !== null
  giveRoom(guest, { priceChangeId: entered?.id ?? null, ...by }, now, tx)
  const { name, position } = guest.traveler
  const room = { name, isLead: position === 1, to, isShared, beforeCents }
  mailRoomChanged(guest.booking.id, room, by.formKey, now)
}

/** Changes price, plan and shares, and writes down why; null where the price stays as it is. */
export function enterChange(
  booking: Booking,
  { quote, rows, takenOff, travelerId, undoes }: Change,
  { words, staff, formKey }: Omit<Cause, 'staff'> & { staff: { id: number | null } },
  now: Date,
  tx: Tx,
): PriceChange | null {
  const before = sharesOf(booking)
  settleShares(before, tx)
  if (rows) raiseInstallments(booking.id, rows, tx)
  // At the same price nothing follows what is left: what was paid ahead stays in its installment.
  const priceChangeCents =
    quote.changeCents === 0 ? cents(0) : changePrice(booking.id, quote.changeCents, now, tx)
  if (travelerId !== null) settleShares(before.map(ofOne(travelerId, priceChangeCents)), tx)
  if (undoes) giveBackParts(undoes.taken.shares.map(asPart), before, tx)
  if (priceChangeCents === 0) return null
  const entry = { priceChangeCents, words, undoesId: undoes?.id ?? null, formKey, changedBy: staff.id }
  return writePriceChange(bookingWithId(booking.id) ?? booking, entry, { takenOff, before }, now, tx)
}

/** Writes down a change of a booking's price, and what it took of installments and travelers. */
export function writePriceChange(
  after: Booking,
  entry: Omit<typeof priceChanges.$inferInsert, 'bookingId' | 'taken' | 'createdAt'>,
  { takenOff, before }: { takenOff: TakenOff[]; before: TravelerShare[] },
  now: Date,
  tx: Tx,
): PriceChange {
  const shares = takenSince(before, after).map(({ travelerId, shareCents }) => ({
    travelerId,
    cents: shareCents,
  }))
  return tx
    .insert(priceChanges)
    .values({ ...entry, bookingId: after.id, taken: { installments: takenOff, shares }, createdAt: now })
    .returning()
    .get()
}

const ofOne = (travelerId: number, by: Cents) => (share: TravelerShare) =>
  share.traveler.id === travelerId ? { ...share, shareCents: cents(share.shareCents + by) } : share

const asPart = ({ travelerId, cents: shareCents }: PriceChange['taken']['shares'][number]) => ({
  travelerId,
  shareCents: cents(shareCents),
  paidCents: cents(0),
})
