/**
 * What staff say of a departure's sales. Draft: nobody sees it. Open: sold while places are left, from its opening day to
 * its closing date. Closed: by staff. The database has the same list.
 */
export const DEPARTURE_SALES = ['draft', 'open', 'closed'] as const

export type DepartureSales = (typeof DEPARTURE_SALES)[number]
