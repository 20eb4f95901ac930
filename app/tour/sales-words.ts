import { type Day, showDays } from '#app/days'

/** Said wherever somebody wants a place that is not sold any more: the tour's page, the checkout and the calls. */
export const SALES_CLOSED = 'Sales for this departure have closed'

export type Dates = { startsOn: Day; endsOn: Day }

/** The same in one sentence, with the departure that is on sale, if there is one. */
export const salesClosed = (next: Dates | null): string =>
  next === null
    ? SALES_CLOSED
    : `${SALES_CLOSED}. The next one, ${showDays(next.startsOn, next.endsOn)}, is on sale`

/** Why sales have closed; `begun` is the first day as it is shown, once it has come. */
export const afterSales = (begun: string | null): string =>
  begun === null
    ? 'Write to us about a journey made for you, or let us tell you when the next one opens.'
    : `The journey began on ${begun}. Write to us about a journey made for you, or let us tell you when the next one opens.`

/** Said where all seats are taken (rules 11.8). */
export const SOLD_OUT = 'This departure is sold out'

/** Said of a departure whose first day of sale is still to come. */
export const NOT_YET = 'This departure is not on sale yet'

/** How a call refuses a first day on which nothing departs. */
export const NO_SUCH_DEPARTURE = { departure: ['We have no departure on this day'] }
