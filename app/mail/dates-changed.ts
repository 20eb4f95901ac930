import { type Day, showDays } from '#app/days'
import { type AboutBooking, agreedTerms, questions, seeBooking } from './about-booking'
import type { Letter } from './letter'

type Dates = { startsOn: Day; endsOn: Day }

/** Tells a traveler that the journey has other dates than they agreed to, and what stays as agreed. */
export const datesChanged = (
  about: AboutBooking & { tourName: string; agreed: Dates; now: Dates; note: string },
): Letter => ({
  subject: `New dates of your journey: ${showDays(about.now.startsOn, about.now.endsOn)}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: `The dates of ${about.tourName} have changed. When you booked they were ${showDays(about.agreed.startsOn, about.agreed.endsOn)}; now they are ${showDays(about.now.startsOn, about.now.endsOn)}.`,
    },
    ...(about.note ? [{ paragraph: about.note }] : []),
    {
      paragraph:
        'Your price and the days on which your installments are due stay as agreed. Should you cancel, the refund follows the dates you agreed to, or the new ones where those are better for you; from the first day of the journey nothing comes back.',
    },
    ...agreedTerms(about),
    seeBooking(about),
    questions(about),
  ],
})
