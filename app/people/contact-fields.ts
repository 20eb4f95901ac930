import { addDays, type Day, instantAt, readDay } from '#app/platform/days'
import { oneLine } from '#app/platform/typed/clean'
import { type Field, fields, type NamesWith, namesOf } from '#app/platform/typed/fields'
import type { contactInquiries } from '#db/schema/people'
import { INQUIRY } from './people-fields'

type Column = Field & {
  /** A field with choices that the list shows and is filtered by: these words leave all. */
  filteredFrom?: string
}

/**
 * All fields of a contact in the order of the file, with those that staff add: lists, filters and the file
 * follow.
 */
export const CONTACT = fields<Column>()({
  email: { ...INQUIRY.email, isListed: true },
  firstName: { ...INQUIRY.firstName, called: 'First Name', isListed: true },
  lastName: { ...INQUIRY.lastName, called: 'Last Name', isListed: true },
  phone: { ...INQUIRY.phone, called: 'Phone' },
  interest: { ...INQUIRY.interest, filteredFrom: 'All interests', isListed: true },
  createdAt: { label: 'Created On', isListed: true },
  answeredAt: { label: 'Answered On' },
  message: INQUIRY.message,
  note: { label: 'Note' },
} satisfies Record<keyof typeof INQUIRY, Column> &
  Partial<Record<keyof typeof contactInquiries.$inferSelect | 'note', Column>>)

/** What a contact says of itself; notes are rows of their own, and the time of writing stays. */
export type ContactColumn = Exclude<keyof typeof CONTACT, 'note' | 'createdAt'>

type Filtered = NamesWith<typeof CONTACT, { filteredFrom: string }>

/** The fields whose choices the list shows and is filtered by. */
export const FILTERED = namesOf(CONTACT).filter((name): name is Filtered => !!CONTACT[name].filteredFrom)

/** The columns of the list, which the file has too. */
export const LISTED = namesOf(CONTACT).filter(
  (name): name is NamesWith<typeof CONTACT, { isListed: true }> => CONTACT[name].isListed === true,
)

const LATEST = new Date(8.64e15)

/** From the first instant up to, but without, the second; open ends reach as far as there are dates. */
export const daysSpan = (from: Day | null, to: Day | null, zone: string): { from: Date; until: Date } => ({
  from: from ? instantAt(from, 0, zone) : new Date(0),
  until: to ? instantAt(addDays(to, 1), 0, zone) : LATEST,
})

type Order = 'newest' | 'oldest'

/** Which contacts a list shows and in which order, as its address says it. */
export type ContactFilters = {
  [Name in Filtered]: keyof (typeof CONTACT)[Name]['of'] | null
} & {
  /** What was typed into the search box; '' for no search. */
  term: string
  /** First and last day of arrival, on the business's calendar. */
  from: Day | null
  to: Day | null
  /** Only those who have no answer yet. */
  isWaiting: boolean
  order: Order
}

export const TERM_AT_MOST = 100

/** The value of `?answer=` for those who have none. */
export const WAITING = 'waiting'

/** All that is known of the person with an address. */
export const personPath = (email: string): string => `/admin/people?email=${encodeURIComponent(email)}`

/** The same as it is stored, all of it: on a page, and as a file. */
export const heldPath = (email: string): string => `/admin/people/held?email=${encodeURIComponent(email)}`
export const heldFilePath = (email: string): string =>
  `/admin/people/held.json?email=${encodeURIComponent(email)}`

export const erasePath = (email: string): string => `/admin/people/erase?email=${encodeURIComponent(email)}`

/** Where staff book for someone, with what is known of them. */
export const bookForPath = (person: { name: string; email: string; phone: string }): string =>
  `/admin/bookings/new?${new URLSearchParams({ name: person.name, email: person.email, phone: person.phone })}`

/** The list of those who wait for an answer. */
export const WAITING_PATH = `/admin/contacts?answer=${WAITING}`

/** A search term as it is looked for and stands in an address. */
const asTerm = (typed: string): string => [...oneLine(typed)].slice(0, TERM_AT_MOST).join('').trim()

/** Reads an address. An unknown filter counts as not set; two dates in the wrong order are swapped. */
export function readContactFilters(query: URLSearchParams): ContactFilters {
  const [from, to] = [readDay(query.get('from')), readDay(query.get('to'))]
  const isWaiting = query.get('answer') === WAITING
  const reversed = from !== null && to !== null && from > to
  return {
    term: asTerm(query.get('q') ?? ''),
    ...ofFiltered((name) => choiceIn(CONTACT[name].of, query.get(name))),
    from: reversed ? to : from,
    to: reversed ? from : to,
    isWaiting,
    order: readOrder(query.get('order')) ?? usualOrder(isWaiting),
  }
}

/** The same as an address, without what is not set. */
export function contactQuery(filters: ContactFilters): URLSearchParams {
  const { term, isWaiting, order: _, ...named } = filters
  const set = { q: term, ...named, answer: isWaiting && WAITING, order: orderSet(filters) }
  return new URLSearchParams(Object.entries(set).filter((field): field is [string, string] => !!field[1]))
}

/** Choices, answer and dates: what the Filter button opens. */
export const filtersSet = ({ term: _, order: __, from, to, ...choices }: ContactFilters): number =>
  [...Object.values(choices), from ?? to].filter(Boolean).length

/** The order where it is not the usual one of such a list. */
export const orderSet = ({ order, isWaiting }: Pick<ContactFilters, 'order' | 'isWaiting'>): Order | null =>
  order === usualOrder(isWaiting) ? null : order

/** Those who wait for an answer are listed as they are answered: those who have waited longest come first. */
const usualOrder = (isWaiting: boolean): Order => (isWaiting ? 'oldest' : 'newest')

const readOrder = (text: string | null): Order | null =>
  text === 'oldest' || text === 'newest' ? text : null

const ofFiltered = <Made>(make: (name: Filtered) => Made) =>
  Object.fromEntries(FILTERED.map((name) => [name, make(name)])) as Record<Filtered, Made>

const choiceIn = <Choices extends object>(of: Choices, text: string | null) =>
  text !== null && Object.hasOwn(of, text) ? (text as keyof Choices) : null

/** The search and filters of the list that a contact was opened from, as '?answer=waiting'; '' for none. */
export function filteredListQuery({ url }: { url: string }): string {
  const query = contactQuery(readContactFilters(new URL(url).searchParams))
  return query.size > 0 ? `?${query}` : ''
}

export const CONTACT_GONE = {
  tone: 'failure',
  title: 'Error',
  description: 'This contact no longer exists: someone has deleted it.',
} as const
