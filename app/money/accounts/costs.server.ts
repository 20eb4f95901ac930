import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Cents, cents } from '#app/platform/money'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import { immediately, sqlite } from '#db/connection.server'
import { prepared, rowsBy } from '#db/prepared.server'
import { departureCosts } from '#db/schema/accounts'
import type { CostForm } from './cost-form'

type Cost = typeof departureCosts.$inferSelect

export const COSTS_AT_MOST = 200

/** The costs of a departure, as they were entered. */
export const costsOf = rowsBy(departureCosts, departureCosts.departureId, departureCosts.id)

type Wish = { departureId: number; id: number | null; cost: z.output<typeof CostForm> }

/** Enters a cost, or changes one. Refused beyond 200 of a departure, and where it is gone. */
export function saveCost(
  { departureId, id, cost: { words, planned, paid, paidOn } }: Wish,
  by: Actor,
  now: Date,
): { saved: Cost } | { refused: 'too-many' | 'gone' } {
  const row = {
    ...{ words, plannedCents: planned, changedBy: by.id },
    ...{ paidCents: paid ?? null, paidOn: paidOn ?? null },
  }
  return immediately((tx) => {
    if (id === null && costsOf(departureId).length >= COSTS_AT_MOST) return { refused: 'too-many' }
    const saved =
      id === null
        ? tx
            .insert(departureCosts)
            .values({ ...row, departureId, createdAt: now })
            .returning()
            .get()
        : tx.update(departureCosts).set(row).where(named(departureId, id)).returning().get()
    if (!saved) return { refused: 'gone' }
    const action = id === null ? 'cost-entered' : 'cost-changed'
    recordDepartureAct(now, departureId, byStaff(by), action, { amountCents: paid ?? planned, title: words })
    return { saved }
  })
}

/** Also where it is gone already: that is what was wanted. */
export function removeCost(departureId: number, id: number, by: Actor, now: Date): void {
  immediately((tx) => {
    const gone = tx.delete(departureCosts).where(named(departureId, id)).returning().get()
    if (!gone) return
    const detail = { amountCents: gone.paidCents ?? gone.plannedCents, title: gone.words }
    recordDepartureAct(now, departureId, byStaff(by), 'cost-removed', detail)
  })
}

const named = (departureId: number, id: number) =>
  and(eq(departureCosts.id, id), eq(departureCosts.departureId, departureId))

const sold = prepared(() =>
  sqlite.prepare<[number], { cents: Cents }>(
    `select coalesce(sum(case when payment_status in ('deposit_paid', 'completed') then total_cents
        when payment_status = 'cancelled' then min(kept_cents, coalesce(stays_cents, kept_cents)) else 0 end), 0) as cents
     from bookings where departure_id = ?`,
  ),
)

/** What a departure brings, by its bookings as they stand, and what it costs: what was paid, else planned. */
export function marginOf(departureId: number) {
  const costs = costsOf(departureId)
  const sumOf = (of: (cost: Cost) => number) => cents(costs.reduce((sum, cost) => sum + of(cost), 0))
  const soldCents = sold().get(departureId)?.cents ?? cents(0)
  const expectedCents = sumOf(({ paidCents, plannedCents }) => paidCents ?? plannedCents)
  return {
    ...{ soldCents, plannedCents: sumOf((cost) => cost.plannedCents) },
    ...{ paidCents: sumOf((cost) => cost.paidCents ?? 0), marginCents: cents(soldCents - expectedCents) },
  }
}
