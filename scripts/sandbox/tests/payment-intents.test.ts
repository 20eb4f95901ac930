import { afterAll, expect, test } from 'vitest'
import { aDeposit, aSandbox, refusalOf, sdkFor } from './a-sandbox'

const { sandbox, stripe } = await aSandbox()
afterAll(() => sandbox.close())

const RETURN = 'https://site.test/payment-success?roomType=double'

test('a new payment intent waits for a card', async () => {
  const intent = await stripe.paymentIntents.create({ ...aDeposit, receipt_email: 'amina@example.com' })
  expect(intent).toMatchObject({
    object: 'payment_intent',
    amount: 50_000,
    amount_received: 0,
    currency: 'usd',
    livemode: false,
    metadata: { booking: '7' },
    status: 'requires_payment_method',
    latest_charge: null,
    last_payment_error: null,
    receipt_email: 'amina@example.com',
  })
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`))
  expect(Math.abs(intent.created - Date.now() / 1000)).toBeLessThan(5)
  expect(intent.lastResponse).toMatchObject({
    requestId: expect.stringMatching(/^req_/),
    apiVersion: '2026-10-28.endive',
  })
})

test('a good card pays, with the charge in the answer', async () => {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  const paid = await stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge.balance_transaction'],
  })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 50_000 })
  expect(paid.latest_charge).toMatchObject({
    object: 'charge',
    paid: true,
    payment_intent: id,
    payment_method_details: { card: { last4: '4242' } },
  })
  expect(paid.latest_charge).toMatchObject({
    balance_transaction: { amount: 50_000, fee: 1480, net: 48_520 },
  })
  expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
})

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
])('card %s is refused, but another one can be tried', async (number, code, decline_code, message) => {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' }
  const refused = await refusalOf(
    stripe.paymentIntents.confirm(id, { payment_method_data: { type: 'card', card } as never }),
  )
  expect(refused).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code, message })
  expect(refused.payment_intent?.id).toBe(id)

  const after = await stripe.paymentIntents.retrieve(id)
  expect(after).toMatchObject({ status: 'requires_payment_method', payment_method: null })
  expect(after.last_payment_error).toMatchObject({
    type: 'card_error',
    code,
    decline_code,
    message,
    charge: after.latest_charge,
  })
  expect(after.last_payment_error?.payment_method?.card?.last4).toBe(number.slice(-4))
  expect(await stripe.charges.retrieve(String(after.latest_charge))).toMatchObject({
    status: 'failed',
    failure_code: code,
  })
  expect(
    (await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).last_payment_error,
  ).toBeNull()
})

test('authentication sends the payer to the bank and back', async () => {
  const { id, client_secret } = await stripe.paymentIntents.create(aDeposit)
  const asking = await stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_authenticationRequired',
    return_url: RETURN,
  })
  expect(asking).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: RETURN } },
  })

  const bank = asking.next_action?.redirect_to_url?.url ?? ''
  expect(await (await fetch(bank)).text()).toContain('Complete authentication')
  const body = new URLSearchParams({ outcome: 'complete', client_secret: client_secret ?? '' })
  const answer = await fetch(bank, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(
    `${RETURN}&payment_intent=${id}&payment_intent_client_secret=${client_secret}&redirect_status=succeeded`,
  )
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
})

test('a failed authentication leaves the intent open and says so', async () => {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  sandbox.payIntent(id, '4000002500003155', RETURN)
  expect(sandbox.authenticate(id, 'fail')).toContain('redirect_status=failed')
  const after = await stripe.paymentIntents.retrieve(id)
  expect(after.status).toBe('requires_payment_method')
  expect(after.last_payment_error?.code).toBe('payment_intent_authentication_failure')
})

test('authentication after the payment intent has ended charges nothing', async () => {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  sandbox.payIntent(id, '4000002500003155', RETURN)
  await stripe.paymentIntents.cancel(id)
  expect(sandbox.authenticate(id, 'complete')).toContain('redirect_status=failed')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
})

test('the bank page wants the client secret', async () => {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  sandbox.payIntent(id, '4000002500003155', RETURN)
  expect((await fetch(`${sandbox.url}/redirect/authenticate/${id}?client_secret=guess`)).status).toBe(404)
})

test('a paid payment intent can no longer be changed', async () => {
  const { id } = await stripe.paymentIntents.create({
    ...aDeposit,
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  const state = {
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
  }
  expect(await refusalOf(stripe.paymentIntents.cancel(id))).toMatchObject(state)
  expect(
    await refusalOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
  ).toMatchObject(state)
  const changed = await refusalOf(stripe.paymentIntents.update(id, { amount: 100 }))
  expect(changed).toMatchObject({ ...state, payment_intent: { id, status: 'succeeded' } })
  expect((await stripe.paymentIntents.retrieve(id)).amount).toBe(50_000)
})

test('a canceled intent can no longer be paid', async () => {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  expect(() => sandbox.payIntent(id, '4242424242424242')).toThrow('cannot confirm')
})

test('of canceling and paying at one moment, exactly one wins', async () => {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  const commands = [
    stripe.paymentIntents.cancel(id),
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
  ]
  const done = await Promise.allSettled(commands)
  expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
})

test('with manual confirmation, only the server can confirm a payment', async () => {
  const { id, client_secret } = await stripe.paymentIntents.create({
    ...aDeposit,
    confirmation_method: 'manual',
  })
  const browser = sdkFor(sandbox, sandbox.keys.publishable)
  const asked = { client_secret, payment_method: 'pm_card_visa' } as never
  expect(await refusalOf(browser.paymentIntents.confirm(id, asked))).toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    message: expect.stringContaining('cannot be confirmed using your publishable key'),
  })
  expect(() => sandbox.payIntent(id, '4242424242424242')).toThrow('publishable key')
  expect((await stripe.charges.list({ payment_intent: id })).data).toEqual([])
  const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  expect(paid.status).toBe('succeeded')
})
