import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { INQUIRY } from '#app/people/people-fields'
import { HONEYPOT } from '#app/platform/typed/fields'
import { fromSomewhere } from '#tests/fixtures/network-address'
import { eventually, type Site, startSite } from '#tests/fixtures/site'
import { visitor } from '#tests/fixtures/visitor'

// The inquiry and newsletter forms as a browser without scripts posts them, by people in a hurry and by
// people who mean harm. The same over JSON is in people-calls.test.ts.

let site: Site
beforeAll(async () => {
  // On Fly the visitor's address stands in a header, so that each post can come from a network of its own.
  site = await startSite({ FLY_APP_NAME: 'for-tests' })
})
afterAll(() => site.close())
afterEach(() => site.allWell())

const INQUIRY_PLACES = ['/contact', '/?index'] as const
const NEWSLETTER = '/?index'

let senders = 0
const inquiry = (details: Record<string, string> = {}) => {
  senders += 1
  return {
    form: 'inquiry',
    [HONEYPOT]: '',
    firstName: 'Wanjiru',
    lastName: 'Kamau',
    email: `sender${senders}@example.com`,
    phone: '+1 512 555 0100',
    interest: 'cultural',
    message: 'Four of us, in October, and one is afraid of small planes.',
    ...details,
  }
}
const subscription = (email: string) => ({ form: 'newsletter', [HONEYPOT]: '', email })

const { send } = visitor(() => site, fromSomewhere)

const stored = (email: string) =>
  site.rows<Record<string, string>>('select * from contact_inquiries where email = ?', email)
const subscribed = (email: string) =>
  site.rows('select id from newsletter_subscriptions where lower(email) = lower(?)', email)

