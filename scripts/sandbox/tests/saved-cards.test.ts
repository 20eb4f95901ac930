import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { aDeposit, aSandbox, refusalOf, sdkFor } from './a-sandbox'

const { sandbox, stripe, told } = await aSandbox()
afterAll(() => sandbox.close())

const aCustomer = () => stripe.customers.create({ email: 'amina@example.com', metadata: { booking: '7' } })

/** A card that its owner has set up for payments while they are away. */
async function aSavedCard(number: string) {
  const { id: customer } = await aCustomer()
  const setup = await stripe.setupIntents.create({ customer, usage: 'off_session' })
  const { status } = sandbox.setUp(setup.id, number, 'https://site.test/card')
  if (status === 'requires_action') sandbox.authenticate(setup.id, 'complete')
  const after = await stripe.setupIntents.retrieve(setup.id)
  return { customer, method: String(after.payment_method), setup: after }
}

/** Created, and confirmed in a call of its own: what becomes of it. */
async function charge(
  customer: string,
  method: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
) {
  const { id } = await stripe.paymentIntents.create({ ...aDeposit, customer, ...more })
  return stripe.paymentIntents.confirm(id, { off_session: true, payment_method: method })
}

test('a customer is kept, changed, found by e-mail and deleted', async () => {
  const { id } = await stripe.customers.create({ email: 'only@example.com', name: 'Only' })
  const changed = await stripe.customers.update(id, { name: 'Only One', metadata: { booking: '9' } })
  expect(changed).toMatchObject({ object: 'customer', name: 'Only One', metadata: { booking: '9' } })
  const { data } = await stripe.customers.list({ email: 'only@example.com' })
  expect(data.map((one) => one.id)).toEqual([id])
  expect(await stripe.customers.del(id)).toMatchObject({ id, object: 'customer', deleted: true })
  expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true })
  expect((await stripe.customers.list({ email: 'only@example.com' })).data).toEqual([])
  expect(await refusalOf(stripe.customers.update(id, { name: 'Nobody' }))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
})

test('a card that asks is good without the payer once it is set up', async () => {
  const { customer, method, setup } = await aSavedCard('4000002500003155')
  expect(setup).toMatchObject({ status: 'succeeded', customer, usage: 'off_session', last_setup_error: null })
  expect(told(4)).toEqual([
    'setup_intent.created',
    'setup_intent.requires_action',
    'payment_method.attached',
    'setup_intent.succeeded',
  ])
  const saved = await stripe.customers.listPaymentMethods(customer, { type: 'card' })
  expect(saved.data).toMatchObject([{ id: method, customer, card: { last4: '3155' } }])
  expect(await charge(customer, method)).toMatchObject({
    status: 'succeeded',
    customer,
    payment_method: method,
  })
})

test('a payment with setup_future_usage sets its card up too', async () => {
  const { id: customer } = await aCustomer()
  const first = await stripe.paymentIntents.create({
    ...aDeposit,
    customer,
    setup_future_usage: 'off_session',
  })
  sandbox.payIntent(first.id, '4000002500003155')
  sandbox.authenticate(first.id, 'complete')
  const { data } = await stripe.paymentMethods.list({ customer, type: 'card' })
  expect(data).toHaveLength(1)
  expect((await charge(customer, data[0]?.id ?? '')).status).toBe('succeeded')
})

test.each([
  ['4000002760003184', 'authentication_required', 'authentication_required', undefined, '1A'],
  ['4000008260003178', 'card_declined', 'insufficient_funds', 'try_again_later', '51'],
  ['4000000000000341', 'card_declined', 'generic_decline', 'try_again_later', '01'],
])(
  'card %s is saved and then refused without its payer',
  async (number, code, decline_code, advice_code, network) => {
    const { customer, method } = await aSavedCard(number)
    const refused = await refusalOf(charge(customer, method))
    expect(refused).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code,
      network_decline_code: network,
      payment_intent: { status: 'requires_payment_method', customer, payment_method: null },
    })
    expect((refused as Stripe.errors.StripeCardError).advice_code).toBe(advice_code)
    const after = await stripe.paymentIntents.retrieve(refused.payment_intent?.id ?? '', {
      expand: ['latest_charge'],
    })
    expect(after.last_payment_error).toMatchObject({ type: 'card_error', code, decline_code })
    expect(after.latest_charge).toMatchObject({ status: 'failed', outcome: { reason: decline_code } })
    expect(told(2)).toEqual(['charge.failed', 'payment_intent.payment_failed'])
    // The same intent is paid by the payer themselves, by whatever card.
    expect(sandbox.payIntent(after.id, '4242424242424242').status).toBe('succeeded')
  },
)

test('what was only attached was never authenticated', async () => {
  const { id: customer } = await aCustomer()
  const { id } = await stripe.paymentMethods.attach('pm_card_authenticationRequiredOnSetup', { customer })
  expect(await refusalOf(charge(customer, id))).toMatchObject({ code: 'authentication_required' })
  expect(await refusalOf(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer }))).toMatchObject(
    {
      type: 'StripeCardError',
      code: 'card_declined',
    },
  )
})

