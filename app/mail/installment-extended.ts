import { type Day, showDay } from '#app/days'
import { type Cents, showCents } from '#app/money'
import { type AboutBooking, agreedTerms, questions, seeBooking } from './about-booking'
import type { Letter } from './letter'

/** Tells a traveler that an installment has a later day. */
export const installmentExtended = (
  about: AboutBooking & { name: string; owedCents: Cents; before: Day; dueOn: Day; payAddress: string },
): Letter => ({
  subject: `A later day for your ${about.name.toLowerCase()}: ${about.reference}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: `The ${about.name.toLowerCase()} of ${showCents(about.owedCents)} for booking ${about.reference} is due on ${showDay(about.dueOn)} now, instead of ${showDay(about.before)}. You can pay it sooner.`,
    },
    { link: { label: `Pay ${showCents(about.owedCents)}`, address: about.payAddress } },
    ...agreedTerms(about),
    seeBooking(about),
    questions(about),
  ],
})
