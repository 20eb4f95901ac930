// How much one file holds that staff export: the answer is made in memory.

/** About 15 MB of movements of money. */
export const MOVEMENTS_A_FILE = 50_000

/** About 25 MB of addresses. */
export const SUBSCRIBERS_A_FILE = 200_000

/** About 25 MB of contacts with usual messages. */
export const CONTACTS_A_FILE = 50_000
