import { notesIn } from '#app/bookings/checkout-form'
import { canHaveCodeAgain } from '#app/bookings/discount-codes.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { dueTogether, isOverdue } from '#app/bookings/installments/due'
import { type OnItsWay, onItsWayWords } from '#app/bookings/on-its-way'
import { earlyBirdOf, partyMoney } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import {
  type AboutBooking,
  aboutBooking,
  agreedTerms,
  bookingLetter,
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
import { onItsWayOf } from '#app/money/books/on-its-way.server'
import { type Receipt, type ReceiptLine, withCompany } from '#app/money/books/receipts.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay, showDays } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { inWords } from '#app/platform/words'
import { tourPrint } from '#app/site/letter-print.server'
import { hasBegun } from '#app/tours/departure'
import { departureOf, seatsLeft } from '#app/tours/departures.server'
import { bookedParty, priceWithSum, roomsInWords } from '#app/tours/party'
import { CONTACT_DAYS_BEFORE } from '#db/values'
import { BANK_SHOWS_IT } from './refund-mail.server'

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

/** The receipt for a later payment to the traveler, and a line to staff. */
export function mailReceipt(booking: Booking, receipt: Receipt, isAutomatic: boolean, now: Date): void {
  const { id: once, amountCents } = receipt
  const owed = amountsOwed(booking)
  const money = partyMoney({ ...booking, keptCents: keptCents(booking.id) })
  const thanks = paymentReceipt({
    ...aboutBooking(booking, now),
    tourName: departureOf(booking).name,
    amountCents,
    paidCents: money.paidCents,
    totalCents: money.priceCents,
    remainingCents: owed.remainingCents,
    lines: withCompany(receipt).lines,
    next: nextInstallment(owed) ?? null,
    onItsWay: onItsWayOf(booking.id),
    today: businessDay(now),
    isAutomatic,
  })
  postToTraveler(booking, now, { kind: 'payment-receipt', once, letter: thanks })
  const { writtenOffCents } = money
  writeToStaff(booking, now, {
    kind: 'staff-payment',
    once,
    subject: 'Payment received',
    rows: [
      ['Amount', showCents(amountCents)],
      ...(isAutomatic ? [['Charged', 'Automatically, as agreed'] as [string, string]] : []),
      ['Paid', `${showCents(money.paidCents)} of ${priceWithSum(money.priceCents, { writtenOffCents })}`],
    ],
  })
}

/** Money came that no booking can use: mail to traveler and staff, once for an intent (rules 2.11). */
export function mailPaymentRefused(booking: Booking, intent: Intent, now: Date): void {
  const { id: once } = intent
  const amount = showCents(intent.receivedCents)
  const waitlist = mayWaitAsBooked(booking, now) && waitlistAddress(booking)
  writeToTraveler(booking, now, { kind: 'payment-returned', once }, () => {
    return words`
      # Your payment is being returned

      We received ${amount} for ${booking.reference}${whyReturned(booking, now, 'your')} We are returning it to your
      ${intent.paysFrom === 'card' ? 'card' : 'bank account'} in full.

      ${BANK_SHOWS_IT}

      ${waitlist && WAIT_AGAIN}

      ${waitlist && words`[Take my place on the waitlist](${waitlist})`}
    `
  })
  writeToStaff(booking, now, {
    kind: 'staff-payment-returned',
    once,
    subject: 'Payment returned',
    says: `${amount} arrived for ${booking.reference}${whyReturned(booking, now, 'its')} The payment is being refunded in full, and the traveler has been notified.`,
    rows: [['Stripe payment', intent.id]],
  })
}

const WAIT_AGAIN =
  'Would you still like to come? The departure has a waitlist. If you join it, your place in line counts from the day you booked.'

/** The end of a sentence about the booking that was paid for. */
function whyReturned(booking: Booking, now: Date, whose: 'your' | 'its'): string {
  if (isBeingGivenBack(booking))
    return ', but everything paid for it is being returned, and the booking ends with that.'
  if (departureOf(booking).canceledAt !== null) return ', but this departure was canceled.'
  if (isPaid(booking.status)) return ', which was already paid.'
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

  | Booking reference | ${booking.reference} |
  | Tour | ${booking.tourName} |
  | Dates | ${showDays(booking.startsOn, booking.endsOn)} |
  | Room | ${booking.roomName} |
  ${booking.earlyBird && words`| Early bird | ${booking.earlyBird} |`}
  ${rows(booking.notes.map(({ label, value }) => [label, value]))}
  | Total | ${priceWithSum(booking.totalCents, booking)} |
  | Paid | ${showCents(booking.paidCents)} |
  | Balance due | ${showCents(booking.balanceCents)} |

  ${schedule(booking)}

  ${whetherItRuns(booking)}

  ## What happens next

  1. This email is your confirmation. Keep it: the reference above is all we need to find you.
  2. ${CONTACT_DAYS_BEFORE} days before departure, we’ll call or email you about your flights, packing and the
     day-by-day plan.
  3. On ${showDay(booking.startsOn)}, your safari begins.

  On your booking page you can see your payments and receipts, pay what is due, and read how to change or cancel.
  The link is for you alone.

  ${seeBooking(booking)}

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

type ReceivedPayment = AboutBooking & {
  tourName: string
  amountCents: Cents
  paidCents: Cents
  totalCents: Cents
  remainingCents: Cents
  lines: ReceiptLine[]
  next: { owedCents: Cents; dueOn: Day } | null
  /** What still comes from a bank account, and is not asked for. */
  onItsWay: OnItsWay[]
  today: Day
  isAutomatic?: boolean
}

/** Its amounts as letters say them; what else its receipt says stands here word for word. */
const IN_LETTER: Record<NonNullable<ReceiptLine['of']>, (payment: ReceivedPayment) => [string, string]> = {
  amount: ({ amountCents }) => ['This payment', showCents(amountCents)],
  paid: (payment) => [
    'Paid so far',
    `${showCents(payment.paidCents)} of ${priceWithSum(payment.totalCents, payment)}`,
  ],
  left: ({ remainingCents }) => ['Balance due', showCents(remainingCents)],
}

/** Thanks a traveler for a later payment, and says what is left. */
export const paymentReceipt = (payment: ReceivedPayment): Letter => bookingLetter(payment)`
  # Payment received

  Thank you. We received ${showCents(payment.amountCents)} for the ${payment.tourName}.
  ${payment.isAutomatic && 'It was charged automatically, as agreed.'}

  | Booking reference | ${payment.reference} |
  ${rows(payment.lines.map(({ of, label, value }) => (of ? IN_LETTER[of](payment) : [label, value])))}

  ${payment.next && nextPayment(payment.next, payment.today)}
  ${payment.onItsWay.map((one) => words`${onItsWayWords(one)}.`)}

  ${isAllThere(payment) && 'Your tour is paid in full.'}
  ${!payment.next && 'Nothing more is due.'}

  ${whetherItRuns(payment)}
`

const isAllThere = ({ next, onItsWay, writtenOffCents }: ReceivedPayment): boolean =>
  !next && onItsWay.length === 0 && !writtenOffCents

function nextPayment(
  { owedCents, dueOn, waits }: { owedCents: Cents; dueOn: Day; waits?: boolean },
  today: Day,
): string {
  const amount = `The next payment of ${showCents(owedCents)}`
  if (waits) return `${amount} is not due until we’ve guaranteed this departure. We’ll email you.`
  if (isOverdue(dueOn, today)) return `${amount} was due on ${showDay(dueOn)}.`
  return `${amount} is due on ${showDay(dueOn)}. We’ll email you before then.`
}
