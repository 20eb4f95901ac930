import { and, asc, count, desc, eq, ne, sql } from 'drizzle-orm'
import { certainMailboxOf } from '#app/mail/outbox.server'
import { businessDay } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import { type ChangedSince, changedSince, versionOf } from '#app/platform/lists/row-versions.server'
import { type Cents, cents, showAmountOrPercent } from '#app/platform/money'
import { readAmountOrPercent } from '#app/platform/typed/amounts'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { hasRow, rowBy } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { charges, discountCodes } from '#db/schema/money'
import { hasEnded } from './discount-code'
import type { DiscountCodeWords } from './discount-code-form'
import { countsAsUse, type DiscountCode, mostUsesOf, offOf } from './discount-codes.server'
import type { Booking } from './find-booking.server'
import { isLeaderCode } from './leaders/leaders.server'

/** All that are ever made: the list has no pages. */
export const CODES_AT_MOST = 500

type Refused = 'code-taken' | 'too-many' | 'gone' | 'used-more-often' | 'person-used-more-often'
type Saved = { id: number } | { refused: Refused } | ChangedSince<DiscountCodeWords>

const wordsOf = (row: DiscountCode): DiscountCodeWords => ({
  code: row.code,
  off: showAmountOrPercent(offOf(row)),
  words: row.words,
  endsOn: row.endsOn,
  usesAtMost: row.usesAtMost,
  usesEachAtMost: row.usesEachAtMost,
  departureIds: row.departureIds ?? [],
})

function columnsOf({ off, departureIds, ...words }: DiscountCodeWords) {
  const amount = readAmountOrPercent(off)
  if (!amount) throw new Error(`${off} is no discount`)
  return {
    ...words,
    offCents: 'cents' in amount ? amount.cents : null,
    offPercent: 'percent' in amount ? amount.percent : null,
    departureIds: departureIds.length > 0 ? departureIds : null,
  }
}

const rowOf = rowBy(discountCodes, discountCodes.id)

const isTaken = (code: string, but = 0): boolean =>
  isLeaderCode(code) || hasRow(discountCodes, and(eq(discountCodes.code, code), ne(discountCodes.id, but)))

/** What the form of a code begins with, and the version it keeps; null where there is none. */
export function openCode(id: number): { words: DiscountCodeWords; version: string } | null {
  const row = rowOf(id)
  return row ? { words: wordsOf(row), version: versionOf(wordsOf(row)) } : null
}

/** Makes a code. Two cannot be alike, also where one has ended: a letter may still name it. */
export function addCode(words: DiscountCodeWords, actor: Actor, now: Date): Saved {
  return immediately((tx) => {
    if (isTaken(words.code)) return { refused: 'code-taken' }
    const total = tx.select({ total: count() }).from(discountCodes).get()?.total ?? 0
    if (total >= CODES_AT_MOST) return { refused: 'too-many' }
    const row = tx
      .insert(discountCodes)
      .values({ ...columnsOf(words), createdAt: now })
      .returning()
      .get()
    record('code-made', row, actor, now)
    return { id: row.id }
  })
}

/** Changes a code for later bookings. Refuses fewer uses than it has, and a form someone else saved since. */
export function changeCode(
  id: number,
  { version, ...words }: DiscountCodeWords & { version?: string | undefined },
  actor: Actor,
  now: Date,
): Saved {
  return immediately((tx) => {
    const stored = rowOf(id)
    if (!stored) return { refused: 'gone' }
    if (isTaken(words.code, id)) return { refused: 'code-taken' }
    const most = mostUsesOf(id)
    if (words.usesAtMost !== null && words.usesAtMost < most.inAll) return { refused: 'used-more-often' }
    if (words.usesEachAtMost !== null && words.usesEachAtMost < most.ofOne)
      return { refused: 'person-used-more-often' }
    const row = { ...stored, ...columnsOf(words) }
    const savedSince = changedSince(version, wordsOf(stored), wordsOf(row))
    if (savedSince) return savedSince
    tx.update(discountCodes).set(columnsOf(words)).where(eq(discountCodes.id, id)).run()
    record('code-changed', row, actor, now)
    return { id }
  })
}

/** Ends a code with the day before: no new booking can have it. False where it has ended already. */
export function endCode(id: number, actor: Actor, now: Date): boolean {
  return immediately((tx) => {
    const row = rowOf(id)
    const today = businessDay(now)
    if (!row || hasEnded(row, today)) return false
    tx.update(discountCodes)
      .set({ endsOn: addDays(today, -1) })
      .where(eq(discountCodes.id, id))
      .run()
    record('code-ended', row, actor, now)
    return true
  })
}

function record(
  action: 'code-made' | 'code-changed' | 'code-ended',
  row: DiscountCode,
  actor: Actor,
  now: Date,
): void {
  const { code, off, words } = wordsOf(row)
  const subject = `discount-code:${row.id}`
  recordAct(now, { ...byStaff(actor), action, subject, detail: { code, off, words } })
}

type CodeListed = DiscountCode & { uses: number; costCents: Cents }

/** All codes, the latest first, with how many bookings have each and what it took off their prices. */
export function listCodes(): CodeListed[] {
  return db
    .select({
      code: discountCodes,
      uses: sql<number>`count(distinct ${bookings.id})`,
      cost: sql<number>`coalesce(-sum(iif(${bookings.id} is null, 0, ${charges.priceCents})), 0)`,
    })
    .from(discountCodes)
    .leftJoin(charges, eq(charges.codeId, discountCodes.id))
    .leftJoin(bookings, and(eq(bookings.id, charges.bookingId), countsAsUse))
    .groupBy(discountCodes.id)
    .orderBy(desc(discountCodes.id))
    .all()
    .map(({ code, uses, cost }) => ({ ...code, uses, costCents: cents(cost) }))
}

/** `isBeyond`: the same person has used it as often as anyone may. */
type CodeUse = { booking: Booking; offCents: Cents; isBeyond: boolean }

/** The bookings that have a code, the latest first, with what it took off each. */
export function usesOfCode(codeId: number): CodeUse[] {
  const each = rowOf(codeId)?.usesEachAtMost ?? Number.POSITIVE_INFINITY
  const counts = new Map<string, number>()
  return db
    .select({ booking: bookings, off: sql<number>`sum(${charges.priceCents})` })
    .from(charges)
    .innerJoin(bookings, eq(bookings.id, charges.bookingId))
    .where(and(eq(charges.codeId, codeId), countsAsUse))
    .groupBy(bookings.id)
    .orderBy(asc(bookings.id))
    .all()
    .map(({ booking, off }) => {
      const mailbox = certainMailboxOf(booking.customerEmail)
      const times = (counts.get(mailbox) ?? 0) + 1
      counts.set(mailbox, times)
      return { booking, offCents: cents(-off), isBeyond: times > each }
    })
    .toReversed()
}
