import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { aSandbox, aSession } from './a-sandbox'

const { sandbox, stripe, told } = await aSandbox()
afterAll(() => sandbox.close())

const aSetup = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'usd',
    setup_intent_data: { metadata: { booking: '7' } },
    success_url: 'https://site.test/saved?session={CHECKOUT_SESSION_ID}',
    ...more,
  })

function post(url: string | null, more: Record<string, string>) {
  const typed = {
    email: 'amina@example.com',
    'exp-date': '12/40',
    cvc: '123',
    ccname: 'Amina Odhiambo',
    ...more,
  }
  return fetch(url ?? '', { method: 'POST', body: new URLSearchParams(typed), redirect: 'manual' })
}

test('the hosted page saves a card and charges nothing', async () => {
  const { id: customer } = await stripe.customers.create()
  const session = await aSetup({ customer })
  expect(session).toMatchObject({ mode: 'setup', amount_total: null, payment_status: 'no_payment_required' })
  expect(await (await fetch(session.url ?? '')).text()).toContain('Nothing is charged now')
  expect((await post(session.url, { cardnumber: '4000 0000 0000 0002' })).status).toBe(402)
  const asked = (await post(session.url, { cardnumber: '4000 0025 0000 3155' })).headers.get('location') ?? ''
  expect(await (await fetch(asked)).text()).toContain('Confirm your card')
  const done = await fetch(asked, {
    method: 'POST',
    body: new URLSearchParams({
      outcome: 'complete',
      client_secret: new URL(asked).searchParams.get('client_secret') ?? '',
    }),
    redirect: 'manual',
  })
  expect(done.headers.get('location')).toBe(`https://site.test/saved?session=${session.id}`)
  const after = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['setup_intent.payment_method'],
  })
  expect(after).toMatchObject({
    status: 'complete',
    setup_intent: {
      status: 'succeeded',
      metadata: { booking: '7' },
      payment_method: { customer, allow_redisplay: 'limited', card: { last4: '3155' } },
    },
  })
  expect(told(3)).toEqual(['payment_method.attached', 'setup_intent.succeeded', 'checkout.session.completed'])
  expect(sandbox.charges()).toEqual([])
})

test('an expired setup can no longer be used', async () => {
  const session = await aSetup()
  await stripe.checkout.sessions.expire(session.id)
  expect((await stripe.setupIntents.retrieve(String(session.setup_intent))).status).toBe('canceled')
  expect((await post(session.url, { cardnumber: '4242424242424242' })).status).toBe(410)
})

test('a hosted payment keeps its card for a customer that it makes', async () => {
  const session = await aSession(stripe, {
    customer_creation: 'always',
    payment_intent_data: { setup_future_usage: 'off_session' },
  })
  await post(session.url, { cardnumber: '4242424242424242' })
  const { customer, payment_status } = await stripe.checkout.sessions.retrieve(session.id)
  expect(payment_status).toBe('paid')
  const [saved] = (await stripe.paymentMethods.list({ customer: String(customer) })).data
  const { id } = await stripe.paymentIntents.create({
    amount: 70_000,
    currency: 'usd',
    customer: String(customer),
  })
  const again = await stripe.paymentIntents.confirm(id, {
    off_session: true,
    payment_method: saved?.id ?? '',
  })
  expect(again.status).toBe('succeeded')
})

test.each([
  ['000123456789', 'paid', 'checkout.session.async_payment_succeeded'],
  ['000111111116', 'unpaid', 'checkout.session.async_payment_failed'],
])('a hosted payment from account %s is decided days later', async (account, payment_status, type) => {
  const session = await aSession(stripe, { allowed_payment_method_types: ['card', 'us_bank_account'] })
  expect(await (await fetch(session.url ?? '')).text()).toContain('Use a US bank account instead')
  expect(await (await fetch(`${session.url}?way=us_bank_account`)).text()).toContain(
    'you authorize this site',
  )
  expect((await post(session.url, { way: 'us_bank_account', account })).status).toBe(303)
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  })
  sandbox.switches.bankDays = 0
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status })
  expect(told(1)).toEqual([type])
  sandbox.switches.bankDays = 4
})
