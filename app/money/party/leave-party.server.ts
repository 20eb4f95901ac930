import { eq } from 'drizzle-orm'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { askedOn } from '#app/bookings/guest-requests.server'
import { lessenInstallments } from '#app/bookings/installments/party-installments.server'
import { type PartyTraveler, partyMoney, partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { offerFreedSeats } from '#app/bookings/waitlist/offer-seats.server'
import { askedNow, takesNoMoney } from '#app/money/asked-now.server'
import { changePrice } from '#app/money/change-price.server'
import { keptCents } from '#app/money/ledger.server'
import { unsettledIntentOf } from '#app/money/payments/intent-records.server'
import { type InTheWay, withdrawFirst } from '#app/money/payments/settle.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { byWhatWay, quoteOfShare } from '#app/money/refunds/policy-quote.server'
import { oweToCards } from '#app/money/refunds/refund-orders.server'
import { type Cents, cents, isTooSmallToAsk } from '#app/platform/money'
import { byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { leaveRoom } from '#app/travelers/rooms/pair-travelers.server'
import { immediately, type Tx } from '#db/connection.server'
import { bookings, partyChanges, travelers } from '#db/schema'
import { isChangedBy, settlePromises } from './party-changes.server'
import { mailPartyLessened } from './party-mail.server'
import type { LeaveQuote } from './quotes'
import { settleShares, sharesOf, type TravelerShare } from './shares.server'

export type LeaveWish = {
  reference: string
  /** Who was shown: another may have their place by now. */
  travelerId: number
  /**
   * Refund, rest, and the booking after it as shown before confirming: another quote by now is shown again
   * first.
   */
  quotedCents: Cents
  quotedKeptCents: Cents
  quotedTotalCents: Cents
  quotedGuests: number
  note: string
  formKey: string
}

export type Left =
  | { left: LeaveQuote }
  /** By this form already. */
  | { known: true }
  | { refused: 'not-found' | 'not-standing' | 'pays-for-all' | 'all-goes-back' | 'being-paid' }
  | { refused: 'quote-changed'; quote: LeaveQuote }

/**
 * Takes a traveler off a paid booking (rules 4.10): their seat is free, the policy's refund of their share is
 * owed to the cards, price, deposit and installments are those of the party that stays, and the traveler the
 * lead traveler gets a letter; all of it or nothing. The lead traveler leaves once another one leads
 * (`changeLead`), and nobody whose refund is all that the booking keeps: those who stay would lose their
 * seats with it. What might still be paid is withdrawn at Stripe first. Throws StripeUnavailable where that
 * cannot be done; then nothing has changed.
 */
export async function leaveParty(wish: LeaveWish, staff: Staff, now: () => Date): Promise<Left> {
  const outcome = await withdrawFirst(wish.reference, () => leaveUnlessBeingPaid(wish, staff, now()), now)
  if ('left' in outcome) await payOwedRefunds(now)
  return outcome
}

function leaveUnlessBeingPaid(wish: LeaveWish, staff: Staff, now: Date): Left | InTheWay {
  return immediately((tx) => {
    const booking = findBooking(wish.reference)
    if (!booking) return { refused: 'not-found' }
    if (!isPaid(booking.status) || takesNoMoney(booking)) return { refused: 'not-standing' }
    if (isChangedBy(wish.formKey, tx)) return { known: true }
    const shares = sharesOf(booking)
    const leaver = shares.find(({ traveler }) => traveler.id === wish.travelerId)
    if (!leaver) return { refused: 'not-found' }
    if (leaver.traveler.position === 1) return { refused: 'pays-for-all' }
    if (unsettledIntentOf(booking.id)) return 'intent-in-the-way'

    const quote = quoteFor(booking, leaver, shares.length - 1, now)
    if (!isAsQuoted(quote, wish)) return { refused: 'quote-changed', quote }
    if (quote.refundCents >= keptCents(booking.id)) return { refused: 'all-goes-back' }
    takeOff(booking, shares, leaver.traveler, quote, { wish, staff }, now, tx)
    return { left: quote }
  })
}

/** What is shown before it is done; null for the lead traveler, and for a seat that nobody has. */
export function leaveQuote(booking: Booking, position: number, now: Date): LeaveQuote | null {
  const shares = sharesOf(booking)
  const leaver = shares.find(({ traveler }) => traveler.position === position)
  return !leaver || position === 1 ? null : quoteFor(booking, leaver, shares.length - 1, now)
}

const isAsQuoted = (quote: LeaveQuote, wish: LeaveWish): boolean =>
  quote.refundCents === wish.quotedCents &&
  quote.keptCents === wish.quotedKeptCents &&
  quote.totalCents === wish.quotedTotalCents &&
  quote.guests === wish.quotedGuests

/** The leaver's share of what was paid is refunded by the policy as a booking of their own would be. */
function quoteFor(booking: Booking, leaver: TravelerShare, guests: number, now: Date): LeaveQuote {
  // A change in their own words may be why somebody leaves: staff read them, and this counts the day.
  const asked = askedOn(booking.id, 'leave', 'change', 'cancel')
  const ofPolicy = quoteOfShare(booking, withoutOverpaid(leaver), asked, now)
  const quote = byWhatWay(booking, ofPolicy)
  const { priceCents, promisedCents, writtenOffCents } = partyMoney(booking)
  const changeCents = cents(quote.keptCents - leaver.shareCents)
  const paidCents = cents(keptCents(booking.id) - quote.refundCents)
  const left = cents(Math.max(0, booking.totalCents + changeCents - paidCents))
  return {
    ...quote,
    travelerId: leaver.traveler.id,
    shareCents: leaver.shareCents,
    totalCents: cents(priceCents + changeCents),
    promisedCents,
    writtenOffCents,
    remainingCents: isTooSmallToAsk(left) ? cents(0) : left,
    guests,
  }
}

/** What was paid beyond the price is not their share: it stays with the booking, whose payer it is of. */
const withoutOverpaid = (leaver: TravelerShare): TravelerShare => ({
  ...leaver,
  paidCents: cents(Math.min(leaver.paidCents, leaver.shareCents)),
})

const depositOf = ({ id }: Booking): Cents =>
  cents(partyOf(id).reduce((sum, { depositCents }) => sum + depositCents, 0))

function takeOff(
  booking: Booking,
  shares: TravelerShare[],
  leaver: PartyTraveler,
  quote: LeaveQuote,
  { wish, staff }: { wish: LeaveWish; staff: Staff },
  now: Date,
  tx: Tx,
): void {
  settleShares(shares, tx)
  leaveRoom(leaver.id, byStaff(staff), now, tx)
  tx.delete(travelers).where(eq(travelers.id, leaver.id)).run()
  // What stays of the leaver's share is as little refundable as a deposit. Who joined has brought none.
  const deposit = leaver.joinedOn ? cents(0) : leaver.depositCents
  const ofOriginal = cents(booking.agreedDepositCents - deposit + quote.keptCents)
  // Where only travelers who joined are left, theirs is the deposit.
  const agreedDepositCents = ofOriginal > 0 ? ofOriginal : depositOf(booking)
  tx.update(bookings)
    .set({
      numberOfGuests: quote.guests,
      singles: booking.singles - (leaver.roomType === 'single' ? 1 : 0),
      agreedDepositCents,
      updatedAt: now,
    })
    .where(eq(bookings.id, booking.id))
    .run()
  const remaining = { beforeCents: askedNow(booking).remainingCents, afterCents: quote.remainingCents }
  lessenInstallments(booking.id, { share: leaver, shareCents: quote.shareCents, remaining }, tx)
  if (quote.toCardsCents > 0) {
    oweToCards(
      booking,
      { ...wish, amountCents: quote.toCardsCents, reason: 'left-party' },
      byStaff(staff),
      now,
      tx,
    )
  }
  // What goes back has lowered the price with its orders, and by hand lowers it when that is recorded, as
  // goodwill: a refund that does not come is part of the price again, as it is of what is kept.
  const lowered = cents(quote.keptCents + quote.refundCents - quote.shareCents)
  const priceChangeCents = changePrice(booking.id, lowered, now, tx)
  tx.insert(partyChanges)
    .values({
      bookingId: booking.id,
      kind: 'left',
      priceChangeCents,
      shareCents: quote.shareCents,
      ofCents: cents(shares.reduce((sum, { shareCents }) => sum + shareCents, 0)),
      staysCents: quote.keptCents,
      refundCents: quote.refundCents,
      formKey: wish.formKey,
      changedBy: staff.id,
      createdAt: now,
    })
    .run()
  settlePromises(booking.id, tx)
  offerFreedSeats(booking.departureId, now)
  mailPartyLessened(booking.id, leaver, quote, wish.formKey, now)
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
        ...(quote.askedOn && { askedOn: quote.askedOn }),
        note: wish.note,
      },
    },
    now,
  )
}
