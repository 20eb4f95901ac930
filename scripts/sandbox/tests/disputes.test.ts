import { afterAll, expect, test } from 'vitest'
import { aDeposit, aSandbox, refusalOf } from './a-sandbox'

const { sandbox, stripe } = await aSandbox()
afterAll(() => sandbox.close())

const aPaidIntent = () =>
  stripe.paymentIntents.create({ ...aDeposit, confirm: true, payment_method: 'pm_card_visa' })

const available = async () => (await stripe.balance.retrieve()).available[0]?.amount ?? 0

const told = (count: number) =>
  sandbox
    .events()
    .slice(0, count)
    .map(({ type }) => type)

test('a disputed payment leaves the balance until it is won', async () => {
  const { id } = await aPaidIntent()
  const before = await available()
  const dispute = sandbox.openDispute(id, { reason: 'product_not_received' })
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 50_000,
    payment_intent: id,
    reason: 'product_not_received',
    status: 'needs_response',
  })
  expect(told(2)).toEqual(['charge.dispute.funds_withdrawn', 'charge.dispute.created'])
  expect(await available()).toBe(before - 50_000 - 1_500)
  expect(await refusalOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    statusCode: 400,
    code: 'charge_disputed',
  })

  expect(sandbox.closeDispute(dispute.id, 'won').status).toBe('won')
  expect(told(2)).toEqual(['charge.dispute.closed', 'charge.dispute.funds_reinstated'])
  expect(await available()).toBe(before - 1_500)
})

test('an inquiry takes no money and still allows a refund', async () => {
  const { id } = await aPaidIntent()
  const before = await available()
  sandbox.openDispute(id, { isInquiry: true })
  expect(told(1)).toEqual(['charge.dispute.created'])
  expect(await available()).toBe(before)
  expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(50_000)
})

test('a dispute is found by its id and in lists', async () => {
  const { id } = await aPaidIntent()
  const { id: disputeId } = sandbox.openDispute(id)
  sandbox.closeDispute(disputeId, 'lost')
  expect(await stripe.disputes.retrieve(disputeId)).toMatchObject({ status: 'lost', payment_intent: id })
  expect((await stripe.disputes.list({ limit: 1 })).data.map((one) => one.id)).toEqual([disputeId])
  expect((await stripe.disputes.list({ payment_intent: id })).data).toHaveLength(1)
  expect((await stripe.disputes.list({ payment_intent: 'pi_other' })).data).toEqual([])
  expect(await refusalOf(stripe.disputes.retrieve('dp_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
})
