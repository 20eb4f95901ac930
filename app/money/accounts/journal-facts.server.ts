import { businessDay } from '#app/platform/clock.server'
import { type Day, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { BY_METHOD } from '#app/platform/ledger-words'
import { sqlite } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { isThroughStripe, type LEDGER_KINDS, type LEDGER_METHODS } from '#db/values'
import { type Account, type BookingFacts, type Entry, entriesOf } from './journal'

/** Few departures have many bookings: a zone is asked for each day once. */
const midnights = new Map<Day, number>()
const MIDNIGHTS_AT_MOST = 5_000

function midnightOf(day: Day): number {
  const known = midnights.get(day)
  if (known !== undefined) return known
  const at = instantAt(day, 0, env.BUSINESS_TIMEZONE).getTime()
  if (midnights.size >= MIDNIGHTS_AT_MOST) midnights.clear()
  midnights.set(day, at)
  return at
}

type BookingRow = {
  id: number
  departureId: number
  /** Null where the departure is canceled. */
  startsOn: Day | null
  status: string
  canceledAt: number | null
  staysCents: number | null
  movements: string
  charges: string
}

const bookingRows = prepared(() =>
  sqlite.prepare<[], BookingRow>(`
    select booking.id, departure_id as departureId,
      iif(departures.canceled_at is null, starts_on, null) as startsOn, payment_status as status,
      cancelled_at as canceledAt, stays_cents as staysCents,
      (select json_group_array(json_object('at', created_at, 'method', method, 'cents', amount_cents,
          'kind', kind, 'stripeId', stripe_refund_id) order by created_at, id)
        from payments where booking_id = booking.id) as movements,
      (select json_group_array(json_object('at', created_at, 'kind', kind, 'cents', price_cents) order by id)
        from charges where booking_id = booking.id) as charges
    from bookings as booking join departures on departures.id = departure_id
    where exists (select 1 from payments where booking_id = booking.id) order by booking.id`),
)

type Movement = {
  at: number
  cents: number
  method: (typeof LEDGER_METHODS)[number]
  kind: (typeof LEDGER_KINDS)[number]
  stripeId: string | null
}

function factsOf(row: BookingRow): BookingFacts {
  const movements = (JSON.parse(row.movements) as Movement[]).map((movement) => ({
    ...{ at: movement.at, cents: movement.cents, what: nameOf(movement), account: heldOn(movement) },
  }))
  const { endedAt, staysCents } = endOf(row, movements)
  return {
    ...{
      bookingId: row.id,
      departureId: row.departureId,
      beginsAt: row.startsOn === null ? null : midnightOf(row.startsOn),
    },
    ...{ endedAt, staysCents, movements, charges: JSON.parse(row.charges) },
  }
}

/** Since when a booking does not stand anymore, and what then stays by its refund terms. */
function endOf({ status, canceledAt, staysCents }: BookingRow, movements: { at: number }[]) {
  const last = Math.max(...movements.map(({ at }) => at))
  if (status === 'cancelled')
    return { endedAt: canceledAt ?? last, staysCents: staysCents ?? Number.MAX_VALUE }
  if (status === 'refunded') return { endedAt: canceledAt ?? last, staysCents: 0 }
  if (status === 'expired' || status === 'payment_failed') return { endedAt: 0, staysCents: 0 }
  return { endedAt: null, staysCents: 0 }
}

/** Months that are closed have the last one in these words. */
const METHODS = { ...BY_METHOD, other: 'by hand' } as const

/** A dispute takes what it disputes: Stripe has held that since it was opened. */
function heldOn({ kind, method, stripeId }: Movement): 'bank' | 'clearing' | 'disputed' {
  if (!isThroughStripe(method)) return 'bank'
  return kind === 'adjustment' && !stripeId?.endsWith(':failed') ? 'disputed' : 'clearing'
}

function nameOf({ kind, method, stripeId }: Movement): string {
  if (kind === 'payment') return `Payment ${METHODS[method]}`
  if (kind === 'refund') return `Refund ${METHODS[method]}`
  if (stripeId?.endsWith(':failed')) return 'Refund failed'
  return stripeId?.endsWith(':won') ? 'Dispute won' : 'Dispute lost'
}

const unplacedRows = prepared(() =>
  sqlite.prepare<[], Movement>(
    `select created_at as at, method, amount_cents as cents, kind, stripe_refund_id as stripeId
     from payments where booking_id is null order by created_at, id`,
  ),
)

const unplaced = (): Entry[] =>
  unplacedRows()
    .all()
    .map((movement) => ({
      ...{ at: movement.at, what: `${nameOf(movement)}, no booking`, bookingId: null },
      lines: moved(heldOn(movement), 'unplaced', movement.cents),
    }))

/** So much onto one account, from another. */
const moved = (to: Account, from: Account, cents: number, departureId: number | null = null) => [
  { account: to, departureId: to === 'costs' ? departureId : null, cents },
  { account: from, departureId: null, cents: -cents },
]

type StripeRow = {
  at: number
  category: string
  grossCents: number
  feeCents: number
  bookingId: number | null
  /** Of a payout: when it is in the bank. */
  arrivesOn: Day | null
}

/**
 * What only Stripe knows. A fee is dated as the ledger dates its payment, where it has it: two clocks never
 * put them into two months.
 */
const stripeRows = prepared(() =>
  sqlite.prepare<[], StripeRow>(`
    select coalesce(payment.created_at, moved.created_at) as at, category, gross_cents as grossCents,
      fee_cents as feeCents, coalesce(payment.booking_id, intent.booking_id) as bookingId,
      iif(category = 'payout', arrives_on, null) as arrivesOn
    from stripe_movements as moved
      left join payments as payment on payment.id = (select min(id) from payments
        where kind = 'payment' and category = 'charge' and payments.stripe_intent_id = moved.stripe_intent_id)
      left join payouts on payouts.stripe_id = source_id
      left join payment_intents as intent on intent.stripe_intent_id = moved.stripe_intent_id
    where fee_cents <> 0 or category not in ('charge', 'refund', 'refund_failure')
    order by moved.id`),
)

function atStripe({ at: movedAt, category, grossCents, feeCents, bookingId, arrivesOn }: StripeRow): Entry[] {
  const at = arrivesOn === null ? movedAt : midnightOf(arrivesOn)
  const entry = (what: string, lines: Entry['lines']): Entry => ({ at, what, bookingId, lines })
  const fee = category.startsWith('dispute') ? 'disputeFees' : 'fees'
  return [
    ...(feeCents === 0
      ? []
      : [entry(fee === 'fees' ? 'Stripe fee' : 'Dispute fee', moved(fee, 'clearing', feeCents))]),
    ...(IN_LEDGER.has(category) || grossCents === 0 ? [] : [entry(...besides(category, grossCents))]),
  ]
}

/** Their amounts are the ledger's; here only their fees count. */
const IN_LEDGER = new Set(['charge', 'refund', 'refund_failure'])

function besides(category: string, grossCents: number): [string, Entry['lines']] {
  if (category === 'payout') return ['Payout to the bank', moved('bank', 'clearing', -grossCents)]
  if (category === 'payout_reversal') return ['Payout came back', moved('bank', 'clearing', -grossCents)]
  if (category === 'dispute') return ['Dispute opened', moved('disputed', 'clearing', -grossCents)]
  if (category === 'dispute_reversal')
    return ['Disputed money came back', moved('disputed', 'clearing', -grossCents)]
  if (category === 'fee') return ['Stripe fee', moved('fees', 'clearing', -grossCents)]
  return [`Stripe: ${category.replaceAll('_', ' ')}`, moved('otherAtStripe', 'clearing', -grossCents)]
}

const costRows = prepared(() =>
  sqlite.prepare<[], { paidOn: Day; words: string; cents: number; departureId: number }>(
    `select paid_on as paidOn, words, paid_cents as cents, departure_id as departureId
     from departure_costs where paid_cents <> 0 order by id`,
  ),
)

/** Everything that ever moved an account, oldest first, up to an instant. */
export function journalUntil(until: number): Entry[] {
  const entries = [
    ...bookingRows()
      .all()
      .flatMap((row) => entriesOf(factsOf(row))),
    ...unplaced(),
    ...stripeRows().all().flatMap(atStripe),
    ...costRows()
      .all()
      .map(({ paidOn, words, cents, departureId }) => ({
        ...{ at: midnightOf(paidOn), what: `Cost paid: ${words}`, bookingId: null },
        lines: moved('costs', 'bank', cents, departureId),
      })),
  ]
  return entries
    .filter(({ at }) => at < until)
    .toSorted((one, other) => one.at - other.at || (one.bookingId ?? 0) - (other.bookingId ?? 0))
}

/** The business day of an entry. */
export const dayOf = ({ at }: Entry): Day => businessDay(new Date(at))
