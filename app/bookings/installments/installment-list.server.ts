import type { Day } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { WAITS_FOR_DECISION } from '#db/booking-queries.server'
import { sqlite } from '#db/connection.server'
import type { autopayCharges } from '#db/schema/autopay'
import { type InstallmentFilter, type InstallmentState, installmentState } from './due'

type AutopayCharge = typeof autopayCharges.$inferSelect

/** A row of the staff's table, in cents: what was planned, and what it asks for now. */
export type InstallmentRow = {
  id: number
  number: number
  amountCents: Cents
  owedCents: Cents
  /** What is on its way of its booking: of one that asks for nothing and is not paid, that is why. */
  onItsWayCents: Cents
  writtenOffCents: Cents
  dueOn: Day
  paidAt: Date | null
  /** Until it is decided that its departure runs. */
  waits: boolean
  reference: string
  customerName: string
  /**
   * The kind of mail, of the last reminder that was written, by hand or by itself, and for whose share alone
   * where that was declined.
   */
  lastReminder: { kind: string; traveler: { name: string; position: number } | null } | null
  /** By what it is charged: a standing agreement, and its charge once that was announced. */
  autopay: { charge: ChargeInList | null } | null
}

type ChargeInList = Pick<AutopayCharge, 'state' | 'chargeOn' | 'nextTryOn'>

/** A place in the table, which is ordered by due date and, on one day, by id. */
export type InstallmentCursor = { dueOn: Day; id: number }

const FROM = `from installments i join bookings b on b.id = i.booking_id
  where i.is_owed = 1 and (:departureId is null or b.departure_id = :departureId)`
const SELECT = `select i.id, i.number, i.amount_cents as amountCents, i.owed_cents as owedCents, b.on_its_way_cents as onItsWayCents,
    i.written_off_cents as writtenOffCents, i.due_on as dueOn, i.paid_at as paidAt, i.${WAITS_FOR_DECISION} as waits,
    b.booking_reference as reference, b.customer_name as customerName,
    (select json_object('kind', o.kind,
        'traveler', iif(t.id is null, null, json_object('name', t.name, 'position', t.position)))
      from outbox o
        left join reminders r on r.installment_id = o.installment_id and r.for_traveler_id = o.traveler_id
          and 'reminder-' || r.kind = o.kind
        left join travelers t on t.id = r.for_traveler_id
      where o.installment_id = i.id order by o.created_at desc limit 1) as lastReminder,
    (select json_object('charge', iif(c.id is null, null, json_object('state', c.state, 'chargeOn', c.charge_on, 'nextTryOn', c.next_try_on)))
      from autopay_consents a left join autopay_charges c
        on c.booking_id = a.booking_id and c.consent_id = a.id and c.number = i.number and c.due_on = i.due_on
      where a.booking_id = i.booking_id and a.started_at is not null and a.ended_at is null and i.owed_cents > 0) as autopay
  ${FROM}`

// The conditions are written out, so that SQLite finds the partial indexes.
const CONDITIONS: Record<InstallmentFilter, string> = {
  all: '',
  unpaid: 'and i.owed_cents > 0',
  paid: 'and i.paid_at is not null',
  overdue: `and i.owed_cents > 0 and i.due_on < :today and not i.${WAITS_FOR_DECISION}`,
  'this-week': `and i.owed_cents > 0 and i.due_on between :today and :until and not i.${WAITS_FOR_DECISION}`,
}

type Raw = Omit<InstallmentRow, 'paidAt' | 'waits' | 'lastReminder' | 'autopay'> & {
  paidAt: number | null
  waits: number
  lastReminder: string | null
  autopay: string | null
}
type Week = { today: Day; until: Day }
type Reading = Week & { departureId: number | null; dueOn: Day; id: number; limit: number }

const prepared = (condition: string) => ({
  forwards: sqlite.prepare<[Reading], Raw>(
    `${SELECT} ${condition} and (i.due_on, i.id) > (:dueOn, :id) order by i.due_on, i.id limit :limit`,
  ),
  backwards: sqlite.prepare<[Reading], Raw>(
    `${SELECT} ${condition} and (i.due_on, i.id) < (:dueOn, :id) order by i.due_on desc, i.id desc limit :limit`,
  ),
  counted: sqlite.prepare<[Omit<Reading, 'dueOn' | 'id'>], { count: number }>(
    `select count(*) as count from (select 1 ${FROM} ${condition} limit :limit)`,
  ),
})

const statements = Object.fromEntries(
  Object.entries(CONDITIONS).map(([filter, condition]) => [filter, prepared(condition)]),
) as Record<InstallmentFilter, ReturnType<typeof prepared>>

