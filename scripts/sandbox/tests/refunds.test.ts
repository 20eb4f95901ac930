import { afterAll, expect, test } from 'vitest'
import { aDeposit, aSandbox, refusalOf } from './a-sandbox'

const { sandbox, stripe } = await aSandbox()
afterAll(() => sandbox.close())

async function aPaidIntent() {
  return stripe.paymentIntents.create({ ...aDeposit, confirm: true, payment_method: 'pm_card_visa' })
}

test('a payment is refunded in parts up to its total', async () => {
  const { id } = await aPaidIntent()
  expect(await stripe.refunds.create({ payment_intent: id, amount: 20_000 })).toMatchObject({
    object: 'refund',
    amount: 20_000,
    status: 'succeeded',
    payment_intent: id,
  })
  const tooMuch = await refusalOf(stripe.refunds.create({ payment_intent: id, amount: 30_001 }))
  expect(tooMuch.message).toBe(
    'Refund amount ($300.01) is greater than unrefunded amount on charge ($300.00)',
  )
  const rest = await stripe.refunds.create({
    payment_intent: id,
    reason: 'requested_by_customer',
    metadata: { booking: '7' },
  })
  expect(rest.amount).toBe(30_000)
  expect(await refusalOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    statusCode: 400,
    code: 'charge_already_refunded',
  })

  const { data } = await stripe.refunds.list({ payment_intent: id })
  expect(data.map((refund) => refund.amount)).toEqual([30_000, 20_000])
  expect(await stripe.charges.retrieve(String(rest.charge))).toMatchObject({
    amount_refunded: 50_000,
    refunded: true,
  })
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
})

test('simultaneous refunds never return more than was paid', async () => {
  const { id } = await aPaidIntent()
  const asked = Array.from({ length: 12 }, () =>
    stripe.refunds.create({ payment_intent: id, amount: 10_000 }),
  )
  const done = await Promise.allSettled(asked)
  expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(5)
  const given = sandbox.refunds().filter((refund) => refund.payment_intent === id)
  expect(given.reduce((sum, refund) => sum + refund.amount, 0)).toBe(50_000)
})

test('what was never paid cannot be given back', async () => {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  sandbox.payIntent(id, '4000000000000002')
  expect((await refusalOf(stripe.refunds.create({ payment_intent: id }))).message).toContain(
    'does not have a successful charge',
  )
  expect(await refusalOf(stripe.refunds.create({ amount: 100 }))).toMatchObject({ code: 'parameter_missing' })
})

test('staff can make a refund on the sandbox page', async () => {
  const { id } = await aPaidIntent()
  const answer = await fetch(`${sandbox.url}/sandbox/refunds`, {
    method: 'POST',
    body: new URLSearchParams({ payment_intent: id }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
  expect(sandbox.refunds()[0]).toMatchObject({ payment_intent: id, amount: 50_000 })
  expect(
    sandbox
      .events()
      .slice(0, 3)
      .map((event) => event.type),
  ).toEqual(['refund.updated', 'charge.refunded', 'refund.created'])
})

test('the balance is what came in, less fees and refunds', async () => {
  const before = (await stripe.balance.retrieve()).available[0]?.amount ?? 0
  const { id } = await aPaidIntent()
  await stripe.refunds.create({ payment_intent: id, amount: 10_000 })
  expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(before + 50_000 - 1480 - 10_000)
})
