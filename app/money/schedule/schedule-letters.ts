import { type AboutBooking, questions, seeBooking, whetherItRuns } from '#app/bookings/about-booking'
import type { Letter } from '#app/mail/letter'
import { type AfterChange, whatIsLeft } from '#app/money/party/party-letters'
import { type Day, showDay, showDays, showLongDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import type { Dates } from '#app/tours/departure'

export type ChangeTold = AboutBooking & {
  tourName: string
  from: Dates
  /** Why, in the words of staff. */
  words: string
  /** Everything that is to come back, and the last day to choose. */
  refundCents: Cents
  answerBy: Day
}

const inWords = ({ startsOn, endsOn }: Dates): string => showDays(startsOn, endsOn)

const chooseHere = ({ bookingAddress }: ChangeTold): Letter['blocks'][number] => ({
  link: { label: 'Choose now', address: `${bookingAddress}/choice` },
})

/** Tells a lead traveler that their departure is canceled, and what they can choose; the next one, if any. */
export const departureCanceled = (about: ChangeTold & { next: Dates | null }): Letter => ({
  subject: `Canceled: ${about.tourName}, ${inWords(about.from)}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: `We are sorry: we have to cancel ${about.tourName}, ${inWords(about.from)}. ${about.words}`,
    },
    ...(about.refundCents > 0
      ? [
          {
            paragraph: `You can have back everything you paid, ${showCents(about.refundCents)}, or move your booking to another departure at the price you agreed to${about.next ? `; the next one is ${inWords(about.next)}` : ''}.`,
          },
          {
            paragraph: `Please choose by ${showLongDay(about.answerBy)}. If we do not hear from you, everything comes back.`,
          },
          chooseHere(about),
        ]
      : []),
    { paragraph: 'Nothing more is due. Please do not book flights for these dates.' },
    seeBooking(about),
    questions(about),
  ],
})

/** Tells a guest for whom staff held seats that there is no such departure anymore; nothing was paid. */
export const heldDepartureCanceled = (
  about: Omit<ChangeTold, 'refundCents' | 'answerBy'> & { next: Dates | null },
): Letter => ({
  subject: `Canceled: ${about.tourName}, ${inWords(about.from)}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: `We are sorry: we have to cancel ${about.tourName}, ${inWords(about.from)}, for which we were holding seats for you. ${about.words}`,
    },
    {
      paragraph: `You have paid nothing, and nothing is due.${about.next ? ` The next departure is ${inWords(about.next)}: answer this message, and we will hold seats there.` : ''}`,
    },
    questions(about),
  ],
})

/** Tells a guest for whom staff hold seats of the new dates; nothing was paid. */
export const heldDeparturePostponed = (
  about: Omit<ChangeTold, 'refundCents' | 'answerBy'> & { to: Dates; heldUntil: Day; payAddress: string },
): Letter => ({
  subject: `New dates: ${about.tourName}, ${inWords(about.to)}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    { paragraph: putOff(about) },
    {
      paragraph: `We are still holding seats for you until ${showDay(about.heldUntil)}, now on the new dates, at the same price. Would they suit you? If not, there is nothing you need to do: you have paid nothing.`,
    },
    { link: { label: 'See the details', address: about.payAddress } },
    questions(about),
  ],
})

const putOff = ({
  tourName,
  from,
  to,
  words,
}: Pick<ChangeTold, 'tourName' | 'from' | 'words'> & { to: Dates }) =>
  `We have to put ${tourName} off: instead of ${inWords(from)} it takes place ${inWords(to)}. ${words}`

/** Tells a lead traveler of the new dates, what is due when, and until when everything comes back. */
export const departurePostponed = (about: ChangeTold & AfterChange & { to: Dates }): Letter => ({
  subject: `New dates: ${about.tourName}, ${inWords(about.to)}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    { paragraph: putOff(about) },
    {
      paragraph:
        'Your booking, your price and what you have paid stay. If you can travel then, there is nothing you need to do.',
    },
    ...whatIsLeft(about),
    ...whetherItRuns(about),
    ...(about.refundCents > 0
      ? [
          {
            paragraph: `If the new dates do not suit you, you can have back everything you paid, ${showCents(about.refundCents)}: please say so by ${showLongDay(about.answerBy)}.`,
          },
          chooseHere(about),
        ]
      : []),
    seeBooking(about),
    questions(about),
  ],
})
