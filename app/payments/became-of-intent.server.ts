import type { IntentRecord } from '#app/payments/intent-records.server'
import { type Settled, settle } from '#app/payments/settle.server'
import { forGuest } from '#app/stripe/guest-budget.server'

/** Milliseconds, by the machine's clock. Nobody pays and is back sooner. */
const KEPT = 2_000
const KEPT_AT_MOST = 1_000

/** By our number of the intent: what was asked of Stripe last, or is being asked. Oldest first. */
const answers = new Map<number, Promise<Settled>>()

/**
 * What became of an intent, for a guest who can ask as often as they like. What is final is read from our own record.
 * Otherwise Stripe is asked and its answer written down, once for all who ask at the same moment and two seconds after.
 * Throws StripeUnavailable.
 */
export function becameOfIntent(record: IntentRecord, now: () => Date): Promise<Settled> {
  if (record.state === 'succeeded') return Promise.resolve('paid')
  if (record.state === 'cancelled') return Promise.resolve('cancelled')

  const known = answers.get(record.id)
  if (known) return known
  const asked = forGuest('look', () => settle(record, now))
  keep(record.id, asked)
  return asked
}

function keep(id: number, asked: Promise<Settled>): void {
  const [oldest] = answers.keys()
  if (answers.size >= KEPT_AT_MOST && oldest !== undefined) answers.delete(oldest)
  answers.set(id, asked)
  const forget = () => {
    if (answers.get(id) === asked) answers.delete(id)
  }
  // What failed is not kept: Stripe may answer the next one.
  asked.then(() => setTimeout(forget, KEPT).unref(), forget)
}
