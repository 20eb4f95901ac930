import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HONEYPOT } from '#app/platform/typed/fields'
import { fromSomewhere } from '#tests/fixtures/network-address'
import { type Site, startSite } from '#tests/fixtures/site'
import { peopleWhoWrite } from './people-who-write'

// The forms for inquiries and the newsletter, as a browser without scripts and a mail program post them.

let site: Site
beforeAll(async () => {
  // On Fly the visitor's address stands in a header, so that each call can come from a network of its own.
  site = await startSite({ FLY_APP_NAME: 'for-tests' })
})
afterAll(() => site.close())

const { inquiry, call, postForm, inquiriesOf, subscriptionsOf } = peopleWhoWrite(() => site)

describe('the forms, posted without scripts', () => {
  test.each(['/?index', '/contact'])('%s stores an inquiry and shows a toast', async (path) => {
    const sent = inquiry()
    const { status, headers } = await postForm(path, { form: 'inquiry', [HONEYPOT]: '', ...sent } as Record<
      string,
      string
    >)
    expect(status).toBe(303)
    expect(headers.get('Location')).toMatch(path === '/contact' ? /^\/contact#/ : /^\/#/)

    const toast = String(headers.get('Set-Cookie')).split(';')[0] ?? ''
    const page = await (await fetch(site.url + path, { headers: { Cookie: toast } })).text()
    expect(page).toContain('Inquiry sent successfully!')
    expect(page).toContain('Thank you for your inquiry. We will contact you within 24 hours.')
    expect(page).toContain(`Asante, ${sent.firstName}.`)
    expect(page).toMatch(new RegExp(`writes to ${sent.email} by .*, Central Time\\.`))
    expect(inquiriesOf(sent.email)).toHaveLength(1)
  })

  test('one visitor’s answered page is not shown to another', async () => {
    const refused = await postForm('/contact', {
      form: 'inquiry',
      firstName: 'Only Me',
      message: '<b>mine</b>',
    })
    expect(refused.status).toBe(400)
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
    for (const words of ['value="Only Me"', '&lt;b&gt;mine&lt;/b&gt;', 'Last name is required'])
      expect(refused.html).toContain(words)
    expect(refused.html).toMatch(
      /<input[^>]*autofocus=""[^>]*name="lastName"|name="lastName"[^>]*autofocus=""/i,
    )

    for (const path of ['/contact', '/']) {
      const page = await (await fetch(site.url + path)).text()
      expect(page).not.toContain('Only Me')
      expect(page).not.toContain('Last name is required')
    }
  })

  test('who writes a sixth time within an hour reads what to do, and loses nothing', async () => {
    const again = (part: number) =>
      ({ ...inquiry({ email: 'often@example.com' }), message: `This is part ${part} of it.` }) as Record<
        string,
        string
      >
    for (let part = 1; part <= 5; part += 1)
      expect((await postForm('/contact', { [HONEYPOT]: '', ...again(part) })).status).toBe(303)
    const refused = await postForm('/contact', { [HONEYPOT]: '', ...again(6) })
    expect(refused.status).toBe(429)
    expect(refused.html).toContain('Several messages from you have reached us within the last hour')
    expect(refused.html).toContain('This is part 6 of it.')
    const called = await call('/api/contact', again(7))
    expect(called).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('Please wait an hour') },
    })
    expect(inquiriesOf('often@example.com')).toHaveLength(5)
  })

  test('a doubled, uploaded or strange field is refused', async () => {
    const twice = new URLSearchParams([
      ['form', 'inquiry'],
      ['firstName', 'a'],
      ['firstName', 'b'],
    ])
    const file = new FormData()
    file.set('firstName', new Blob(['x']), 'name.txt')
    const strange = new URLSearchParams([
      ['firstName[0].x', 'a'],
      ['__proto__.x', 'b'],
      ['__intent__', '{}'],
    ])
    for (const body of [twice, file, strange]) {
      const answer = await fetch(`${site.url}/contact`, { method: 'POST', headers: fromSomewhere(), body })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('Last name is required')
    }
  })

  test('a body that is no form is refused', async () => {
    const answer = await fetch(`${site.url}/contact`, {
      method: 'POST',
      headers: { ...fromSomewhere(), 'Content-Type': 'application/json' },
      body: JSON.stringify(inquiry()),
    })
    expect(answer.status).toBe(415)
  })

  test('a subscription that exists is told in the form', async () => {
    const fields = { form: 'newsletter', email: 'twice@example.com' }
    expect((await postForm('/?index', fields)).status).toBe(303)
    const { status, html } = await postForm('/?index', fields)
    expect(status).toBe(409)
    for (const words of [
      'Subscription failed',
      'This email is already subscribed to our newsletter.',
      'value="twice@example.com"',
    ])
      expect(html).toContain(words)
  })

  test('a bot is sent on and stores nothing', async () => {
    const sent = inquiry({ [HONEYPOT]: 'https://casino.example', message: '' })
    expect((await postForm('/contact', sent as Record<string, string>)).status).toBe(303)
    expect(inquiriesOf(sent.email)).toEqual([])
  })

  test('a post from another site is refused', async () => {
    const headers = { ...fromSomewhere(), Origin: 'https://evil.example' }
    expect((await postForm('/contact', inquiry() as Record<string, string>, headers)).status).toBe(403)
  })
})

