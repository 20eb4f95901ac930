import { and, between, eq, sql } from 'drizzle-orm'
import { businessDay } from '#app/clock.server'
import { addDays } from '#app/days'
import { env } from '#app/env.server'
import { db } from '#db/connection.server'
import { slotTallies, totals } from '#db/schema'
import { dayBegins } from './contact-days'
import { customers } from './customers.server'
import { subscriberTotals } from './subscriber-totals.server'

const SLOT = 15 * 60_000

const kept = db.select().from(totals).where(eq(totals.name, 'contacts')).prepare()

const newContacts = db
  .select({
    lastWeek: sql<number>`coalesce(sum(${slotTallies.amount}) filter (where ${slotTallies.slot} < ${sql.placeholder('thisWeek')}), 0)`,
    thisWeek: sql<number>`coalesce(sum(${slotTallies.amount}) filter (where ${slotTallies.slot} >= ${sql.placeholder('thisWeek')}), 0)`,
  })
  .from(slotTallies)
  .where(
    and(
      eq(slotTallies.series, 'contacts'),
      between(slotTallies.slot, sql.placeholder('lastWeek'), sql.placeholder('end')),
    ),
  )
  .prepare()

export type ContactFigures = {
  totalContacts: number
  /** Those on the newsletter list who have not left, by their state. */
  subscribers: number
  confirmed: number
  waiting: number
  customers: number
  /** New contacts of today and the six days before, and of the seven days before those. */
  thisWeek: number
  lastWeek: number
  /** In percent; 0 on an empty site, 100 where the week before had none (rules 6.10). */
  growth: number
}

/** The stat cards of the Contacts screen, from totals that the database keeps; weeks are of business days. */
export async function contactFigures(now: Date): Promise<ContactFigures> {
  const { subscribers, confirmed, waiting } = subscriberTotals()
  const { thisWeek, lastWeek } = newContactsOfWeeks(now)
  return {
    totalContacts: kept.get()?.amount ?? 0,
    subscribers,
    confirmed,
    waiting,
    customers: await customers(),
    thisWeek,
    lastWeek,
    growth: growthOf(thisWeek, lastWeek),
  }
}

function newContactsOfWeeks(now: Date): { thisWeek: number; lastWeek: number } {
  const today = businessDay(now)
  const slotOf = (days: number) => dayBegins(addDays(today, days), env.BUSINESS_TIMEZONE).getTime() / SLOT
  return (
    newContacts.get({ lastWeek: slotOf(-13), thisWeek: slotOf(-6), end: slotOf(1) - 1 }) ?? {
      thisWeek: 0,
      lastWeek: 0,
    }
  )
}

function growthOf(thisWeek: number, lastWeek: number): number {
  if (lastWeek === 0) return thisWeek === 0 ? 0 : 100
  return ((thisWeek - lastWeek) / lastWeek) * 100
}
