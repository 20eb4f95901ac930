import { afterEach, beforeEach, expect, test } from 'vitest'
import { CODE_REFUSED } from '#app/bookings/discount-code'
import { PARTY_AT_MOST } from '#db/values'
import { patiently } from '#scripts/test/patience.mjs'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { returnQuery } from '#tests/fixtures/return-query'
import { eventually, everySent, type Site, startSite } from '#tests/fixtures/site'

// The built site in its own process, as a guest and the provider meet it.

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

async function beginPaying() {
  const { status, body } = await createPaymentIntent(site.url, { customerInfo: customerInfo() })
  expect(status).toBe(200)
  return { intentId: String(body.paymentIntentId), reference: String(body.bookingReference) }
}

const comeBack = (intentId: string) =>
  fetch(`${site.url}/payment-success?roomType=double&paymentType=deposit&${returnQuery(site, intentId)}`)

const statusOf = (reference: string) =>
  site.rows<{ payment_status: string }>(
    'select payment_status from bookings where booking_reference = ?',
    reference,
  )[0]?.payment_status

const ledger = () => site.rows('select amount_cents from payments')

const confirmations = () => site.mailbox.messages().filter(({ subject }) => subject.startsWith('Your seat'))

async function oneConfirmationOnly() {
  await everySent(site)
  expect(confirmations()).toHaveLength(1)
}

test('a site killed after the payment confirms the booking once', async () => {
  site.stripe.switches.lost = true
  const { intentId, reference } = await beginPaying()
  site.stripe.payIntent(intentId, '4242424242424242')
  await site.killHard()
  expect(statusOf(reference)).toBe('pending')

  await site.start()
  await eventually(() => statusOf(reference) === 'deposit_paid')
  await oneConfirmationOnly()
  expect(ledger()).toEqual([{ amount_cents: 50_000 }])
})

test.each([
  ['before', true],
  ['after', false],
])('ten webhooks, %s the browser is back, make one payment', async (_, isFirst) => {
  site.stripe.switches.lost = true
  const { intentId, reference } = await beginPaying()
  site.stripe.payIntent(intentId, '4242424242424242')
  const succeeded = site.stripe.events().find(({ type }) => type === 'payment_intent.succeeded')

  if (!isFirst) expect((await comeBack(intentId)).status).toBe(200)
  const answers = await site.stripe.deliver(String(succeeded?.id), { times: 10, parallel: true })
  if (isFirst) expect((await comeBack(intentId)).status).toBe(200)

  expect(answers).toEqual(Array(10).fill(200))
  expect(statusOf(reference)).toBe('deposit_paid')
  expect(ledger()).toEqual([{ amount_cents: 50_000 }])
  await oneConfirmationOnly()
})

test('two hundred checkouts at once hold only twenty seats', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, guest) =>
      createPaymentIntent(
        site.url,
        { customerInfo: customerInfo(`guest${guest}@example.com`, `Guest ${guest}`) },
        { address: `127.0.1.${guest + 1}` },
      ),
    ),
  )
  const refused = answers.filter(({ status }) => status === 409)

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(refused).toHaveLength(180)
  expect(new Set(refused.map(({ body }) => body.message))).toEqual(new Set(['This departure is sold out']))
  expect(site.rows("select id from bookings where payment_status = 'pending'")).toHaveLength(20)
  expect(await (await fetch(`${site.url}/checkout`)).text()).toContain('This departure is sold out')
})

test('of fifty who book at once with a code for one, one has it', async () => {
  site.change(
    "insert into discount_codes (code, words, off_percent, uses_at_most, created_at) values ('CHOIR', 'Choir discount', 10, 1, 0)",
  )
  site.change('update departures set seats = 60')
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, guest) =>
      createPaymentIntent(
        site.url,
        { code: 'CHOIR', customerInfo: customerInfo(`guest${guest}@example.com`, `Guest ${guest}`) },
        { address: `127.0.4.${guest + 1}` },
      ),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(49)
  expect(new Set(refused.map(({ body }) => body.message))).toEqual(new Set([CODE_REFUSED['code-used-up']]))
  expect(site.rows('select total_cents from bookings')).toEqual([{ total_cents: 405_000 }])
  expect(site.rows('select id from charges where code_id is not null')).toHaveLength(1)
})

test('two hundred parties at once never pass twenty seats', async () => {
  const sizes = Array.from({ length: 200 }, (_, guest) => 1 + ((guest * 7) % PARTY_AT_MOST))
  const answers = await Promise.all(
    sizes.map((numberOfGuests, guest) =>
      createPaymentIntent(
        site.url,
        {
          numberOfGuests,
          amount: numberOfGuests * 500,
          customerInfo: customerInfo(`guest${guest}@example.com`, `Guest ${guest}`),
        },
        { address: `127.0.3.${guest + 1}` },
      ),
    ),
  )
  const held = site.rows<{ seats: number }>(
    "select sum(number_of_guests) as seats from bookings where payment_status = 'pending'",
  )
  const sold = sizes.filter((_, guest) => answers[guest]?.status === 200)
  expect(sold.reduce((sum, size) => sum + size, 0)).toBe(held[0]?.seats)
  expect(site.rows('select id from travelers')).toHaveLength(Number(held[0]?.seats))
  expect(held[0]?.seats).toBe(20)
  for (const [guest, { status, body }] of answers.entries()) {
    if (status === 200) continue
    const left = Number(/^Only (\d) seats? (?:is|are) left/.exec(String(body.message))?.[1] ?? 0)
    expect(left).toBeLessThan(sizes[guest] ?? 0)
    if (left === 0) expect(body.message).toBe('This departure is sold out')
  }
})

test('two departures under two hundred checkouts sell exactly their seats', async () => {
  const days = ['2025-10-16', '2025-11-13']
  site.change(
    `insert into departures (tour_id, starts_on, ends_on, seats, deposit_cents, double_price_cents, single_price_cents,
       first_installment_due_on, final_installment_due_on, sales, updated_at)
     select tour_id, '2025-11-13', '2025-11-24', 12, deposit_cents, double_price_cents, single_price_cents,
       first_installment_due_on, final_installment_due_on, 'open', 0 from departures`,
  )
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, guest) =>
      createPaymentIntent(
        site.url,
        {
          departure: days[guest % 2],
          customerInfo: customerInfo(`guest${guest}@example.com`, `Guest ${guest}`),
        },
        { address: `127.0.2.${guest + 1}` },
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(32)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(168)
  expect(
    site.rows(
      "select departure_id, count(*) as held from bookings where payment_status = 'pending' group by 1",
    ),
  ).toEqual([
    { departure_id: 1, held: 20 },
    { departure_id: 2, held: 12 },
  ])
})

test(
  'a mail server back on gets one confirmation',
  async () => {
    await site.mailbox.stopSmtp()
    const { intentId, reference } = await beginPaying()
    site.stripe.payIntent(intentId, '4242424242424242')
    await eventually(() => statusOf(reference) === 'deposit_paid')
    await eventually(
      () => site.rows("select id from outbox where state = 'waiting' and attempts > 0").length === 2,
    )

    await site.mailbox.startSmtp()
    await oneConfirmationOnly()
  },
  patiently(60_000),
)

test('a hold that ended during downtime frees its seat', async () => {
  const { intentId, reference } = await beginPaying()
  await site.killHard()
  await site.start({ CLOCK_START: '2025-06-01T17:31:00Z' })

  await eventually(() => statusOf(reference) === 'expired')
  await expect
    .poll(() => site.stripe.paymentIntents().find(({ id }) => id === intentId)?.status)
    .toBe('canceled')
})
