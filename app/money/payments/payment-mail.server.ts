import { bookingLetter, bookingRows, openBooking, openHistory, whose } from '#app/bookings/about-booking'
import { canHaveCodeAgain } from '#app/bookings/discount-codes.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyMoney } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { aboutBooking, bookingForStaff, postToTraveler } from '#app/bookings/traveler-letters.server'
import { mayWaitAsBooked } from '#app/bookings/waitlist/join-waitlist.server'
import { waitlistAddress } from '#app/bookings/waitlist/waitlist-letters.server'
import type { Letter } from '#app/mail/letter'
import { historyInAdmin, postToStaff } from '#app/mail/outbox.server'
import { askedNow, isBeingGivenBack, nextInstallment } from '#app/money/asked-now.server'
import { keptCents } from '#app/money/ledger.server'
import { receiptLines } from '#app/money/receipt-lines'
import { type Receipt, withCompany } from '#app/money/receipts.server'
import { BANK_SHOWS_IT } from '#app/money/refunds/refund-mail.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { businessDay } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { hasBegun } from '#app/tours/departure'
import { departureOf, seatsLeft } from '#app/tours/departures.server'
import { bookedParty, priceWithSum, roomsInWords } from '#app/tours/party'
import { earlyBirdWords } from '#app/tours/price'
import { bookingConfirmation, paymentReceipt } from './payment-letters'

/** The confirmation to the traveler and the notice to staff, once for a booking. */
export function mailPaymentTaken(booking: Booking, now: Date): void {
  const departure = departureOf(booking)
  const asked = askedNow(booking)
  const { reference: once, totalCents } = booking
  const paidCents = keptCents(booking.id)
  const roomName = roomsInWords(bookedParty(booking))
  postToTraveler(booking, now, {
    kind: 'booking-confirmation',
    once,
    letter: bookingConfirmation({
      ...aboutBooking(booking, now),
      ...{ roomName, paidCents, totalCents },
      tourName: departure.name,
      startsOn: departure.startsOn,
      endsOn: departure.endsOn,
      balanceCents: asked.remainingCents,
      installments: asked.installments.filter(({ owedCents }) => owedCents > 0),
      earlyBird: earlyBirdWords({ ...booking, party: null }),
    }),
  })
  const about = bookingForStaff(booking)
  const letter: Letter = {
    subject: `New booking: ${whose(about)}`,
    blocks: [
      { paragraph: `${booking.customerName} has booked.` },
      {
        rows: [
          ...bookingRows(about),
          ['Room', roomName],
          ['Paid', `${showCents(paidCents)} of ${showCents(totalCents)}`],
          ['Seats left', String(seatsLeft(departure))],
        ],
      },
      openBooking(about),
    ],
  }
  postToStaff(now, { kind: 'staff-new-booking', once, booking, letter })
}

/** The receipt for a later payment to the traveler, and a line to staff. */
export function mailReceipt(booking: Booking, receipt: Receipt, now: Date): void {
  const { id: once, amountCents } = receipt
  const asked = askedNow(booking)
  const money = partyMoney({ ...booking, keptCents: keptCents(booking.id) })
  postToTraveler(booking, now, {
    kind: 'payment-receipt',
    once,
    letter: paymentReceipt({
      ...aboutBooking(booking, now),
      tourName: departureOf(booking).name,
      amountCents,
      paidCents: money.paidCents,
      totalCents: money.priceCents,
      remainingCents: asked.remainingCents,
      lines: receiptLines(withCompany(receipt)),
      next: nextInstallment(asked) ?? null,
      today: businessDay(now),
    }),
  })
  const about = bookingForStaff(booking)
  const { writtenOffCents } = money
  const letter: Letter = {
    subject: `Payment received: ${whose(about)}`,
    blocks: [
      {
        rows: [
          ...bookingRows(about),
          ['Amount', showCents(amountCents)],
          ['Paid', `${showCents(money.paidCents)} of ${priceWithSum(money.priceCents, { writtenOffCents })}`],
        ],
      },
      openBooking(about),
    ],
  }
  postToStaff(now, { kind: 'staff-payment', once, booking, letter })
}

/** Money came that no booking can use: mail to traveler and staff, once for an intent (rules 2.11). */
export function mailPaymentRefused(booking: Booking, intent: Intent, now: Date): void {
  const { id: once } = intent
  const amount = showCents(intent.receivedCents)
  const returned = bookingLetter(aboutBooking(booking, now), 'Your payment is being returned', [
    {
      paragraph: `We received ${amount} for ${booking.reference}${whyReturned(booking, now)} We are returning it to your card in full.`,
    },
    { paragraph: BANK_SHOWS_IT },
    ...(mayWaitAsBooked(booking, now)
      ? [
          {
            paragraph:
              'Would you still like to come? The departure has a waitlist. If you join it, your place in line counts from the day you booked.',
          },
          { link: { label: 'Take my place on the waitlist', address: waitlistAddress(booking) } },
        ]
      : []),
  ])
  postToTraveler(booking, now, { kind: 'payment-returned', once, letter: returned })
  const about = bookingForStaff(booking)
  const letter: Letter = {
    subject: `Payment returned: ${whose(about)}`,
    blocks: [
      {
        paragraph: `${amount} arrived for ${booking.reference}, but that booking has no seat to take, is already paid, is being refunded, or its discount code was used up. The payment is being refunded in full, and the traveler has been notified.`,
      },
      { rows: [...bookingRows(about), ['Stripe payment', intent.id]] },
      openBooking(about),
    ],
  }
  postToStaff(now, { kind: 'staff-payment-returned', once, booking, letter })
}

/** The end of a sentence about the booking that was paid for. */
function whyReturned(booking: Booking, now: Date): string {
  if (isBeingGivenBack(booking))
    return ', but everything paid for it is being returned, and the booking ends with that.'
  if (departureOf(booking).canceledAt !== null) return ', but this departure was canceled.'
  if (isPaid(booking.status)) return ', which was already paid.'
  if (booking.status === 'cancelled' || booking.status === 'refunded') return ', which is canceled.'
  const released = `after ${booking.travelers > 1 ? 'your seats' : 'your seat'} had been released`
  if (hasBegun(departureOf(booking), businessDay(now)))
    return ` ${released}, and the journey had begun by then.`
  return canHaveCodeAgain(booking)
    ? ` ${released}, and the departure was full by then.`
    : ` ${released}, and the discount code of the booking had been used up by then.`
}

/** Money that belongs to no booking, and may go back by itself: mail to staff, once for an intent. */
export function mailUnknownPayment(intent: Intent, { isReturned }: { isReturned: boolean }, now: Date): void {
  const letter: Letter = {
    subject: 'A payment that belongs to no booking',
    blocks: [
      {
        paragraph: `${showCents(intent.receivedCents)} arrived at Stripe and belongs to no booking in this database. ${
          isReturned
            ? 'It is being refunded in full automatically: there is nothing to do.'
            : "Please look it up in Stripe's dashboard."
        }`,
      },
      { rows: [['Stripe payment', intent.id]] },
      // Of what is not returned we know nothing but this letter.
      ...(isReturned ? [openHistory(historyInAdmin(`intent:${intent.id}`))] : []),
    ],
  }
  postToStaff(now, { kind: 'staff-unknown-payment', once: intent.id, letter })
}
