import { businessDay } from '#app/platform/clock.server'
import type { Audited } from './auditors'

/**
 * Beside a promise to give everything back nothing is owed, in no list; and since the guest chose it, nothing
 * was asked for or taken.
 */
export function dunningFaults(world: Audited): string[] {
  const promised = world.rows<{ id: number; reference: string; since: number; asked: number }>(
    `select b.id, booking_reference as reference, chosen_at as since,
       asked_cents + (select coalesce(sum(owed_cents), 0) from installments where booking_id = b.id) as asked
     from schedule_choices a join bookings b on b.id = a.booking_id
     where a.choice = 'refund' and a.settled_at is null`,
  )
  return promised.flatMap(({ id, reference, since, asked }) => {
    const letters = world.rows<{ what: string }>(
      `select kind as what from outbox where booking_id = ? and created_at > ? and (kind like 'reminder-%'
         or kind in ('part-asked', 'installment-extended', 'price-changed', 'party-raised'))`,
      id,
      since,
    )
    const acts = world.rows<{ what: string }>(
      `select action as what from audit_log where subject = ? and created_at > ? and action in
         ('payment-taken', 'written-off', 'repriced', 'plan-spread', 'traveler-joined', 'booking-moved')`,
      `booking:${reference}`,
      since,
    )
    return [
      ...(asked > 0 ? [`${reference} gets everything back, and is asked for ${asked}`] : []),
      ...[...letters, ...acts].map(({ what }) => `${reference} gets everything back, and ${what}`),
    ]
  })
}

/** What the events of a booking close; an open request is younger than each of them. */
const CLOSED_BY = `
  select b.id, a.created_at as at, '*' as kinds from audit_log a join bookings b on a.subject = 'booking:' || booking_reference
    where action in ('booking-reinstated', 'booking-cancelled', 'booking-refunded')
  union all select booking_id, created_at, 'move cancel' from departure_moves
  union all select booking_id, created_at, 'leave cancel' from charges where kind = 'left' and changed_by is not null
  union all select booking_id, created_at, 'join' from charges where kind = 'seat' and changed_by is not null
  union all select booking_id, chosen_at, iif(choice = 'refund', '*', 'move cancel') from schedule_choices
    where chosen_at is not null`

/** No request outlives what answers it, and none that was closed dates or promises a refund. */
export const closedRequestFaults = (world: Audited): string[] => [
  ...world
    .rows<{ reference: string; kind: string; status: string }>(
      `select booking_reference as reference, g.kind, payment_status as status
       from guest_requests g join bookings b on b.id = g.booking_id
       where g.done_at is null and (payment_status not in ('deposit_paid', 'completed')
         or exists (select 1 from (${CLOSED_BY}) e where e.id = b.id and e.at > g.created_at
           and (e.kinds = '*' or instr(e.kinds, g.kind) > 0)))`,
    )
    .map(({ reference, kind, status }) => `${reference} (${status}) still asks: ${kind}`),
  ...datedFaults(world),
  ...world
    .rows<{ reference: string }>(
      `select booking_reference as reference from audit_log l join bookings b on l.subject = 'booking:' || booking_reference
       where l.action = 'booking-cancelled' and l.detail ->> 'why' = 'departure-postponed'
         and not exists (select 1 from schedule_choices a where a.booking_id = b.id
           and (a.settled_at is null or a.settled_at >= l.created_at or a.choice = 'stays' and a.chosen_at is null))`,
    )
    .map(({ reference }) => `${reference} got everything back for a choice of an earlier life`),
]

/** A refund that counts from the day a guest asked has a request of that day that was open until then. */
function datedFaults(world: Audited): string[] {
  const dated = world.rows<{ id: number; subject: string; askedOn: string; at: number }>(
    `select b.id, l.subject, l.detail ->> 'askedOn' as askedOn, l.created_at as at
     from audit_log l join bookings b on l.subject = 'booking:' || booking_reference
     where l.action in ('booking-cancelled', 'traveler-left') and l.detail ->> 'askedOn' is not null`,
  )
  return dated.flatMap(({ id, subject, askedOn, at }) => {
    const open = world.rows<{ created: number }>(
      'select created_at as created from guest_requests where booking_id = ? and (done_at is null or done_at >= ?)',
      id,
      at,
    )
    return open.some(({ created }) => businessDay(new Date(created)) === askedOn)
      ? []
      : [`${subject} was refunded as of ${askedOn}, when nothing was asked that was open`]
  })
}
