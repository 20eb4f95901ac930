import { afterAll, expect, test } from 'vitest'
import { aSandbox, aSession, refusalOf } from './a-sandbox'

const { sandbox, stripe } = await aSandbox()
afterAll(() => sandbox.close())

const CARD = { 'exp-date': '12 / 34', cvc: '123', ccname: 'Amina Odhiambo', email: 'amina@example.com' }

function post(url: string | null, cardnumber: string, more: Record<string, string> = {}) {
  return fetch(url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ cardnumber, ...CARD, ...more }),
    redirect: 'manual',
  })
}

test('a session has no intent until somebody tries to pay', async () => {
  const session = await aSession(stripe, { customer_email: 'amina@example.com', client_reference_id: 'TS-1' })
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: 50_000,
    client_reference_id: 'TS-1',
  })
  expect(session.expires_at - session.created).toBe(24 * 60 * 60)
  const page = await (await fetch(session.url ?? '')).text()
  expect(page).toContain('Deposit, double room')
  expect(page).toContain('$500.00')
  expect(page).toContain('no real money moves')
})

test('a payer on the hosted page reaches the success address', async () => {
  const session = await aSession(stripe)
  const answer = await post(session.url, '4242 4242 4242 4242')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`https://site.test/payment-success?session=${session.id}`)

  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge', 'line_items'],
  })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: { email: 'amina@example.com', name: 'Amina Odhiambo' },
  })
  expect(paid.payment_intent).toMatchObject({
    status: 'succeeded',
    metadata: { booking: '7' },
    latest_charge: { paid: true },
  })
  expect(paid.line_items?.data[0]).toMatchObject({
    description: 'Deposit, double room',
    amount_total: 50_000,
    price: { unit_amount: 50_000 },
  })
  const found = await stripe.checkout.sessions.list({
    payment_intent: (paid.payment_intent as { id: string }).id,
  })
  expect(found.data.map((one) => one.id)).toEqual([session.id])
})

test('pressing Pay twice charges once', async () => {
  const session = await aSession(stripe)
  const before = sandbox.charges().length
  const answers = await Promise.all([
    post(session.url, '4242424242424242'),
    post(session.url, '4242424242424242'),
  ])
  expect(answers.map((answer) => answer.status)).toEqual([303, 303])
  expect(sandbox.charges().length).toBe(before + 1)
})

test('after a declined card the page keeps what was typed', async () => {
  const session = await aSession(stripe)
  const answer = await post(session.url, '4000 0000 0000 0002')
  const page = await answer.text()
  expect(answer.status).toBe(402)
  expect(page).toContain('Your card was declined.')
  expect(page).toContain('value="4000 0000 0000 0002"')
  expect(page).toContain('value="Amina Odhiambo"')
  expect(page).not.toContain('value="123"')
  const open = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
  expect(open).toMatchObject({ status: 'open', payment_intent: { status: 'requires_payment_method' } })
})

test('a mistyped card gets an error under its field', async () => {
  const session = await aSession(stripe)
  const page = await (
    await post(session.url, '4242 4242 4242 4241', { 'exp-date': '01/20', email: 'nobody' })
  ).text()
  expect(page).toContain('Your email is incomplete.')
  expect(await (await post(session.url, '4242 4242 4242 4241')).text()).toContain(
    'Your card number is invalid.',
  )
  expect(await (await post(session.url, '4242 4242 4242 4242', { 'exp-date': '01/20' })).text()).toContain(
    'in the past',
  )
})

test('what is typed into the page is text', async () => {
  const session = await aSession(stripe)
  const page = await (
    await post(session.url, '4000000000000002', { ccname: '"><script>alert(1)</script>' })
  ).text()
  expect(page).not.toContain('<script>alert')
  expect(page).toContain('&lt;script&gt;')
})

test('authentication leads through the bank page and completes the session', async () => {
  const session = await aSession(stripe)
  const asked = (await post(session.url, '4000 0025 0000 3155')).headers.get('location') ?? ''
  expect(asked).toContain('/redirect/authenticate/')
  const secret = new URL(asked).searchParams.get('client_secret') ?? ''
  const failed = await fetch(asked, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'fail', client_secret: secret }),
  })
  expect(await failed.text()).toContain('We are unable to authenticate')

  const again = (await post(session.url, '4000 0025 0000 3155')).headers.get('location') ?? ''
  const done = await fetch(again, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'complete', client_secret: secret }),
    redirect: 'manual',
  })
  expect(done.headers.get('location')).toContain(`session=${session.id}`)
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
})

test('an open session’s payment intent cannot be canceled by id', async () => {
  const session = await aSession(stripe)
  sandbox.paySession(session.id, '4000000000000002')
  const id = String((await stripe.checkout.sessions.retrieve(session.id)).payment_intent)
  expect(await refusalOf(stripe.paymentIntents.cancel(id))).toMatchObject({
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
  })

  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null })
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
  expect(await (await post(session.url, '4242424242424242')).text()).toContain('has expired')
  expect(sandbox.events()[0]?.type).toBe('checkout.session.expired')
})

test('a complete session cannot be expired', async () => {
  const session = await aSession(stripe)
  sandbox.paySession(session.id, '4242424242424242')
  const refused = await refusalOf(stripe.checkout.sessions.expire(session.id))
  expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
  expect(await (await fetch(session.url ?? '')).text()).toContain('Payment complete')
})

test('a session lives between half an hour and a day', async () => {
  const now = Math.floor(Date.now() / 1000)
  expect((await refusalOf(aSession(stripe, { expires_at: now + 1700 }))).message).toContain(
    'at least 30 minutes',
  )
  expect((await refusalOf(aSession(stripe, { expires_at: now + 90_000 }))).message).toContain(
    'less than 24 hours',
  )
  expect((await aSession(stripe, { expires_at: now + 1800 })).expires_at).toBe(now + 1800)
  expect(await refusalOf(aSession(stripe, { success_url: '/payment-success' }))).toMatchObject({
    code: 'url_invalid',
  })
})
