import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf, type Operation } from '#app/api-contract/operation'
import { OPERATIONS } from '#app/api-contract/operations'
import { patiently } from '#scripts/test/patience.mjs'
import { undeclared } from '#tests/api-contract/undeclared'
import { type Booked, booked } from '#tests/fixtures/booked'
import { type Site, startSite, WEBHOOK_SECRET } from '#tests/fixtures/site'

// Every call succeeds as it declares, and gives each refusal that it declares. What the machine around it does (500, 502,
// 503) is driven where it belongs: storage-trouble, checkout-calls, calls-to-stripe, daily-jobs. Broken, unknown, too large
// and of another type (400, 413, 415): generated-calls.

let site: Site
let cookie: string
let booking: Booked
beforeAll(async () => {
  site = await startSite({
    ADMIN_USERNAME: 'Wambui',
    ADMIN_PASSWORD: 'karibu-sana',
    FLY_APP_NAME: 'for-tests',
  })
  booking = await booked(site)
  const answer = await send('beginSession', { body: { username: 'Wambui', password: 'karibu-sana' } })
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}, patiently(60_000))
afterAll(() => site.close())

type Details = { id?: string | number; body?: unknown; cookies?: string; headers?: Record<string, string> }

let networks = 0
const driven = new Map<string, Set<number>>()
const named = (id: string) => OPERATIONS.find((operation) => operation.id === id) as Operation

async function send(operationId: string, { id = 1, body, cookies = cookie, headers = {} }: Details = {}) {
  const operation = named(operationId)
  networks += 1
  const sent = body ?? operation.example
  const answer = await fetch(site.url + operation.path.replace('{id}', String(id)), {
    method: operation.method,
    headers: {
      'Fly-Client-IP': `10.9.${networks >> 8}.${networks & 255}`,
      Cookie: cookies ?? '',
      ...(operation.body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(operation.body && { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
  })
  const text = await answer.text()
  const given = { status: answer.status, headers: answer.headers, text }
  expect(undeclared(operation, given), operationId).toBeNull()
  driven.set(operationId, (driven.get(operationId) ?? new Set()).add(answer.status))
  return given
}

const signed = (payload: string) => {
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${payload}`).digest('hex')
  return { 'Stripe-Signature': `t=${at},v1=${signature}` }
}

test('each answers its example, or what there is, as it declares', async () => {
  for (const { id, method, path } of OPERATIONS)
    if (method === 'GET' && !path.includes('{')) expect((await send(id)).status, id).toBe(200)
  for (const id of ['sendInquiry', 'subscribeToNewsletter', 'createUser'])
    expect((await send(id)).status, id).toBe(201)
  for (const id of ['calculateInstallments', 'createPaymentIntent', 'saveSettings'])
    expect((await send(id)).status, id).toBe(200)
  for (const id of ['checkReminders', 'processOverdue']) expect((await send(id)).status, id).toBe(200)
  expect((await send('recordView')).status).toBe(204)
  const changed = {
    currentPassword: 'karibu-sana',
    newPassword: 'karibu-tena-1',
    confirmPassword: 'karibu-tena-1',
  }
  const { headers, status } = await send('setPassword', { body: changed })
  expect(status).toBe(200)
  cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await send('deleteUser', { id: 2 })).status).toBe(200)
  expect((await send('readBooking', { id: booking.reference })).status).toBe(200)
  expect((await send('deleteContact')).status).toBe(200)
  expect((await send('endSession', { cookies: '' })).status).toBe(200)

  const asked = { bookingReference: booking.reference }
  expect((await send('makePaymentLink', { body: asked })).status).toBe(200)
  const reminder = { ...asked, confirmed: true }
  expect((await send('sendReminder', { body: reminder })).status).toBe(200)

  const [{ intent } = { intent: '' }] = site.rows<{ intent: string }>(
    'select stripe_intent_id as intent from payment_intents where booking_id = ?',
    booking.id,
  )
  const done = { status: 'completed', stripePaymentIntentId: intent }
  expect((await send('completeBooking', { id: booking.id, body: done })).status).toBe(200)

  const event = JSON.stringify({ id: 'evt_contract', object: 'event', type: 'other', data: { object: {} } })
  expect((await send('hearWebhook', { body: event, headers: signed(event) })).status).toBe(200)
})

test('each refuses as it declares', async () => {
  await send('createUser')
  expect((await send('createUser')).status).toBe(409)
  await send('subscribeToNewsletter')
  const settings = { ...(named('saveSettings').example as object), heroTitle: 'Late', version: 99 }
  expect((await send('saveSettings', { body: settings })).status).toBe(409)
  for (const id of ['makePaymentLink', 'sendReminder', 'setPassword', 'deleteContact', 'deleteUser'])
    expect((await send(id, { id: 99 })).status, id).toBe(404)
  for (const id of ['readBooking', 'completeBooking'])
    expect((await send(id, { id: 'TS-ZZZZZZ' })).status, id).toBe(404)
  expect((await send('deleteUser', { id: 1 })).status).toBe(409)
  expect((await send('hearWebhook', { body: '{}' })).status).toBe(400)
  expect((await send('beginSession', { body: { username: 'Wambui', password: 'no' } })).status).toBe(401)
  for (const operation of OPERATIONS) {
    const declared = answersOf(operation)
    const { id, who } = operation
    if (who.startsWith('staff')) expect((await send(id, { cookies: '' })).status, id).toBe(401)
    const foreign = { 'Sec-Fetch-Site': 'cross-site' }
    if (declared[403]) expect((await send(id, { headers: foreign })).status, id).toBe(403)
  }
})

test('each tells who sends too many to wait', { timeout: patiently(60_000) }, async () => {
  const here = { 'Fly-Client-IP': '10.8.0.1' }
  await Promise.all(Array.from({ length: 300 }, () => send('endSession', { cookies: '', headers: here })))
  for (const { id, method, who } of OPERATIONS)
    if (method !== 'GET' && who !== 'stripe' && id !== 'recordView')
      expect((await send(id, { headers: here })).status, id).toBe(429)
  // Views are counted alone.
  await Promise.all(Array.from({ length: 120 }, () => send('recordView', { headers: here })))
  expect((await send('recordView', { headers: here })).status).toBe(429)
  const guesses = { 'Fly-Client-IP': '10.8.0.2' }
  for (let guess = 0; guess < 30; guess += 1) await send('readBooking', { id: 99, headers: guesses })
  expect((await send('readBooking', { id: 99, headers: guesses })).status).toBe(429)
})

test('no success is left out', () => {
  for (const { id, answers } of OPERATIONS) {
    const successes = Object.keys(answers)
      .map(Number)
      .filter((status) => status < 300)
    expect([...(driven.get(id) ?? [])], id).toEqual(expect.arrayContaining(successes))
  }
})
