/** How long a seat is held for somebody who has given their details and not paid yet (decisions §3). */
export const HOLD_MINUTES = 30
