import { expect, test } from 'vitest'
import { ask, callsToStripe, Declined, lastFailure } from '#app/money/stripe/client.server'
import { CURRENCY } from '#app/platform/money'

test('a declined card is an answer, and no failure of Stripe', async () => {
  const before = { ...callsToStripe() }
  const charge = ask((sdk) =>
    sdk.paymentIntents.create({
      amount: 200_000,
      currency: CURRENCY,
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_chargeDeclined',
      confirm: true,
      return_url: 'http://localhost:3000/',
    }),
  )
  await expect(charge).rejects.toThrow(Declined)
  await expect(charge).rejects.toThrow('Declined: card_declined')
  expect(callsToStripe()).toEqual({ ...before, answered: before.answered + 1 })
  expect(lastFailure()).toBeNull()
})
