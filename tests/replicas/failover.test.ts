import { afterEach, beforeEach, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually } from '#tests/fixtures/site'
import { ask } from '#tests/server/a-site'
import { type Cluster, startCluster } from './cluster'

// The primary goes, and a replica takes its place.

const A_MINUTE = patiently(60_000)
const VISA = '4242424242424242'

let cluster: Cluster
beforeEach(async () => {
  cluster = await startCluster(['dallas', 'frankfurt', 'nairobi'])
  cluster.proxy.sendTo('nairobi')
})
afterEach(() => cluster.close())

async function beginPaying(email: string) {
  const { status, body } = await createPaymentIntent(cluster.proxy.url, { customerInfo: customerInfo(email) })
  expect(status).toBe(200)
  return { intentId: String(body.paymentIntentId), reference: String(body.bookingReference) }
}

const statusAt = (machine: string, reference: string) =>
  cluster.rows<{ payment_status: string }>(
    machine,
    'select payment_status from bookings where booking_reference = ?',
    reference,
  )[0]?.payment_status

const ledgerAt = (machine: string) =>
  cluster.rows(machine, 'select stripe_intent_id, amount_cents from payments order by stripe_intent_id')

const dailyRuns = (machine: string) =>
  cluster.rows(machine, "select job, started_at from job_runs where job <> 'reconcile' and finished_at > 0")

const isAtWork = (machine: string) => cluster.machine(machine).said.includes('The schedule runs here')

const letters = (to: string, begins: string) =>
  cluster.mailbox.messages().filter((letter) => letter.to.includes(to) && letter.subject.startsWith(begins))

test('jobs and mail go on at the new primary, nothing twice', async () => {
  await eventually(() => dailyRuns('dallas').length === 4)
  await cluster.mailbox.stopSmtp()
  const { intentId, reference } = await beginPaying('ann@example.com')
  cluster.stripe.payIntent(intentId, VISA)
  await eventually(() => statusAt('dallas', reference) === 'deposit_paid')
  const runs = dailyRuns('dallas')

  await cluster.end('dallas', 'SIGTERM')
  await cluster.litefs.settled()
  await cluster.litefs.promote('frankfurt')
  await eventually(() => isAtWork('frankfurt'), A_MINUTE)
  await cluster.mailbox.startSmtp()

  await cluster.mailbox.waitFor(({ to }) => to.includes('ann@example.com'), A_MINUTE)
  await eventually(
    () =>
      cluster.rows('frankfurt', "select id from outbox where state in ('waiting', 'sending')").length === 0,
    A_MINUTE,
  )
  expect(letters('ann@example.com', 'Your place')).toHaveLength(1)
  expect(dailyRuns('frankfurt')).toEqual(runs)
  expect(isAtWork('nairobi')).toBe(false)
  expect(ledgerAt('frankfurt')).toEqual([{ stripe_intent_id: intentId, amount_cents: 50_000 }])
})

test('guests read on while nobody is primary, and write again after', async () => {
  await cluster.end('dallas', 'SIGKILL')
  expect((await ask(cluster.proxy.port, '/')).status).toBe(200)
  const refused = await ask(cluster.proxy.port, '/my-booking')
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])

  await cluster.litefs.promote('frankfurt')
  const { reference } = await beginPaying('ben@example.com')
  expect(statusAt('frankfurt', reference)).toBe('pending')
  await cluster.litefs.settled()
  expect(statusAt('nairobi', reference)).toBe('pending')

  await cluster.start('dallas')
  cluster.proxy.sendTo('dallas')
  expect((await ask(cluster.proxy.port, '/')).headers['x-answered-by']).toBe('dallas')
  expect((await ask(cluster.proxy.port, '/my-booking')).headers['x-answered-by']).toBe('frankfurt')
})

test('the last second of a primary is cut off, and nothing paid is lost', async () => {
  const known = await beginPaying('ann@example.com')
  await cluster.litefs.settled()

  for (const name of ['frankfurt', 'nairobi']) cluster.litefs.cut(name)
  const unknown = await beginPaying('ben@example.com')
  for (const { intentId, reference } of [known, unknown]) {
    cluster.stripe.payIntent(intentId, VISA)
    await eventually(() => statusAt('dallas', reference) === 'deposit_paid')
  }
  await cluster.end('dallas', 'SIGKILL')
  await cluster.litefs.promote('frankfurt')
  cluster.litefs.mend('nairobi')
  expect(statusAt('frankfurt', known.reference)).toBe('pending')

  await eventually(() => statusAt('frankfurt', known.reference) === 'deposit_paid', A_MINUTE)
  expect(ledgerAt('frankfurt')).toEqual([{ stripe_intent_id: known.intentId, amount_cents: 50_000 }])

  // Of the other booking nothing is left here: staff are told what Stripe has, once.
  await cluster.mailbox.waitFor(({ text }) => text.includes(unknown.intentId), A_MINUTE)
  const succeeded = cluster.stripe
    .events()
    .find(
      ({ type, data }) =>
        type === 'payment_intent.succeeded' && JSON.stringify(data).includes(unknown.intentId),
    )
  expect(await cluster.stripe.deliver(String(succeeded?.id))).toEqual([200])
  expect(
    cluster.rows('frankfurt', "select id from outbox where kind = 'staff-unknown-payment'"),
  ).toHaveLength(1)
})
