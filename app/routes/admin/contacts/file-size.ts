/** How many contacts one file holds: an answer is made in memory, about 25 MB with usual messages. */
export const CONTACTS_A_FILE = 50_000
