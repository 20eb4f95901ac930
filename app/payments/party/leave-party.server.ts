import { eq } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf, staysOfThoseWhoLeft } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/clock.server'
import { lessenInstallments } from '#app/installments/party-installments.server'
import { type Cents, cents } from '#app/money'
import { isBeingGivenBack } from '#app/payments/asked-now.server'
import { changePrice } from '#app/payments/change-price.server'
import { unsettledIntentOf } from '#app/payments/intent-records.server'
import { keptCents } from '#app/payments/ledger.server'
import { quoteOf } from '#app/payments/refunds/cancel-booking.server'
import { payOwedRefunds } from '#app/payments/refunds/owed-refunds.server'
import { oweToCards } from '#app/payments/refunds/refund-orders.server'
import { type InTheWay, withdrawFirst } from '#app/payments/withdraw-first.server'
import type { Staff } from '#app/staff/sessions.server'
import { leaveRoom } from '#app/travelers/rooms/pair-travelers.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { bookings, partyChanges, travelers } from '#db/schema'
import { isChangedBy } from './party-changes.server'
import { mailPartyLessened } from './party-mail.server'
import type { LeaveQuote } from './quotes'

export type LeaveWish = {
  reference: string
  position: number
  /** Refund and rest as shown before confirming: another quote by now is shown again first. */
  quotedCents: Cents
  quotedKeptCents: Cents
  note: string
  formKey: string
}

export type Left =
  | { left: LeaveQuote }
  /** By this form already. */
  | { known: true }
  | { refused: 'not-found' | 'not-standing' | 'pays-for-all' | 'being-paid' }
  | { refused: 'quote-changed'; quote: LeaveQuote }

/**
 * Takes a traveler off a paid booking (rules 4.10): their seat is free, the policy's refund of their share is owed to the
 * cards, price, deposit and installments are those of the party that stays, and the traveler who booked gets a letter;
 * all of it or nothing. Who booked cannot be taken off: cancel the booking, or change the name. What might still be paid
 * is withdrawn at Stripe first. Throws StripeUnavailable where that cannot be done; then nothing has changed.
 */
export async function leaveParty(wish: LeaveWish, staff: Staff, now: () => Date): Promise<Left> {
  const outcome = await withdrawFirst(wish.reference, () => leaveUnlessBeingPaid(wish, staff, now()), now)
  if ('left' in outcome) await payOwedRefunds(now)
  return outcome
}

function leaveUnlessBeingPaid(wish: LeaveWish, staff: Staff, now: Date): Left | InTheWay {
  return immediately(db, (tx) => {
    const booking = findBooking(wish.reference, tx)
    if (!booking) return { refused: 'not-found' }
    if (!isPaid(booking.status) || isBeingGivenBack(booking, tx)) return { refused: 'not-standing' }
    if (isChangedBy(wish.formKey, tx)) return { known: true }
    const party = partyOf(booking.id, tx)
    const leaver = party.find(({ position }) => position === wish.position)
    if (!leaver) return { refused: 'not-found' }
    if (leaver.position === 1) return { refused: 'pays-for-all' }
    if (unsettledIntentOf(booking.id, tx)) return 'intent-in-the-way'

    const quote = quoteFor(booking, party, leaver, now, tx)
    if (quote.refundCents !== wish.quotedCents || quote.keptCents !== wish.quotedKeptCents) {
      return { refused: 'quote-changed', quote }
    }
    takeOff(booking, leaver, quote, { wish, staff }, now, tx)
    return { left: quote }
  })
}

/** What is shown before it is done; null for who booked, and for a seat that nobody has. */
export function leaveQuote(booking: Booking, position: number, now: Date, outer: Db = db): LeaveQuote | null {
  const party = partyOf(booking.id, outer)
  const leaver = party.find((traveler) => traveler.position === position)
  return !leaver || position === 1 ? null : quoteFor(booking, party, leaver, now, outer)
}

/**
 * The leaver's share of what was paid, by their part of the price, is refunded by the policy as a booking of their own
 * would be; it follows the first day that was agreed, or the present one where that gives back more.
 */
function quoteFor(
  booking: Booking,
  party: PartyTraveler[],
  leaver: PartyTraveler,
  now: Date,
  outer: Db,
): LeaveQuote {
  const kept = keptCents(booking.id, outer)
  const stays = staysOfThoseWhoLeft(booking.id, outer)
  const agreed = party.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const shareOf = (amount: number) => cents(Math.floor((Math.max(0, amount) * leaver.priceCents) / agreed))
  const shareCents = shareOf(booking.totalCents - stays)
  const paidCents = cents(Math.min(shareOf(kept - stays), shareCents))
  const money = {
    paidCents,
    depositCents: cents(Math.min(leaver.depositCents, paidCents)),
    bookedOn: businessDay(leaver.createdAt),
  }
  const quote = quoteOf(booking, money, now, outer)
  const totalCents = cents(booking.totalCents - shareCents + quote.keptCents)
  return {
    ...quote,
    totalCents,
    remainingCents: cents(Math.max(0, totalCents - kept + quote.refundCents)),
    guests: party.length - 1,
  }
}

function takeOff(
  booking: Booking,
  leaver: PartyTraveler,
  quote: LeaveQuote,
  { wish, staff }: { wish: LeaveWish; staff: Staff },
  now: Date,
  tx: Tx,
): void {
  leaveRoom(leaver.id, byStaff(staff), now, tx)
  tx.delete(travelers).where(eq(travelers.id, leaver.id)).run()
  // What stays of the leaver's share is as little refundable as a deposit.
  const agreedDepositCents = cents(booking.agreedDepositCents - leaver.depositCents + quote.keptCents)
  tx.update(bookings)
    .set({ numberOfGuests: quote.guests, agreedDepositCents, updatedAt: now })
    .where(eq(bookings.id, booking.id))
    .run()
  lessenInstallments(booking.id, leaver, tx)
  if (quote.toCardsCents > 0) {
    oweToCards(booking, { ...wish, amountCents: quote.toCardsCents, reason: 'left-party' }, staff, now, tx)
  }
  // What goes back has lowered the price with its orders, and by hand lowers it when that is recorded, as goodwill: a
  // refund that does not come is part of the price again, as it is of what is kept.
  const lowered = cents(quote.totalCents + quote.refundCents - booking.totalCents)
  const priceChangeCents = changePrice(booking.id, lowered, now, tx)
  tx.insert(partyChanges)
    .values({
      bookingId: booking.id,
      priceChangeCents,
      staysCents: quote.keptCents,
      refundCents: quote.refundCents,
      formKey: wish.formKey,
      changedBy: staff.id,
      createdAt: now,
    })
    .run()
  mailPartyLessened(booking.id, leaver, quote, wish.formKey, now, tx)
  recordAct(
    {
      ...byStaff(staff),
      action: 'traveler-left',
      subject: `booking:${booking.reference}`,
      detail: {
        travelers: quote.guests,
        refundCents: quote.refundCents,
        byHandCents: quote.byHandCents,
        why: quote.why,
        note: wish.note,
      },
    },
    now,
    tx,
  )
}
