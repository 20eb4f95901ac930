import { type Day, showDay, showDays } from '#app/days'
import { type AboutBooking, agreedTerms, questions, seeBooking } from './about-booking'
import type { Letter } from './letter'

type Dates = { startsOn: Day; endsOn: Day }

type DatesOfBooking = {
  tourName: string
  agreed: Dates
  /** What we wrote last; null where we never wrote of other dates. */
  told: Dates | null
  now: Dates
  /** What is to be paid and is due sooner than was agreed, so that it is due before the journey begins. */
  dueSooner: { name: string; dueOn: Day }[]
}

/** Tells a traveler that the journey has other dates than they know of, and what stays as agreed. */
export const datesChanged = (about: AboutBooking & DatesOfBooking & { note: string }): Letter => ({
  subject: `${about.told ? 'Dates' : 'New dates'} of your journey: ${inWords(about.now)}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    { paragraph: whatChanged(about) },
    ...(about.note ? [{ paragraph: about.note }] : []),
    {
      paragraph: `${whatStays(about)} Should you cancel, the refund follows the dates you agreed to, or the new ones where those are better for you; from the first day of the journey nothing comes back.`,
    },
    ...agreedTerms(about),
    seeBooking(about),
    questions(about),
  ],
})

const whatStays = ({ dueSooner }: Pick<DatesOfBooking, 'dueSooner'>): string =>
  dueSooner.length === 0
    ? 'Your price and the days on which your installments are due stay as agreed.'
    : `Your price stays as agreed. Everything is due before the journey begins, so what is left to pay is due sooner: ${dueSooner.map(({ name, dueOn }) => `${firstSmall(name)} by ${showDay(dueOn)}`).join(', ')}.`

const firstSmall = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

const inWords = ({ startsOn, endsOn }: Dates): string => showDays(startsOn, endsOn)
const isSame = (one: Dates, other: Dates): boolean => inWords(one) === inWords(other)

function whatChanged({ tourName, agreed, told, now }: DatesOfBooking): string {
  if (told && isSame(told, now)) {
    return `This is about the dates of ${tourName} once more. They are ${inWords(now)}, as we wrote to you.`
  }
  if (isSame(agreed, now)) {
    const last = told ? `, and no longer ${inWords(told)}, as we wrote to you` : ''
    return `${tourName} travels on the dates you booked after all: ${inWords(now)}${last}.`
  }
  const last = told ? `; later we wrote to you that they would be ${inWords(told)}` : ''
  return `The dates of ${tourName} have changed${told ? ' again' : ''}. When you booked they were ${inWords(agreed)}${last}; now they are ${inWords(now)}.`
}
