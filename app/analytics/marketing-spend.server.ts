import { and, desc, eq, gte, lte } from 'drizzle-orm'
import { z } from 'zod'
import { addDays, type Day, daysFrom, earlierDay, isMonth, laterDay } from '#app/platform/days'
import type { DateRange } from '#app/platform/lists/date-range'
import { type Cents, cents, centsOf, showCents } from '#app/platform/money'
import { bareCents } from '#app/platform/typed/amounts'
import { dollars } from '#app/platform/typed/dollars'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { marketingSpend } from '#db/schema/running'

/** A month as '2025-06'. */
type Month = string
type Spend = { month: Month; amountCents: Cents }

const MONTHS_BACK = 24

/** Stores what was spent in a month, in place of an earlier entry. Refuses months outside `monthsToEnter`. */
export function enterSpend(
  { month, amountCents }: Spend,
  by: Actor,
  now: Date,
  today: Day,
): { entered: Month } | { refused: 'not-a-month-to-enter' } {
  if (!monthsToEnter(today).includes(month)) return { refused: 'not-a-month-to-enter' }
  return immediately((tx) => {
    const before = tx.select().from(marketingSpend).where(eq(marketingSpend.month, month)).get()
    tx.insert(marketingSpend)
      .values({ month, amountCents, updatedAt: now })
      .onConflictDoUpdate({ target: marketingSpend.month, set: { amountCents, updatedAt: now } })
      .run()
    const detail = { amountCents, beforeCents: before?.amountCents ?? null }
    const subject = `marketing-spend:${month}`
    recordAct(now, { ...byStaff(by), action: 'marketing-spend-entered', subject, detail })
    return { entered: month }
  })
}

/** This month and the 23 before, newest first. */
export function monthsToEnter(today: Day): Month[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: MONTHS_BACK }, (_, back) => {
    const months = year * 12 + month - 1 - back
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  })
}

/** What staff entered, newest month first, two years at most. */
export const enteredSpend = () =>
  db
    .select({ month: marketingSpend.month, amountCents: marketingSpend.amountCents })
    .from(marketingSpend)
    .orderBy(desc(marketingSpend.month))
    .limit(MONTHS_BACK)
    .all()

/**
 * What was spent in the range, in cents; null where none of its months has an entry. A month counts by its
 * days in the range, the current month by those up to today.
 */
export function spendIn(range: DateRange, today: Day): Cents | null {
  const months = db
    .select({ month: marketingSpend.month, amountCents: marketingSpend.amountCents })
    .from(marketingSpend)
    .where(
      and(gte(marketingSpend.month, range.from.slice(0, 7)), lte(marketingSpend.month, range.to.slice(0, 7))),
    )
    .all()
  if (months.length === 0) return null
  return cents(months.reduce((sum, spend) => sum + partOf(spend, range, today), 0))
}

function partOf({ month, amountCents }: Spend, range: DateRange, today: Day): number {
  const first = `${month}-01`
  const last = earlierDay(lastOf(month), today)
  const inRange = daysFrom(laterDay(first, range.from), earlierDay(last, range.to)) + 1
  return Math.round((amountCents * Math.max(inRange, 0)) / (daysFrom(first, last) + 1))
}

/** The last day of a month: 31 days after its first, the next month has begun. */
const lastOf = (month: Month): Day => addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)

const AT_MOST = centsOf(10_000_000)
const AMOUNT = `Enter an amount in dollars, such as 1200 or ${bareCents(cents(120_050))}`

/** What was spent on finding travelers in a month: '2025-06', and cents. */
export const SpendForm = z.object({
  month: z.string({ error: 'Choose a month' }).refine(isMonth, { error: 'Choose a month' }),
  amount: dollars({ missing: AMOUNT, wrong: AMOUNT }).refine((amount) => amount <= AT_MOST, {
    error: `Enter at most ${showCents(AT_MOST)}`,
  }),
})
