import { addDays, type Day, daysFrom, earlierDay, showDays } from '#app/platform/days'

/**
 * Draft: no one sees it. Open: sold while places are left, from its opening day to its closing date. Closed:
 * by staff. The database has the same list.
 */
export const DEPARTURE_SALES = ['draft', 'open', 'closed'] as const

export type DepartureSales = (typeof DEPARTURE_SALES)[number]

type Begins = { startsOn: Day }

/** From its first day on, a departure sells nothing and the policy refunds nothing (rules 1.4). */
export const hasBegun = ({ startsOn }: Begins, today: Day): boolean => today >= startsOn

/** The day before a departure's first day. */
export const dayBefore = ({ startsOn }: Begins): Day => addDays(startsOn, -1)

/** The closing date that staff set, and without one the day before the first day; never later than that. */
export const lastSaleDay = (departure: Begins & { salesCloseOn: Day | null }): Day =>
  departure.salesCloseOn === null
    ? dayBefore(departure)
    : earlierDay(departure.salesCloseOn, dayBefore(departure))

/** How many days a departure lasts, the first and the last among them. */
export const dayCount = ({ startsOn, endsOn }: Begins & { endsOn: Day }): number =>
  daysFrom(startsOn, endsOn) + 1

/** Said on the tour's page, in the checkout and by the calls once places are no longer sold. */
export const SALES_CLOSED = 'Sales for this departure have closed'

export type Dates = { startsOn: Day; endsOn: Day }

/** The same in one sentence, with the departure that is on sale, if there is one. */
export const salesClosed = (next: Dates | null): string =>
  next === null
    ? SALES_CLOSED
    : `${SALES_CLOSED}. The next one, ${showDays(next.startsOn, next.endsOn)}, is on sale`

/**
 * Why sales have closed, and what else there is where no other departure is on sale; `begun` is the first day
 * as it is shown, once it has come.
 */
export const afterSales = (begun: string | null, hasNext: boolean): string => {
  const why = begun === null ? '' : `This trip began on ${begun}.`
  return hasNext ? why : `${why} ${TELL_ME}`.trim()
}

const TELL_ME = 'Write to us about a journey made for you, or let us tell you when the next one opens.'

/** Below the word that a departure was canceled: for who has booked, and for who wanted to. */
export const CANCELED_FOR_GUESTS =
  'If you have booked, we’ve emailed you your choices. Write to us about a journey made for you, or choose another departure.'

/** Said where all seats are taken (rules 11.8). */
export const SOLD_OUT = 'This departure is sold out'

/** Said of a departure whose first day of sale is still to come. */
export const NOT_YET = 'This departure is not on sale yet'

/** How a call refuses a first day on which nothing departs. */
export const NO_SUCH_DEPARTURE = { departure: ['We have no departure on this day'] }
