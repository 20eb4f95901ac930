import type { MoneyState } from '#app/bookings/status'
import { gramQuery } from '#app/lists/full-text'
import { phoneAsked } from '#app/lists/phone-digits'
import { BOOKING_TERM_AT_MOST } from '#app/typed/limits'

/** What the list of bookings is narrowed by: letters of a name, an e-mail, a reference or a telephone of anybody on it, an id of Stripe's, a state of its money, a departure. */
export type BookingFilters = { term: string; money: MoneyState | null; departureId: number | null }

/** The term as it is searched: without control characters, single spaces, of a sane length. */
export const cleanTerm = (typed: string | null): string =>
  [...(typed ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim()].slice(0, BOOKING_TERM_AT_MOST).join('')

type Lookup = { index: 'booking_search' | 'booking_grams'; query: string; like: string }

/** An id of Stripe's, or enough of its beginning: 'pi_3Rk0…', 're_…', 'cs_…', 'du_…'. */
export const isStripeId = (term: string): boolean => /^[a-z]{2,5}_\w{5,}$/i.test(term)

/** The term as a LIKE pattern: it stands for itself, anywhere. */
const likeOf = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/** The patterns by which a booking is looked at: as typed, and as the digits of a telephone. */
export const likesOf = (term: string) => ({ like: likeOf(term), orLike: likeOf(phoneAsked(term) ?? term) })

/**
 * The question to the full-text index that each booking with the term answers. The trigram index knows stretches
 * of three letters and more; the other one those of one and two, so that these never scan (rules 9.5).
 */
export function lookupOf(term: string): Lookup {
  if ([...term].length < 3) {
    return { index: 'booking_grams', query: gramQuery(term), like: '%' }
  }
  // Of an address the part before the domain is looked up: the domain's letters are in nearly every row.
  const mailbox = /^[^@]{3,}@(?=.)/.exec(term)?.[0]
  const stretch = (mailbox ?? term).replaceAll('"', '""')
  const phone = phoneAsked(term)
  const query = phone ? `"${stretch}" OR "${phone}"` : `"${stretch}"`
  return { index: 'booking_search', query, like: mailbox ? likeOf(term) : '%' }
}
