import { canHaveCodeAgain } from '#app/bookings/discount-codes.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { dueTogether, isOverdue } from '#app/bookings/installments/due'
import { partyMoney } from '#app/bookings/party.server'
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
import type { Letter } from '#app/mail/letter'
import { historyInAdmin, postToStaff } from '#app/mail/outbox.server'
import { amountsOwed, isBeingGivenBack, nextInstallment } from '#app/money/books/amounts-owed.server'
import { keptCents } from '#app/money/books/ledger.server'
import { type Receipt, type ReceiptLine, withCompany } from '#app/money/books/receipts.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay, showDays } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { inWords } from '#app/platform/words'
import { hasBegun } from '#app/tours/departure'
import { departureOf, seatsLeft } from '#app/tours/departures.server'
import { bookedParty, priceWithSum, roomsInWords } from '#app/tours/party'
import { earlyBirdWords } from '#app/tours/price'
import { CONTACT_DAYS_BEFORE } from '#db/values'
import { BANK_SHOWS_IT } from './refund-mail.server'

/** The confirmation to the traveler and the notice to staff, once for a booking. */
export function mailPaymentTaken(booking: Booking, now: Date): void {
  const departure = departureOf(booking)
  const owed = amountsOwed(booking)
  const { reference: once, totalCents } = booking
  const paidCents = keptCents(booking.id)
  const roomName = roomsInWords(bookedParty(booking))
  const letter = bookingConfirmation({
    ...aboutBooking(booking, now),
    ...{ roomName, paidCents, totalCents },
    tourName: departure.name,
    startsOn: departure.startsOn,
    endsOn: departure.endsOn,
    balanceCents: owed.remainingCents,
    installments: owed.installments.filter(({ owedCents }) => owedCents > 0),
    earlyBird: earlyBirdWords({ ...booking, party: null }),
  })
  postToTraveler(booking, now, { kind: 'booking-confirmation', once, letter })
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
export function mailReceipt(booking: Booking, receipt: Receipt, now: Date): void {
  const { id: once, amountCents } = receipt
  const owed = amountsOwed(booking)
  const money = partyMoney({ ...booking, keptCents: keptCents(booking.id) })
  const letter = paymentReceipt({
    ...aboutBooking(booking, now),
    tourName: departureOf(booking).name,
    amountCents,
    paidCents: money.paidCents,
    totalCents: money.priceCents,
    remainingCents: owed.remainingCents,
    lines: withCompany(receipt).lines,
    next: nextInstallment(owed) ?? null,
    today: businessDay(now),
  })
  postToTraveler(booking, now, { kind: 'payment-receipt', once, letter })
  const { writtenOffCents } = money
  writeToStaff(booking, now, {
    kind: 'staff-payment',
    once,
    subject: 'Payment received',
    rows: [
      ['Amount', showCents(amountCents)],
      ['Paid', `${showCents(money.paidCents)} of ${priceWithSum(money.priceCents, { writtenOffCents })}`],
    ],
  })
}

/** Money came that no booking can use: mail to traveler and staff, once for an intent (rules 2.11). */
export function mailPaymentRefused(booking: Booking, intent: Intent, now: Date): void {
  const { id: once } = intent
  const amount = showCents(intent.receivedCents)
  const subject = 'Your payment is being returned'
  writeToTraveler(booking, now, { kind: 'payment-returned', once, subject }, () => [
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
  writeToStaff(booking, now, {
    kind: 'staff-payment-returned',
    once,
    subject: 'Payment returned',
    says: `${amount} arrived for ${booking.reference}, but that booking has no seat to take, is already paid, is being refunded, or its discount code was used up. The payment is being refunded in full, and the traveler has been notified.`,
    rows: [['Stripe payment', intent.id]],
  })
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
            : 'Please look it up in Stripe’s dashboard.'
        }`,
      },
      { rows: [['Stripe payment', intent.id]] },
      // Of what is not returned we know nothing but this letter.
      ...(isReturned ? [openHistory(historyInAdmin(`intent:${intent.id}`))] : []),
    ],
  }
  postToStaff(now, { kind: 'staff-unknown-payment', once: intent.id, letter })
}

type ConfirmedBooking = AboutBooking & {
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
}

/** What a traveler gets when the first payment has arrived. */
export const bookingConfirmation = (booking: ConfirmedBooking): Letter =>
  letterTo(
    booking,
    `${booking.travelers > 1 ? 'Your seats are' : 'Your seat is'} booked: ${booking.reference}`,
    [
      {
        paragraph: `${booking.travelers > 1 ? `Your ${inWords(booking.travelers)} seats on the ${booking.tourName} are` : `Your seat on the ${booking.tourName} is`} yours. We received ${showCents(booking.paidCents)}. Karibu: welcome.`,
      },
      {
        rows: [
          ['Booking reference', booking.reference],
          ['Tour', booking.tourName],
          ['Dates', showDays(booking.startsOn, booking.endsOn)],
          ['Room', booking.roomName],
          ...earlyBirdRow(booking),
          ['Total', priceWithSum(booking.totalCents, booking)],
          ['Paid', showCents(booking.paidCents)],
          ['Balance due', showCents(booking.balanceCents)],
        ],
      },
      ...schedule(booking),
      ...whetherItRuns(booking),
      { heading: 'What happens next' },
      {
        steps: [
          'This email is your confirmation. Keep it: the reference above is all we need to find you.',
          `${CONTACT_DAYS_BEFORE} days before departure, we’ll call or email you about your flights, packing and the day-by-day plan.`,
          `On ${showDay(booking.startsOn)}, your safari begins.`,
        ],
      },
      {
        paragraph:
          'On your booking page you can see your payments and receipts, pay what is due, and read how to change or cancel. The link is for you alone.',
      },
      seeBooking(booking),
      ...agreedTerms(booking),
    ],
  )

const earlyBirdRow = ({ earlyBird }: ConfirmedBooking): [string, string][] =>
  earlyBird ? [['Early bird', earlyBird]] : []

const schedule = ({ installments }: ConfirmedBooking): Letter['blocks'] =>
  installments.length === 0
    ? [{ paragraph: 'Your tour is paid in full. Nothing more is due.' }]
    : [
        { heading: 'Payment schedule' },
        {
          rows: dueTogether(
            installments.map(({ owedCents, ...due }) => ({ ...due, amountCents: owedCents })),
          ).map(({ name, amountCents, dueOn }) => [`${name}, due ${showDay(dueOn)}`, showCents(amountCents)]),
        },
        { quiet: 'We’ll email you a payment link before each date. To pay earlier, open your booking.' },
      ]

type ReceivedPayment = AboutBooking & {
  tourName: string
  amountCents: Cents
  paidCents: Cents
  totalCents: Cents
  remainingCents: Cents
  lines: ReceiptLine[]
  next: { owedCents: Cents; dueOn: Day } | null
  today: Day
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
export const paymentReceipt = (payment: ReceivedPayment): Letter =>
  bookingLetter(payment, 'Payment received', [
    {
      paragraph: `Thank you. We received ${showCents(payment.amountCents)} for the ${payment.tourName}.`,
    },
    {
      rows: [
        ['Booking reference', payment.reference],
        ...payment.lines.map(({ of, label, value }): [string, string] =>
          of ? IN_LETTER[of](payment) : [label, value],
        ),
      ],
    },
    {
      paragraph: payment.next
        ? nextPayment(payment.next, payment.today)
        : payment.writtenOffCents
          ? 'Nothing more is due.'
          : 'Your tour is paid in full. Nothing more is due.',
    },
    ...whetherItRuns(payment),
    ...agreedTerms(payment),
  ])

function nextPayment(
  { owedCents, dueOn, waits }: { owedCents: Cents; dueOn: Day; waits?: boolean },
  today: Day,
): string {
  const amount = `The next payment of ${showCents(owedCents)}`
  if (waits) return `${amount} is not due until we’ve guaranteed this departure. We’ll email you.`
  if (isOverdue(dueOn, today)) return `${amount} was due on ${showDay(dueOn)}.`
  return `${amount} is due on ${showDay(dueOn)}. We’ll email you before then.`
}
