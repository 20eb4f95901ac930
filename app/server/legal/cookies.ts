/** The cookies of the site, by the names they are made with, as the privacy page tells guests. */
export const COOKIES: Record<string, { why: string; until: string }> = {
  traveler: {
    why: 'Knows the browser that books, so that you find your own booking again. Set when you book.',
    until: 'half a year',
  },
  'known-links': { why: 'Knows which of your own links you have opened.', until: 'half a year' },
  'trip-looks': { why: 'Marks what is new in your trip book.', until: 'half a year' },
  toast: { why: 'Carries one message to the next page.', until: 'a minute' },
  staff: {
    why: 'Keeps our staff signed in for a week, and then knows whose manifest a phone has saved. Guests never get it.',
    until: 'some weeks',
  },
  'known-browser': { why: 'Knows a browser that our staff signed in with.', until: 'half a year' },
  'second-step': { why: 'Between the two steps of our staff’s sign-in.', until: 'minutes' },
}
