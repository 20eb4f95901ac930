/** How many movements of money one file holds: an answer is made in memory, about 15 MB. */
export const MOVEMENTS_A_FILE = 50_000
