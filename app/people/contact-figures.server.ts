import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, asc, between, eq, gt, sql } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { addDays, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { contentVersion } from '#app/site/settings.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { slotTallies, totals } from '#db/schema/running'
import { subscriberTotals } from './subscribers.server'

/** Addresses looked at before others are served: about 4 ms. */
const AT_ONCE = 2_000

const address = sql<string>`lower(${bookings.customerEmail})`

const portion = db
  .select({
    address: address.as('address'),
    isCustomer: sql<number>`max(${isPaidBooking})`.as('is_customer'),
  })
  .from(bookings)
  .where(gt(address, sql.placeholder('after')))
  .groupBy(address)
  .orderBy(asc(address))
  .limit(AT_ONCE)
  .as('portion')

const count = db
  .select({
    addresses: sql<number>`count(*)`,
    customers: sql<number>`coalesce(sum(${portion.isCustomer}), 0)`,
    last: sql<string | null>`max(${portion.address})`,
  })
  .from(portion)
  .prepare()

let known: { version: number; customers: Promise<number> } | null = null

/**
 * People with a paid booking: the distinct email addresses, in any case, of bookings that are deposit_paid or
 * completed (rules 6.10). Counted along the index by address, a portion at a time, and cached until a booking
 * is added or changes its status, which raises the content version.
 */
export function customers(): Promise<number> {
  const version = contentVersion()
  if (known?.version === version) return known.customers
  const customers = counted()
  known = { version, customers }
  customers.catch(() => {
    known = null
  })
  return customers
}

async function counted(): Promise<number> {
  let total = 0
  for (let after: string | null = ''; after !== null; ) {
    const found = count.get({ after })
    total += found?.customers ?? 0
    after = found && found.addresses === AT_ONCE ? found.last : null
    if (after !== null) await nextTurn()
  }
  return total
}

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

/** The stat cards of the Contacts screen, from totals that the database keeps; weeks are of business days. */
export async function contactFigures(now: Date) {
  const { subscribers, confirmed, waiting } = subscriberTotals()
  const { thisWeek, lastWeek } = newContactsOfWeeks(now)
  return {
    totalContacts: kept.get()?.amount ?? 0,
    /** Those on the newsletter list who have not left, by their state. */
    ...{ subscribers, confirmed, waiting },
    customers: await customers(),
    /** New contacts of today and the six days before, and of the seven days before those. */
    ...{ thisWeek, lastWeek },
    /** In percent; 0 on an empty site, 100 where the week before had none (rules 6.10). */
    growth: growthOf(thisWeek, lastWeek),
  }
}

function newContactsOfWeeks(now: Date): { thisWeek: number; lastWeek: number } {
  const today = businessDay(now)
  const slotOf = (days: number) => instantAt(addDays(today, days), 0, env.BUSINESS_TIMEZONE).getTime() / SLOT
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