/**
 * Installments of bookings that stand, of one departure or of all, by due date: at most `limit` after (or
 * before) a cursor, in reading order. `week` is today's business day and the one a week later.
 */
export function installmentsByDueDate(
  filter: InstallmentFilter,
  from: { after: InstallmentCursor } | { before: InstallmentCursor } | null,
  week: Week,
  limit: number,
  departureId: number | null = null,
): InstallmentRow[] {
  const isBackwards = from !== null && 'before' in from
  const cursor = from === null ? { dueOn: '', id: 0 } : 'before' in from ? from.before : from.after
  return statements[filter][isBackwards ? 'backwards' : 'forwards']
    .all({ ...week, ...cursor, limit, departureId })
    .map((row) => ({
      ...row,
      paidAt: row.paidAt === null ? null : new Date(row.paidAt),
      waits: row.waits === 1,
      lastReminder: row.lastReminder === null ? null : JSON.parse(row.lastReminder),
      autopay: row.autopay === null ? null : JSON.parse(row.autopay),
    }))
}

const COUNTED = 1_000

/** How many of them there are; undefined where they are too many to count. */
export function countInstallments(filter: InstallmentFilter, week: Week, departureId: number | null) {
  const count = statements[filter].counted.get({ ...week, departureId, limit: COUNTED + 1 })?.count ?? 0
  return count > COUNTED ? undefined : count
}

type Sums = { collected: number; outstanding: number; overdue: number; count: number }

const totalNamed = sqlite.prepare<[string], { amount: number }>('select amount from totals where name = ?')
const overdue = sqlite.prepare<[Day], Pick<Sums, 'overdue' | 'count'>>(
  `select count(*) as count, coalesce(sum(owed_cents), 0) as overdue from installments
   where owed_cents > 0 and due_on < ? and not ${WAITS_FOR_DECISION}`,
)

type Owed = { bookingId: number; number: number; owedCents: Cents; dueOn: Day; waits: number }

const owedOf = sqlite.prepare<[string], Owed>(
  `select booking_id as bookingId, number, owed_cents as owedCents, due_on as dueOn, ${WAITS_FOR_DECISION} as waits
   from installments where booking_id in (select value from json_each(?)) and owed_cents > 0
   order by due_on, id`,
)

export type NextDue = Pick<InstallmentRow, 'number' | 'owedCents' | 'dueOn' | 'waits'> & {
  state: InstallmentState
}

/**
 * What is due next of bookings, by their ids, and what of each should have been paid by now and was not; none
 * of those that owe no installment.
 */
export function owedOfEach(bookingIds: number[], today: Day) {
  const owed = new Map<number, { next: NextDue; overdueCents: Cents }>()
  for (const { bookingId, ...row } of owedOf.all(JSON.stringify(bookingIds))) {
    const one = { ...row, waits: row.waits === 1 }
    const state = installmentState(one, false, today)
    const before = owed.get(bookingId)
    const late = state === 'overdue' ? one.owedCents : 0
    owed.set(bookingId, {
      next: before?.next ?? { ...one, state },
      overdueCents: cents((before?.overdueCents ?? 0) + late),
    })
  }
  return owed
}

const ofDeparture = sqlite.prepare<[{ today: Day; departureId: number }], Sums>(
  `select coalesce(sum(iif(i.paid_at is not null, i.amount_cents, 0)), 0) as collected,
    coalesce(sum(i.owed_cents), 0) as outstanding,
    coalesce(sum(iif(i.due_on < :today and not i.${WAITS_FOR_DECISION}, i.owed_cents, 0)), 0) as overdue,
    coalesce(sum(i.owed_cents > 0 and i.due_on < :today and not i.${WAITS_FOR_DECISION}), 0) as count
  from bookings b join installments i on i.booking_id = b.id where b.departure_id = :departureId and i.is_owed = 1`,
)

/** What installments, of a departure or of all, brought in and still ask for, and what of that is overdue. */
export function installmentTotals(today: Day, departureId: number | null = null) {
  const sums = departureId === null ? sumsOfAll(today) : ofDeparture.get({ today, departureId })
  return {
    collectedCents: cents(sums?.collected ?? 0),
    outstandingCents: cents(sums?.outstanding ?? 0),
    overdueCents: cents(sums?.overdue ?? 0),
    overdueCount: sums?.count ?? 0,
  }
}

const sumsOfAll = (today: Day): Sums => ({
  collected: totalNamed.get('installments:collected')?.amount ?? 0,
  outstanding: totalNamed.get('installments:outstanding')?.amount ?? 0,
  ...(overdue.get(today) ?? { overdue: 0, count: 0 }),
})
