import { asc, eq, ne } from 'drizzle-orm'
import type { Day } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { hasBegun, pageOf } from '#app/tours/departure'
import { type Departure, departureOf } from '#app/tours/departures.server'
import { firstTour, pathOf } from '#app/tours/tours.server'
import { db } from '#db/connection.server'
import { rowBy } from '#db/prepared.server'
import { leaders, leaderTerms } from '#db/schema/leaders'
import { comparableCode, isCode } from '../discount-code'
import { isToken } from '../find-booking.server'

/** A person who brings others. */
export type Leader = typeof leaders.$inferSelect
/** What was agreed with one for a departure. */
export type LeaderTerms = typeof leaderTerms.$inferSelect

export const leaderWithId = rowBy(leaders, leaders.id)
const withCode = rowBy(leaders, leaders.code)
const withPageKey = rowBy(leaders, leaders.pageKey)

/** Also of one who has ended: no one else gets it, since links that were sent still have it. */
export const isLeaderCode = (code: string): boolean => withCode(code) !== undefined

/** Whose guests book with what was typed, or stood in a link; undefined for any other code. */
export function leaderCalled(typed: string | null | undefined): Leader | undefined {
  const code = comparableCode(typed ?? '')
  const leader = code ? withCode(code) : undefined
  return leader?.state === 'approved' ? leader : undefined
}

/** The leader whose own page a link opens; undefined for an unknown one, and once they have ended. */
export function leaderByPage(token: string): Leader | undefined {
  const leader = isToken(token) ? withPageKey(token) : undefined
  return leader?.state === 'approved' ? leader : undefined
}

/** Who can be said to have brought a guest: all but those who have only applied. */
export const leadersToChoose = (): Leader[] =>
  db.select().from(leaders).where(ne(leaders.state, 'applied')).orderBy(asc(leaders.name)).all()

/** A leader as staff read it. */
export const nameOfLeader = (leader: Leader | undefined): string =>
  leader ? `${leader.name} (${leader.code})` : ''

/** From their first name; with a number where somebody else has it. */
export function suggestedCode(name: string): string {
  const first = comparableCode(firstNameOf(name) ?? name.split(' ')[0] ?? '')
    .normalize('NFKD')
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 12)
  const code = isCode(first) ? first : `${first}TWENDE`
  const numbered = (n: number): string =>
    isLeaderCode(n === 1 ? code : `${code}${n}`) ? numbered(n + 1) : n === 1 ? code : `${code}${n}`
  return numbered(1)
}

/** What was agreed with a leader, by departure. */
export const termsOfLeader = (leaderId: number): LeaderTerms[] =>
  db
    .select()
    .from(leaderTerms)
    .where(eq(leaderTerms.leaderId, leaderId))
    .orderBy(asc(leaderTerms.departureId))
    .all()

/** The page of a departure, from which checkout knows whose guest somebody is. */
export const pageFrom = (departure: Parameters<typeof pageOf>[0], leader?: Leader): string =>
  leader?.code ? `${pageOf(departure)}&leader=${leader.code}` : pageOf(departure)

/** The next departure that is agreed with a leader. */
export const nextOfLeader = ({ id }: Leader, today: Day): Departure | undefined =>
  termsOfLeader(id)
    .map(departureOf)
    .filter((departure) => !hasBegun(departure, today) && departure.canceledAt === null)
    .toSorted((one, other) => (one.startsOn < other.startsOn ? -1 : 1))[0]

/** What a leader sends to others: the page of that departure, or else of the first journey. */
export function linkToShare(leader: Leader, today: Day): string {
  const next = nextOfLeader(leader, today)
  return next ? linkTo(next, leader) : `${env.BASE_URL}${pathOf(firstTour())}?leader=${leader.code}`
}

/** The same of one of several departures. */
export const linkTo = (departure: Departure, leader: Leader): string =>
  env.BASE_URL + pageFrom(departure, leader)

/** Their own page: anyone who has the link sees it. */
export const pageOfLeader = ({ pageKey }: Leader): string => `${env.BASE_URL}/leader/${pageKey}`
