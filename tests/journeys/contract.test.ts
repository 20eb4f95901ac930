import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf, OPERATIONS } from '#app/server/contract/document.server'
import { patiently } from '#scripts/test/patience.mjs'
import { type Booked, booked } from '#tests/fixtures/booked'
import { customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startIsOver, startSite, WEBHOOK_SECRET } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY, WAMBUI_SIGNS_IN } from '#tests/fixtures/staff-cookie'
import { type Details, drive, named } from '#tests/server/contract/drive'

// Every call gives each answer that it declares, and the last test says which one nothing here has brought
// about.

const PATIENCE = { timeout: patiently(90_000) }

let site: Site
let calls: ReturnType<typeof drive>
let cookie: string
let booking: Booked
beforeAll(async () => {
  site = await startSite(WAMBUI_ON_FLY)
  calls = drive(site)
  booking = await booked(site)
  await startIsOver(site)
  const answer = await send('beginSession', { body: WAMBUI_SIGNS_IN })
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}, patiently(60_000))
afterAll(() => site.close())

/** As staff, unless told otherwise. */
const send = (id: string, details: Details = {}) => calls.send(id, { cookies: cookie ?? '', ...details })

const signed = (payload: string) => {
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${payload}`).digest('hex')
  return { 'Stripe-Signature': `t=${at},v1=${signature}` }
}

const event = (id: string) => {
  const data = { object: { id: 'cs_of_nobody' } }
  const body = JSON.stringify({ id, object: 'event', type: 'checkout.session.expired', data })
  return { body, headers: signed(body) }
}

const completing = ({ id }: Booked) => {
  const [{ intent } = { intent: '' }] = site.rows<{ intent: string }>(
    'select stripe_intent_id as intent from payment_intents where booking_id = ?',
    id,
  )
  return { id, body: { status: 'completed', stripePaymentIntentId: intent } }
}

test('each answers its example as it declares', async () => {
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

  expect((await send('completeBooking', completing(booking))).status).toBe(200)
  expect((await send('openLaterIntent', { id: booking.token })).status).toBe(200)
  expect((await send('hearWebhook', event('evt_contract'))).status).toBe(200)
})

test('each refuses the unknown, the missing and the impossible', async () => {
  for (const { id, who } of OPERATIONS)
    if (who.startsWith('staff')) expect((await send(id, { cookies: '' })).status, id).toBe(401)
  expect((await send('beginSession', { body: { username: 'Wambui', password: 'no' } })).status).toBe(401)

  const absent = { makePaymentLink: 1, sendReminder: 1, setPassword: 99, deleteContact: 99, deleteUser: 99 }
  for (const [id, which] of Object.entries({
    ...absent,
    readBooking: 'TS-ZZZZZZ',
    completeBooking: 'TS-ZZZZZZ',
  }))
    expect((await send(id, { id: which })).status, id).toBe(404)
  expect((await send('openLaterIntent', { id: 'no-such-link' })).status).toBe(404)

  await send('createUser')
  expect((await send('createUser')).status).toBe(409)
  expect((await send('subscribeToNewsletter')).status).toBe(409)
  expect((await send('deleteUser', { id: 1 })).status).toBe(409)
  const settings = { ...(named('saveSettings').example as object), heroTitle: 'Late', version: 99 }
  expect((await send('saveSettings', { body: settings })).status).toBe(409)
  const otherTerms = { ...(named('createPaymentIntent').example as object), shown: 'other terms' }
  expect((await send('createPaymentIntent', { body: otherTerms })).status).toBe(409)
  const notDue = { pays: 'next', nextCents: 200_000, remainingCents: 1 }
  expect((await send('openLaterIntent', { id: booking.token, body: notDue })).status).toBe(409)
  const unpaid = await booked(site, { isPaid: false })
  expect((await send('completeBooking', completing(unpaid))).status).toBe(409)
  for (const id of ['makePaymentLink', 'sendReminder'])
    expect((await send(id, { body: { bookingReference: unpaid.reference } })).status, id).toBe(409)
})

test('each refuses broken, unknown, oversized or mistyped input', async () => {
  for (const { id, path, ...operation } of OPERATIONS) {
    const declared = answersOf({ id, path, ...operation })
    if (operation.body) {
      expect((await send(id, { body: '{"broken' })).status, id).toBe(400)
      expect((await send(id, { body: `"${'x'.repeat(300_000)}"` })).status, id).toBe(413)
    }
    if (declared[415])
      expect((await send(id, { headers: { 'Content-Type': 'text/html' } })).status, id).toBe(415)
    if (operation.query) expect((await send(id, { query: '?nobodyKnows=1' })).status, id).toBe(400)
    if (path.includes('{')) expect((await send(id, { id: '%zz' })).status, id).toBe(400)
    const foreign = { 'Sec-Fetch-Site': 'cross-site' }
    const isGuarded = operation.method !== 'GET' && declared[403]
    if (isGuarded) expect((await send(id, { headers: foreign })).status, id).toBe(403)
  }
})

test('each refuses a role that does not have it', async () => {
  const guide = { username: 'kiprono', password: 'kahawa-1' }
  expect((await send('createUser', { body: { ...guide, role: 'guide' } })).status).toBe(201)
  const cookies = (await send('beginSession', { body: guide, cookies: '' })).headers
    .getSetCookie()[0]
    ?.split(';')[0]
  for (const { id, who, isForEachRole } of OPERATIONS)
    if (who.startsWith('staff'))
      expect((await send(id, { cookies: cookies ?? '' })).status, id).toBe(isForEachRole ? 200 : 403)
})

test('each tells who sends too many to wait', PATIENCE, async () => {
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

test('a daily run says when it runs elsewhere or fails', async () => {
  const runs = { checkReminders: 'reminders', processOverdue: 'overdue' }
  const later = () => Date.now() + 4_000
  for (const [id, job] of Object.entries(runs)) {
    site.change(
      `insert into job_leases (job, holder, ends_at) values (?, 'another process', ?)`,
      job,
      later(),
    )
    expect((await send(id)).status, id).toBe(409)
  }
  site.change('delete from job_leases')
  site.change('alter table installments rename to installments_away')
  for (const id of Object.keys(runs)) expect((await send(id)).status, id).toBe(500)
  site.change('alter table installments_away rename to installments')
})

test('each that asks Stripe says when Stripe does not answer', async () => {
  const unpaid = await booked(site, { isPaid: false })
  const another = await booked(site)
  site.stripe.switches.apiDown = true
  expect((await send('createPaymentIntent')).status).toBe(502)
  expect((await send('completeBooking', completing(unpaid))).status).toBe(502)
  expect((await send('openLaterIntent', { id: another.token })).status).toBe(502)
  await site.allWell()
})

const ASK_STRIPE = ['createPaymentIntent', 'completeBooking', 'openLaterIntent', 'hearWebhook']

const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

/** Something to write for each call that writes where there is something new. */
async function somethingNew(): Promise<Record<string, Details>> {
  const like = (id: string, changed: object) => ({ body: { ...(named(id).example as object), ...changed } })
  const [{ id: contact } = { id: 0 }] = site.rows<{ id: number }>('select id from contact_inquiries')
  const [{ id: user } = { id: 0 }] = site.rows<{ id: number }>('select id from admin_users where id > 1')
  const owing = await booked(site)
  const unheard = await booked(site, { isPaid: false })
  site.stripe.switches.lost = true
  site.stripe.payIntent(completing(unheard).body.stripePaymentIntentId, '4242424242424242')
  return {
    sendInquiry: like('sendInquiry', { firstName: 'Another' }),
    subscribeToNewsletter: { body: { email: 'another@example.com' } },
    createPaymentIntent: like('createPaymentIntent', { customerInfo: customerInfo('another@example.com') }),
    saveSettings: like('saveSettings', { heroTitle: 'Another' }),
    createUser: like('createUser', { username: 'another' }),
    deleteContact: { id: contact },
    deleteUser: { id: user },
    sendReminder: { body: { bookingReference: owing.reference, confirmed: true } },
    completeBooking: completing(unheard),
    openLaterIntent: { id: owing.token },
    hearWebhook: event('evt_no_room'),
    // Visits of staff and of programs are not counted.
    recordView: { cookies: '', headers: BROWSER },
  }
}

test('each that writes says when there is no room', async () => {
  await send('sendInquiry')
  const sent = await somethingNew()
  // So long ago that the session's last use is to be written down.
  site.change('update sessions set last_seen_at = last_seen_at - 120000')
  await site.killHard()
  await site.startWithoutRoom()
  for (const { id, writes } of OPERATIONS) {
    const { status, text } = await send(id, sent[id])
    if (writes) expect(status, `${id}: ${text}`).toBe(503)
    else expect(status, `${id}: ${text}`).toBeLessThan(500)
  }
})

test('each that asks Stripe says when payments are not configured', async () => {
  await site.killHard()
  await site.start({ STRIPE_SECRET_KEY: undefined, CLOCK_START: '2025-10-20T17:00:00Z' })
  for (const id of ASK_STRIPE) expect((await send(id)).status, id).toBe(503)
  expect((await send('calculateInstallments')).status).toBe(409)
})

test('no declared answer is left out', () => {
  for (const operation of OPERATIONS) {
    const declared = Object.keys(answersOf(operation)).map(Number)
    const missing = declared.filter((status) => !calls.statusesOf(operation.id).has(status))
    expect(missing, operation.id).toEqual([])
  }
})
