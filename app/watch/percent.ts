/** So many of a hundred requests: the slowest few are somebody's bad line. */
export const MOST_PERCENT = 95
