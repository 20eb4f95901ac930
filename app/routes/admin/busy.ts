/** What is said while too many passwords wait to be looked at. */
export const BUSY = 'Too many people are signing in just now. Please try again in a moment.'
export const BUSY_SECONDS = '5'
