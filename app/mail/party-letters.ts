import { type Day, showDay } from '#app/days'
import { type Cents, showCents } from '#app/money'
import { priceWithSum, travelersInWords } from '#app/tour/party'
import { type AboutBooking, questions, seeBooking } from './about-booking'
import type { Letter } from './letter'
import { whatComesBack } from './refund-letters'

type AfterChange = AboutBooking & {
  tourName: string
  guests: number
  totalCents: Cents
  remainingCents: Cents
  /** What is still asked for, first due first. */
  installments: { name: string; owedCents: Cents; dueOn: Day }[]
}

/** Tells who booked that one of the party travels no more, what comes back, and what the others pay. */
export const partyLessened = (
  about: AfterChange & { leaverName: string; toCardsCents: Cents; byHandCents: Cents; keptCents: Cents },
): Letter => ({
  subject: `One traveler less: ${about.reference}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: `${about.leaverName || 'One of your party'} no longer travels with you on ${about.tourName}. Your booking ${about.reference} is for ${travelersInWords(about.guests)} now.`,
    },
    ...whatComesBack(about),
    ...whatIsLeft(about),
    seeBooking(about),
    questions(about),
  ],
})

const whatIsLeft = (about: AfterChange): Letter['blocks'] => [
  {
    rows: [
      ['Price of the tour', priceWithSum(about.totalCents, about.partySum)],
      ['Still to pay', showCents(about.remainingCents)],
      ...about.installments.map(({ name, owedCents, dueOn }): [string, string] => [
        `${name}, due ${showDay(dueOn)}`,
        showCents(owedCents),
      ]),
    ],
  },
]
