import type { Day } from '#app/days'
import { INTERESTS, type Interest } from '#app/people/inquiry-fields'
import { oneLine } from '#app/people/single-line'

/** Which contacts a list shows and in which order, as its address says it. */
export type ContactFilters = {
  /** What was typed into the search box; '' for no search. */
  term: string
  interest: Interest | null
  /** First and last day of arrival, on the business's calendar. */
  from: Day | null
  to: Day | null
  order: 'newest' | 'oldest'
}

export const TERM_AT_MOST = 100

/** A search term as it is looked for and stands in an address. */
const asTerm = (typed: string): string => [...oneLine(typed)].slice(0, TERM_AT_MOST).join('').trim()

/** Reads an address. What is no filter of ours counts as not set; two dates in the wrong order are turned round. */
export function readContactFilters(query: URLSearchParams): ContactFilters {
  const [from, to] = [readDay(query.get('from')), readDay(query.get('to'))]
  const reversed = from !== null && to !== null && from > to
  return {
    term: asTerm(query.get('q') ?? ''),
    interest: readInterest(query.get('interest')),
    from: reversed ? to : from,
    to: reversed ? from : to,
    order: query.get('order') === 'oldest' ? 'oldest' : 'newest',
  }
}

/** The same as an address, without what is not set. */
export function contactQuery({ term, interest, from, to, order }: ContactFilters): URLSearchParams {
  const fields = { q: term, interest, from, to, order: order === 'oldest' ? order : '' }
  return new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => !!field[1]))
}

/** Interest and dates: what the Filter button opens. */
export const filtersSet = ({ interest, from, to }: ContactFilters): number =>
  [interest, from ?? to].filter(Boolean).length

const readInterest = (text: string | null): Interest | null =>
  text !== null && Object.hasOwn(INTERESTS, text) ? (text as Interest) : null

/** A day of the calendar: the 30th of February is none. */
function readDay(text: string | null): Day | null {
  if (!text || !/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}
