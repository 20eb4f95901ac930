import { eq } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { bedFor, partyOf, staysOfThoseWhoLeft } from '#app/bookings/party.server'
import { newLinkToken } from '#app/bookings/reference.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/clock.server'
import { raiseInstallments } from '#app/installments/party-installments.server'
import { planFor } from '#app/installments/plan'
import { type Cents, cents } from '#app/money'
import { isBeingGivenBack } from '#app/payments/asked-now.server'
import { changePrice } from '#app/payments/change-price.server'
import { unsettledIntentOf } from '#app/payments/intent-records.server'
import { type InTheWay, withdrawFirst } from '#app/payments/withdraw-first.server'
import type { Staff } from '#app/staff/sessions.server'
import { hasBegun } from '#app/tour/departure'
import { departureOf, priceOf, seatsLeft } from '#app/tour/departures.server'
import { PARTY_AT_MOST } from '#app/tour/party-size'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { bookings, partyChanges, travelers } from '#db/schema'
import { isChangedBy } from './party-changes.server'
import { mailPartyRaised } from './party-mail.server'
import type { JoinQuote } from './quotes'

export type JoinWish = {
  reference: string
  /** Empty where it follows later. */
  name: string
  /** The price as shown before confirming: with another one by now nothing is changed. */
  quotedCents: Cents
  formKey: string
}

type NotJoining = 'not-standing' | 'party-full' | 'sold-out' | 'has-begun'

export type Joined =
  | { joined: JoinQuote }
  /** By this form already. */
  | { known: true }
  | { refused: NotJoining | 'not-found' | 'being-paid' }
  | { refused: 'quote-changed'; quote: JoinQuote }

/**
 * Adds a traveler to a paid booking (rules 4.10), at the departure's present price: they have a seat at once, what they
 * cost is spread over the installments that are open, and who booked gets a letter with the payment link; all of it or
 * nothing. A payment page that is open shows the old sum and is withdrawn first. Throws StripeUnavailable where that
 * cannot be done; then nothing has changed.
 */
export const joinParty = (wish: JoinWish, staff: Staff, now: () => Date): Promise<Joined> =>
  withdrawFirst(wish.reference, () => joinUnlessBeingPaid(wish, staff, now()), now)

function joinUnlessBeingPaid(wish: JoinWish, staff: Staff, now: Date): Joined | InTheWay {
  return immediately(db, (tx) => {
    const booking = findBooking(wish.reference, tx)
    if (!booking) return { refused: 'not-found' }
    if (isChangedBy(wish.formKey, tx)) return { known: true }
    const quote = joinQuote(booking, now, tx)
    if ('refused' in quote) return quote
    if (unsettledIntentOf(booking.id, tx)) return 'intent-in-the-way'
    if (quote.priceCents !== wish.quotedCents) return { refused: 'quote-changed', quote }
    add(booking, quote, { wish, staff }, now, tx)
    return { joined: quote }
  })
}

/** What is shown before it is done, or why nobody can join. */
export function joinQuote(booking: Booking, now: Date, outer: Db = db): JoinQuote | { refused: NotJoining } {
  const departure = departureOf(booking, outer)
  if (!isPaid(booking.status) || isBeingGivenBack(booking, outer)) return { refused: 'not-standing' }
  if (hasBegun(departure, businessDay(now))) return { refused: 'has-begun' }
  if (booking.numberOfGuests >= PARTY_AT_MOST) return { refused: 'party-full' }
  const left = seatsLeft(departure)
  if (left === 0) return { refused: 'sold-out' }
  const priceCents = priceOf(departure, booking.roomType)
  const totalCents = cents(booking.totalCents + priceCents)
  return {
    priceCents,
    depositCents: departure.depositCents,
    totalCents,
    remainingCents: cents(Math.max(0, totalCents - booking.keptCents)),
    guests: booking.numberOfGuests + 1,
    seatsLeft: left,
  }
}

function add(
  booking: Booking,
  quote: JoinQuote,
  { wish, staff }: { wish: JoinWish; staff: Staff },
  now: Date,
  tx: Tx,
): void {
  const share = { priceCents: quote.priceCents, depositCents: quote.depositCents }
  const taken = new Set(partyOf(booking.id, tx).map(({ position }) => position))
  const position = Array.from({ length: PARTY_AT_MOST }, (_, index) => index + 1).find(
    (place) => !taken.has(place),
  )
  tx.insert(travelers)
    .values({
      bookingId: booking.id,
      position: position ?? PARTY_AT_MOST,
      name: wish.name,
      ...share,
      keptBeforeCents: cents(Math.max(1, booking.keptCents - staysOfThoseWhoLeft(booking.id, tx))),
      openBeforeCents: cents(Math.max(0, booking.totalCents - booking.keptCents)),
      roomId: bedFor(booking, tx),
      linkToken: newLinkToken(),
      createdAt: now,
      updatedAt: now,
    })
    .run()
  const departure = departureOf(booking, tx)
  tx.update(bookings)
    .set({
      numberOfGuests: quote.guests,
      agreedDepositCents: cents(booking.agreedDepositCents + share.depositCents),
      updatedAt: now,
    })
    .where(eq(bookings.id, booking.id))
    .run()
  const today = businessDay(now)
  const plan = planFor(departure, quote.priceCents, today)
  raiseInstallments(booking.id, share, plan, { startsOn: departure.startsOn, today }, tx)
  const priceChangeCents = changePrice(booking.id, quote.priceCents, now, tx)
  tx.insert(partyChanges)
    .values({
      bookingId: booking.id,
      kind: 'joined',
      priceChangeCents,
      formKey: wish.formKey,
      changedBy: staff.id,
      createdAt: now,
    })
    .run()
  mailPartyRaised(booking.id, quote, wish.formKey, now, tx)
  recordAct(
    {
      ...byStaff(staff),
      action: 'traveler-joined',
      subject: `booking:${booking.reference}`,
      detail: { travelers: quote.guests, amountCents: quote.priceCents },
    },
    now,
    tx,
  )
}
