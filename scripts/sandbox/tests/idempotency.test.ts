import { afterAll, afterEach, expect, test } from 'vitest'
import { aDeposit, aSandbox, refusalOf } from './a-sandbox'

const { sandbox, stripe } = await aSandbox()
afterAll(() => sandbox.close())
afterEach(() => sandbox.allWell())

test('twenty simultaneous calls with one key make one payment intent', async () => {
  const before = sandbox.paymentIntents().length
  const calls = Array.from({ length: 20 }, () =>
    stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-1' }),
  )
  const intents = await Promise.all(calls)
  expect(new Set(intents.map((intent) => intent.id)).size).toBe(1)
  expect(sandbox.paymentIntents().length).toBe(before + 1)
  const replayed = intents.filter((intent) => intent.lastResponse.headers['idempotent-replayed'] === 'true')
  expect(replayed).toHaveLength(19)
})

test('a refused card is refused again, without a second charge', async () => {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  const confirm = () =>
    stripe.paymentIntents.confirm(
      id,
      { payment_method: 'pm_card_visa_chargeDeclined' },
      { idempotencyKey: 'pay-1' },
    )
  const first = await refusalOf(confirm())
  expect(await refusalOf(confirm())).toMatchObject({ code: 'card_declined', message: first.message })
  expect(sandbox.charges().filter((charge) => charge.payment_intent === id)).toHaveLength(1)
})

test('a key reused with another amount or address is refused', async () => {
  await stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-2' })
  const other = await refusalOf(
    stripe.paymentIntents.create({ ...aDeposit, amount: 450_000 }, { idempotencyKey: 'hold-2' }),
  )
  expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  expect(other.message).toContain("Try using a key other than 'hold-2'")
  const elsewhere = await refusalOf(
    stripe.refunds.create({ payment_intent: 'pi_x' }, { idempotencyKey: 'hold-2' }),
  )
  expect(elsewhere.message).toContain('same endpoint')
})

test('a wrong request does not use its key up', async () => {
  const wrong = { ...aDeposit, amount: 1 }
  expect(await refusalOf(stripe.paymentIntents.create(wrong, { idempotencyKey: 'hold-3' }))).toMatchObject({
    code: 'amount_too_small',
  })
  expect((await stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-3' })).status).toBe(
    'requires_payment_method',
  )
})

test('a second call during the first gets a 409', async () => {
  const held = sandbox.hold('POST /v1/payment_intents')
  const first = stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-4' })
  await held.seen()
  const twin = await refusalOf(stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-4' }))
  expect(twin).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  held.release()
  const { id } = await first
  expect((await stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-4' })).id).toBe(id)
})

test('a retry with the same key recovers a lost answer', async () => {
  const before = sandbox.paymentIntents().length
  sandbox.switches.apiDown = 'loses-answers'
  expect(await refusalOf(stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-5' }))).toMatchObject(
    { type: 'StripeConnectionError' },
  )
  sandbox.switches.apiDown = false
  const { id } = await stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-5' })
  expect(sandbox.paymentIntents().map((intent) => intent.id)).toContain(id)
  expect(sandbox.paymentIntents().length).toBe(before + 1)
})

test('an API that is down does and remembers nothing', async () => {
  const before = sandbox.paymentIntents().length
  sandbox.switches.apiDown = true
  expect(await refusalOf(stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-6' }))).toMatchObject(
    { statusCode: 503 },
  )
  sandbox.switches.apiDown = 'drops'
  expect(await refusalOf(stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-6' }))).toMatchObject(
    { type: 'StripeConnectionError' },
  )
  expect(sandbox.paymentIntents().length).toBe(before)
  sandbox.switches.apiDown = 'off'
  expect((await stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold-6' })).amount).toBe(50_000)
})
