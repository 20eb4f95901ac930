import type { Audited } from './auditors'

type Discounted = {
  reference: string
  intent: number
  promised: number
  /** Of those who travel: who has left keeps what they had. */
  stands: number
  /** Given and not taken back, for whomever. */
  given: number
  isOnItsWay: 0 | 1
  hasCome: 0 | 1
  isLost: 0 | 1
}

/**
 * What is off the price for paying from a bank account stands exactly where such a payment is on its way, or
 * came and neither bounced nor went back because nobody had use for it; once, and never more than was shown.
 */
export function bankFaults(world: Pick<Audited, 'rows'>): string[] {
  return world
    .rows<Discounted>(
      `select booking_reference as reference, i.id as intent, discount_cents as promised,
         (select coalesce(-sum(price_cents), 0) from charges c where intent_id = i.id
            and exists (select 1 from travelers where travelers.id = c.traveler_id)) as stands,
         (select count(distinct act_id) from charges c where intent_id = i.id and undoes_id is null
            and not exists (select 1 from charges where undoes_id = c.act_id)) as given,
         state in ('creating', 'open') and pays_from = 'bank-account' and processing_at is not null as isOnItsWay,
         exists (select 1 from payments where kind = 'payment' and stripe_intent_id = i.stripe_intent_id) as hasCome,
         exists (select 1 from payments p where stripe_intent_id = i.stripe_intent_id and is_owed_again = 1
            and not exists (select 1 from payments where stripe_refund_id = p.stripe_refund_id || ':won'))
           or exists (select 1 from refunds where stripe_intent_id = i.stripe_intent_id and reason = 'no-place') as isLost
       from payment_intents i join bookings b on b.id = i.booking_id
       where discount_cents > 0 or exists (select 1 from charges where intent_id = i.id)`,
    )
    .flatMap(({ reference, intent, promised, stands, given, isOnItsWay, hasCome, isLost }) => {
      const isDue = isOnItsWay === 1 || (hasCome === 1 && isLost === 0)
      const wrong = stands < 0 || stands > promised || given > 1 || (isDue ? given === 0 : stands !== 0)
      return wrong
        ? [`${reference}: ${stands} of ${promised} is off for intent ${intent}, ${isDue ? 'due' : 'not due'}`]
        : []
    })
}
