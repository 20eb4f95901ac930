import { notesIn } from '#app/bookings/checkout-form'
import { canHaveCodeAgain } from '#app/bookings/discount-codes.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { dueTogether, dueWords } from '#app/bookings/installments/due'
import { earlyBirdOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import {
  type AboutBooking,
  aboutBooking,
  agreedTerms,
  letterTo,
  openHistory,
  postToTraveler,
  seeBooking,
  whetherItRuns,
  writeToStaff,
  writeToTraveler,
} from '#app/bookings/traveler-letters.server'
import { mayWaitAsBooked } from '#app/bookings/waitlist/join-waitlist.server'
import { waitlistAddress } from '#app/bookings/waitlist/waitlist-letters.server'
import { type Letter, letter, rows, type Words, words } from '#app/mail/letter'
import { historyInAdmin, postToStaff } from '#app/mail/outbox.server'
import { amountsOwed, isBeingGivenBack, nextInstallment } from '#app/money/books/amounts-owed.server'
import { keptCents } from '#app/money/books/ledger.server'
import type { Owed } from '#app/money/books/shares-owed.server'
import type { WhoPaid } from '#app/money/books/who-paid.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay, showDays } from '#app/platform/days'
import { GUEST_METHODS } from '#app/platform/ledger-words'
import { type Cents, showCents } from '#app/platform/money'
import { inWords } from '#app/platform/words'
import { tourPrint } from '#app/site/letter-print.server'
import { hasBegun } from '#app/tours/departure'
import { departureOf, seatsLeft } from '#app/tours/departures.server'
import { bookedParty, priceWithSum, roomsInWords } from '#app/tours/party'
import { CONTACT_DAYS_BEFORE } from '#db/values'
import { BANK_SHOWS_IT } from './refund-mail.server'
import { nameInShare, ownShareOf, writeToCompanion } from './share-mail.server'

/** The confirmation to the traveler and the notice to staff, once for a booking. */
export function mailPaymentTaken(booking: Booking, now: Date): void {
  const departure = departureOf(booking)
  const owed = amountsOwed(booking)
  const { reference: once, totalCents } = booking
  const paidCents = keptCents(booking.id)
  const roomName = roomsInWords(bookedParty(booking))
  const confirmation = bookingConfirmation({
    ...aboutBooking(booking, now),
    ...{ roomName, paidCents, totalCents },
    notes: notesIn(booking),
    tourId: departure.tourId,
    tourName: departure.name,
    startsOn: departure.startsOn,
    endsOn: departure.endsOn,
    balanceCents: owed.remainingCents,
    installments: owed.installments.filter(({ owedCents }) => owedCents > 0),
    earlyBird: earlyBirdOf(booking),
  })
  postToTraveler(booking, now, { kind: 'booking-confirmation', once, letter: confirmation })
  writeToStaff(booking, now, {
    kind: 'staff-new-booking',
    once,
    subject: 'New booking',
    says: `${booking.customerName} has booked.`,
    rows: [
      ['Room', roomName],
      ['Paid', `${showCents(paidCents)} of ${showCents(totalCents)}`],
      ['Seats left', String(seatsLeft(departure))],
    ],
  })
}

/** Money came that no booking can use: mail to who paid it and to staff, once for an intent (rules 2.11). */
export function mailPaymentRefused(booking: Booking, intent: Intent, who: WhoPaid, now: Date): void {
  const mail = { kind: 'payment-returned', once: intent.id } as const
  if (who.companion) {
    const of = `${who.isSomebody ? 'toward' : 'for'} your share of ${booking.reference}`
    writeToCompanion(booking, who.companion, now, mail, (owed) =>
      returned(booking, intent, who, of, owed, now),
    )
  } else {
    const waitlist = mayWaitAsBooked(booking, now) && waitlistAddress(booking)
    const owed = ownShareOf(booking) ?? amountsOwed(booking)
    writeToTraveler(booking, now, mail, () => {
      return words`
        ${returned(booking, intent, who, `for ${booking.reference}`, owed, now)}

        ${waitlist && WAIT_AGAIN}

        ${waitlist && words`[Take my place on the waitlist](${waitlist})`}
      `
    })
  }
  writeToStaff(booking, now, {
    kind: 'staff-payment-returned',
    once: intent.id,
    subject: 'Payment returned',
    says: `${showCents(intent.receivedCents)} arrived for ${booking.reference}${whyReturned(booking, who, now, 'its')} The payment is being refunded in full, and ${who.companion ? nameInShare(who.companion) : who.isFormers ? 'the lead traveler' : 'the traveler'} has been notified.`,
    rows: [
      ['Stripe payment', intent.id],
      ...(who.paidBy ? [['Paid by', who.paidBy] as [string, string]] : []),
    ],
  })
}

/** What came, why it goes back, and where: to who reads it, or to who paid for them; and what they owe. */
function returned(
  booking: Booking,
  intent: Intent,
  who: WhoPaid,
  of: string,
  owed: Pick<Owed, 'installments'>,
  now: Date,
): Words {
  const amount = showCents(intent.receivedCents)
  const next = nextInstallment(owed)
  const isReaders = who.companion ? !who.isSomebody : who.paidBy === null
  return words`
    # ${isReaders ? 'Your payment' : 'A payment'} is being returned

    ${isReaders ? 'We received' : `${who.paidBy} paid`} ${amount} ${of}${whyReturned(booking, who, now, 'your')} We are
    returning it to ${isReaders ? 'your' : 'their'} ${GUEST_METHODS[intent.paysFrom]} in full.

    ${isReaders && BANK_SHOWS_IT}

    ${next && `The next payment of ${showCents(next.owedCents)} is ${dueWords(next, businessDay(now))}.`}
  `
}

const WAIT_AGAIN =
  'Would you still like to come? The departure has a waitlist. If you join it, your place in line counts from the day you booked.'

/** The end of a sentence about the booking that was paid for. */
function whyReturned(booking: Booking, who: WhoPaid, now: Date, whose: 'your' | 'its'): string {
  if (isBeingGivenBack(booking))
    return ', but everything paid for it is being returned, and the booking ends with that.'
  if (departureOf(booking).canceledAt !== null) return ', but this departure was canceled.'
  if (isPaid(booking.status)) {
    if (who.isFormers)
      return ', but the traveler who paid it, or whose share it was, had left the booking by then.'
    return amountsOwed(booking).remainingCents > 0
      ? ', which was more than is left to pay.'
      : ', which was already paid.'
  }
  if (booking.status === 'cancelled' || booking.status === 'refunded') return ', which is canceled.'
  const released = `after ${whose} ${booking.travelers > 1 ? 'seats' : 'seat'} had been released`
  if (hasBegun(departureOf(booking), businessDay(now)))
    return ` ${released}, and the journey had begun by then.`
  return canHaveCodeAgain(booking)
    ? ` ${released}, and the departure was full by then.`
    : ` ${released}, and the discount code of the booking had been used up by then.`
}

/** Money that belongs to no booking, and may go back by itself: mail to staff, once for an intent. */
export function mailUnknownPayment(intent: Intent, { isReturned }: { isReturned: boolean }, now: Date): void {
  // Of what is not returned we know nothing but this letter.
  const page = isReturned && openHistory(historyInAdmin(`intent:${intent.id}`))
  const written = letter`
    # A payment that belongs to no booking

    ${showCents(intent.receivedCents)} arrived at Stripe and belongs to no booking in this database.
    ${isReturned && 'It is being refunded in full automatically: there is nothing to do.'}
    ${!isReturned && 'Please look it up in Stripe’s dashboard.'}

    | Stripe payment | ${intent.id} |

    ${page}
  `
  postToStaff(now, { kind: 'staff-unknown-payment', once: intent.id, letter: written })
}

type ConfirmedBooking = AboutBooking & {
  tourId: number
  tourName: string
  startsOn: Day
  endsOn: Day
  roomName: string
  travelers: number
  totalCents: Cents
  paidCents: Cents
  balanceCents: Cents
  /** What is still asked for, first due first. */
  installments: { number: number; name: string; owedCents: Cents; dueOn: Day }[]
  /** What they get for booking early, in words. */
  earlyBird: string | null
  notes: ReturnType<typeof notesIn>
}

/** What a traveler gets when the first payment has arrived. */
export const bookingConfirmation = (booking: ConfirmedBooking): Letter => letterTo(booking)`
  # ${booking.travelers > 1 ? 'Your seats are' : 'Your seat is'} booked: ${booking.reference}

  ${tourPrint(booking)}

  ${booking.travelers > 1 && `Your ${inWords(booking.travelers)} seats on the ${booking.tourName} are yours.`}
  ${booking.travelers === 1 && `Your seat on the ${booking.tourName} is yours.`}
  We received ${showCents(booking.paidCents)}. Karibu: welcome.

  ${seeBooking(booking)}

  | Reference | ${booking.reference} |
  | Dates | ${showDays(booking.startsOn, booking.endsOn)} |
  | Room | ${booking.roomName} |
  ${booking.earlyBird && words`| Early bird | ${booking.earlyBird} |`}
  ${rows(booking.notes.map(({ label, value }) => [label, value]))}
  | Total | ${priceWithSum(booking.totalCents, booking)} |
  | Paid | = ${showCents(booking.paidCents)} |
  | Balance due | = ${showCents(booking.balanceCents)} |

  ${schedule(booking)}

  ${whetherItRuns(booking)}

  ## What happens next

  1. This email is your confirmation. Keep it: the reference above is all we need to find you.
  2. ${CONTACT_DAYS_BEFORE} days before departure, we’ll call or email you about your flights, packing and the
     day-by-day plan.
  3. On ${showDay(booking.startsOn)}, your safari begins.

  On [your booking page](${booking.bookingAddress}) you can see your payments and receipts, pay what is due, and
  read how to change or cancel. The link is for you alone.

  ${agreedTerms(booking)}
`

const schedule = ({ installments }: ConfirmedBooking): Words =>
  installments.length === 0
    ? words`Your tour is paid in full. Nothing more is due.`
    : words`
        ## Payment schedule

        ${rows(
          dueTogether(installments.map(({ owedCents, ...due }) => ({ ...due, amountCents: owedCents }))).map(
            ({ name, amountCents, dueOn }) => [`${name}, due ${showDay(dueOn)}`, showCents(amountCents)],
          ),
        )}

        -# We’ll email you a payment link before each date. To pay earlier, open your booking.
      `
