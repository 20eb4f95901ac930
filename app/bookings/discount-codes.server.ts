import { and, eq, sql } from 'drizzle-orm'
import { certainMailboxOf } from '#app/mail/outbox.server'
import { businessDay, HOUR_MS } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { type AmountOrPercent, cents } from '#app/platform/money'
import { counterOf, giveBack, takeFrom } from '#app/staff/guesses.server'
import { hasBegun } from '#app/tours/departure'
import { type Departure, publicDepartures, salesState } from '#app/tours/departures.server'
import { keepsSeat } from '#db/booking-queries.server'
import { db, type Tx } from '#db/connection.server'
import { prepared, rowBy } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { charges, discountCodes } from '#db/schema/money'
import { enterCharges, priceChangesOf } from './charges.server'
import { type CodeRefused, comparableCode, hasEnded } from './discount-code'
import type { Booking } from './find-booking.server'
import type { Offer } from './installments/plan'
import { leaderCalled } from './leaders/leaders.server'
import { partyOf } from './party.server'

export type DiscountCode = typeof discountCodes.$inferSelect

export const offOf = ({ offCents, offPercent }: Pick<DiscountCode, 'offCents' | 'offPercent'>) =>
  (offCents === null ? { percent: offPercent ?? 0 } : { cents: offCents }) satisfies AmountOrPercent

const codeCalled = rowBy(discountCodes, discountCodes.code)

/** Whose uses of a code are counted: not those of `held`, the hold that asks for it again. */
type RequestedCode = { departureId: number; held: Booking | undefined; by?: Person }

/** `browserDigest` is the key of the browser that asks, which may be a stranger's. */
type Person = { email: string; browserDigest?: string }

export type CodeGiven = { code: DiscountCode | null } | { refused: CodeRefused }

/**
 * The code that was typed, or why it takes nothing off; null for none, or a leader’s. A hold that has it
 * keeps it as agreed, also once it has ended (rules 1.21). Whether a person used it up is only said where
 * they booked with it: anyone can type an address, and no one learns so who has booked.
 */
export function codeTyped(typed: string | undefined, asked: RequestedCode, now: Date): CodeGiven {
  const wanted = comparableCode(typed ?? '')
  if (!wanted) return { code: null }
  const code = codeCalled(wanted)
  if (!code) return leaderCalled(wanted) ? { code: null } : { refused: 'code-unknown' }
  const { departureId, held, by } = asked
  const isAgreed = held !== undefined && codeOf(held.id)?.code.id === code.id
  if (!isAgreed && hasEnded(code, businessDay(now))) return { refused: 'code-ended' }
  if (!isAgreed && !(code.departureIds?.includes(departureId) ?? true)) return { refused: 'code-elsewhere' }
  const refused = usedUp(code, held?.id, by)
  return refused ? { refused } : { code }
}

/**
 * Where a code is for some departures alone: the first of them that is on sale, else the first that has not
 * begun, whose page says why nothing is sold. Null where there is neither.
 */
export function departureOfCode(typed: string, today: Day): Departure | null {
  const ids = codeCalled(comparableCode(typed))?.departureIds
  const own = publicDepartures(today).filter((one) => ids?.includes(one.id) && !hasBegun(one, today))
  const isOpen = (one: Departure) => salesState(one, today) === 'open'
  return own.find(isOpen) ?? own.find(({ canceledAt }) => canceledAt === null) ?? own[0] ?? null
}

/** Whether a booking that lost its seat may have the code of its agreed price again (rules 1.21). */
export function canHaveCodeAgain({ id, customerEmail }: Booking): boolean {
  const had = codeOf(id)
  return !had || usedUp(had.code, id, { email: customerEmail }) === null
}

function usedUp(code: DiscountCode, but: number | undefined, by?: Person): CodeRefused | null {
  const uses = usesOf()
    .all({ codeId: code.id })
    .filter(({ bookingId }) => bookingId !== but)
  if (uses.length >= (code.usesAtMost ?? Number.POSITIVE_INFINITY)) return 'code-used-up'
  if (by === undefined) return null
  const own = uses.filter((use) => certainMailboxOf(use.email) === certainMailboxOf(by.email))
  const isOwner = by.browserDigest === undefined || own.some((use) => use.browserDigest === by.browserDigest)
  if (!isOwner) return null
  return own.length >= (code.usesEachAtMost ?? Number.POSITIVE_INFINITY) ? 'code-used-by-person' : null
}

