import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { COOKIES } from '#app/server/legal/cookies'
import { RETENTION_RULES } from '#app/server/retention/retained-for.server'
import { FIRST_TERMS } from '#app/site/legal-texts'
import { modulesIn } from '#scripts/size/imports'
import { booked } from '#tests/fixtures/booked'
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
