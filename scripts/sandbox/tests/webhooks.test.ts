import { afterAll, afterEach, expect, test } from 'vitest'
import { aListener } from './a-listener'
import { aDeposit, aSandbox, aSession } from './a-sandbox'

const { sandbox, stripe } = await aSandbox()
afterAll(() => sandbox.close())
afterEach(() => sandbox.allWell())

const PAID = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']

async function pay() {
  const { id } = await stripe.paymentIntents.create(aDeposit)
  return sandbox.payIntent(id, '4242424242424242')
}

test('each event is sent once with a valid signature', async () => {
  const site = await aListener()
  sandbox.setWebhook(site.webhook)
  const { id } = await pay()
  await sandbox.webhooksSettled()
  expect(site.types().toSorted()).toEqual(PAID.toSorted())
  const event = site.heard.find((one) => one.type === 'payment_intent.succeeded')
  expect(event).toMatchObject({
    object: 'event',
    livemode: false,
    data: { object: { id, status: 'succeeded', metadata: { booking: '7' } } },
  })
  expect(site.heard.find((one) => one.type === 'payment_intent.created')?.request?.id).toMatch(/^req_/)
  await site.close()
})

test('a session tells of itself when it is complete', async () => {
  const site = await aListener()
  sandbox.setWebhook(site.webhook)
  const session = await aSession(stripe)
  sandbox.paySession(session.id, '4000000000000002')
  sandbox.paySession(session.id, '4242424242424242')
  await sandbox.webhooksSettled()
  expect(site.types().toSorted()).toEqual([
    'charge.failed',
    'charge.succeeded',
    'checkout.session.completed',
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ])
  await site.close()
})

test('a webhook hears only what it is subscribed to', async () => {
  const site = await aListener()
  sandbox.setWebhook({ ...site.webhook, events: ['payment_intent.succeeded'] })
  await pay()
  await sandbox.webhooksSettled()
  expect(site.types()).toEqual(['payment_intent.succeeded'])
  await site.close()
})

test('doubled: everything arrives twice', async () => {
  const site = await aListener()
  sandbox.setWebhook(site.webhook)
  sandbox.switches.doubled = true
  await pay()
  await sandbox.webhooksSettled()
  expect(site.types().toSorted()).toEqual([...PAID, ...PAID].toSorted())
  await site.close()
})

test('delayed: nothing arrives before its time', async () => {
  const site = await aListener()
  sandbox.setWebhook(site.webhook)
  sandbox.switches.delayMs = 400
  const paidAt = Date.now()
  await pay()
  await sandbox.webhooksSettled()
  expect(site.heardAt).toHaveLength(3)
  expect(Math.min(...site.heardAt) - paidAt).toBeGreaterThanOrEqual(400)
  await site.close()
})

test('shuffled: what happened last arrives first', async () => {
  const site = await aListener()
  sandbox.setWebhook(site.webhook)
  const { id } = await stripe.paymentIntents.create(aDeposit)
  await sandbox.webhooksSettled()
  sandbox.switches.shuffled = true
  // Both happen within one call, so that however slow the machine is they are shuffled together.
  sandbox.payIntent(id, '4242424242424242')
  await sandbox.webhooksSettled()
  expect(site.types()).toEqual(['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded'])
  await site.close()
})

test('lost: nothing arrives, but the list of events knows', async () => {
  const site = await aListener()
  sandbox.setWebhook(site.webhook)
  sandbox.switches.lost = true
  const { id } = await pay()
  await sandbox.webhooksSettled()
  expect(site.heard).toEqual([])
  const { data } = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 })
  expect(data[0]).toMatchObject({ data: { object: { id } }, pending_webhooks: 1 })
  expect(sandbox.deliveries(data[0]?.id ?? '')).toMatchObject([{ state: 'lost', attempts: 0 }])
  await site.close()
})

test('an event is retried, freshly signed, until the site accepts', async () => {
  const site = await aListener((_event, heardBefore) => (heardBefore < 2 ? 500 : 200))
  sandbox.setWebhook(site.webhook)
  const intent = await stripe.paymentIntents.create(aDeposit)
  await sandbox.webhooksSettled()
  expect(site.heard.map((event) => event.data.object)).toMatchObject([
    { id: intent.id },
    { id: intent.id },
    { id: intent.id },
  ])
  const eventId = site.heard[0]?.id ?? ''
  expect(sandbox.deliveries(eventId)).toMatchObject([{ state: 'delivered', attempts: 3, last_answer: '200' }])
  await site.close()
})

test('an event can be sent ten times at one moment', async () => {
  const site = await aListener()
  sandbox.setWebhook(undefined)
  await pay()
  sandbox.setWebhook(site.webhook)
  const event = sandbox.events()[0]
  expect(await sandbox.deliver(event?.id ?? '', { times: 10, parallel: true })).toEqual(Array(10).fill(200))
  expect(new Set(site.heard.map((one) => one.id))).toEqual(new Set([event?.id]))
  await site.close()
})

test('switches are set over HTTP and wrong ones refused', async () => {
  const set = (wanted: object) =>
    fetch(`${sandbox.url}/sandbox/switches`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(wanted),
    })
  expect(await (await set({ doubled: true, delayMs: 50 })).json()).toMatchObject({
    doubled: true,
    delayMs: 50,
    lost: false,
  })
  expect((await set({ lost: true, speed: 3 })).status).toBe(400)
  expect(sandbox.switches).toMatchObject({ doubled: true, lost: false })
  await fetch(`${sandbox.url}/sandbox/switches`, {
    method: 'POST',
    body: new URLSearchParams({ delayMs: '0', apiDelayMs: '0', apiDown: 'off', lost: 'true' }),
  })
  expect(sandbox.switches).toMatchObject({ doubled: false, lost: true, delayMs: 0 })
})
