import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { type CountryResponse, Reader } from 'maxmind'
import { addDays, type Day, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type DateRange, lastDays } from '#app/platform/lists/date-range'
import { log, reasonOf } from '#app/platform/log.server'
import { growth, percentOf } from '#app/platform/money'
import { db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { dailyViews } from '#db/schema/running'

export const QUARTER_HOUR = 15 * 60_000
const CACHED_AT_MOST = 2_000

/** Time zones are slow to compute, and a year has 365 days: results are cached. */
const starts = new Map<string, number>()

/** The first instant of a day in `zone`, also where midnight is skipped or comes twice. */
function startOfDay(day: Day, zone: string): Date {
  const key = `${day} ${zone}`
  const known = starts.get(key)
  if (known !== undefined) return new Date(known)
  const start = instantAt(day, 0, zone).getTime()
  if (starts.size >= CACHED_AT_MOST) starts.clear()
  starts.set(key, start)
  return new Date(start)
}

/** The first instant of a range of business days, and the first one after it, in milliseconds. */
export const instantsOf = ({ from, to }: DateRange) => ({
  start: startOfDay(from, env.BUSINESS_TIMEZONE).getTime(),
  end: startOfDay(addDays(to, 1), env.BUSINESS_TIMEZONE).getTime(),
})

/**
 * The quarter hours of consecutive days, counted since 1970 in UTC as `slot_tallies` does, `end` exclusive.
 * Where the clocks change, a day has 92 or 100. `dayAfter` ends the last one.
 */
export function slotsOf(days: Day[], dayAfter: Day, zone: string) {
  const slots = [...days, dayAfter].map((day) => startOfDay(day, zone).getTime() / QUARTER_HOUR)
  return days.map((day, index) => ({ day, first: slots[index] ?? 0, end: slots[index + 1] ?? 0 }))
}

const LIST_LENGTH = 10

const inRange = and(gte(dailyViews.day, sql.placeholder('from')), lte(dailyViews.day, sql.placeholder('to')))
const ofDimension = eq(dailyViews.dimension, sql.placeholder('dimension'))
const viewsTogether = sql<number>`sum(${dailyViews.views})`
const visitorsTogether = sql<number>`sum(${dailyViews.visitors})`

const byDay = db
  .select({ day: dailyViews.day, views: dailyViews.views, visitors: dailyViews.visitors })
  .from(dailyViews)
  .where(and(eq(dailyViews.dimension, sql`'all'`), inRange))
  .orderBy(asc(dailyViews.day))
  .prepare()

const most = (amount: typeof viewsTogether) =>
  db
    .select({
      value: dailyViews.value,
      amount,
      /** Of all values, those beyond the list included. */
      whole: sql<number>`sum(${amount}) over ()`,
    })
    .from(dailyViews)
    .where(and(ofDimension, inRange))
    .groupBy(dailyViews.value)
    .having(sql`${amount} > 0`)
    .orderBy(desc(amount), asc(dailyViews.value))
    .limit(LIST_LENGTH)
    .prepare()

const mostViewed = prepared(() => most(viewsTogether))
const mostVisited = prepared(() => most(visitorsTogether))

/** With each value's part of the whole, in percent. */
const shares = (rows: ReturnType<ReturnType<typeof most>['all']>) =>
  rows.map(({ value, amount, whole }) => ({
    name: value,
    percentage: percentOf(amount, whole),
    count: amount,
  }))

/** Views and visitors of each day that had any. A visitor counts once a day. */
export const visitsByDay = (range: DateRange) => byDay.all(range)

/** Views of the last seven days against the seven before, in percent; null where there were none before. */
export function weeklyGrowth(today: Day): number | null {
  const { from } = lastDays(7, today)
  let before = 0
  let now = 0
  for (const { day, views } of visitsByDay(lastDays(14, today))) {
    if (day < from) before += views
    else now += views
  }
  return growth(now, before)
}

/** The ten pages viewed most, with their part of all views. */
export const topPages = (range: DateRange) => shares(mostViewed().all({ ...range, dimension: 'path' }))

/** The ten sources that brought most visits, by a visitor's first page of a day. */
export const trafficSources = (range: DateRange) =>
  shares(mostVisited().all({ ...range, dimension: 'source' }))

/** The ten countries most visitors came from, by name; 'Unknown' where the registries do not say. */
export const visitorCountries = (range: DateRange) =>
  shares(mostVisited().all({ ...range, dimension: 'country' })).map(({ name, ...share }) => ({
    name: countryName(name),
    ...share,
  }))

export const UNKNOWN_COUNTRY = 'unknown'

/** The package's two-letter codes are flatter than MaxMind's own records. */
type Found = { country_code?: string } & CountryResponse

const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Networks that lie in no country; the registries' data puts some of them in the registry's own. */
const NOWHERE = new BlockList()
for (const cidr of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  '2001:db8::/32 fc00::/7 fe80::/10',
].flatMap((networks) => networks.split(' '))) {
  const [network = '', bits] = cidr.split('/')
  NOWHERE.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4')
}

let database: Reader<Found> | null | undefined

/**
 * The two-letter country code of a network address, or of a network such as '2a00:1450:4001:80b::/64';
 * 'unknown' where the registries do not say. Asks no outside service.
 */
export function countryOf(address: string): string {
  const plain = address.replace(/\/\d+$/, '')
  const version = isIP(plain)
  if (version === 0 || NOWHERE.check(plain, version === 6 ? 'ipv6' : 'ipv4')) return UNKNOWN_COUNTRY
  const code = opened()?.get(plain)?.country_code
  return code && nameOf(code) ? code : UNKNOWN_COUNTRY
}

/** Read at the first visit, so that the start does not wait for 8 MB. Without the file all are unknown. */
function opened(): Reader<Found> | null {
  if (database !== undefined) return database
  try {
    database = new Reader<Found>(readFileSync(createRequire(import.meta.url).resolve(DATABASE)))
  } catch (error) {
    log.error({ error: reasonOf(error) }, 'Countries of visitors are unknown: no address database')
    database = null
  }
  return database
}

const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' })

/** 'Kenya' for 'KE'; 'Unknown' for anything that is not a country. */
export const countryName = (code: string): string => nameOf(code) ?? 'Unknown'

const nameOf = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? names.of(code) : undefined