/** Where the link in the confirmation letter leads. */
async function confirmPath(email: string): Promise<string> {
  const letter = await site.mailbox.waitFor(
    ({ to, text }) => to.includes(email) && text.includes('/newsletter/confirm/'),
  )
  return /\/newsletter\/confirm\/[\w-]+/.exec(letter.text)?.[0] ?? ''
}

describe('/newsletter/confirm', () => {
  const stateOf = (email: string) =>
    site.rows<{ state: string }>('select state from newsletter_subscriptions where email = ?', email)[0]
      ?.state
  const open = async (path: string) => {
    const answer = await fetch(site.url + path, { headers: fromSomewhere() })
    return { status: answer.status, html: await answer.text() }
  }

  test('only the button confirms, never opening the link', async () => {
    const email = 'njeri@example.com'
    expect((await call('/api/newsletter', { email })).status).toBe(201)
    const path = await confirmPath(email)
    for (let time = 0; time < 2; time += 1) {
      const { status, html } = await open(path)
      expect(status).toBe(200)
      expect(html).toContain('n•••@example.com')
      expect(html).not.toContain(email)
      expect(html).toContain('<meta name="robots" content="noindex"/>')
    }
    await fetch(site.url + path, { method: 'HEAD', headers: fromSomewhere() })
    expect(stateOf(email)).toBe('waiting')
    expect((await call('/api/newsletter', { email })).body).toEqual({
      message: 'This email is already subscribed to our newsletter.',
    })

    expect((await postForm(path, {})).html).toContain('Karibu: you are on our list</h1>')
    expect(stateOf(email)).toBe('confirmed')
    expect((await postForm(path, {})).html).toContain('You are on our list already')
    const mails = site.rows('select kind from outbox where to_address = ? order by id', email)
    expect(mails).toEqual([{ kind: 'newsletter-confirmation' }, { kind: 'newsletter-welcome' }])
  })

  test('an unknown link says so, and guessing is limited', async () => {
    const here = fromSomewhere()
    for (const answer of [await open('/newsletter/confirm/x'), await postForm('/newsletter/confirm/x', {})]) {
      expect(answer.status).toBe(404)
      expect(answer.html).toContain('We don’t recognize this link')
    }
    let status = 404
    for (let guess = 0; guess < 40 && status === 404; guess += 1)
      status = (await fetch(`${site.url}/newsletter/confirm/guess${guess}`, { headers: here })).status
    expect(status).toBe(429)
  })

  test('another site cannot press the button', async () => {
    const email = 'otieno@example.com'
    await call('/api/newsletter', { email })
    const headers = { ...fromSomewhere(), 'Sec-Fetch-Site': 'cross-site' }
    expect((await postForm(await confirmPath(email), {}, headers)).status).toBe(403)
    expect(stateOf(email)).toBe('waiting')
  })
})

describe('/unsubscribe', () => {
  let readers = 0
  async function reader() {
    readers += 1
    const email = `reader${readers}@example.com`
    await call('/api/newsletter', { email })
    const token = subscriptionsOf(email)[0]?.unsubscribe_token
    return {
      email,
      path: `/unsubscribe/${token}`,
      hasLeft: () => subscriptionsOf(email)[0]?.unsubscribed_at !== null,
    }
  }
  const open = async (path: string) => {
    const answer = await fetch(site.url + path)
    return { status: answer.status, html: await answer.text() }
  }

  beforeEach(() => {
    site.mailbox.clear()
  })

  test('opening the link alone unsubscribes nobody', async () => {
    const { path, email, hasLeft } = await reader()
    for (let time = 0; time < 2; time += 1) {
      const { status, html } = await open(path)
      expect(status).toBe(200)
      expect(html).toContain('r•••@example.com')
      expect(html).not.toContain(email)
      expect(html).toContain('<meta name="robots" content="noindex"/>')
    }
    await fetch(site.url + path, { method: 'HEAD' })
    expect(hasLeft()).toBe(false)
  })

  test('the button unsubscribes, then says it is already done', async () => {
    const { path, hasLeft } = await reader()
    expect(await postForm(path, {})).toMatchObject({
      status: 200,
      html: expect.stringContaining('You are unsubscribed</h1>'),
    })
    expect(hasLeft()).toBe(true)
    expect((await postForm(path, {})).html).toContain('You are unsubscribed already')
    expect((await open(path)).html).toContain('You are unsubscribed already')
  })

  test('a mail program’s one-click request unsubscribes without a redirect', async () => {
    const { email, hasLeft } = await reader()
    await postForm(await confirmPath(email), {})
    const letter = await site.mailbox.waitFor(
      ({ to, subject }) => to.includes(email) && subject.startsWith('Karibu'),
    )
    const address = letter.headers['list-unsubscribe']?.slice(1, -1) ?? ''
    expect(letter.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')

    const answer = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...fromSomewhere(), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
    expect(hasLeft()).toBe(true)
  })

  test('a link that is nobody’s says so kindly', async () => {
    for (const answer of [await open('/unsubscribe/made-up'), await postForm('/unsubscribe/made-up', {})]) {
      expect(answer.status).toBe(404)
      expect(answer.html).toContain('We don’t recognize this link')
    }
  })

  test('another site cannot press the button', async () => {
    const { path, hasLeft } = await reader()
    const headers = { ...fromSomewhere(), 'Sec-Fetch-Site': 'cross-site' }
    expect((await postForm(path, {}, headers)).status).toBe(403)
    expect(hasLeft()).toBe(false)
  })
})
