import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { COOKIES } from '#app/server/legal/cookies'
import { RETENTION_RULES } from '#app/server/retention/retained-for.server'
import { FIRST_TERMS } from '#app/site/legal-texts'
import { modulesIn } from '#scripts/size/imports'
import { booked } from '#tests/fixtures/booked'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// What guests agree to, and what they are told of their data: true, kept in versions, read where they agree.

let site: Site
let cookie: string
beforeAll(async () => {
  site = await startSite(WAMBUI)
  cookie = await staffCookie(site)
})
afterEach(() => site.allWell())
afterAll(() => site.close())

const { read, post } = visitor(() => site)
/** As guests read it: without elements. */
const wordsOn = async (path: string) =>
  (await read(path)).html
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

const save = (page: string, text: string) => post(`/admin/settings/pages/${page}`, { text }, cookie)

const agreedBy = (id: number) =>
  site.rows<{ terms: number; privacy: number }>(
    'select terms_version_id as terms, privacy_version_id as privacy from bookings where id = ?',
    id,
  )[0]

test.each(['/', '/checkout?roomType=double', '/my-booking'])(
  'terms and privacy are a press away on %s',
  async (path) => {
    const { html } = await read(path)
    for (const page of ['/terms', '/privacy']) expect(html).toContain(`href="${page}"`)
  },
)

test('each rule of retention is on the privacy page, and no fact is left out', async () => {
  const words = await wordsOn('/privacy')
  for (const { what, reason } of Object.values(RETENTION_RULES)) {
    expect(words.toLowerCase()).toContain(what.toLowerCase())
    expect(words).toContain(reason)
  }
  for (const page of ['/privacy', '/terms']) expect(await wordsOn(page)).not.toMatch(/[{}]/)
})

test('the privacy page names every cookie of the code', async () => {
  const made = modulesIn('app').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/ signedCookie(?:<[^>]*>)?\(\s*'([a-z-]+)'/g)].map(
      ([, name]) => name,
    ),
  )
  expect(Object.keys(COOKIES).sort()).toEqual(made.sort())
  const words = await wordsOn('/privacy')
  for (const name of made) expect(words).toContain(name)
})

test('a booking keeps the versions that its guest agreed to', async () => {
  const { id, token, email } = await booked(site)
  const agreed = agreedBy(id)
  expect(agreed).toEqual({ terms: expect.any(Number), privacy: expect.any(Number) })
  const letter = await site.mailbox.waitFor(({ to }) => to.includes(email))
  for (const [page, version] of Object.entries(agreed ?? {})) {
    expect((await read(`/booking/${token}`)).html).toContain(`/${page}?version=${version}`)
    expect((await read(`/pay/${token}`)).html).toContain(`/${page}?version=${version}`)
    expect(letter.text).toContain(`${site.url}/${page}?version=${version}`)
  }

  const saved = await save(
    'terms',
    'You pay us, <script>alert(1)</script> and **we drive**.\n\n{no refund days}',
  )
  expect(saved.status).toBe(302)
  const { html } = await read('/terms')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; and <strong>we drive</strong>')
  expect(html).not.toContain('We have changed this page since')
  expect(await wordsOn('/terms')).not.toContain('What you book')
  const old = await wordsOn(`/terms?version=${agreed?.terms}`)
  expect(old).toContain('What you book')
  expect(old).toContain('We have changed this page since')

  const next = agreedBy((await booked(site)).id)
  expect(next?.terms).toBeGreaterThan(agreed?.terms ?? 0)
  expect(next?.privacy).toBe(agreed?.privacy)
})

test('a guest whose page led to other terms is told, and agrees to those they see', async () => {
  const opened = await openCheckout()
  const { email } = customerInfo('terms@example.com', 'Terms Reader')
  await save('terms', 'You pay us, and **we drive** to the lakes.')

  const wrong = await sendCheckout(opened, { city: ' ' })
  expect(wrong.status).toBe(400)
  const refused = await sendCheckout({ ...opened, pages: wrong.pages })
  expect(refused.status).toBe(409)
  expect(refused.html).toContain('Please read our terms again')
  expect(refused.html).toContain('We changed our terms or our privacy page after you opened this page.')
  expect(refused.html).toContain(`value="${email}"`)
  expect(site.rows('select id from bookings where customer_email = ?', email)).toEqual([])
  const call = { customerInfo: customerInfo('terms@example.com', 'Terms Reader'), pages: opened.pages }
  expect(await createPaymentIntent(site.url, call, { address: '127.0.6.9' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('We changed our terms'), pages: refused.pages },
  })

  expect((await sendCheckout({ ...opened, pages: refused.pages })).status).toBe(303)
  const [booking] = site.rows<{ text: string }>(
    `select text from bookings join legal_versions on legal_versions.id = terms_version_id
       where customer_email = ?`,
    email,
  )
  expect(booking?.text).toContain('to the lakes')
})

/** What the form of a checkout page carries, in a browser without scripts. */
async function openCheckout() {
  const page = await post('/checkout?roomType=double', { reprice: 'yes' })
  const html = await page.text()
  return {
    cookie: page.headers.get('Set-Cookie')?.split(';')[0] ?? '',
    ...{ checkoutKey: hiddenIn(html, 'checkoutKey'), pages: hiddenIn(html, 'pages') },
  }
}

async function sendCheckout(
  { cookie: browser, ...hidden }: Awaited<ReturnType<typeof openCheckout>>,
  typed: Record<string, string> = {},
) {
  const traveler = customerInfo('terms@example.com', 'Terms Reader')
  const fields = { ...traveler, paymentType: 'deposit', ...hidden, ...typed }
  const answer = await post('/checkout?roomType=double', fields, browser)
  const html = await answer.text()
  return { status: answer.status, html, pages: hiddenIn(html, 'pages') }
}

const hiddenIn = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

test.each(['/terms?version=999', '/privacy?version=1e3', '/terms?version=', '/privacy?version=-1'])(
  '%s is not there',
  async (path) => {
    expect((await read(path)).status).toBe(404)
  },
)

test('a version is never changed, and none of one page is shown as the other', async () => {
  const { id } = await booked(site)
  const { terms } = agreedBy(id) ?? {}
  expect((await read(`/privacy?version=${terms}`)).status).toBe(404)
  expect(() => site.change("update legal_versions set text = ''")).toThrow('never changed')
  expect(() => site.change('delete from legal_versions')).toThrow('never deleted')
})

test('registrations are shown once staff have filled them in', async () => {
  const number = 'California Seller of Travel 2098765-40'
  expect(await wordsOn('/')).not.toContain('Seller of Travel')
  await save('terms', FIRST_TERMS)
  expect(await wordsOn('/terms')).not.toContain('Registration')
  site.change('update site_settings set seller_of_travel = ?', number)
  expect(await wordsOn('/')).toContain(number)
  expect(await wordsOn('/checkout?roomType=double')).toContain(number)
  expect(await wordsOn('/terms')).toContain(`Registration ${number}`)
})
