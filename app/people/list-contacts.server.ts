import { and, asc, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { env } from '#app/platform/env.server'
import {
  cursorOf,
  type PageCursors,
  pageOf,
  type RequestedPage,
  readsBackwards,
} from '#app/platform/lists/page-cursor'
import { valuesOf } from '#app/platform/typed/fields'
import { db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { contactInquiries as contacts, notes } from '#db/schema/people'
import { CONTACT, type ContactFilters, daysSpan, filtersSet } from './contact-fields'
import { lateSince } from './reply-promise'

/** All of a contact: for its page, the file and the JSON list. */
export type Contact = Pick<typeof contacts.$inferSelect, 'id' | keyof typeof STORED> & {
  note: string | null
}

/** A row of the list. */
export type ContactRow = Pick<Contact, keyof typeof ROW>

export type PageOfContacts = { rows: ContactRow[]; cursors: PageCursors }

export const CONTACTS_A_PAGE = 30

const { note: _, ...STORED } = CONTACT
const COLUMNS = { id: contacts.id, ...valuesOf(STORED, contacts) }
/** With the newest note of staff. */
const WHOLE = {
  ...COLUMNS,
  note: sql<
    string | null
  >`(select n.text from ${notes} n where n.contact_id = contact_inquiries.id order by n.id desc limit 1)`,
}

/** All but what they wrote at length. */
export const { message: __, ...ROW } = COLUMNS
const place = sql`(${contacts.createdAt}, ${contacts.id})`
const start = sql`(${sql.placeholder('at')}, ${sql.placeholder('id')})`
const edge = sql`${sql.placeholder('edge')}`
const ofInterest = eq(contacts.interest, sql.placeholder('interest'))
/** Written as the partial index has it, so that it is the one that is read. */
const waiting = isNull(contacts.answeredAt)

/** From a place down to the older or up to the newer, as far as an edge: one stretch of one index. */
const DIRECTIONS = {
  down: {
    condition: and(sql`${place} < ${start}`, gte(contacts.createdAt, edge)),
    order: [desc(contacts.createdAt), desc(contacts.id)],
  },
  up: {
    condition: and(sql`${place} > ${start}`, lt(contacts.createdAt, edge)),
    order: [asc(contacts.createdAt), asc(contacts.id)],
  },
}
type Direction = keyof typeof DIRECTIONS

/** One statement for each direction and index: all, those of an interest, those who wait for an answer. */
const ofEachIndex = <Statement>(prepare: (condition: SQL | undefined, order: SQL[]) => Statement) => {
  const towards = (direction: Direction, which?: SQL) =>
    prepare(and(which, DIRECTIONS[direction].condition), DIRECTIONS[direction].order)
  return {
    all: { down: towards('down'), up: towards('up') },
    interest: { down: towards('down', ofInterest), up: towards('up', ofInterest) },
    waiting: { down: towards('down', waiting), up: towards('up', waiting) },
  }
}

const indexFor = ({ isWaiting, interest }: ContactFilters) =>
  isWaiting ? 'waiting' : interest ? 'interest' : 'all'

/** Whether one index has what the filters leave; otherwise rows are looked at (search-contacts.server.ts). */
export const isInOneIndex = (filters: ContactFilters): boolean =>
  filters.term === '' &&
  filtersSet({ ...filters, from: null, to: null }) === (indexFor(filters) === 'all' ? 0 : 1)

const limit = sql.placeholder('limit')
const rowsOf = prepared(() =>
  ofEachIndex((condition, order) =>
    db
      .select(ROW)
      .from(contacts)
      .where(condition)
      .orderBy(...order)
      .limit(limit)
      .prepare(),
  ),
)
const wholeOf = prepared(() =>
  ofEachIndex((condition, order) =>
    db
      .select(WHOLE)
      .from(contacts)
      .where(condition)
      .orderBy(...order)
      .limit(limit)
      .prepare(),
  ),
)

/** A page of contacts by time of writing. Only those filters apply that have an index. */
export const listContacts = (
  filters: ContactFilters,
  asked: RequestedPage,
  size: number = CONTACTS_A_PAGE,
): PageOfContacts => pageOf(rowsAlong(filters, asked, size + 1), size, asked, cursorOf)

/** The same with all that a contact wrote and staff's newest note. */
export function listWholeContacts(filters: ContactFilters, asked: RequestedPage, size: number) {
  const { direction, ...bounds } = stretchOf(filters, asked)
  const rows = wholeOf()[indexFor(filters)][direction].all({
    ...bounds,
    interest: filters.interest,
    limit: size + 1,
  })
  return pageOf(rows, size, asked, cursorOf)
}

/** The next rows in reading order: the list's order, reversed for a page that is read backwards. */
export function rowsAlong(filters: ContactFilters, asked: RequestedPage, limit: number): ContactRow[] {
  const { direction, ...bounds } = stretchOf(filters, asked)
  const statement = rowsOf()[indexFor(filters)][direction]
  return statement.all({ ...bounds, interest: filters.interest, limit })
}

/** Where reading begins, in which direction, and where the filter's days end; instants in milliseconds. */
function stretchOf({ from, to, order }: ContactFilters, asked: RequestedPage) {
  const span = daysSpan(from, to, env.BUSINESS_TIMEZONE)
  const [first, end] = [span.from.getTime(), span.until.getTime()]
  const cursor = 'cursor' in asked ? { at: asked.cursor.at.getTime(), id: asked.cursor.id } : null
  // Ids begin with 1: (instant, 0) lies before all that came at that instant.
  if ((order === 'newest') === readsBackwards(asked)) {
    const begin = cursor && cursor.at >= first ? cursor : { at: first, id: 0 }
    return { direction: 'up' as const, ...begin, edge: end }
  }
  const begin = cursor && cursor.at < end ? cursor : { at: end, id: 0 }
  return { direction: 'down' as const, ...begin, edge: first }
}

const byId = db
  .select(WHOLE)
  .from(contacts)
  .where(eq(contacts.id, sql.placeholder('id')))
  .prepare()

/** One contact with all it wrote; undefined where it was deleted. `id` is a parameter of an address. */
export const contactWith = (id: string | undefined): Contact | undefined =>
  /^\d{1,15}$/.test(id ?? '') ? byId.get({ id: Number(id) }) : undefined

/** Beyond this many a number says no more; counting goes no further. */
export const WAITING_COUNTED = 1_000
const SHOWN = 5

const counted = (alsoAsked = sql``) =>
  sql<number>`(select count(*) from (select 1 from ${contacts} where ${waiting}${alsoAsked} limit ${sql.raw(String(WAITING_COUNTED))}))`

const counts = db
  .select({
    waiting: counted().as('waiting'),
    late: counted(sql` and ${contacts.createdAt} <= ${sql.placeholder('lateSince')}`).as('late'),
  })
  .from(sql`(select 1)`)
  .prepare()

const longest = db
  .select({
    id: contacts.id,
    firstName: contacts.firstName,
    lastName: contacts.lastName,
    interest: contacts.interest,
    answeredAt: contacts.answeredAt,
    createdAt: contacts.createdAt,
  })
  .from(contacts)
  .where(waiting)
  .orderBy(asc(contacts.createdAt), asc(contacts.id))
  .limit(SHOWN)
  .prepare()

/** How many wait for an answer, and how many of them longer than was promised; 1,000 at most of each. */
export const waitingCounts = (now: Date): { waiting: number; late: number } =>
  counts.get({ lateSince: lateSince(now).getTime() }) ?? { waiting: 0, late: 0 }

/** The five who have waited longest for an answer. */
export const longestWaiting = () => longest.all()
