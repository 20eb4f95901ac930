/** How long a seat is held for somebody who has given their details and not paid yet (rules 1.6). */
export const HOLD_MINUTES = 30
