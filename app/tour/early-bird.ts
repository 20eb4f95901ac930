import type { Day } from '#app/days'
import type { Departure } from './departures.server'

export type EarlyBird = { offer: string; endsOn: Day }

/** What a booking made on that day of the business gets for being early (rules 1.5); null where there is nothing to be had. */
export const earlyBirdOn = ({ earlyBirdOffer, earlyBirdEndsOn }: Departure, day: Day): EarlyBird | null =>
  earlyBirdOffer && earlyBirdEndsOn && day <= earlyBirdEndsOn
    ? { offer: earlyBirdOffer, endsOn: earlyBirdEndsOn }
    : null
