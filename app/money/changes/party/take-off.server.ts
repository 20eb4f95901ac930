import { eq } from 'drizzle-orm'
import { type ChargeKind, type Part, sumsOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { askedOn } from '#app/bookings/guest-requests.server'
import { lessenInstallments } from '#app/bookings/installments/lessen-installments.server'
import { type PartyTraveler, partyMoney, partyOf } from '#app/bookings/party.server'
import { offerFreedSeats } from '#app/bookings/waitlist/offer-seats.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { changePrice } from '#app/money/books/change-price.server'
import { keptCents } from '#app/money/books/ledger.server'
import type { LeaveQuote } from '#app/money/books/quotes'
import { type CancelQuote, quoteOfShare, splitByMethod } from '#app/money/books/refund-quote.server'
import { settleShares, sharesOf, type TravelerShare } from '#app/money/books/shares.server'
import { writtenOffOf } from '#app/money/books/written-off.server'
import { isSameMailbox, mailAutopayEnded } from '#app/money/letters/autopay-mail.server'
import { mailPartyLessened } from '#app/money/letters/party-mail.server'
import { consentsOf, endConsent } from '#app/money/payments/autopay-consents.server'
import { oweToCards } from '#app/money/refunds/orders.server'
import { cents, isTooSmallToAsk } from '#app/platform/money'
import { type By, recordBookingAct } from '#app/staff/audit-log.server'
import { leaveRoom } from '#app/travelers/pair-travelers.server'
import type { Tx } from '#db/connection.server'
import { bookings, travelers } from '#db/schema/bookings'

/** What is displayed before it is done; null for the lead traveler, and for an empty seat. */
export function leaveQuote(booking: Booking, position: number, now: Date): LeaveQuote | null {
  const shares = sharesOf(booking)
  const leaver = shares.find(({ traveler }) => traveler.position === position)
  return !leaver || position === 1 ? null : quoteFor(booking, leaver, shares.length - 1, now)
}

/** The leaver's share of what was paid is refunded by the policy as a booking of their own would be. */
export function quoteFor(booking: Booking, leaver: TravelerShare, travelers: number, now: Date): LeaveQuote {
  // A change asked for in the guest's own words may be about leaving: staff read it, and its day counts.
  const asked = askedOn(booking.id, 'leave', 'change', 'cancel')
  const ofPolicy = quoteOfShare(booking, withoutOverpaid(leaver), asked, now)
  return afterLeaving(booking, leaver, travelers, ofPolicy)
}

/** The booking after a traveler has left with this refund. */
export function afterLeaving(
  booking: Booking,
  leaver: TravelerShare,
  travelers: number,
  refund: Omit<CancelQuote, 'toCardsCents' | 'byHandCents'>,
): LeaveQuote {
  const quote = splitByMethod(booking, refund, leaver.traveler.id)
  const { priceCents, promisedCents, writtenOffCents } = partyMoney(booking)
  const theirs = writtenOffOf(booking, leaver)
  const changeCents = cents(quote.retainedCents - leaver.shareCents)
  const paidCents = cents(keptCents(booking.id) - quote.refundCents)
  const left = cents(Math.max(0, booking.totalCents + changeCents - paidCents))
  return {
    ...quote,
    travelerId: leaver.traveler.id,
    shareCents: leaver.shareCents,
    totalCents: cents(priceCents + changeCents - theirs),
    promisedCents,
    writtenOffCents: cents(writtenOffCents - theirs),
    remainingCents: isTooSmallToAsk(left) ? cents(0) : left,
    travelers,
  }
}

/** What was paid beyond the price is not their share: it stays with the booking's payer. */
export const withoutOverpaid = (leaver: TravelerShare): TravelerShare => ({
  ...leaver,
  paidCents: cents(Math.min(leaver.paidCents, leaver.shareCents)),
})

/** Takes a traveler off as quoted; who leaves and what they get is already decided. */
export function takeOff(
  booking: Booking,
  shares: TravelerShare[],
  leaver: PartyTraveler,
  quote: LeaveQuote,
  { note, formKey, by }: { note: string; formKey: string; by: By },
  now: Date,
  tx: Tx,
): void {
  settleShares(booking, now, tx, shares)
  endChargesOf(booking, leaver, now, tx)
  leaveRoom(leaver.id, by, now, tx)
  tx.delete(travelers).where(eq(travelers.id, leaver.id)).run()
  // What stays of the leaver's share is as little refundable as a deposit. Joined travelers brought none.
  const deposit = leaver.joinedOn ? cents(0) : leaver.depositCents
  const ofOriginal = cents(booking.agreedDepositCents - deposit + quote.retainedCents)
  // Where only travelers who joined are left, theirs is the deposit.
  const ofJoined = partyOf(booking.id).reduce((sum, { depositCents }) => sum + depositCents, 0)
  tx.update(bookings)
    .set({
      travelers: quote.travelers,
      singles: booking.singles - (leaver.roomType === 'single' ? 1 : 0),
      agreedDepositCents: ofOriginal > 0 ? ofOriginal : cents(ofJoined),
      updatedAt: now,
    })
    .where(eq(bookings.id, booking.id))
    .run()
  const ofCents = cents(shares.reduce((sum, { shareCents }) => sum + shareCents, 0))
  const remaining = { beforeCents: amountsOwed(booking).remainingCents, afterCents: quote.remainingCents }
  const writtenOffCents = cents(booking.writtenOffCents - quote.writtenOffCents)
  const party = shares.map(({ traveler }) => traveler)
  const { shareCents } = quote
  lessenInstallments(
    booking.id,
    { party, traveler: leaver, shareCents, ofCents, remaining, writtenOffCents },
    tx,
  )
  // What goes back lowers the price with its orders, and by hand when that is recorded, as goodwill: a refund
  // that does not come is part of the price again, as it is of what is kept.
  const lowered = cents(quote.retainedCents + quote.refundCents - quote.shareCents)
  const charged = sumsOf(booking.id).get(leaver.id)
  const ofLeaver = (kind: ChargeKind, priceCents: number, paid = 0): Part => ({
    ...{ travelerId: leaver.id, kind },
    ...{ priceCents: cents(priceCents), paidCents: cents(paid) },
  })
  const parts = [
    ofLeaver('left', -(charged?.priceCents ?? 0) - writtenOffCents, -(charged?.paidCents ?? 0)),
    ofLeaver('written-off', writtenOffCents),
    ofLeaver('retained', quote.retainedCents),
    ofLeaver('promised', quote.refundCents),
  ]
  const act = { kind: 'left', words: 'No longer traveling', changedBy: by.actorId ?? null } as const
  changePrice(booking.id, lowered, act, now, tx, { parts })
  if (writtenOffCents > 0) {
    recordBookingAct(now, booking, by, 'write-off-lowered', { amountCents: writtenOffCents })
  }
  if (quote.toCardsCents > 0) {
    const order = {
      note,
      amountCents: quote.toCardsCents,
      reason: 'left-party' as const,
      each: [{ travelerId: leaver.id, cents: quote.toCardsCents }],
    }
    oweToCards(booking, order, by, now, tx)
  }
  offerFreedSeats(booking.departureId, now)
  mailPartyLessened(booking.id, leaver, quote, formKey, now)
  const { travelers: left, refundCents, byHandCents, why, askedOn } = quote
  const detail = { travelers: left, refundCents, byHandCents, why, ...(askedOn && { askedOn }), note }
  recordBookingAct(now, booking, by, 'traveler-left', detail)
}

/** Who agreed to be charged for all goes on paying for nobody else, unless who leads shares their address. */
function endChargesOf(booking: Booking, { email }: PartyTraveler, now: Date, tx: Tx): void {
  if (!email || isSameMailbox(email, booking.customerEmail)) return
  for (const consent of consentsOf(booking.id)) {
    if (consent.forTravelerId !== null || !isSameMailbox(email, consent.payerEmail)) continue
    if (!endConsent(consent, 'left', { actor: 'site' }, now, tx)) continue
    if (consent.startedAt) mailAutopayEnded(booking, consent, 'left', now)
  }
}