describe.each(INQUIRY_PLACES)('an inquiry posted to %s', (path) => {
  test.each([
    ['firstName', INQUIRY.firstName.atMost, 'First name can be at most 100 characters'],
    ['lastName', INQUIRY.lastName.atMost, 'Last name can be at most 100 characters'],
    ['phone', INQUIRY.phone.atMost, 'Phone number can be at most 40 characters'],
    ['message', INQUIRY.message.atMost, 'Message can be at most 5,000 characters'],
  ])('may have a %s of full length, no longer', async (field, atMost, words) => {
    const sent = inquiry({ [field]: '7'.repeat(atMost) })
    expect((await send(path, sent)).status).toBe(303)
    expect(stored(sent.email)).toHaveLength(1)

    const tooLong = inquiry({ [field]: '7'.repeat(atMost + 1) })
    const refused = await send(path, tooLong)
    expect(refused.status).toBe(400)
    expect(refused.html).toContain(words)
    expect(stored(tooLong.email)).toEqual([])
  })

  test('empty is told every field, and stores nothing', async () => {
    const before = site.rows('select id from contact_inquiries').length
    const { status, html } = await send(path, { form: 'inquiry' })
    expect(status).toBe(400)
    for (const words of [
      'First name is required',
      'Last name is required',
      'Valid email is required',
      'Phone number is required',
      'Please select your interest',
      'Message must be at least 10 characters',
    ])
      expect(html).toContain(words)
    expect(site.rows('select id from contact_inquiries')).toHaveLength(before)
  })

  test('keeps line breaks in its message only', async () => {
    const sent = inquiry({
      firstName: 'Wan\r\njiru',
      lastName: 'Ka\u2028mau\u0000',
      phone: '512\n555',
      message: 'One line,\r\nand another one.',
    })
    expect((await send(path, sent)).status).toBe(303)
    expect(stored(sent.email)).toMatchObject([
      {
        first_name: 'Wan jiru',
        last_name: 'Ka mau',
        phone: '512 555',
        message: 'One line,\nand another one.',
      },
    ])
  })

  test('cannot smuggle in a second address or header', async () => {
    for (const email of ['a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com']) {
      const { status, html } = await send(path, inquiry({ email }))
      expect(status).toBe(400)
      expect(html).toContain('Valid email is required')
    }
    expect(site.rows("select id from outbox where to_address like '%b@example.com%'")).toEqual([])
  })

  test('shows HTML as it was typed', async () => {
    const words = '"><script>alert(1)</script>'
    const { status, html } = await send(path, inquiry({ firstName: words, email: words, message: words }))
    expect(status).toBe(400)
    expect(html).not.toContain('<script>alert(1)')
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('takes ten kilobytes of emoji for a message only', async () => {
    const lions = '🦁'.repeat(2_500)
    const sent = inquiry({ message: lions })
    expect((await send(path, sent)).status).toBe(303)
    expect(stored(sent.email)[0]?.message).toBe(lions)
    expect((await send(path, inquiry({ firstName: lions }))).status).toBe(400)
  })

  test('is one inquiry after ten presses at once', async () => {
    const sent = inquiry()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(path, sent)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
    expect(stored(sent.email)).toHaveLength(1)
    expect(site.rows('select id from outbox where to_address = ?', sent.email)).toHaveLength(1)
  })

  test('is refused as text, JSON or a broken form', async () => {
    const send = async (type: string, body: string) => {
      const headers = { ...fromSomewhere(), 'Content-Type': type }
      return (await fetch(site.url + path, { method: 'POST', headers, body })).status
    }
    expect(await send('text/plain', 'firstName=Wanjiru')).toBe(415)
    expect(await send('application/json', JSON.stringify(inquiry()))).toBe(415)
    expect(await send('multipart/form-data', 'broken')).toBe(400)
  })

  test('is told to wait as the hundredth of a minute', async () => {
    const here = fromSomewhere()
    // Together, so that a slow machine too sends them within the minute.
    await Promise.all(Array.from({ length: 99 }, () => send(path, { form: 'inquiry' }, here)))
    const sent = inquiry()
    const { status, html, headers } = await send(path, sent, here)
    expect(status).toBe(429)
    expect(html).toContain('Too many requests from your network. Please wait a moment and try again.')
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(stored(sent.email)).toEqual([])
    expect((await send(path, sent)).status).toBe(303)
  })
})

describe('a subscription', () => {
  test.each([
    ['nothing', ''],
    ['no address', 'reader'],
    ['two of them', 'a@example.com, b@example.com'],
    ['a header behind it', 'a@example.com\r\nBcc: b@example.com'],
    ['HTML', '<b>@example.com'],
    ['ten kilobytes of emoji', '🦁'.repeat(2_500)],
    ['one that is too long', `${'a'.repeat(250)}@example.com`],
  ])('with %s is refused under its field', async (_, email) => {
    const before = site.rows('select id from newsletter_subscriptions').length
    const { status, html } = await send(NEWSLETTER, subscription(email))
    expect(status).toBe(400)
    expect(html).toMatch(/Valid email is required|Email can be at most 254 characters/)
    expect(site.rows('select id from newsletter_subscriptions')).toHaveLength(before)
  })

  test('is one subscription after ten presses at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(NEWSLETTER, subscription('eager@example.com'))),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(subscribed('eager@example.com')).toHaveLength(1)
  })

  test('by a bot is told success, and stores nothing', async () => {
    const sent = { ...subscription('bot@example.com'), [HONEYPOT]: 'https://casino.example' }
    expect((await send(NEWSLETTER, sent)).status).toBe(303)
    expect(subscribed('bot@example.com')).toEqual([])
  })

  test('as the hundredth of a minute is told to wait', async () => {
    const here = fromSomewhere()
    await Promise.all(Array.from({ length: 99 }, () => send(NEWSLETTER, subscription('reader'), here)))
    const { status, html } = await send(NEWSLETTER, subscription('late@example.com'), here)
    expect(status).toBe(429)
    expect(html).toContain('Please wait a moment and try again.')
    expect(subscribed('late@example.com')).toEqual([])
  })

  test('is kept while the mail server is off', async () => {
    await site.mailbox.stopSmtp()
    expect((await send(NEWSLETTER, subscription('patient@example.com'))).status).toBe(303)
    expect(subscribed('patient@example.com')).toHaveLength(1)
    // It is tried at once, and waits when that has failed.
    const waits = "select id from outbox where to_address = 'patient@example.com' and state = 'waiting'"
    await eventually(() => site.rows(waits).length === 1)
  })
})

test('past the daily limit, writers learn where else to turn', async () => {
  const day = Date.parse('2025-06-01T17:00:00Z')
  const taken = site.rows('select id from contact_inquiries').length
  for (let more = taken; more < 300; more += 1)
    site.change(
      `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
       values ('A', 'B', ?, '1', 'safari', 'Four of us.', ?)`,
      `many${more}@example.com`,
      day,
    )
  const [settings] = site.rows<Record<string, string>>(
    'select contact_email, contact_phone from site_settings',
  )
  for (const path of INQUIRY_PLACES) {
    const sent = inquiry({ message: 'Nine of us, in July, with a harp.' })
    const { status, html } = await send(path, sent)
    expect(status).toBe(429)
    for (const words of [sent.message, settings?.contact_email, settings?.contact_phone])
      expect(html).toContain(words)
    expect(stored(sent.email)).toEqual([])
  }
})
