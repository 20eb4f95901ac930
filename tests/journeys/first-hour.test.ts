import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// A company that begins: what the seed invents is not told to guests, and the dashboard says what is left.

let site: Site
let cookie: string
beforeAll(async () => {
  site = await startSite(WAMBUI)
  site.change('delete from opening_steps')
  cookie = await staffCookie(site)
})
afterAll(() => site.close())

const { read, post } = visitor(
  () => site,
  () => cookie,
)
const get = async (path: string, as = '') => (await read(path, as)).html
const dashboard = () => get('/admin/dashboard', cookie)

/** The lines of the checklist, by whether they are ticked. */
async function lines(): Promise<Record<string, string>> {
  const found = (await dashboard()).matchAll(/<a[^>]*>([^<]+)<\/a><span[^>]*>: (done|to do)<\/span>/g)
  return Object.fromEntries([...found].map(([, title, state]) => [title, state]))
}

/** What the seed invents of the company, its guests and its journeys. */
const INVENTED = [
  'hello@savannasoul.example',
  '555-0142',
  '(512) 555',
  'Congress Avenue',
  '9 a.m. to 6 p.m.',
  'Njoroge',
  'borrowed Land Rover',
  'Mary Beth',
  'Eleven elephants',
  'Dale H.',
  'From $640',
  'From $2,950',
]

test.each([
  '/',
  '/contact',
  '/texascountrysafari',
  '/twende-home',
  '/checkout?roomType=double',
  '/my-booking',
  '/gallery',
  '/api/testimonials',
  '/api/experiences/featured',
  '/.well-known/security.txt',
  '/admin/login',
  '/no-such-page',
  '/booking-confirmation',
])('guests read nothing invented on %s', async (path) => {
  const page = await get(path)
  for (const words of INVENTED) expect(page, words).not.toContain(words)
})

test('staff read which words are samples', async () => {
  expect(await get('/admin/settings', cookie)).toContain('Some of this is a sample, and hidden from guests')
  expect(await get('/admin/settings/stories', cookie)).toContain('A sample: guests do not see it')
})

test('letters name no invented address or telephone', async () => {
  const inquiry = {
    ...{ form: 'inquiry', firstName: 'Amina', lastName: 'Otieno', email: 'amina@example.com' },
    ...{ phone: '+1 512 555 0199', interest: 'safari', message: 'When are the lions awake?' },
  }
  const sent = await fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.url },
    body: JSON.stringify({ ...inquiry, form: undefined }),
  })
  expect(sent.status).toBe(201)
  const letters = site.rows<{ text_body: string }>("select text_body from outbox where to_name != 'Staff'")
  expect(letters.length).toBeGreaterThan(0)
  for (const { text_body } of letters) for (const words of INVENTED) expect(text_body).not.toContain(words)
})

test('each line of the checklist ticks itself off, and the list goes', async () => {
  expect(await lines()).toEqual({
    'Card payments': 'done',
    Email: 'to do',
    'Email, phone and address': 'to do',
    'Who leads the company': 'to do',
    'Terms and privacy': 'to do',
    'Traveler stories': 'to do',
    Pictures: 'to do',
    'Prices and dates': 'to do',
    'Lodges and numbers for help': 'to do',
    'A test booking': 'to do',
  })
  site.change(
    "update site_settings set contact_email = 'hi@safari.test', contact_phone = '+1 830 555 0101', postal_address = 'Box 1, Marfa, TX'",
  )
  site.change("update site_settings set leader_name = 'Ann', leader_text = 'Ann leads.', leader_picture = ''")
  site.change('delete from testimonials')
  site.change(
    "update departure_days set lodge = '', lodge_address = '', lodge_phone = '', coordinates = '', meeting = ''",
  )
  site.change("delete from trip_notes where kind = 'emergency'")
  await post('/admin/dashboard', { step: 'prices' })
  await post('/admin/dashboard', { step: 'pictures' })
  await post('/admin/dashboard', { step: 'legal' })
  expect(await lines()).toMatchObject({
    'Email, phone and address': 'done',
    'Who leads the company': 'done',
    'Terms and privacy': 'done',
    'Traveler stories': 'done',
    Pictures: 'done',
    'Prices and dates': 'done',
    'Lodges and numbers for help': 'done',
    'A test booking': 'to do',
  })
  expect(await get('/')).toContain('From $640')
  const contact = await get('/contact')
  for (const words of ['hi@safari.test', '+1 830 555 0101', 'Box 1, Marfa', 'Ann leads.'])
    expect(contact).toContain(words)

  expect((await post('/admin/dashboard', { step: 'sample-company' })).status).toBe(404)
  expect((await post('/admin/dashboard', { step: 'closed' })).headers.get('Location')).toBe(
    '/admin/dashboard',
  )
  expect(await lines()).toEqual({})
  expect(site.rows("select detail from audit_log where action = 'opening-confirmed' order by id")).toEqual(
    ['prices', 'pictures', 'legal', 'closed'].map((step) => ({ detail: JSON.stringify({ step }) })),
  )
})

test('a mail server or Stripe that is down is on the dashboard, with what to do', async () => {
  await site.stop()
  await site.start()
  cookie = await staffCookie(site)
  expect(await dashboard()).not.toContain('Action needed')
  await site.stop()
  await site.start()
  await site.mailbox.stopSmtp()
  const mailDown = await dashboard()
  expect(mailDown).toContain('Action needed: mail is not going out.')
  expect(mailDown).toContain('The mail server does not answer.')
  expect(mailDown).toContain('Please check whether the mail provider accepts our mail')
  expect(await get('/admin/health', cookie)).toContain('The mail server does not answer.')
  await site.mailbox.startSmtp()

  site.stripe.switches.apiDown = true
  const stripeDown = await dashboard()
  expect(stripeDown).toContain('Action needed: Stripe cannot be used')
  expect(stripeDown).toContain('Please check status.stripe.com')
  await site.allWell()
})

test('a demo’s company is its own', async () => {
  const another = await startSite(WAMBUI)
  const page = await (await fetch(`${another.url}/contact`)).text()
  for (const words of ['hello@savannasoul.example', '555-0142', 'Samuel Njoroge'])
    expect(page).toContain(words)
  await another.close()
})
