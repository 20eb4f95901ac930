import { KEPT_FOR, type Kept } from './kept-for.server'

const YEAR_DAYS = 365

/** The rules of kept-for.server.ts as staff read them: 'Inquiries', '2 years', 'deleted', and why. */
export const retentionRules = () =>
  Object.values<Kept>(KEPT_FOR).map(({ what, days, atTheEnd, reason }) => ({
    what: what.charAt(0).toUpperCase() + what.slice(1),
    keptFor: spanInWords(days),
    atTheEnd,
    reason,
  }))

/** What no rule ends. */
export const KEPT_FOR_GOOD =
  'money that moved, bookings with money, what staff did, and who has left the newsletter.'

function spanInWords(days: number): string {
  const years = Math.floor(days / YEAR_DAYS)
  if (days - years * YEAR_DAYS > years) return `${days} days`
  return years === 1 ? 'a year' : `${years} years`
}
