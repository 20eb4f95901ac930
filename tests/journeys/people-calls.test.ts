import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HONEYPOT } from '#app/platform/typed/fields'
import { patiently } from '#scripts/test/patience.mjs'
import { callJson } from '#tests/fixtures/json-call'
import { fromSomewhere } from '#tests/fixtures/network-address'
import { eventually, everySent, type Site, startSite } from '#tests/fixtures/site'
import { peopleWhoWrite } from './people-who-write'

// The calls for inquiries, the newsletter and what the home page lists.

let site: Site
beforeAll(async () => {
  // On Fly the visitor's address stands in a header, so that each call can come from a network of its own.
  site = await startSite({ FLY_APP_NAME: 'for-tests' })
})
afterAll(() => site.close())

const { inquiry, call, inquiriesOf, subscriptionsOf, inquiries } = peopleWhoWrite(() => site)

describe('POST /api/contact', () => {
  test('stores an inquiry', async () => {
    const sent = inquiry()
    expect(await call('/api/contact', sent)).toMatchObject({
      status: 201,
      body: { message: 'Thank you for your inquiry. We will contact you within 24 hours.' },
    })
    expect(inquiries().at(-1)).toMatchObject({
      first_name: 'Wanjiru',
      interest: 'cultural',
      email: sent.email,
    })
  })

  test.each([
    ['no first name', { firstName: '' }, { firstName: ['First name is required'] }],
    ['no last name', { lastName: undefined }, { lastName: ['Last name is required'] }],
    ['an address that is none', { email: 'wanjiru' }, { email: ['Valid email is required'] }],
    ['two addresses', { email: 'a@x.com, b@y.com' }, { email: ['Valid email is required'] }],
    ['no phone number', { phone: ' ' }, { phone: ['Phone number is required'] }],
    ['an unknown interest', { interest: 'other' }, { interest: ['Please select your interest'] }],
    ['a short message', { message: 'Hello' }, { message: ['Message must be at least 10 characters'] }],
    ['a number for a name', { firstName: 7 }, { firstName: ['First name is required'] }],
    [
      'a message that is too long',
      { message: 'x'.repeat(5_001) },
      { message: ['Message can be at most 5,000 characters'] },
    ],
  ])('refuses %s under its field, and stores nothing', async (_, details, errors) => {
    const before = inquiries().length
    const answer = await call('/api/contact', inquiry(details))
    expect(answer).toMatchObject({ status: 400, body: { message: Object.values(errors)[0]?.[0], errors } })
    expect(inquiries()).toHaveLength(before)
  })

  test('keeps HTML, emoji and every script as they are', async () => {
    const sent = inquiry({ firstName: '<b>ليلى</b>', message: '🦁'.repeat(2_500) })
    expect((await call('/api/contact', sent)).status).toBe(201)
    expect(inquiries().at(-1)).toMatchObject({ first_name: '<b>ليلى</b>', message: sent.message })
  })

  test('the same inquiry ten times at once is one', async () => {
    const sent = inquiry()
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('/api/contact', sent)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(inquiriesOf(sent.email)).toHaveLength(1)
  })

  test('tells a bot the same as everybody, and stores nothing', async () => {
    const sent = inquiry({ [HONEYPOT]: 'https://casino.example' })
    const told = await call('/api/contact', sent)
    expect(told.body).toEqual((await call('/api/contact', inquiry())).body)
    expect(told.status).toBe(201)
    expect(inquiriesOf(sent.email)).toEqual([])
  })

  test('the hundredth of a minute is told to wait', async () => {
    const here = fromSomewhere()
    for (let sent = 0; sent < 10; sent += 1)
      expect((await call('/api/contact', inquiry(), here)).status).toBe(201)
    // Together, so that a slow machine too sends them within the minute.
    const answers = await Promise.all(Array.from({ length: 90 }, () => call('/api/contact', inquiry(), here)))

    expect(answers.at(-1)).toMatchObject({
      status: 429,
      body: { message: 'Too many requests from your network. Please wait a moment and try again.' },
    })
    expect(Number(answers.at(-1)?.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})

describe('POST /api/newsletter', () => {
  test('subscribes an address once', async () => {
    const email = 'reader@example.com'
    expect(await call('/api/newsletter', { email })).toMatchObject({
      status: 201,
      body: { message: 'Thank you for subscribing to our newsletter.' },
    })
    expect(await call('/api/newsletter', { email: 'READER@example.com' })).toMatchObject({
      status: 409,
      body: { message: 'This email is already subscribed to our newsletter.' },
    })
    expect(subscriptionsOf(email)).toHaveLength(1)
  })

  test('the same address ten times at once is one subscription', async () => {
    const email = 'eager@example.com'
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('/api/newsletter', { email })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(subscriptionsOf(email)).toHaveLength(1)
  })

  test.each([[''], ['reader'], ['a@x.com, b@y.com'], [null], [{}], [`${'a'.repeat(250)}@example.com`]])(
    'refuses %j',
    async (email) => {
      const { status, body } = await call('/api/newsletter', { email })
      expect(status).toBe(400)
      expect(body.errors).toEqual({ email: [expect.any(String)] })
    },
  )

  test('tells a bot success, and stores nothing', async () => {
    const email = 'bot@example.com'
    expect((await call('/api/newsletter', { email, [HONEYPOT]: 'x' })).status).toBe(201)
    expect(subscriptionsOf(email)).toEqual([])
  })
})

test.each(['/api/contact', '/api/newsletter'])('%s takes a JSON object and nothing else', async (path) => {
  const send = (body: string, type: string) => call(path, body, { ...fromSomewhere(), 'Content-Type': type })
  expect((await send('email=a@example.com', 'application/x-www-form-urlencoded')).status).toBe(415)
  expect((await send('{}', 'text/plain')).status).toBe(415)
  expect((await send('[]', 'application/json')).status).toBe(400)
  expect((await send('{"email":', 'application/json')).status).toBe(400)
  expect((await send(JSON.stringify({ message: 'x'.repeat(100_000) }), 'application/json')).status).toBe(413)
})

test.each([
  ['GET', '/api/contact', 'POST'],
  ['DELETE', '/api/newsletter', 'POST'],
  ['POST', '/api/testimonials', 'GET'],
  ['PUT', '/api/experiences/featured', 'GET'],
])('%s %s is not allowed, %s is', async (method, path, allowed) => {
  const { status, headers } = await callJson(site.url, method, path)
  expect(status).toBe(405)
  expect(headers.get('Allow')).toBe(allowed)
})

describe('what the home page lists', () => {
  test('GET /api/experiences/featured gives four experiences with their fields', async () => {
    const { status, body } = await callJson(site.url, 'GET', '/api/experiences/featured')
    const experiences = body as unknown as Record<string, unknown>[]
    expect(status).toBe(200)
    expect(experiences).toHaveLength(4)
    expect(Object.keys(experiences[0] ?? {}).sort()).toEqual(
      ['description', 'duration', 'featured', 'id', 'imageUrl', 'location', 'price', 'title'].sort(),
    )
  })

  test('GET /api/testimonials gives all traveler stories, as they are now', async () => {
    site.change("update testimonials set review = 'Changed by staff' where slug = 'dale'")
    const { status, body } = await callJson(site.url, 'GET', '/api/testimonials')
    const stories = body as unknown as Record<string, unknown>[]
    expect(status).toBe(200)
    expect(stories).toHaveLength(3)
    expect(Object.keys(stories[0] ?? {}).sort()).toEqual(['id', 'location', 'name', 'rating', 'review'])
    expect(stories.map(({ review }) => review)).toContain('Changed by staff')
  })
})

test(
  'an inquiry survives a mail server that is off',
  async () => {
    await everySent(site)
    site.mailbox.clear()
    await site.mailbox.stopSmtp()
    const sent = inquiry()
    expect((await call('/api/contact', sent)).status).toBe(201)
    expect(inquiriesOf(sent.email)).toHaveLength(1)
    await eventually(
      () =>
        site.rows("select id from outbox where kind like 'inquiry-%' and state = 'waiting' and attempts > 0")
          .length === 2,
    )

    await site.mailbox.startSmtp()
    const notice = await site.mailbox.waitFor(
      ({ subject, headers }) => subject.startsWith('New inquiry') && headers['reply-to'] === sent.email,
      patiently(40_000),
    )
    expect(notice.to).toEqual(['staff@savannasoul.example'])
    await site.mailbox.waitFor(({ to }) => to.includes(sent.email), patiently(40_000))
  },
  patiently(60_000),
)
