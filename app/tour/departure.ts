import { addDays, type Day, daysFrom, earlierDay } from '#app/days'

type Begins = { startsOn: Day }

/** From its first day on nothing is sold on a departure, and nothing is refunded by the policy (rules 1.4). */
export const hasBegun = ({ startsOn }: Begins, today: Day): boolean => today >= startsOn

/** The day before a departure's first day. */
const dayBefore = ({ startsOn }: Begins): Day => addDays(startsOn, -1)

/** The closing date that staff set, and without one the day before the first day; never later than that. */
export const lastSaleDay = (departure: Begins & { salesCloseOn: Day | null }): Day =>
  departure.salesCloseOn === null
    ? dayBefore(departure)
    : earlierDay(departure.salesCloseOn, dayBefore(departure))

/** How many days a departure lasts, the first and the last among them. */
export const dayCount = ({ startsOn, endsOn }: Begins & { endsOn: Day }): number =>
  daysFrom(startsOn, endsOn) + 1