test('a card that is declined is not set up', async () => {
  const { id: customer } = await aCustomer()
  const { id } = await stripe.setupIntents.create({ customer })
  const refused = await refusalOf(
    stripe.setupIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }),
  )
  expect(refused).toMatchObject({ type: 'StripeCardError', code: 'card_declined' })
  expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { decline_code: 'generic_decline' },
  })
  expect((await stripe.paymentMethods.list({ customer })).data).toEqual([])
  expect(await stripe.setupIntents.cancel(id)).toMatchObject({ status: 'canceled' })
  expect(await refusalOf(stripe.setupIntents.cancel(id))).toMatchObject({
    code: 'setup_intent_unexpected_state',
  })
})

test('a detached card is spent, and a customer’s card is nobody else’s', async () => {
  const { customer, method } = await aSavedCard('4242424242424242')
  const other = await aCustomer()
  expect(await refusalOf(charge(other.id, method))).toMatchObject({ code: 'resource_missing' })
  expect(
    (await refusalOf(stripe.paymentIntents.create({ ...aDeposit, payment_method: method }))).message,
  ).toContain('belongs to the Customer')
  expect((await stripe.paymentMethods.detach(method)).customer).toBeNull()
  expect((await refusalOf(charge(customer, method))).message).toContain('It may not be used again')
  expect((await refusalOf(stripe.paymentMethods.attach(method, { customer }))).message).toContain(
    'may not be used again',
  )
  expect((await refusalOf(stripe.paymentMethods.detach(method))).message).toContain('not attached')
})

test('a test says what the next charges of a method come to', async () => {
  const { customer, method } = await aSavedCard('4242424242424242')
  sandbox.nextAnswers(
    method,
    { says: 'declines', declineCode: 'lost_card' },
    {
      says: 'declines',
      declineCode: 'do_not_honor',
      adviceCode: 'confirm_card_data',
      networkDeclineCode: '05',
    },
    { says: 'asks' },
  )
  expect(await refusalOf(charge(customer, method))).toMatchObject({
    decline_code: 'lost_card',
    advice_code: 'do_not_try_again',
  })
  expect(await refusalOf(charge(customer, method))).toMatchObject({
    decline_code: 'do_not_honor',
    advice_code: 'confirm_card_data',
    network_decline_code: '05',
  })
  expect(await refusalOf(charge(customer, method))).toMatchObject({ code: 'authentication_required' })
  expect((await charge(customer, method)).status).toBe('succeeded')
  sandbox.revokeAuthorization(method)
  for (const _ of [1, 2])
    expect(await refusalOf(charge(customer, method))).toMatchObject({
      decline_code: 'revocation_of_authorization',
      advice_code: 'do_not_try_again',
    })
})

test('a card that the network renews stays saved', async () => {
  const { customer, method } = await aSavedCard('4242424242424242')
  sandbox.renewCard(method, { brand: 'mastercard', exp_year: 2044 })
  expect(told(1)).toEqual(['payment_method.automatically_updated'])
  const { data } = await stripe.paymentMethods.list({ customer })
  expect(data).toMatchObject([{ id: method, card: { brand: 'mastercard', exp_year: 2044 } }])
})

test('off_session belongs to a confirmation', async () => {
  const { customer, method } = await aSavedCard('4242424242424242')
  const asked = { ...aDeposit, customer, payment_method: method, off_session: true }
  expect(await refusalOf(stripe.paymentIntents.create(asked))).toMatchObject({ param: 'off_session' })
  expect((await stripe.paymentIntents.create({ ...asked, confirm: true })).status).toBe('succeeded')
})

test('intents are listed by customer at once, and found by metadata a minute later', async () => {
  const { customer, method } = await aSavedCard('4242424242424242')
  const { id } = await charge(customer, method, { metadata: { claim: 'c-42' } })
  expect((await stripe.paymentIntents.list({ customer })).data.map((one) => one.id)).toEqual([id])
  const query = "metadata['claim']:'c-42' AND status:'succeeded'"
  expect((await stripe.paymentIntents.search({ query })).data).toEqual([])
  sandbox.switches.searchBehindMs = 0
  expect((await stripe.paymentIntents.search({ query })).data.map((one) => one.id)).toEqual([id])
  expect(
    (await stripe.paymentIntents.search({ query: "-metadata['claim']:'c-42' AND customer:'cus_0'" })).data,
  ).toEqual([])
  expect(await refusalOf(stripe.paymentIntents.search({ query: 'claim is c-42' }))).toMatchObject({
    statusCode: 400,
  })
})

test('a browser needs the secret of a setup intent, and sees no metadata', async () => {
  const { id, client_secret } = await stripe.setupIntents.create({ metadata: { booking: '7' } })
  const browser = sdkFor(sandbox, sandbox.keys.publishable)
  expect(
    await refusalOf(browser.setupIntents.retrieve(id, { client_secret: `${id}_secret_guess` })),
  ).toMatchObject({
    statusCode: 404,
  })
  const seen = await browser.setupIntents.retrieve(id, { client_secret: client_secret ?? '' })
  expect(seen.status).toBe('requires_payment_method')
  expect(seen.metadata).toBeUndefined()
})
