import { dueTogether, isOverdue } from '#app/bookings/installments/due'
import {
  type AboutBooking,
  agreedTerms,
  bookingLetter,
  letterTo,
  seeBooking,
  whetherItRuns,
} from '#app/bookings/traveler-letters.server'
import type { Letter } from '#app/mail/letter'
import type { ReceiptLine } from '#app/money/receipt-lines'
import { type Day, showDay, showDays } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { inWords } from '#app/platform/words'
import { priceWithSum } from '#app/tours/party'
import { CONTACT_DAYS_BEFORE } from '#app/tours/promises'

export type ConfirmedBooking = AboutBooking & {
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
        paragraph: `${booking.travelers > 1 ? `Your ${inWords(booking.travelers)} places on the ${booking.tourName} are` : `Your place on the ${booking.tourName} is`} yours. We received ${showCents(booking.paidCents)}. Karibu: welcome.`,
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
          ['Balance', showCents(booking.balanceCents)],
        ],
      },
      ...schedule(booking),
      ...whetherItRuns(booking),
      { heading: 'What happens next' },
      {
        steps: [
          'This message is your confirmation. Keep it: the reference above is all we need to find you.',
          `We call or write ${CONTACT_DAYS_BEFORE} days before departure with flights, packing and the day-by-day plan.`,
          `On ${showDay(booking.startsOn)} your safari begins.`,
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
        { heading: 'Still to pay' },
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
  left: ({ remainingCents }) => ['Still to pay', showCents(remainingCents)],
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
  if (waits) return `${amount} is not due until we have decided that this departure runs. We’ll email you.`
  if (isOverdue(dueOn, today)) return `${amount} was due on ${showDay(dueOn)}.`
  return `${amount} is due on ${showDay(dueOn)}. We’ll email you before then.`
}
