import { type Day, showDay, showDays } from '#app/days'
import { dueTogether } from '#app/installments/due-together'
import { type Cents, showCents } from '#app/money'
import { inWords } from '#app/numbers'
import { priceWithSum, roomOfParty } from '#app/tour/party'
import { CONTACT_DAYS_BEFORE } from '#app/tour/promises'
import { type AboutBooking, agreedTerms, questions, seeBooking } from './about-booking'
import type { Letter } from './letter'

export type ConfirmedBooking = AboutBooking & {
  tourName: string
  startsOn: Day
  endsOn: Day
  roomName: string
  guests: number
  totalCents: Cents
  paidCents: Cents
  balanceCents: Cents
  /** What is still asked for, first due first. */
  installments: { number: number; name: string; owedCents: Cents; dueOn: Day }[]
  /** What they get for booking early, in words. */
  earlyBird: string | null
}

/** What a traveler gets when the first payment has arrived. */
export function bookingConfirmation(booking: ConfirmedBooking): Letter {
  return {
    subject: `${booking.guests > 1 ? 'Your places are' : 'Your place is'} booked: ${booking.reference}`,
    blocks: [
      { paragraph: `Dear ${booking.travelerName},` },
      {
        paragraph: `${booking.guests > 1 ? `Your ${inWords(booking.guests)} places on the ${booking.tourName} are` : `Your place on the ${booking.tourName} is`} yours. We received ${showCents(booking.paidCents)}. Karibu: welcome.`,
      },
      {
        rows: [
          ['Booking reference', booking.reference],
          ['Tour', booking.tourName],
          ['Dates', showDays(booking.startsOn, booking.endsOn)],
          ['Room', roomOfParty(booking.roomName, booking.guests)],
          ...earlyBirdRow(booking),
          ['Total', priceWithSum(booking.totalCents, booking)],
          ['Paid', showCents(booking.paidCents)],
          ['Balance', showCents(booking.balanceCents)],
        ],
      },
      ...schedule(booking),
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
          'Your booking page shows your payments with their receipts, pays what is due, and says how to change or cancel. Its link is yours alone.',
      },
      seeBooking(booking),
      ...agreedTerms(booking),
      questions(booking),
    ],
  }
}

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
        { quiet: 'We write to you with a payment link before each date. To pay earlier, open your booking.' },
      ]
