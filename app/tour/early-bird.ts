import type { Day } from '#app/days'
import type { Tour } from './tour.server'

export type EarlyBird = { offer: string; endsOn: Day }

/** What a booking made on that day of the business gets for being early (rules 1.5); null where there is nothing to be had. */
export const earlyBirdOn = ({ earlyBirdOffer, earlyBirdEndsOn }: Tour, day: Day): EarlyBird | null =>
  earlyBirdOffer && earlyBirdEndsOn && day <= earlyBirdEndsOn
    ? { offer: earlyBirdOffer, endsOn: earlyBirdEndsOn }
    : null
