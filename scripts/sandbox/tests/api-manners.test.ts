import { afterAll, expect, test } from 'vitest'
import { aDeposit, aSandbox, refusalOf, sdkFor } from './a-sandbox'

const { sandbox, stripe } = await aSandbox()
afterAll(() => sandbox.close())

test('metadata is merged, removed and limited as at Stripe', async () => {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  const updated = await stripe.paymentIntents.update(id, {
    amount: 450_000,
    metadata: { seat: '20', booking: '' },
  })
  expect(updated).toMatchObject({ amount: 450_000, metadata: { seat: '20' } })
  expect(updated.metadata.booking).toBeUndefined()
  const long = await refusalOf(stripe.paymentIntents.update(id, { metadata: { name: 'x'.repeat(501) } }))
  expect(long.message).toContain('up to 500 characters')
})

test.each([
  [{ currency: 'usd' }, 'parameter_missing', 'amount'],
  [{ amount: 12.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'amount'],
  [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
  [{ amount: 500 }, 'parameter_missing', 'currency'],
  [{ ...aDeposit, receipt_email: 'nobody' }, 'email_invalid', 'receipt_email'],
  [{ ...aDeposit, amnt: 1 }, 'parameter_unknown', 'amnt'],
])('%j is refused with %s', async (params, code, param) => {
  const refused = await refusalOf(stripe.paymentIntents.create(params as typeof aDeposit))
  expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code, param })
})

test('an unknown intent is 404, a wrong key 401', async () => {
  expect(await refusalOf(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  const stranger = sdkFor(sandbox, 'sk_test_other')
  expect(await refusalOf(stranger.paymentIntents.retrieve('pi_none'))).toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
  })
})

test('the browser sees its own intent only, and no metadata', async () => {
  const { id, client_secret } = await stripe.paymentIntents.create(aDeposit)
  const browser = sdkFor(sandbox, sandbox.keys.publishable)
  const seen = await browser.paymentIntents.retrieve(id, { client_secret: client_secret ?? '' })
  expect(seen).toMatchObject({ id, amount: 50_000 })
  expect(seen.metadata).toBeUndefined()
  expect(await refusalOf(browser.paymentIntents.retrieve(id, { client_secret: 'guess' }))).toMatchObject({
    statusCode: 404,
  })
  expect(await refusalOf(browser.paymentIntents.create(aDeposit))).toMatchObject({
    code: 'secret_key_required',
  })
  expect(await refusalOf(browser.paymentIntents.cancel(id))).toMatchObject({ statusCode: 403 })
})

test('a list is read page by page, in both directions', async () => {
  const made: string[] = []
  for (let count = 0; count < 5; count += 1) made.push((await stripe.paymentIntents.create(aDeposit)).id)
  const newest = made.toReversed()
  const first = await stripe.paymentIntents.list({ limit: 2 })
  expect(first).toMatchObject({ has_more: true, data: [{ id: newest[0] }, { id: newest[1] }] })
  const second = await stripe.paymentIntents.list({ limit: 2, starting_after: newest[1] ?? '' })
  expect(second.data.map((one) => one.id)).toEqual(newest.slice(2, 4))
  const back = await stripe.paymentIntents.list({ limit: 1, ending_before: newest[2] ?? '' })
  expect(back.data.map((one) => one.id)).toEqual([newest[1]])
  expect(
    (await stripe.paymentIntents.list({ created: { gt: Math.floor(Date.now() / 1000) + 5 } })).data,
  ).toEqual([])
})
