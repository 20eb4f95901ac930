import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { env } from '#app/platform/env.server'
import { cursorOf, pageOf, type RequestedPage, readsBackwards } from '#app/platform/lists/page-cursor'
import { digitsOf, gramQuery, phoneInSearch } from '#app/platform/lists/search'
import { folded } from '#app/platform/typed/folded'
import { db } from '#db/connection.server'
import { contactInquiries as contacts } from '#db/schema/people'
import { type ContactFilters, daysSpan, FILTERED } from './contact-fields'
import {
  CONTACTS_A_PAGE,
  type Contact,
  type ContactRow,
  isInOneIndex,
  listContacts,
  listWholeContacts,
  type PageOfContacts,
  ROW,
  rowsAlong,
} from './list-contacts.server'
import { INTERESTS, type Interest } from './people-fields'

type Searched = Pick<Contact, 'firstName' | 'lastName' | 'email' | 'interest' | 'phone'>

/** How a term is looked up: by three letters in a row, or by one and two where all its words are shorter. */
function lookupOf(typed: string) {
  const term = folded(typed)
  const words = term.split(' ')
  const by: 'trigrams' | 'grams' = words.some((word) => [...word].length >= 3) ? 'trigrams' : 'grams'
  const named = (Object.keys(INTERESTS) as Interest[]).filter((interest) =>
    folded(INTERESTS[interest]).includes(term),
  )
  return {
    term,
    words,
    by,
    /** Interests whose name on the screen has the term in it. */
    interests: by === 'trigrams' ? named : [],
    /** The digits of a phone number, where it looks like one. */
    phone: phoneInSearch(term),
  }
}

type Lookup = ReturnType<typeof lookupOf>

/** What is searched of a contact, folded: a term may also lie across first and last name. */
const searchedText = ({ firstName, lastName, email, interest }: Omit<Searched, 'phone'>): string =>
  folded(`${firstName} ${lastName}\n${email}\n${interest}`)

/** Whether a contact has the term in first name, last name, email or interest, however spelled, or phone. */
const isFound = (contact: Searched, { term, interests, phone }: Lookup): boolean =>
  searchedText(contact).includes(term) ||
  interests.some((interest) => interest === contact.interest) ||
  (phone !== null && digitsOf(contact.phone).includes(phone))

/**
 * A query of the full-text index that finds every contact with the term, and few others. It asks for
 * stretches of letters that `neighbors` seldom have, which are short to read: all of '150000@example.com' is
 * not.
 */
function candidateQuery({ words, by, interests }: Lookup, neighbors: string[]): string {
  if (by === 'grams') return words.map(gramQuery).join(' AND ')
  const named = interests.map((interest) => ` OR interest : ${quoted(interest)}`)
  return `(${rarestStretches(words, neighbors).map(quoted).join(' AND ')})${named.join('')}`
}

const LONGEST_STRETCH = 5
const MOST_STRETCHES = 3

/** The rarest stretch of each word that is long enough, the rarest first. */
function rarestStretches(words: string[], neighbors: string[]): string[] {
  const seen = new Map<string, number>()
  const timesSeen = (letters: string) => {
    const known = seen.get(letters) ?? neighbors.filter((text) => text.includes(letters)).length
    seen.set(letters, known)
    return known
  }
  const cost = (stretch: string) => partsOf(stretch, 3).reduce((sum, letters) => sum + timesSeen(letters), 0)
  return words
    .filter((word) => [...word].length >= 3)
    .map((word) => partsOf(word, LONGEST_STRETCH).sort((one, other) => cost(one) - cost(other))[0] ?? word)
    .sort((one, other) => cost(one) - cost(other))
    .slice(0, MOST_STRETCHES)
}

