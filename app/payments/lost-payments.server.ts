import { log } from '#app/log.server'
import { recentIntentId } from './intent-records.server'
import { recordPayment } from './record-payment.server'
import { unknownPayments } from './unknown-payments.server'

/** Intents that are begun at one time reach Stripe in any order: those of this long before are looked at again. */
const MARGIN_MS = 3_600_000

/**
 * Tells staff, once each, of payments that Stripe has and this database does not: a machine that died may have taken its last
 * moments with it (docs/scaling.md). Answers how many there are. Throws StripeUnavailable.
 */
export async function tellOfLostPayments(now: () => Date): Promise<number> {
  const known = recentIntentId(new Date(now().getTime() - MARGIN_MS))
  const { payments } = await unknownPayments(known)
  const lost = payments.filter(
    ({ intent }) => intent.status === 'succeeded' && intent.returnedCents < intent.receivedCents,
  )
  for (const { intent } of lost) recordPayment(intent, now())
  if (lost.length > 0) log.error({ payments: lost.length }, 'Stripe has payments that this database does not')
  return lost.length
}
