/** How many may travel on one booking. Without imports: browser and database read it (rules 1.18). */
export const PARTY_AT_MOST = 6
