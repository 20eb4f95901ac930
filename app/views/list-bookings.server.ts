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
import { BOOKING_TERM_AT_MOST, ofEach } from '#app/platform/typed/fields'
import { folded } from '#app/platform/typed/folded'
import { isWrittenOff, moneyStateIn } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings, totals } from '#db/schema'

/**
 * What the list of bookings is narrowed by: letters of a name, an e-mail, a reference or a phone number of
 * anyone on it, an id of Stripe's, a state of its money, a departure.
 */
export type BookingFilters = { term: string; money: MoneyState | null; departureId: number | null }

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
const isOfMoney = sql`${moneyStateIn('bookings')} = ${placeholder('money')}`
/** By the index of what the database keeps of it. */
const ofMoney = and(eq(bookings.moneyState, placeholder('money')), isOfMoney)
/** A departure has few bookings: those of it are looked through one by one. */
const ofDeparture = eq(bookings.departureId, placeholder('departureId'))
const anyMoneyOr = sql`(${placeholder('anyMoney')} or ${isOfMoney})`

const WAYS = {
  down: { beyond: sql.raw('<'), order: desc, keyword: sql.raw('desc') },
  up: { beyond: sql.raw('>'), order: asc, keyword: sql.raw('asc') },
}

/** A list goes by the time of booking; what is found by letters goes by id, as the full-text index does. */
const CONDITIONS = {
  none: (way: Way) => byTime(way),
  money: (way: Way) => byTime(way, ofMoney),
  few: (way: Way) => byTime(way, ofMoney, hasLetters),
  'written-off': (way: Way) => byTime(way, isWrittenOff, hasLetters),
  departure: (way: Way) => byTime(way, ofDeparture, anyMoneyOr, hasLetters),
  these: (way: Way) => byTime(way, ofThese, anyMoneyOr, anyDepartureOr),
  booking_search: (way: Way) => byId(way, 'booking_search'),
  booking_grams: (way: Way) => byId(way, 'booking_grams'),
}
type Narrowed = keyof typeof CONDITIONS

function byTime(way: Way, ...narrowed: (SQL | undefined)[]) {
  const { beyond, order } = WAYS[way]
  return {
    where: and(
      ...narrowed,
      sql`(${bookings.createdAt}, ${bookings.id}) ${beyond} (${placeholder('at')}, ${placeholder('id')})`,
    ),
    order: [order(bookings.createdAt), order(bookings.id)],
  }
}

/** Of few: looked at one by one. All of them have their words, kept by triggers (docs/decisions/011). */
const hasLettersOf = (table: 'bookings' | 'b') =>
  sql`exists (select 1 from booking_words w where w.booking_id = ${sql.identifier(table)}.id
  and (w.words like ${placeholder('like')} escape '\\' or w.words like ${placeholder('orLike')} escape '\\'))`
const hasLetters = hasLettersOf('bookings')
const ofThese = sql`${bookings.id} in (select value from json_each(${placeholder('ids')}))`
const anyDepartureOr = sql`(${placeholder('anyDeparture')} or ${ofDeparture})`

/** CROSS JOIN keeps the index in front, so that reading ends with the page. */
function byId(way: Way, index: 'booking_search' | 'booking_grams') {
  const { beyond, order, keyword } = WAYS[way]
  const table = sql.identifier(index)
  return {
    where: sql`${bookings.id} in (
      select ${table}.rowid from ${table} cross join bookings b on b.id = ${table}.rowid
      where ${table} match ${placeholder('query')} and ${table}.rowid ${beyond} ${placeholder('id')}
        and (${placeholder('anyMoney')} or ${moneyStateIn('b')} = ${placeholder('money')})
        and (${placeholder('like')} = '%' or ${hasLettersOf('b')})
      order by ${table}.rowid ${keyword} limit ${placeholder('limit')})`,
    order: [order(bookings.id)],
  }
}

const statements = new Map<string, ReturnType<typeof prepared>>()

function prepared(narrowed: Narrowed, way: Way) {
  const { where, order } = CONDITIONS[narrowed](way)
  return db
    .select()
    .from(bookings)
    .where(where)
    .orderBy(...order)
    .limit(placeholder('limit'))
    .prepare()
}

function statement(narrowed: Narrowed, way: Way) {
  const known = statements.get(`${narrowed}-${way}`) ?? prepared(narrowed, way)
  statements.set(`${narrowed}-${way}`, known)
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
  const { narrowed, values } = narrowedBy(filters)
  const rows = statement(narrowed, way).all({ ...cursor, ...values, limit: size + 1 })
  return pageOf(rows, size, asked, cursorOf)
}

function narrowedBy({ term, money, departureId }: BookingFilters): { narrowed: Narrowed; values: object } {
  const anyMoney = money === null ? 1 : 0
  const named = isStripeId(term) ? bookingsOfStripeId(term) : []
  if (named.length > 0) {
    const anyDeparture = departureId === null ? 1 : 0
    const values = { ids: JSON.stringify(named), money, departureId, anyMoney, anyDeparture }
    return { narrowed: 'these', values }
  }
  if (departureId !== null)
    return { narrowed: 'departure', values: { departureId, money, anyMoney, ...likesOf(term) } }
  if (money === 'written-off') return { narrowed: money, values: likesOf(term) }
  if (term === '') return { narrowed: money ? 'money' : 'none', values: { money } }
  if (money && isRare(money)) return { narrowed: 'few', values: { money, ...likesOf(term) } }
  const { index, ...asked } = lookupOf(term)
  return { narrowed: index, values: { ...asked, money, anyMoney } }
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
  const { narrowed, values } = narrowedBy(filters)
  yield* inPortionsFrom(BEYOND_ALL, { portion: size, atMost: Number.POSITIVE_INFINITY }, (asked) =>
    statement(narrowed, 'down').all({ ...asked, ...values }),
  )
}
