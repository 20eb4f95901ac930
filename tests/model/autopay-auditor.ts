import { businessDay } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import type { Audited } from './auditors'

type Charged = {
  reference: string
  number: number
  dueOn: string
  announced: number
  taken: number
  charges: number
  leftAt: number | null
  chargedAt: number
}

/** From the day on which it left to that of the charge (rules 3.15). */
const DAYS_TO_OBJECT = 3

const isInTime = (leftAt: number | null, chargedAt: number): boolean =>
  leftAt !== null &&
  addDays(businessDay(new Date(leftAt)), DAYS_TO_OBJECT) <= businessDay(new Date(chargedAt))

/** What was charged by itself, of a booking or a share, against its announcement: once, no more, in time. */
export function autopayFaults(world: Pick<Audited, 'rows'>): string[] {
  const charged = world.rows<Charged>(
    `select b.booking_reference as reference, c.number, c.due_on as dueOn, max(c.amount_cents) as announced,
       sum(p.amount_cents) as taken, count(p.id) as charges, min(m.sent_at) as leftAt, min(p.created_at) as chargedAt
     from autopay_charges c join bookings b on b.id = c.booking_id join payment_intents i on i.id = c.intent_id
       join payments p on p.stripe_intent_id = i.stripe_intent_id and p.kind = 'payment'
       left join outbox m on m.id = c.announcement_id
     group by c.booking_id, c.for_traveler_id, c.number, c.due_on`,
  )
  const unclaimed = world.rows<{ intent: string }>(
    `select stripe_intent_id as intent from payment_intents i where method = 'off-session' and state = 'succeeded'
       and not exists (select 1 from autopay_charges where intent_id = i.id)`,
  )
  return [
    ...charged.flatMap(({ reference, number, dueOn, announced, taken, charges, leftAt, chargedAt }) => {
      const which = `${reference}: installment ${number} due ${dueOn}`
      return [
        ...(charges > 1 ? [`${which} was charged ${charges} times`] : []),
        ...(taken > announced ? [`${which} was charged ${taken}, and ${announced} was announced`] : []),
        ...(isInTime(leftAt, chargedAt) ? [] : [`${which} was charged without an announcement in time`]),
      ]
    }),
    ...unclaimed.map(({ intent }) => `${intent} was charged by itself without a claim`),
  ]
}
