import { once } from 'node:events'
import { beforeEach, describe, expect, test } from 'vitest'
import { endHolds, reconcile } from '#app/money/reconcile.server'
import { patiently } from '#scripts/test/patience.mjs'
import { stripeSandbox } from '#tests/fixtures/environment'
import { ownProcess } from '#tests/fixtures/own-process'
import { booksOf, ledgerOf } from '#tests/fixtures/paid-bookings'
import {
  aDay,
  anAgreedBooking,
  chargedAtStripe,
  chargesOf,
  days,
  letters,
  lettersIn,
  nothingAgreed,
  on,
} from './an-agreed-booking'

beforeEach(nothingAgreed)

/** The calls of a charge, in their order: before each of them the process is killed. */
const STEPS = {
  'its card is looked at': /^GET \/v1\/payment_methods\//,
  'what Stripe knows is asked': /^GET \/v1\/payment_intents$/,
  'the intent is created': /^POST \/v1\/payment_intents$/,
  'it is confirmed': /^POST \/v1\/payment_intents\/\w+\/confirm$/,
  'what became of it is asked': /^GET \/v1\/payment_intents\/\w+$/,
}

/** Only the first call like it: those of later runs pass. */
const firstLike = (step: RegExp): RegExp => {
  let isOver = false
  const isFirst = (name: string) => {
    const is = !isOver && step.test(name)
    isOver ||= is
    return is
  }
  return Object.assign(new RegExp(step), { test: isFirst })
}

/** Kills the run of a day at a call, which is carried out all the same, or has not arrived yet. */
async function killedAt(step: RegExp, fate: 'carried out' | 'lost', at: Date) {
  const child = ownProcess('tests/money/autopay/charging-process.ts', process.env)
  await once(child, 'message')
  const held = stripeSandbox.hold(firstLike(step))
  child.send({ at: at.toISOString() })
  await Promise.race([held.seen(), once(child, 'message')])
  child.kill('SIGKILL')
  await once(child, 'exit')
  if (fate === 'carried out') held.release()
  return held
}

/** Stripe is still busy with the same call, which has not arrived: the day's run is owed still. */
function unlessUnanswered(error: Error): void {
  if (!error.message.startsWith('Stripe did not answer')) throw error
}

const failedAtStripe = () => stripeSandbox.charges().filter(({ status }) => status === 'failed').length

describe.each(['carried out', 'lost'] as const)('killed at a call that is %s', (fate) => {
  describe.each(Object.keys(STEPS) as (keyof typeof STEPS)[])('before %s', (step) => {
    test.each([true, false])(
      'a charge is made once after 26 hours (looked at in between: %s)',
      async (isLookedAt) => {
        const { booking } = await anAgreedBooking()
        await days('2025-08-08', '2025-08-14')
        const held = await killedAt(STEPS[step], fate, on('2025-08-15'))
        stripeSandbox.forgetAnswers()
        if (isLookedAt) {
          await reconcile(() => on('2025-08-15', 10))
          await endHolds(() => on('2025-08-15', 12))
        }
        await letters(on('2025-08-16', 8))
        await aDay('2025-08-16').catch(unlessUnanswered)
        held.release()
        await days('2025-08-17', '2025-08-18')
        expect(chargedAtStripe(booking)).toEqual([200_000])
        expect(chargesOf(booking)).toMatchObject([{ number: 1, state: 'paid', tries: 0 }])
        expect(ledgerOf(booking)).toEqual(['payment card 50000', 'payment card 200000'])
        expect(lettersIn(booking).filter((letter) => letter.endsWith('payment-receipt'))).toHaveLength(1)
        expect(booksOf(booking)).toMatchObject({ stripeAgrees: true })
      },
      patiently(30_000),
    )
  })

  test.each(['it is confirmed', 'what became of it is asked'] as const)(
    'a declined card is tried no more often for it: before %s',
    async (step) => {
      const { booking } = await anAgreedBooking({ card: '4000002760003184' })
      const before = failedAtStripe()
      await days('2025-08-08', '2025-08-14')
      const held = await killedAt(STEPS[step], fate, on('2025-08-15'))
      stripeSandbox.forgetAnswers()
      await endHolds(() => on('2025-08-15', 12))
      await days('2025-08-16', '2025-08-20')
      held.release()
      await days('2025-08-21', '2025-08-21')
      expect(failedAtStripe() - before).toBe(1)
      expect(chargesOf(booking)).toMatchObject([{ state: 'failed', tries: 1 }])
      expect(lettersIn(booking).filter((letter) => letter.endsWith(' autopay-declined'))).toHaveLength(1)
    },
    patiently(30_000),
  )
})
