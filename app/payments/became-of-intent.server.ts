import { setTimeout as pause } from 'node:timers/promises'
import { forGuest } from '#app/stripe/guest-budget.server'
import type { IntentRecord } from './intent-records.server'
import { type Settled, settle } from './settle.server'

/** Milliseconds, by the machine's clock, from an answer about an intent to the next question about it. */
const BETWEEN = 2_000
const LOOKS_AT_MOST = 1_000

type Look = { asked: Promise<Settled>; isAnswered: boolean; over: Promise<void> }

/** By our number of the intent: the last question about it. Oldest first. */
const looks = new Map<number, Look>()

/**
 * What became of an intent, for a guest who can ask as often as they like. What is final is read from our own record.
 * Otherwise Stripe is asked and its answer written down: once for all who ask meanwhile, and not again for two seconds,
 * which others who ask meanwhile wait for. Nobody gets an older answer: they may have paid since. Throws
 * StripeUnavailable.
 */
export async function becameOfIntent(record: IntentRecord, now: () => Date): Promise<Settled> {
  if (record.state === 'succeeded') return 'paid'
  if (record.state === 'cancelled') return 'cancelled'

  const last = looks.get(record.id)
  if (last?.isAnswered) await last.over
  return (looks.get(record.id) ?? look(record, now)).asked
}

function look(record: IntentRecord, now: () => Date): Look {
  const asked = forGuest('look', () => settle(record, now))
  const begun: Look = { asked, isAnswered: false, over: wait(asked) }
  const [oldest] = looks.keys()
  if (looks.size >= LOOKS_AT_MOST && oldest !== undefined) looks.delete(oldest)
  looks.set(record.id, begun)

  async function wait(answer: Promise<Settled>): Promise<void> {
    try {
      await answer
      begun.isAnswered = true
      await pause(BETWEEN, undefined, { ref: false })
    } catch {
      // Stripe may answer the next one.
    }
    if (looks.get(record.id) === begun) looks.delete(record.id)
  }
  return begun
}
