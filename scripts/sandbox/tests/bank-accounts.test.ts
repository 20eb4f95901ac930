import { afterAll, expect, test } from 'vitest'
import { aDeposit, aSandbox, refusalOf, sdkFor } from './a-sandbox'

const { sandbox, stripe, told } = await aSandbox()
afterAll(() => sandbox.close())

const DAY = 24 * 60 * 60 * 1000
let today = Date.parse('2026-03-02T10:00:00Z')
sandbox.setClock(() => new Date(today))
const sleep = (days: number) => {
  today += days * DAY
}

const byBank = { allowed_payment_method_types: ['us_bank_account' as const] }
const agreed = { customer_acceptance: { type: 'offline' as const } }

async function aDebit(account = '000123456789') {
  const intent = await stripe.paymentIntents.create({ ...aDeposit, ...byBank })
  return sandbox.payIntent(intent.id, account)
}

/** An account whose owner has agreed to later debits. */
async function aSavedAccount(account = 'pm_usBankAccount_success') {
  const { id: customer } = await stripe.customers.create({ email: 'amina@example.com' })
  const setup = await stripe.setupIntents.create({
    customer,
    ...byBank,
    confirm: true,
    mandate_data: agreed,
    payment_method: account,
  })
  return { customer, method: String(setup.payment_method), mandate: String(setup.mandate) }
}

async function charge(customer: string, payment_method: string) {
  const { id } = await stripe.paymentIntents.create({ ...aDeposit, ...byBank, customer })
  return stripe.paymentIntents.confirm(id, { off_session: true, payment_method })
}

const NO_MANDATE = {
  type: 'StripeInvalidRequestError',
  message: expect.stringContaining('requires a mandate, but no existing mandate was found'),
  payment_intent: { status: 'requires_confirmation' },
}

test('money from a bank account is on its way for days, and arrives with the smaller fee', async () => {
  const { id, status } = await aDebit()
  expect(status).toBe('processing')
  expect(told(3)).toEqual(['payment_intent.created', 'payment_intent.processing', 'charge.pending'])
  sleep(3)
  const underWay = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  expect(underWay).toMatchObject({ status: 'processing', amount_received: 0 })
  expect(underWay.latest_charge).toMatchObject({ status: 'pending', paid: false, balance_transaction: null })
  expect(await refusalOf(stripe.paymentIntents.cancel(id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  expect((await refusalOf(stripe.refunds.create({ payment_intent: id }))).message).toContain(
    'successful charge',
  )

  sleep(1)
  const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 50_000 })
  expect(paid.latest_charge).toMatchObject({
    paid: true,
    payment_method_details: { type: 'us_bank_account', us_bank_account: { last4: '6789' } },
    balance_transaction: { amount: 50_000, fee: 400, net: 49_600 },
  })
  expect(told(2)).toEqual(['charge.succeeded', 'payment_intent.succeeded'])

  const dear = await stripe.paymentIntents.create({ ...aDeposit, ...byBank, amount: 400_000 })
  sandbox.payIntent(dear.id, '000123456789')
  sleep(4)
  sandbox.passDays()
  expect(sandbox.balanceTransactions()[0]).toMatchObject({ amount: 400_000, fee: 500 })
  sleep(3)
  const { data } = await stripe.payouts.list()
  expect(data.map((one) => one.amount).sort()).toEqual([399_500, 49_600])
})

test.each([
  ['000111111113', 'account_closed', "The customer's bank account has been closed."],
  ['000111111116', 'no_account', "The customer's bank account could not be located."],
])('account %s fails days later', async (account, code, message) => {
  const { id, payment_method } = await aDebit(account)
  sleep(4)
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code, message, payment_method: { id: payment_method } },
  })
  expect(told(2)).toEqual(['charge.failed', 'payment_intent.payment_failed'])
  expect(sandbox.balanceTransactions().map((one) => one.source)).not.toContain(sandbox.charges()[0]?.id)
  expect(
    await refusalOf(
      stripe.paymentIntents.confirm(id, { payment_method: String(payment_method), mandate_data: agreed }),
    ),
  ).toMatchObject({
    code: 'payment_method_bank_account_blocked',
  })
})

