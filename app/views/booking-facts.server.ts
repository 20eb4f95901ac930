import { notesIn, travelerOf } from '#app/bookings/checkout-form'
import type { Booking } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { heldUntil } from '#app/bookings/hold-for-guest.server'
import { earlyBirdOf, partyMoney } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { refundTermsOf } from '#app/bookings/traveler-letters.server'
import { amountsOwed, type InstallmentNow, isBeingGivenBack } from '#app/money/books/amounts-owed.server'
import { firstPayment, refundsGoTo } from '#app/money/books/ledger.server'
import { onItsWayOf } from '#app/money/books/on-its-way.server'
import { businessDay, businessTime, today } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { firstNameOf } from '#app/platform/typed/first-name'
import { nameInLinks, waitsForDecision } from '#app/tours/departure'
import { departureOf, runningOn } from '#app/tours/departures.server'
import { bookedParty, roomsInWords } from '#app/tours/party'

/** A booking as the traveler's own pages show it: amounts in cents, days as calendar days. */
export function bookingFacts(booking: Booking) {
  const departure = departureOf(booking)
  const owed = amountsOwed(booking)
  const isEnding = isBeingGivenBack(booking)
  const party = partyMoney(booking)
  const { phone: _, ...customer } = travelerOf(booking)
  return {
    reference: booking.reference,
    status: booking.status,
    paymentType: booking.paymentType,
    tourName: departure.name,
    departure: nameInLinks(departure),
    /** The page of its journey. */
    journey: `/${departure.path}`,
    startsOn: departure.startsOn,
    endsOn: departure.endsOn,
    roomType: booking.roomType,
    roomName: roomsInWords(bookedParty(booking)),
    travelers: booking.travelers,
    singles: booking.singles,
    partySum: party.sum,
    notes: notesIn(booking),
    /** Until when staff hold its seats for the guest. */
    heldUntil: isHeldForGuest(booking) ? heldUntil(booking) : null,
    bookedAt: businessTime(booking.createdAt),
    totalCents: party.priceCents,
    paidTodayCents: firstPayment(booking.id)?.amountCents ?? cents(0),
    remainingCents: owed.remainingCents,
    /** What is on its way from a bank account, each payment with its day; of one that ended it goes back. */
    onItsWay: onItsWayOf(booking.id),
    /** Where what goes back comes: 'your card', 'your bank account', or 'the cards that paid'. */
    refundsGoTo: refundsGoTo(booking.id),
    /** What staff wrote off of the price: once nothing is due, it was not all paid. */
    writtenOffCents: party.writtenOffCents,
    isBeingGivenBack: isEnding,
    /** As a whole: nothing more is asked for, and the lead traveler chooses. */
    isDepartureCanceled: departure.canceledAt !== null,
    /** Whether the departure runs, in a sentence where that is not a matter of course. */
    running: runningOn(departure, today()),
    /** No one has decided yet whether it runs. */
    isUndecided: waitsForDecision(departure),
    /** While no one has decided that, nothing falls due. */
    waits: owed.installments.some(({ waits }) => waits),
    installments: (isEnding ? [] : owed.installments).map(
      ({ number, name, owedCents, onItsWayCents, writtenOffCents, shownCents, dueOn, paidAt, waits }) => ({
        number,
        name,
        amountCents: shownCents,
        owedCents,
        onItsWayCents,
        writtenOffCents,
        dueOn,
        ...(waits && { waits }),
        isPaid: owedCents === 0 && paidAt !== null,
      }),
    ),
    earlyBird: earlyBirdOf(booking),
    refundTerms: refundTermsOf(booking, today()),
    customer,
    /** How a page greets the lead traveler; null where nothing in their name can be repeated. */
    firstName: firstNameOf(booking.customerName),
  }
}

export type BookingFacts = ReturnType<typeof bookingFacts>

export type ScheduledPayment = {
  /** Null for the first payment. */
  number: number | null
  label: string
  amountCents: Cents
  /**
   * What it still asks for: less than its amount where money was paid ahead, more where there are arrears.
   */
  owedCents: Cents
  /** What of it is on its way from a bank account. */
  onItsWayCents: Cents
  writtenOffCents: Cents
  /** Null for the first payment, which was due with the booking. */
  dueOn: Day | null
  /** Until it is decided that the departure runs. */
  waits?: boolean
  /** The business's day; null while something is owed, and of what was written off. */
  paidOn: Day | null
}

/** Every payment that a booking was made with: the first one, then its installments. Amounts in cents. */
export function paymentSchedule(booking: Booking): ScheduledPayment[] {
  const { installments } = amountsOwed(booking)
  return [
    firstScheduled(booking, installments),
    ...installments.map(
      ({ number, name, amountCents, owedCents, onItsWayCents, writtenOffCents, dueOn, paidAt, waits }) => ({
        ...(waits && { waits }),
        number,
        label: name,
        amountCents,
        owedCents,
        onItsWayCents,
        writtenOffCents,
        dueOn,
        paidOn: owedCents === 0 && paidAt ? businessDay(paidAt) : null,
      }),
    ),
  ]
}

/**
 * The deposit, or the whole price: once it was paid, what was paid that day; until then what is asked for.
 */
function firstScheduled(booking: Booking, installments: InstallmentNow[]): ScheduledPayment {
  const isFull = booking.paymentType === 'full'
  const askedAgain = installments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const amountCents = isFull ? cents(booking.totalCents - askedAgain) : booking.depositCents
  const first = firstPayment(booking.id)
  return {
    number: null,
    label: isFull ? 'Full price' : 'Deposit',
    amountCents: first && isPaid(booking.status) ? first.amountCents : amountCents,
    owedCents: isPaid(booking.status) ? cents(0) : amountCents,
    onItsWayCents: cents(0),
    writtenOffCents: cents(0),
    dueOn: null,
    paidOn: first ? businessDay(first.createdAt) : null,
  }
}
