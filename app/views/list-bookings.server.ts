import { and, asc, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { MONEY_STATE_NAMES, type MoneyState } from '#app/bookings/status'
import {
  cursorOf,
  inPortionsFrom,
  type PageCursors,
  pageOf,
  type RequestedPage,
  readsBackwards,
} from '#app/platform/lists/page-cursor'
import { gramQuery, phoneInSearch } from '#app/platform/lists/search'
import { BOOKING_TERM_AT_MOST, namesOf, ofEach } from '#app/platform/typed/fields'
import { folded } from '#app/platform/typed/folded'
import { isWrittenOff, moneyStateIn } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { totals } from '#db/schema/running'

/**
 * What the list of bookings is narrowed by: letters of a name, an e-mail, a reference or a phone number of
 * anyone on it, an id of Stripe's, a state of its money, a departure, the type of its journey.
 */
export type BookingFilters = {
  term: string
  money: MoneyState | null
  departureId: number | null
  journey: string | null
}

export const UNFILTERED: BookingFilters = { term: '', money: null, departureId: null, journey: null }

/** Which of the filters leave out bookings. */
export const narrowedBy = (filters: BookingFilters) =>
  namesOf(UNFILTERED).filter((name) => filters[name] !== UNFILTERED[name])

/** The term as it is searched: without control characters, single spaces, of a sane length. */
export const cleanTerm = (typed: string | null): string =>
  [...(typed ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim()].slice(0, BOOKING_TERM_AT_MOST).join('')

/** A question to an index, and what a booking is looked at by that it finds: all of it where that is '%'. */
type Lookup = { index: 'booking_search' | 'booking_grams'; query: string; like: string; orLike: string }
const AS_FOUND = { like: '%', orLike: '%' }

/** What can be an id of Stripe's: 'pi_…', 're_…', 'cs_…', 'du_…'. */
const isStripeId = (term: string): boolean => /^[a-z]{2,5}_\w{5,}$/i.test(term)

/** The term as a LIKE pattern: it stands for itself, anywhere. */
const likeOf = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/** The patterns by which a booking is looked at: folded, and as the digits of a phone number. */
const likesOf = (typed: string) => {
  const term = folded(typed)
  return { like: likeOf(term), orLike: likeOf(phoneInSearch(term) ?? term) }
}

/**
 * The question to the full-text index that each booking with the term answers. The trigram index knows
 * stretches of three letters and more; the other one those of one and two, so that these never scan (rules
 * 9.5).
 */
function lookupOf(typed: string): Lookup {
  const term = folded(typed)
  if ([...term].length < 3) {
    return { index: 'booking_grams', query: gramQuery(term), ...AS_FOUND }
  }
  // Of an address the part before the domain is looked up: the domain's letters are in nearly every row.
  const mailbox = /^[^@]{3,}@(?=.)/.exec(term)?.[0]
  const stretch = `"${(mailbox ?? term).replaceAll('"', '""')}"`
  const phone = phoneInSearch(term)
  const query = phone ? `${stretch} OR (${inThrees(phone)})` : stretch
  return { index: 'booking_search', query, ...(mailbox || phone ? likesOf(term) : AS_FOUND) }
}

/** Few have all of these, and to read where in the words they stand takes longer than to look at those. */
const inThrees = (digits: string): string =>
  [...(digits.match(/\d{3}/g) ?? []), digits.slice(-3)].map((three) => `"${three}"`).join(' AND ')

const ofBookings = db
  .select()
  .from(totals)
  .where(
    or(
      and(gte(totals.name, 'bookings:'), lt(totals.name, 'bookings;')),
      and(gte(totals.name, 'money:'), lt(totals.name, 'money;')),
    ),
  )
  .prepare()

/** Few: no total is kept of them. */
const writtenOff = db.select({ count: sql<number>`count(*)` }).from(bookings).where(isWrittenOff).prepare()

/** How many bookings there are of each state of their money, from totals that triggers keep (rules 9.5). */
export function bookingTotals() {
  const amounts = new Map(ofBookings.all().map(({ name, amount }) => [name, amount]))
  const amountOf = (name: string) => amounts.get(name) ?? 0
  const kept = ofEach(MONEY_STATE_NAMES, (state) => amountOf(`money:${state}`))
  const off = writtenOff.get()?.count ?? 0
  const byMoney = { ...kept, 'paid-in-full': kept['paid-in-full'] - off, 'written-off': off }
  return {
    byMoney,
    /** All that are on file, held seats and ended ones too. */
    onFile: Object.values(byMoney).reduce((sum, count) => sum + count, 0),
    /** Those that are paid for, wholly or by their deposit, and stand: what the dashboard counts. */
    paid: amountOf('bookings:deposit_paid') + amountOf('bookings:completed'),
  }
}

/** Up to this many of a state are looked through one by one, rather than all that have the letters. */
const FEW = 4_000

type Way = 'down' | 'up'

const placeholder = (name: string) => sql.placeholder(name)

type Table = 'bookings' | 'b'

/**
 * What each filter leaves, of a booking in a query, with the values that it compares by. All of them are in
 * every question, whichever index leads it: one that is not asked for leaves all.
 */
const FILTERS = {
  money: {
    leaves: (table) =>
      sql`(${placeholder('money')} is null or ${moneyStateIn(table)} = ${placeholder('money')})`,
    values: ({ money }) => ({ money }),
  },
  departureId: {
    leaves: (table) =>
      sql`(${placeholder('departureId')} is null
        or ${sql.identifier(table)}.departure_id = ${placeholder('departureId')})`,
    values: ({ departureId }) => ({ departureId }),
  },
  journey: {
    leaves: (table) =>
      sql`(${placeholder('journey')} is null or ${sql.identifier(table)}.tour_type = ${placeholder('journey')})`,
    values: ({ journey }) => ({ journey }),
  },
  // Looked at one by one, where no index answers it: all have their words, kept by triggers (decision 011).
  term: {
    leaves: (table) =>
      sql`(${placeholder('like')} = '%' or exists (
        select 1 from booking_words w where w.booking_id = ${sql.identifier(table)}.id
        and (w.words like ${placeholder('like')} escape '\\' or w.words like ${placeholder('orLike')} escape '\\')))`,
    values: ({ term }) => (term === '' ? AS_FOUND : likesOf(term)),
  },
} satisfies Record<
  keyof BookingFilters,
  { leaves: (table: Table) => SQL; values: (filters: BookingFilters) => Record<string, unknown> }
>

const leftBy = (table: Table): SQL[] => Object.values(FILTERS).map(({ leaves }) => leaves(table))

const valuesOf = (filters: BookingFilters) =>
  Object.assign({}, ...Object.values(FILTERS).map(({ values }) => values(filters)))

const WAYS = {
  down: { beyond: sql.raw('<'), order: desc, keyword: sql.raw('desc') },
  up: { beyond: sql.raw('>'), order: asc, keyword: sql.raw('asc') },
}

/**
 * What leads a question, so that few bookings are looked at: how it is narrowed is up to FILTERS. A list goes
 * by the time of booking; what is found by letters goes by id, as the full-text index does.
 */
const LEADS = {
  none: (way: Way) => byTime(way),
  /** By the index of what the database keeps of it. */
  money: (way: Way) => byTime(way, eq(bookings.moneyState, placeholder('money'))),
  'written-off': (way: Way) => byTime(way, isWrittenOff),
  /** A departure has few bookings: those of it are looked through one by one. */
  departure: (way: Way) => byTime(way, eq(bookings.departureId, placeholder('departureId'))),
  these: (way: Way) =>
    byTime(way, sql`${bookings.id} in (select value from json_each(${placeholder('ids')}))`),
  booking_search: (way: Way) => byId(way, 'booking_search'),
  booking_grams: (way: Way) => byId(way, 'booking_grams'),
}
type Lead = keyof typeof LEADS

function byTime(way: Way, leads?: SQL) {
  const { beyond, order } = WAYS[way]
  return {
    where: and(
      leads,
      ...leftBy('bookings'),
      sql`(${bookings.createdAt}, ${bookings.id}) ${beyond} (${placeholder('at')}, ${placeholder('id')})`,
    ),
    order: [order(bookings.createdAt), order(bookings.id)],
  }
}

/** CROSS JOIN keeps the index in front, so that reading ends with the page. */
function byId(way: Way, index: 'booking_search' | 'booking_grams') {
  const { beyond, order, keyword } = WAYS[way]
  const table = sql.identifier(index)
  return {
    where: sql`${bookings.id} in (
      select ${table}.rowid from ${table} cross join bookings b on b.id = ${table}.rowid
      where ${table} match ${placeholder('query')} and ${table}.rowid ${beyond} ${placeholder('id')}
        and ${sql.join(leftBy('b'), sql` and `)}
      order by ${table}.rowid ${keyword} limit ${placeholder('limit')})`,
    order: [order(bookings.id)],
  }
}

const statements = new Map<string, ReturnType<typeof prepared>>()

function prepared(lead: Lead, way: Way) {
  const { where, order } = LEADS[lead](way)
  return db
    .select()
    .from(bookings)
    .where(where)
    .orderBy(...order)
    .limit(placeholder('limit'))
    .prepare()
}

function statement(lead: Lead, way: Way) {
  const known = statements.get(`${lead}-${way}`) ?? prepared(lead, way)
  statements.set(`${lead}-${way}`, known)
  return known
}

const BEYOND_ALL = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

/**
 * A page of the bookings that the filters leave, newest first, by keyset: no page is dearer than the first
 * (rules 9.5). A term is looked for in names, e-mails and references, however spelled.
 */
export function listBookings(
  filters: BookingFilters,
  asked: RequestedPage,
  size: number,
): { rows: Booking[]; cursors: PageCursors } {
  const way = readsBackwards(asked) ? 'up' : 'down'
  const cursor =
    'cursor' in asked
      ? { at: asked.cursor.at.getTime(), id: asked.cursor.id }
      : way === 'down'
        ? BEYOND_ALL
        : { at: 0, id: 0 }
  const { lead, values } = ledBy(filters)
  const rows = statement(lead, way).all({ ...cursor, ...values, limit: size + 1 })
  return pageOf(rows, size, asked, cursorOf)
}

/** By which index a question is answered soonest, with its values. */
function ledBy(filters: BookingFilters): { lead: Lead; values: Record<string, unknown> } {
  const { term, money, departureId } = filters
  const values = valuesOf(filters)
  const named = isStripeId(term) ? bookingsOfStripeId(term) : []
  if (named.length > 0)
    return { lead: 'these', values: { ...values, ...AS_FOUND, ids: JSON.stringify(named) } }
  if (departureId !== null) return { lead: 'departure', values }
  if (money === 'written-off') return { lead: money, values }
  if (term === '') return { lead: money ? 'money' : 'none', values }
  if (money && isRare(money)) return { lead: 'money', values }
  const { index, ...asked } = lookupOf(term)
  return { lead: index, values: { ...values, ...asked } }
}

/**
 * By a whole id, so that no one finds out one by its beginnings: of a payment, hosted page, refund or
 * dispute, each by its own index. What balances a refund or dispute has its id, with a word behind it.
 */
function bookingsOfStripeId(term: string): number[] {
  const ids = JSON.stringify([term, `${term}:failed`, `${term}:won`])
  const named = (table: SQL, column: SQL) => sql`select booking_id as id from ${table}
    where ${column} in (select value from json_each(${ids})) and booking_id is not null`
  const places = [
    named(sql`payment_intents`, sql`stripe_intent_id`),
    named(sql`payment_intents`, sql`stripe_session_id`),
    named(sql`payments`, sql`stripe_intent_id`),
    named(sql`payments`, sql`stripe_refund_id`),
    named(sql`refunds`, sql`stripe_refund_id`),
  ]
  return db.all<{ id: number }>(sql.join(places, sql` union `)).map(({ id }) => id)
}

const isRare = (money: MoneyState): boolean => bookingTotals().byMoney[money] <= FEW

/** All that the filters leave, newest first, in portions: for a file. */
export function* inPortions(filters: BookingFilters, size: number): Generator<Booking[]> {
  const { lead, values } = ledBy(filters)
  yield* inPortionsFrom(BEYOND_ALL, { portion: size, atMost: Number.POSITIVE_INFINITY }, (asked) =>
    statement(lead, 'down').all({ ...asked, ...values }),
  )
}