test('a saved account is debited under its mandate while the payer is away', async () => {
  const { customer, method, mandate } = await aSavedAccount()
  expect(await stripe.mandates.retrieve(mandate)).toMatchObject({
    type: 'multi_use',
    status: 'active',
    payment_method: method,
    customer_acceptance: { type: 'offline' },
  })
  expect((await charge(customer, method)).status).toBe('processing')
  sandbox.revokeAuthorization(method)
  expect(told(1)).toEqual(['mandate.updated'])
  expect(await refusalOf(charge(customer, method))).toMatchObject(NO_MANDATE)
})

test('without a mandate nothing is debited', async () => {
  const { id: customer } = await stripe.customers.create()
  const { id } = await stripe.paymentMethods.attach('pm_usBankAccount_success', { customer })
  expect(await refusalOf(charge(customer, id))).toMatchObject(NO_MANDATE)
})

test.each(['insufficient_funds', 'incorrect_account_details', 'bank_cannot_process'])(
  'a payment that comes back with %s is a dispute that is lost',
  async (reason) => {
    const { customer, method } = await aSavedAccount()
    sandbox.nextAnswers(method, { says: 'bounces', onDay: 9, reason })
    const { id } = await charge(customer, method)
    sleep(8)
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
    sleep(1)
    const { data } = await stripe.disputes.list({ payment_intent: id })
    expect(data).toMatchObject([
      { reason, status: 'lost', amount: 50_000, balance_transactions: [{ amount: -50_000, fee: 400 }] },
    ])
    expect(told(4)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'mandate.updated',
    ])
    expect(await refusalOf(charge(customer, method))).toMatchObject(NO_MANDATE)
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
    expect(await refusalOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_disputed',
    })
  },
)

test('the bank says no to the next debit only', async () => {
  const { customer, method } = await aSavedAccount()
  sandbox.nextAnswers(method, { says: 'fails', code: 'insufficient_funds' })
  const [first, second] = [await charge(customer, method), await charge(customer, method)]
  sleep(4)
  expect((await stripe.paymentIntents.retrieve(first.id)).last_payment_error?.code).toBe('insufficient_funds')
  expect((await stripe.paymentIntents.retrieve(second.id)).status).toBe('succeeded')
})

test('a bank payment is given back within 180 days', async () => {
  const [early, late] = [await aDebit(), await aDebit()]
  sleep(4)
  sandbox.passDays()
  sleep(180)
  expect((await stripe.refunds.create({ payment_intent: early.id })).amount).toBe(50_000)
  sleep(1)
  expect((await refusalOf(stripe.refunds.create({ payment_intent: late.id }))).message).toContain('180 days')
})

test('only an account that its owner chose at the bank is taken', async () => {
  const intent = await stripe.paymentIntents.create({ ...aDeposit, ...byBank })
  const account = {
    type: 'us_bank_account' as const,
    us_bank_account: {
      account_number: '000123456789',
      routing_number: '110000000',
      account_holder_type: 'individual' as const,
    },
    billing_details: { name: 'Amina Odhiambo' },
  }
  const typed = await stripe.paymentMethods.create(account)
  expect(
    (
      await refusalOf(
        stripe.paymentIntents.confirm(intent.id, { payment_method: typed.id, mandate_data: agreed }),
      )
    ).message,
  ).toContain('instant verification')
  const browser = sdkFor(sandbox, sandbox.keys.publishable)
  const chosen = await browser.paymentMethods.create(account)
  const asked = { client_secret: intent.client_secret, payment_method: chosen.id } as never
  expect((await browser.paymentIntents.confirm(intent.id, asked)).status).toBe('processing')
  const byCard = await stripe.paymentIntents.create(aDeposit)
  expect(
    await refusalOf(
      stripe.paymentIntents.confirm(byCard.id, { payment_method: chosen.id, mandate_data: agreed }),
    ),
  ).toMatchObject({
    code: 'payment_intent_incompatible_payment_method',
  })
})