/** All stretches of that many letters; a shorter word whole. */
function partsOf(word: string, length: number): string[] {
  const letters = [...word]
  const count = Math.max(1, letters.length - length + 1)
  return Array.from({ length: count }, (_, start) => letters.slice(start, start + length).join(''))
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Rows looked through at once, about 1 ms, and how many of them before the index is asked. */
const NEIGHBORS = 256
const NEIGHBORS_AT_MOST = 2_000
/** With more candidates than this, walking the list is faster. So many are read at once, in 2 ms. */
const CANDIDATES_AT_MOST = 4_000
const CANDIDATES_AT_ONCE = 1_000

/** A page of the contacts that have the term and pass the filters: read from an index, or looked for. */
export const findContacts = async (
  filters: ContactFilters,
  asked: RequestedPage,
  signal?: AbortSignal,
): Promise<PageOfContacts> =>
  isInOneIndex(filters) ? listContacts(filters, asked) : searchContacts(filters, asked, signal)

/**
 * A page of the contacts that match the term and the filters, by time of writing. Common terms are found by
 * walking from the page's beginning, rare ones by the full-text index; both are checked letter by letter.
 * Others are served every few milliseconds, and `signal` ends the search.
 */
export async function searchContacts(
  filters: ContactFilters,
  asked: RequestedPage,
  signal?: AbortSignal,
): Promise<PageOfContacts> {
  const lookup = lookupOf(filters.term)
  const passes = rowFilter(filters, lookup)
  const pageOfThese = (rows: ContactRow[]) =>
    pageOf(rows.slice(0, CONTACTS_A_PAGE + 1), CONTACTS_A_PAGE, asked, cursorOf)

  const walk = walkAlong(filters, asked, passes)
  const sample = walk.further()
  while (walk.isUnfinished() && walk.isWorthwhile()) {
    await nextTurn()
    walk.further()
  }
  if (!walk.isUnfinished()) return pageOfThese(walk.found)

  const ids = filters.term ? candidatesOf(lookup, sample) : null
  if (ids) return pageOfThese(inReadingOrder(await foundAmong(ids, passes), filters, asked))
  while (walk.isUnfinished() && !signal?.aborted) {
    await nextTurn()
    walk.further()
  }
  return pageOfThese(walk.found)
}

/** Looks through the list from the page's beginning on, some rows at a time, until the page is full. */
function walkAlong(filters: ContactFilters, asked: RequestedPage, passes: (row: ContactRow) => boolean) {
  const found: ContactRow[] = []
  let [from, read, goesOn] = [asked, 0, true]
  return {
    found,
    further(): ContactRow[] {
      const rows = rowsAlong(filters, from, NEIGHBORS)
      const last = rows.at(-1)
      found.push(...rows.filter(passes))
      read += rows.length
      goesOn = rows.length === NEIGHBORS
      if (last) from = { from: readsBackwards(asked) ? 'before' : 'after', cursor: cursorOf(last) }
      return rows
    },
    isUnfinished: () => goesOn && found.length <= CONTACTS_A_PAGE,
    /** Whether the page is likely to be full before NEIGHBORS_AT_MOST rows have been looked through. */
    isWorthwhile: () =>
      read < NEIGHBORS_AT_MOST && found.length * NEIGHBORS_AT_MOST >= read * (CONTACTS_A_PAGE + 1),
  }
}

const idsIn = (index: 'contact_search' | 'contact_grams' | 'contact_phone_search') => {
  const table = sql.identifier(index)
  return db
    .select({ id: sql<number>`rowid` })
    .from(sql`${table}`)
    .where(sql`${table} match ${sql.placeholder('query')}`)
    .limit(CANDIDATES_AT_MOST + 1)
    .prepare()
}

const candidates = {
  trigrams: idsIn('contact_search'),
  grams: idsIn('contact_grams'),
  phones: idsIn('contact_phone_search'),
}

/** Everyone who may have the term, by the full-text index; null where they are too many. */
function candidatesOf(lookup: Lookup, sample: ContactRow[]): number[] | null {
  const named = candidates[lookup.by].all({ query: candidateQuery(lookup, sample.map(searchedText)) })
  const called = lookup.phone ? candidates.phones.all({ query: `"${lookup.phone}"` }) : []
  const found = new Set([...named, ...called].map(({ id }) => id))
  return found.size > CANDIDATES_AT_MOST ? null : [...found]
}

const rowsWith = db
  .select(ROW)
  .from(contacts)
  .where(sql`${contacts.id} in (select value from json_each(${sql.placeholder('ids')}))`)
  .prepare()

async function foundAmong(ids: number[], passes: (row: ContactRow) => boolean): Promise<ContactRow[]> {
  const found: ContactRow[] = []
  for (let start = 0; start < ids.length; start += CANDIDATES_AT_ONCE) {
    if (start > 0) await nextTurn()
    const some = JSON.stringify(ids.slice(start, start + CANDIDATES_AT_ONCE))
    found.push(...rowsWith.all({ ids: some }).filter(passes))
  }
  return found
}

/** What lies beyond the page's beginning, nearest first. */
function inReadingOrder(rows: ContactRow[], { order }: ContactFilters, asked: RequestedPage): ContactRow[] {
  const sign = (order === 'oldest') === readsBackwards(asked) ? -1 : 1
  const compare = (one: Place, other: Place) =>
    sign * (one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id)
  const start = 'cursor' in asked ? { createdAt: asked.cursor.at, id: asked.cursor.id } : null
  return rows.filter((row) => !start || compare(row, start) > 0).sort(compare)
}

type Place = Pick<ContactRow, 'createdAt' | 'id'>

/** Whether a row has the term and passes the filters; both in the list and in the file. */
export function rowFilter(filters: ContactFilters, lookup: Lookup): (row: ContactRow) => boolean {
  const { from, until } = daysSpan(filters.from, filters.to, env.BUSINESS_TIMEZONE)
  return (row) =>
    FILTERED.every((name) => !filters[name] || row[name] === filters[name]) &&
    (!filters.isWaiting || row.answeredAt === null) &&
    row.createdAt >= from &&
    row.createdAt < until &&
    isFound(row, lookup)
}

/** Rows read at once, about 4 ms. */
const PORTION = 500

/**
 * The contacts that match the term and the filters, in the list's order, in portions, `atMost` in all; the
 * caller lets others be served in between. A portion may be empty: a search walks every row.
 */
export function* contactsInPortions(filters: ContactFilters, atMost: number): Generator<Contact[]> {
  const isWanted = rowFilter(filters, lookupOf(filters.term))
  let asked: RequestedPage | null = { from: 'start' }
  for (let left = atMost; asked && left > 0; ) {
    const { rows, cursors }: ReturnType<typeof listWholeContacts> = listWholeContacts(filters, asked, PORTION)
    const wanted = rows.filter(isWanted).slice(0, left)
    left -= wanted.length
    yield wanted
    const last = rows.at(-1)
    asked = last && cursors.next ? { from: 'after', cursor: cursorOf(last) } : null
  }
}
