import type { Day } from '#app/platform/days'
import type { DateRange } from '#app/platform/lists/date-range'
import type { Cents } from '#app/platform/money'
import { sqlite } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import type { PAYOUT_STATUSES } from '#db/values'

export type Payout = {
  stripeId: string
  arrivesOn: Day
  amountCents: Cents
  status: (typeof PAYOUT_STATUSES)[number]
  failure: string | null
  /** What its movements come to, less fees; null while it is not known what it is made of. */
  madeOf: Record<
    'chargesCents' | 'refundsCents' | 'disputesCents' | 'otherCents' | 'feesCents' | 'netCents',
    Cents
  > | null
  bookings: { reference: string | null; cents: Cents }[]
}

type Row = Omit<Payout, 'bookings' | 'madeOf'> & { bookings: string; madeOf: string | null }

const ofDays = prepared(() =>
  sqlite.prepare<[DateRange], Row>(`
    select stripe_id as stripeId, arrives_on as arrivesOn, amount_cents as amountCents, status, failure,
      iif(matched_at is null, null, (
        select json_object(
          'chargesCents', total(gross_cents) filter (where category = 'charge'),
          'refundsCents', total(gross_cents) filter (where category in ('refund', 'refund_failure')),
          'disputesCents', total(gross_cents) filter (where category in ('dispute', 'dispute_reversal')),
          'otherCents', total(gross_cents) filter (where category not in
            ('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'fee')),
          'feesCents', total(iif(category = 'fee', net_cents, -fee_cents)),
          'netCents', total(net_cents))
        from stripe_movements where payout_id = payouts.stripe_id and category <> 'payout')) as madeOf,
      (select json_group_array(json_object('reference', reference, 'cents', cents)) from (
        select booking_reference as reference, sum(net_cents) as cents
        from stripe_movements
          left join payment_intents using (stripe_intent_id)
          left join bookings on bookings.id = payment_intents.booking_id
        where payout_id = payouts.stripe_id and category <> 'payout' group by 1 order by 1)) as bookings
    from payouts where arrives_on between :from and :to order by arrives_on, id`),
)

/** The payouts that arrive on those days, each with the bookings whose money is in it, fees taken off. */
export const payoutsOf = (range: DateRange): Payout[] =>
  ofDays()
    .all(range)
    .map(({ madeOf, bookings, ...row }) => ({
      ...{ ...row, bookings: JSON.parse(bookings) },
      madeOf: madeOf === null ? null : JSON.parse(madeOf),
    }))

const waiting = prepared(() =>
  sqlite.prepare<[Day], { cents: Cents }>(
    `select (select coalesce(sum(net_cents), 0) from stripe_movements where payout_id is null)
      + (select coalesce(sum(amount_cents), 0) from payouts where arrives_on > ?) as cents`,
  ),
)

/** What Stripe has taken in and is not in the bank yet, fees taken off. */
export const onTheWayCents = (today: Day): Cents => waiting().get(today)?.cents as Cents