/** For a code's discount in a query: staff have not undone it. */
const isStanding = sql`not exists (
  select 1 from charges as undoing where undoing.undoes_id = ${charges.actId})`

/** The same on a booking that keeps its seats: what counts as a use. */
export const countsAsUse = and(keepsSeat, isStanding)

const usesOf = prepared(() =>
  db
    .selectDistinct({
      bookingId: bookings.id,
      email: bookings.customerEmail,
      browserDigest: bookings.browserDigest,
    })
    .from(charges)
    .innerJoin(bookings, eq(bookings.id, charges.bookingId))
    .where(and(eq(charges.codeId, sql.placeholder('codeId')), countsAsUse))
    .prepare(),
)

/** How many bookings have a code now, and how many the person who has most of them. */
export function mostUsesOf(codeId: number): { inAll: number; ofOne: number } {
  const counts = new Map<string, number>()
  const uses = usesOf().all({ codeId })
  for (const { email } of uses)
    counts.set(certainMailboxOf(email), (counts.get(certainMailboxOf(email)) ?? 0) + 1)
  return { inAll: uses.length, ofOne: Math.max(0, ...counts.values()) }
}

const codeWithId = rowBy(discountCodes, discountCodes.id)

/**
 * The code that a booking has, and what it takes off the price of the party, and of each of them (`offs`), in
 * the order of their seats. Undefined where it has none.
 */
export function codeOf(bookingId: number) {
  const had = priceChangesOf(bookingId).find(({ codeId, isUndone }) => codeId !== null && !isUndone)
  const code = had?.codeId && codeWithId(had.codeId)
  if (!had || !code) return undefined
  const off = new Map(had.parts.map((part) => [part.travelerId, cents(-part.cents)]))
  const offs = partyOf(bookingId).map(({ id }) => off.get(id) ?? cents(0))
  return { code, words: had.words, offCents: cents(-had.priceChangeCents), offs }
}

/** Records what a code takes off the price of a hold, for each traveler. */
export function recordCode(
  booking: Booking,
  { discount, seats }: Offer,
  code: DiscountCode | null,
  now: Date,
  tx: Tx,
): void {
  if (!code || !discount) return
  const parts = partyOf(booking.id).map(({ id }, seat) => ({
    travelerId: id,
    priceCents: cents(-(seats[seat]?.codeOffCents ?? 0)),
    paidCents: cents(0),
  }))
  enterCharges(booking.id, { kind: 'code', words: discount.words, codeId: code.id }, parts, now, tx)
}

/** Beyond `ofAll` no one is refused for what others guess: each network then has a few instead. */
const UNKNOWN_AN_HOUR = { ofNetwork: 20, ofWideNetwork: 60, ofAll: 2_000, ofWideThen: 3 }

/**
 * The same for a page that asks for the price: unknown codes are counted for the network address, before they
 * are looked up, and for the wider network, which may be one sender's. `at` is the machine's time.
 */
export function codeGuessed(
  typed: string | undefined,
  asked: RequestedCode & { addressDigest: string; wideDigest: string },
  now: Date,
  at: Date,
): CodeGiven {
  if (!comparableCode(typed ?? '')) return { code: null }
  const { ofNetwork, ofWideNetwork, ofAll, ofWideThen } = UNKNOWN_AN_HOUR
  const own = [
    { counter: counterOf('code', asked.addressDigest), atMost: ofNetwork, ms: HOUR_MS },
    { counter: counterOf('code-wide', asked.wideDigest), atMost: ofWideNetwork, ms: HOUR_MS },
  ]
  const usual = [...own, { counter: 'codes', atMost: ofAll, ms: HOUR_MS }]
  const besideMany = [
    ...own,
    { counter: counterOf('code-then', asked.wideDigest), atMost: ofWideThen, ms: HOUR_MS },
  ]
  const taken = [usual, besideMany].find((budgets) => takeFrom(budgets, at) === null)
  if (!taken) return { refused: 'code-too-often' }
  const given = codeTyped(typed, asked, now)
  if (!('refused' in given && given.refused === 'code-unknown')) giveBack(taken.map(({ counter }) => counter))
  return given
}
