import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { bookingTotals } from '#app/bookings/booking-totals.server'
import type { Booking } from '#app/bookings/find-booking.server'
import type { MoneyState } from '#app/bookings/status'
import { type PageAsked, type PageCursors, pageOf, readsBackwards } from '#app/lists/page-cursor'
import { isWrittenOff, moneyStateIn } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema'
import { type BookingFilters, isStripeId, likesOf, lookupOf } from './booking-match.server'

/** Up to so many of a state are looked through one by one, rather than all that have the letters. */
const FEW = 4_000

type Narrowed =
  | 'none'
  | 'money'
  | 'written-off'
  | 'booking_search'
  | 'booking_grams'
  | 'few'
  | 'departure'
  | 'these'
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
const CONDITIONS: Record<Narrowed, (way: Way) => { where: SQL | undefined; order: SQL[] }> = {
  none: (way) => byTime(way),
  money: (way) => byTime(way, ofMoney),
  few: (way) => byTime(way, ofMoney, hasLetters),
  'written-off': (way) => byTime(way, isWrittenOff, hasLetters),
  departure: (way) => byTime(way, ofDeparture, anyMoneyOr, hasLetters),
  these: (way) => byTime(way, ofThese, anyMoneyOr, anyDepartureOr),
  booking_search: (way) => byId(way, 'booking_search'),
  booking_grams: (way) => byId(way, 'booking_grams'),
}

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
const hasLetters = sql`exists (select 1 from booking_words w where w.booking_id = ${bookings.id}
  and (w.words like ${placeholder('like')} escape '\\' or w.words like ${placeholder('orLike')} escape '\\'))`
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
        and (${placeholder('like')} = '%' or exists (select 1 from booking_words w where w.booking_id = b.id
          and w.words like ${placeholder('like')} escape '\\'))
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
  const paidBy = isStripeId(term) ? bookingsOfStripeId(term) : []
  if (paidBy.length > 0) {
    const any = { anyMoney: money === null ? 1 : 0, anyDeparture: departureId === null ? 1 : 0 }
    return { narrowed: 'these', values: { ids: JSON.stringify(paidBy), money, departureId, ...any } }
  }
  if (departureId !== null) {
    const values = { departureId, money, anyMoney: money === null ? 1 : 0, ...likesOf(term) }
    return { narrowed: 'departure', values }
  }
  if (money === 'written-off') return { narrowed: money, values: likesOf(term) }
  if (term === '') return { narrowed: money ? 'money' : 'none', values: { money } }
  if (money && isRare(money)) {
    return { narrowed: 'few', values: { money, ...likesOf(term) } }
  }
  const { index, query, like } = lookupOf(term)
  return { narrowed: index, values: { query, like, money, anyMoney: money === null ? 1 : 0 } }
}

/** An id names one booking, its beginning not many: more than these are no answer. */
const BY_STRIPE_ID_AT_MOST = 50

/** Payments, hosted pages, refunds and disputes, each by its own index. */
function bookingsOfStripeId(term: string): number[] {
  const named = (table: SQL, column: SQL) => sql`select booking_id as id from ${table}
    where ${column} >= ${term} and ${column} < ${`${term}~`} and booking_id is not null`
  const places = [
    named(sql`payment_intents`, sql`stripe_intent_id`),
    named(sql`payment_intents`, sql`stripe_session_id`),
    named(sql`payments`, sql`stripe_intent_id`),
    named(sql`payments`, sql`stripe_refund_id`),
    named(sql`refunds`, sql`stripe_refund_id`),
  ]
  const ids = db.all<{ id: number }>(sql`${sql.join(places, sql` union `)} limit ${BY_STRIPE_ID_AT_MOST}`)
  return ids.map(({ id }) => id)
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
