/** How many addresses one file holds: an answer is made in memory, about 25 MB. */
export const SUBSCRIBERS_A_FILE = 200_000
