import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { bookingTotals } from '#app/bookings/booking-totals.server'
import type { Booking } from '#app/bookings/find-booking.server'
import type { MoneyState } from '#app/bookings/status'
import { type PageAsked, type PageCursors, pageOf, readsBackwards } from '#app/lists/page-cursor'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema'
import { type BookingFilters, likeOf, lookupOf } from './booking-match.server'

/** Up to so many of a state are looked through one by one, rather than all that have the letters. */
const FEW = 4_000

type Narrowed = 'none' | 'money' | 'booking_search' | 'booking_grams' | 'few' | 'departure'
type Way = 'down' | 'up'

const placeholder = (name: string) => sql.placeholder(name)
const ofMoney = eq(bookings.moneyState, placeholder('money'))
/** A departure has few bookings: those of it are looked through one by one. */
const ofDeparture = eq(bookings.departureId, placeholder('departureId'))
const anyMoneyOr = sql`(${placeholder('anyMoney')} or ${ofMoney})`

const WAYS = {
  down: { beyond: sql.raw('<'), order: desc, keyword: sql.raw('desc') },
  up: { beyond: sql.raw('>'), order: asc, keyword: sql.raw('asc') },
}

/** A list goes by the time of booking; what is found by letters goes by id, as the full-text index does. */
const CONDITIONS: Record<Narrowed, (way: Way) => { where: SQL | undefined; order: SQL[] }> = {
  none: (way) => byTime(way),
  money: (way) => byTime(way, ofMoney),
  few: (way) => byTime(way, ofMoney, hasLetters),
  departure: (way) => byTime(way, ofDeparture, anyMoneyOr, hasLetters),
  booking_search: (way) => byId(way, 'booking_search'),
  booking_grams: (way) => byId(way, 'booking_grams'),
}

function byTime(way: Way, ...narrowed: SQL[]) {
  const { beyond, order } = WAYS[way]
  return {
    where: and(
      ...narrowed,
      sql`(${bookings.createdAt}, ${bookings.id}) ${beyond} (${placeholder('at')}, ${placeholder('id')})`,
    ),
    order: [order(bookings.createdAt), order(bookings.id)],
  }
}

const hasLetters = sql`(${bookings.customerName} || char(10) || ${bookings.customerEmail} || char(10) || ${bookings.reference}) like ${placeholder('like')} escape '\\'`

/** CROSS JOIN keeps the index in front, so that reading ends with the page. */
function byId(way: Way, index: 'booking_search' | 'booking_grams') {
  const { beyond, order, keyword } = WAYS[way]
  const table = sql.identifier(index)
  return {
    where: sql`${bookings.id} in (
      select ${table}.rowid from ${table} cross join bookings b on b.id = ${table}.rowid
      where ${table} match ${placeholder('query')} and ${table}.rowid ${beyond} ${placeholder('id')}
        and (${placeholder('anyMoney')} or b.money_state = ${placeholder('money')})
        and (b.customer_name || char(10) || b.customer_email || char(10) || b.booking_reference) like ${placeholder('like')} escape '\\'
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
 * (rules 9.5). A term is looked for in names, e-mails and references, in whatever case.
 */
export function listBookings(
  filters: BookingFilters,
  asked: PageAsked,
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
  return pageOf(rows, size, asked, ({ createdAt, id }) => ({ at: createdAt, id }))
}

function narrowedBy({ term, money, departureId }: BookingFilters): { narrowed: Narrowed; values: object } {
  if (departureId !== null) {
    const values = { departureId, money, anyMoney: money === null ? 1 : 0, like: likeOf(term) }
    return { narrowed: 'departure', values }
  }
  if (term === '') return { narrowed: money ? 'money' : 'none', values: { money } }
  if (money && isRare(money)) {
    return { narrowed: 'few', values: { money, like: likeOf(term) } }
  }
  const { index, query, like } = lookupOf(term)
  return { narrowed: index, values: { query, like, money, anyMoney: money === null ? 1 : 0 } }
}

const isRare = (money: MoneyState): boolean => bookingTotals().byMoney[money] <= FEW

/** All that the filters leave, newest first, in portions: for a file. */
export function* inPortions(filters: BookingFilters, size: number): Generator<Booking[]> {
  let asked: PageAsked = { from: 'start' }
  for (;;) {
    const { rows } = listBookings(filters, asked, size)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    asked = { from: 'after', cursor: { at: last.createdAt, id: last.id } }
  }
}
