import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '#tests/fixtures/site'
import { htmlFaults } from '#tests/fixtures/valid-html'
import { faults } from '#tests/site/seo/schema-org'

// The built site under a public name, as a search engine reads it.

const ORIGIN = 'https://savannasoul.example'
const PUBLIC = ['/', '/texascountrysafari', '/twende-home', '/contact', '/gallery', '/terms', '/privacy']
const PRIVATE = [
  '/checkout',
  '/payment-success',
  '/booking-confirmation',
  '/my-booking',
  '/my-data',
  '/my-data/some-unknown-token',
  '/pay/some-unknown-token',
  '/booking/some-unknown-token',
  '/traveler/some-unknown-token',
  '/admin',
  '/admin/login',
  '/admin/dashboard',
  '/nowhere',
]

let site: Site
beforeAll(async () => {
  site = await startSite({ BASE_URL: ORIGIN })
})
afterAll(() => site.close())

const read = async (path: string) => (await fetch(site.url + path)).text()

/** One tag's attribute, as the page has it in its head. */
const content = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<meta[^>]*(?:name|property)="${name}"[^>]*>`, 'g'))].map(
    ([tag]) => /content="([^"]*)"/.exec(tag)?.[1] ?? '',
  )

const canonicals = (html: string) =>
  [...html.matchAll(/<link[^>]*rel="canonical"[^>]*>/g)].map(([tag]) => /href="([^"]*)"/.exec(tag)?.[1])

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''

const things = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text = '']) =>
    JSON.parse(text),
  )

const typesOn = async (path: string) => things(await read(path)).map((thing) => thing['@type'])

test.each(PUBLIC)('%s has one heading, one canonical and one description', async (path) => {
  const html = await read(path)
  expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
  expect(canonicals(html)).toEqual([ORIGIN + path])
  expect(content(html, 'robots')).toEqual([])
  expect(titleOf(html).length).toBeGreaterThan(15)
  expect(titleOf(html).length).toBeLessThanOrEqual(65)
  const [description = '', ...others] = content(html, 'description')
  expect(others).toEqual([])
  expect(description.length).toBeGreaterThanOrEqual(50)
  expect(description.length).toBeLessThanOrEqual(160)
})

test.each([...PUBLIC, ...PRIVATE, '/api', '/gallery/1', '/newsletter/confirm/x', '/unsubscribe/x'])(
  '%s is valid HTML',
  async (path) => expect(await htmlFaults(await read(path))).toEqual([]),
)

test('the document of the calls has nothing to warn of', async () => {
  // Three reads take nothing that could be wrong, so they have no answer of their own that says so.
  const rules = { 'operation-4xx-response': 'off', 'no-server-example.com': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const warnings = await lintFromString({ source: await read('/api/openapi.json'), config })
  expect(warnings.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

test('a list that cannot be read is left out of the home page', async () => {
  const headings = async () => [...(await read('/')).matchAll(/<h2[^>]*>([^<]*)/g)].map(([, words]) => words)
  const whole = await headings()
  site.change('alter table experiences rename to away')
  site.change("update site_settings set hero_subtitle = hero_subtitle || '.'")
  expect(await headings()).toEqual(whole.filter((words) => words !== 'Signature experiences'))
  site.change('alter table away rename to experiences')
  expect(await headings()).toEqual(whole)
})

test('no two pages have the same title or description', async () => {
  const pages = await Promise.all(PUBLIC.map(read))
  expect(new Set(pages.map(titleOf)).size).toBe(PUBLIC.length)
  expect(new Set(pages.flatMap((html) => content(html, 'description'))).size).toBe(PUBLIC.length)
})

test.each(PUBLIC)('%s is shared with a picture that is there', async (path) => {
  const html = await read(path)
  expect(content(html, 'og:url')).toEqual([ORIGIN + path])
  expect(content(html, 'og:title')).toEqual([titleOf(html)])
  expect(content(html, 'og:description')).toEqual(content(html, 'description'))
  expect(content(html, 'og:type')).toEqual(['website'])
  expect(content(html, 'og:site_name')).toEqual(['Savanna Soul'])
  expect(content(html, 'og:image:alt')).toHaveLength(1)
  expect(content(html, 'twitter:card')).toEqual(['summary_large_image'])
  const [picture = ''] = content(html, 'og:image')
  expect(picture.startsWith(`${ORIGIN}/pictures/`)).toBe(true)
  const answer = await fetch(site.url + new URL(picture).pathname)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('image/jpeg')
})

test.each(PUBLIC)('%s has structured data that schema.org and Google accept', async (path) => {
  const said = things(await read(path))
  expect(said.length).toBeGreaterThan(0)
  expect(said.flatMap((thing) => faults(thing))).toEqual([])
})

test('each kind of page carries its own structured data', async () => {
  expect(await typesOn('/')).toEqual(['TravelAgency', 'WebSite'])
  expect(await typesOn('/texascountrysafari')).toEqual(['TouristTrip', 'FAQPage', 'BreadcrumbList'])
  for (const path of ['/twende-home', '/contact', '/gallery'])
    expect(await typesOn(path)).toEqual(['BreadcrumbList'])
})

test.each(PRIVATE)('%s is kept out of search engines', async (path) => {
  const html = await read(path)
  expect(content(html, 'robots')).toEqual(['noindex'])
  expect(canonicals(html)).toEqual([])
  expect(things(html)).toEqual([])
})

test('an offer follows seats and prices on the next load', async () => {
  const offers = async () => things(await read('/texascountrysafari'))[0]?.offers as Record<string, unknown>[]
  expect(await offers()).toMatchObject([
    { price: '4500.00', availability: 'https://schema.org/InStock' },
    { price: '6500.00' },
  ])
  site.change("update departures set double_price_cents = 480000, seats = 3, sales_close_on = '2025-09-30'")
  expect((await offers())[0]).toMatchObject({
    price: '4800.00',
    availability: 'https://schema.org/LimitedAvailability',
    validThrough: '2025-09-30',
  })
  site.change('update departures set seats = 0')
  expect((await offers())[0]?.availability).toBe('https://schema.org/SoldOut')
  expect(content(await read('/texascountrysafari'), 'description')[0]).not.toContain('holds your seat')
  site.change('update departures set double_price_cents = 450000, seats = 20, sales_close_on = null')
})

test('words of staff cannot leave the structured data', async () => {
  const words = '</script><script>alert(1)</script><!--'
  site.change('update tours set name = ?', words)
  const html = await read('/texascountrysafari')
  expect(html).not.toContain('<script>alert(1)')
  expect(things(html)[0]?.name).toBe(words)
  site.change("update tours set name = 'Texas Country Music & Safari Tour'")
})

test('page addresses come from site settings, not the request', async () => {
  const html = await (
    await fetch(`${site.url}/contact?utm_source=x`, { headers: { 'X-Forwarded-Host': 'evil.example' } })
  ).text()
  expect(canonicals(html)).toEqual([`${ORIGIN}/contact`])
  expect(html).not.toContain('evil.example')
})

const picturePages = () =>
  site.rows<{ slug: string }>('select slug from gallery_images').map(({ slug }) => `/gallery/${slug}`)

test('each gallery picture has its own shareable page', async () => {
  for (const path of picturePages()) {
    const html = await read(path)
    expect(canonicals(html)).toEqual([ORIGIN + path])
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
    expect(things(html).flatMap((thing) => faults(thing))).toEqual([])
    const [picture = ''] = content(html, 'og:image')
    expect((await fetch(site.url + new URL(picture).pathname)).status).toBe(200)
  }
  expect(content(await read('/gallery/no-such-picture'), 'robots')).toEqual(['noindex'])
})

test('the sitemap lists every public page with its last change', async () => {
  site.change('update departures set updated_at = ?', Date.parse('2025-05-20T10:00:00Z'))
  const answer = await fetch(`${site.url}/sitemap.xml`)
  const xml = await answer.text()
  expect(answer.headers.get('Content-Type')).toContain('application/xml')
  expect([...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address).toSorted()).toEqual(
    [...PUBLIC, ...picturePages()].map((path) => ORIGIN + path).toSorted(),
  )
  expect(xml).toContain(`<loc>${ORIGIN}/texascountrysafari</loc><lastmod>2025-05-20T10:00:00.000Z</lastmod>`)
  expect(xml).not.toContain('1970')
})

test.each(['/ROBOTS.TXT', '/robots.txt/', '/Sitemap.xml', '/.well-known/Security.txt', '/site.webmanifest/'])(
  '%s is answered as the address that it means',
  async (path) => {
    const asked = await fetch(site.url + path)
    const meant = await fetch(site.url + path.toLowerCase().replace(/\/$/, ''))
    expect(asked.status).toBe(200)
    expect(asked.headers.get('Content-Type')).toBe(meant.headers.get('Content-Type'))
  },
)

test('robots.txt disallows private pages and names the sitemap', async () => {
  const answer = await fetch(`${site.url}/robots.txt`)
  const lines = (await answer.text()).split('\n')
  expect(answer.headers.get('Content-Type')).toContain('text/plain')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
  const isDisallowed = (path: string) =>
    lines.some((line) => line.startsWith('Disallow: ') && path.startsWith(line.slice('Disallow: '.length)))
  for (const path of ['/admin/bookings', '/api/contact', '/checkout?roomType=single', '/pay/x', '/booking/x'])
    expect(isDisallowed(path)).toBe(true)
  for (const path of [
    '/payment-success',
    '/booking-confirmation?booking_id=1',
    '/unsubscribe/x',
    '/my-booking',
  ])
    expect(isDisallowed(path)).toBe(true)
  for (const path of [...PUBLIC, '/pictures/og-home.jpg', '/assets/app.css', '/sitemap.xml'])
    expect(isDisallowed(path)).toBe(false)
})

test('security.txt names the contact, expiry and canonical address', async () => {
  const answer = await fetch(`${site.url}/.well-known/security.txt`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  const fields = new Map((await answer.text()).trim().split('\n').map(fieldOf))
  const [{ email } = { email: '' }] = site.rows<{ email: string }>(
    'select contact_email as email from site_settings',
  )
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields.get('Contact')).toBe(`mailto:${email}`)
  expect(fields.get('Preferred-Languages')).toBe('en')
  expect(fields.get('Canonical')).toBe(`${ORIGIN}/.well-known/security.txt`)
  const daysLeft = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(daysLeft).toBeGreaterThan(30)
  expect(daysLeft).toBeLessThan(365)
})

const fieldOf = (line: string): [string, string] => {
  const [name = '', ...value] = line.split(': ')
  return [name, value.join(': ')]
}

test('the linked manifest’s icons have their stated sizes', async () => {
  expect(await read('/')).toContain('<link rel="manifest" href="/site.webmanifest"/>')
  const answer = await fetch(`${site.url}/site.webmanifest`)
  expect(answer.headers.get('Content-Type')).toBe('application/manifest+json')
  const { name, icons, start_url } = await answer.json()
  expect({ name, start_url }).toEqual({ name: 'Savanna Soul', start_url: '/' })
  expect(icons).toHaveLength(3)
  for (const { src, sizes, type } of icons) {
    const icon = await fetch(site.url + src)
    expect(icon.headers.get('Content-Type')).toBe(type)
    const png = Buffer.from(await icon.arrayBuffer())
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
})
