import { DAY_MS } from '#app/platform/clock.server'
import type { Cents } from '#app/platform/money'
import { sqlite } from '#db/connection.server'
import { prepared } from '#db/prepared.server'

/** Where the ledger and Stripe do not say the same, with its booking where there is one. */
export type Difference = {
  kind: 'not-at-stripe' | 'not-in-ledger' | 'other-amount' | 'other-payout'
  /** A payment intent, a refund, a dispute or a payout of Stripe's. */
  stripeId: string
  reference: string | null
  ledgerCents: Cents
  stripeCents: Cents
}

/** Days after which Stripe must have told of what the ledger has. */
const TOLD_DAYS = 1

/** More are not shown: something else is wrong then. */
const DIFFERENCES_AT_MOST = 200

/**
 * A payment is known by its intent on both sides, a refund and a dispute by their own names; with what
 * balanced them later each is one sum. What Stripe holds of an open dispute has its own account: it is no
 * difference.
 */
const differing = prepared(() =>
  sqlite.prepare<[{ told: number; atMost: number }], Difference>(`
    with sides as (
        select case when stripe_refund_id is null then stripe_intent_id
            else substr(stripe_refund_id, 1, instr(stripe_refund_id || ':', ':') - 1) end as name,
          amount_cents as ledgerCents, 0 as stripeCents, booking_id, created_at as since,
          null as intent, null as is_dispute
        from payments where stripe_intent_id is not null
        union all
        select case when category = 'charge' then stripe_intent_id else source_id end, 0, gross_cents,
          null, null, stripe_intent_id, category like 'dispute%'
        from stripe_movements
        where category in ('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal')),
      differing as (
        select name, sum(ledgerCents) as ledgerCents, sum(stripeCents) as stripeCents,
          max(booking_id) as booking_id, min(since) as since, max(intent) as intent,
          max(is_dispute) as is_dispute
        from sides group by name having sum(ledgerCents) <> sum(stripeCents))
    select case
        when is_dispute is null then 'not-at-stripe'
        when since is not null then 'other-amount'
        else 'not-in-ledger' end as kind,
      name as stripeId, booking_reference as reference, ledgerCents, stripeCents
    from differing
      left join bookings on bookings.id = coalesce(differing.booking_id,
        (select booking_id from payment_intents where stripe_intent_id = intent))
    where (is_dispute is not null or since < :told) and not (since is null and is_dispute = 1)
    union all
    select 'other-payout', payouts.stripe_id, null, amount_cents, coalesce(sum(net_cents), 0)
    from payouts left join stripe_movements on payout_id = payouts.stripe_id and category <> 'payout'
    where matched_at is not null
    group by payouts.id having coalesce(sum(net_cents), 0) <> amount_cents
    limit :atMost`),
)

/**
 * What differs between the ledger and what Stripe told of its balance: movements that one of them has, or
 * with another amount, and payouts that are not the sum of theirs. Nothing before Stripe was asked at all.
 */
export function differences(now: Date): Difference[] {
  const told = Math.min(now.getTime(), lastAsked().get()?.at ?? 0) - TOLD_DAYS * DAY_MS
  return differing().all({ told, atMost: DIFFERENCES_AT_MOST })
}

const lastAsked = prepared(() =>
  sqlite.prepare<[], { at: number | null }>(
    "select max(started_at) as at from job_runs where job = 'payouts' and state = 'done' and counts ->> 'movements' is not null",
  ),
)
