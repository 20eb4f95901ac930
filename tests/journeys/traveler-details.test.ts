import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASKED_FIELDS } from '#app/travelers/detail-fields'
import { sealingWith } from '#app/travelers/details.server'
import { customerInfo } from '#tests/fixtures/checkout-calls'
import { networkAddress } from '#tests/fixtures/network-address'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// Travelers' details as a browser without scripts, a companion and a curious stranger meet them.

const KEY = 'a-data-key-for-tests-and-for-nothing-else'
const NEW_KEY = 'another-data-key-that-came-after-the-first'
const NUMBER = 'QX7714299Z'
const NOTES = 'Carries an EpiPen against bees.'

let site: Site
let couple: Couple
beforeAll(async () => {
  site = await startSite({ ...WAMBUI_ON_FLY, DATA_KEY: KEY })
  couple = await aCouple('grace@example.com', 'Grace Wanjiru Kamau')
})
afterAll(() => site.close())

type Couple = { reference: string; token: string; travelers: { id: number; link_token: string }[] }

/** Two who booked by the call and paid their deposit. */
async function aCouple(email: string, name: string): Promise<Couple> {
  const call = await fetch(`${site.url}/api/create-payment-intent`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Fly-Client-IP': networkAddress() },
    body: JSON.stringify({
      ...{ roomType: 'double', paymentType: 'deposit', numberOfGuests: 2, amount: 1_000 },
      customerInfo: customerInfo(email, name),
    }),
  })
  const { paymentIntentId, bookingReference } = (await call.json()) as Record<string, string>
  site.stripe.payIntent(String(paymentIntentId), '4242424242424242')
  await site.stripe.webhooksSettled()
  const [booking] = site.rows<{ id: number; link_token: string }>(
    'select id, link_token from bookings where booking_reference = ?',
    bookingReference,
  )
  const travelers = site.rows<{ id: number; link_token: string }>(
    'select id, link_token from travelers where booking_id = ? order by position',
    booking?.id,
  )
  return { reference: String(bookingReference), token: String(booking?.link_token), travelers }
}

const headers = (cookie = '') => ({
  'Fly-Client-IP': networkAddress(),
  Accept: 'text/html,*/*',
  Cookie: cookie,
})
const { get: getAs, read, send, press } = visitor(() => site)
const get = (path: string, cookie = '') => getAs(path, headers(cookie))
const textOf = async (path: string, cookie = '') => (await read(path, headers(cookie))).html
const post = (path: string, fields: Record<string, string>, cookie = '') =>
  send(path, fields, headers(cookie))
const versionOn = async (path: string) => /name="version" value="([^"]+)"/.exec(await textOf(path))?.[1] ?? ''
/** By the form that the page has. */
const save = (path: string, fields: Record<string, string>) =>
  press(path, 'Save the details', fields, headers())

const ofPayer = () => `/booking/${couple.token}/travelers/1`
const ofCompanion = () => `/booking/${couple.token}/travelers/2`
/** As it is now: another address gets another link. */
const ownLink = () => {
  const [row] = site.rows<{ link_token: string }>(
    'select link_token from travelers where id = ?',
    couple.travelers[1]?.id,
  )
  return `/traveler/${row?.link_token}`
}

describe('the form is filled in by parts', () => {
  test('from the booking page, where it says what is missing', async () => {
    const page = await textOf(`/booking/${couple.token}`)
    expect(page).toContain('Grace Wanjiru Kamau')
    expect(page).toContain('Traveler 2')
    expect(page).toContain(`href="${ofCompanion()}"`)
    expect(page).toContain(`0 of ${ASKED_FIELDS.length} questions answered`)

    const saved = await save(ofPayer(), { bornOn: '1984-02-29', nationality: 'Kenyan' })
    expect(saved).toMatchObject({ status: 302, to: ofPayer() })
    expect(await textOf(ofPayer(), saved.cookie)).toContain('What is still missing can follow at any time.')
    expect(await textOf(`/booking/${couple.token}`)).toContain(
      `2 of ${ASKED_FIELDS.length} questions answered`,
    )
    const form = await textOf(ofPayer())
    expect(form).toContain('value="1984-02-29"')
    expect(form).toContain(`2 of ${ASKED_FIELDS.length}`)
  })

  test('and says why each thing is asked, in four groups', async () => {
    const form = await textOf(ofPayer())
    for (const legend of ['Passport', 'Food and health', 'Emergency contact', 'Flights and phone'])
      expect(form).toMatch(new RegExp(`<legend[^>]*>${legend}</legend>`))
    expect(form).toContain('Park permits ask for it.')
    expect(form).toContain('valid for 6 months after the return: until at least Apr 27, 2026')
  })

  test('a refused one comes back with what was typed', async () => {
    const refused = await save(ofPayer(), { bornOn: '2084-02-29', passportNumber: '<b>', diet: 'No pork' })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('This day is in the future')
    expect(refused.html).toContain('A passport number has letters from A to Z')
    expect(refused.html).toContain('No pork')
    expect(/<input[^>]*name="bornOn"[^>]*>/.exec(refused.html)?.[0]).toContain('autofocus=""')
    expect(/<input[^>]*name="passportNumber"[^>]*>/.exec(refused.html)?.[0]).toContain('value="&lt;b&gt;"')
    expect(site.rows("select * from traveler_details where diet like '%pork%'")).toEqual([])
  })

  test('what is sealed is never shown again', async () => {
    await save(ofCompanion(), {
      ...{ name: 'Njeri', passportNumber: NUMBER.toLowerCase(), passportEndsOn: '2026-01-31' },
      medicalNotes: NOTES,
    })
    for (const path of [ofCompanion(), ownLink(), `${ofCompanion()}.data`]) {
      const html = await textOf(path)
      expect(html).not.toMatch(new RegExp(`${NUMBER}|EpiPen`, 'i'))
    }
    const form = await textOf(ofCompanion())
    expect(form.match(/On file\. Enter it again to replace it\./g)).toHaveLength(2)
    expect(form).toContain('Remove the passport number on file')
    expect(form).toContain('This passport expires too soon')
    expect(await textOf(`/booking/${couple.token}`)).toContain('Passport expires too soon')
  })

  test('the second of two editors is told and loses nothing', async () => {
    const opened = await versionOn(ofCompanion())
    await save(ofCompanion(), { diet: 'Vegan', passportEndsOn: '2026-01-31' })
    const late = { intent: 'save', version: opened, diet: 'Halal', passportEndsOn: '2026-01-31' }
    const refused = await post(ownLink(), late)
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('Someone else saved these details while you were writing')
    expect(refused.html).toContain('Diet: Vegan')
    expect(refused.html).toContain('Halal')
    const version = /name="version" value="([^"]+)"/.exec(refused.html)?.[1] ?? ''
    expect((await post(ownLink(), { ...late, version })).status).toBe(302)
    expect(await textOf(ofCompanion())).toContain('Halal')
  })
})

describe('the link of a companion', () => {
  test('is mailed to them, and opens their form alone', async () => {
    const sent = await post(ofCompanion(), { intent: 'send-link', email: 'njeri@example.com' })
    expect(sent.status).toBe(302)
    expect((await post(ofCompanion(), { intent: 'send-link', email: 'njeri@example.com' })).html).toContain(
      'We just wrote to this address',
    )
    const mail = await site.mailbox.waitFor(({ to }) => to.includes('njeri@example.com'))
    expect(mail.text).toContain(`${site.url}${ownLink()}`)

    const html = await textOf(ownLink())
    expect(html).toContain('Grace has booked a seat for you.')
    expect(html).toContain('Njeri')
    for (const others of [
      ...[couple.token, couple.reference, couple.travelers[0]?.link_token ?? '', 'Wanjiru Kamau'],
      ...[
        'grace@example.com',
        '1984-02-29',
        '/pay/',
        '/booking/',
        '4,500',
        '9,000',
        'Deposit',
        'Send them the link',
      ],
    ])
      expect(html, others).not.toContain(others)
  })

  test('opens neither booking, payment nor anybody else’s form', async () => {
    const token = couple.travelers[1]?.link_token ?? ''
    for (const path of [
      `/booking/${token}`,
      `/booking/${token}/travelers/1`,
      `/booking/${token}/travelers/2`,
      `/booking/${token}/calendar.ics`,
      `/booking/${token}/receipts/1`,
      `/pay/${token}`,
      `/traveler/${token}/travelers/1`,
      `/traveler/${couple.token}`,
      `/booking/${couple.token}/travelers/3`,
      `/booking/${couple.token}/travelers/x`,
    ])
      expect((await get(path)).status, path).toBe(404)
    const sent = await post(ownLink(), { intent: 'send-link', email: 'mallory@example.com' })
    expect(sent.status).not.toBe(500)
    expect(site.rows("select id from outbox where to_address = 'mallory@example.com'")).toEqual([])
  })

  test('is private, uncounted and kept by no cache', async () => {
    const before = site.rows('select id from page_views').length
    for (const path of [ownLink(), ofCompanion()]) {
      const answer = await get(path)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('Referrer-Policy')).toBe('same-origin')
      expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>')
    }
    expect(site.rows('select id from page_views')).toHaveLength(before)
  })

  test('that is unknown, or stands no more, is a quiet 404', async () => {
    const other = await aCouple('other@example.com', 'Other Kamau')
    const path = `/traveler/${other.travelers[1]?.link_token}`
    expect((await get(path)).status).toBe(200)
    site.change(
      "update bookings set payment_status = 'cancelled' where booking_reference = ?",
      other.reference,
    )
    for (const gone of [path, `/booking/${other.token}/travelers/1`, '/traveler/aaaaaaaaaaaaaaaaaaaaaaaa']) {
      const answer = await get(gone)
      expect([gone, answer.status]).toEqual([gone, 404])
      expect(await answer.text()).toContain('We don’t recognize this link')
      expect((await post(gone, { intent: 'erase' })).status).toBe(404)
    }
  })
})

test('the first traveler’s own link shows the same form', async () => {
  const html = await textOf(`/traveler/${couple.travelers[0]?.link_token}`)
  expect(html).toContain('value="1984-02-29"')
  expect(html).not.toContain('has booked a seat for you')
  expect(html).not.toContain(couple.token)
})

test('staff change a traveler’s name and address in the admin area', async () => {
  const cookie = await staffCookie(site)
  const path = `/admin/bookings/${couple.reference}/travelers/2`
  const admin = await textOf(`/admin/bookings/${couple.reference}`, cookie)
  expect(admin).toContain(`href="${path}"`)
  expect(admin).toContain('Missing: name in the passport')
  expect(admin).not.toMatch(new RegExp(`${NUMBER}|EpiPen`, 'i'))
  const version = /name="version" value="([^"]+)"/.exec(await textOf(path, cookie))?.[1] ?? ''
  const before = ownLink()
  const words = { name: 'Njeri W.', passportName: 'Njeri Wairimu', email: 'njeri@example.org' }
  expect((await post(path, { intent: 'save', version, ...words }, cookie)).status).toBe(302)
  expect((await post(path, { intent: 'save', version, ...words, name: 'X' }, cookie)).status).toBe(409)
  expect(site.rows('select name, email from travelers where id = ?', couple.travelers[1]?.id)).toEqual([
    { name: 'Njeri W.', email: 'njeri@example.org' },
  ])
  expect([(await get(before)).status, (await get(ownLink())).status]).toEqual([404, 200])
  expect(await textOf('/admin/installments?day=2025-08-17', cookie)).toContain(
    'Missing details, 60 days before',
  )
})

test('another name for the lead traveler does not pretend to change who is written to', async () => {
  const cookie = await staffCookie(site)
  const booking = `/admin/bookings/${couple.reference}`
  const path = `${booking}/travelers/1`
  const form = await textOf(path, cookie)
  expect(form).toContain('Emails and receipts go to Grace Wanjiru Kamau, grace@example.com')
  const version = /name="version" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const words = { name: 'Achieng Otieno', passportName: 'Grace Kamau', email: 'achieng@example.org' }
  expect((await post(path, { intent: 'save', version, ...words }, cookie)).status).toBe(302)
  expect((await textOf(booking, cookie)).replaceAll(/<\/?bdi>/g, '')).toContain(
    'Emails and receipts go to Grace Wanjiru Kamau, grace@example.com.',
  )
  expect(await textOf(path, cookie)).toContain('Emails and receipts go to Grace Wanjiru Kamau')
})

test('the database files hold no passport number that was entered', () => {
  const [main] = site.rows<{ file: string }>('pragma database_list')
  const files = ['', '-wal'].map((ending) => `${main?.file}${ending}`).filter((file) => existsSync(file))
  expect(files.length).toBeGreaterThan(0)
  const bytes = files.map((file) => readFileSync(file).toString('latin1')).join()
  expect(bytes).toContain('grace@example.com')
  expect(bytes.toLowerCase()).not.toContain(NUMBER.toLowerCase())
  expect(bytes).not.toContain('EpiPen')
})

test('a rotated key reseals at the next start', async () => {
  const travelerId = couple.travelers[1]?.id ?? 0
  const sealedNow = () =>
    String(
      site.rows(
        'select sealed_passport_number as sealed from traveler_details where traveler_id = ?',
        travelerId,
      )[0]?.sealed,
    )
  const openWith = (key: string) =>
    sealingWith([key]).open(sealedNow(), { travelerId, field: 'passportNumber' })
  expect(openWith(KEY)).toBe(NUMBER)
  await site.killHard()
  await site.start({ DATA_KEY: `${NEW_KEY},${KEY}` })
  await expect.poll(() => openWith(NEW_KEY)).toBe(NUMBER)
  await site.killHard()
  await expect(site.start({ DATA_KEY: undefined })).rejects.toThrow('DATA_KEY is missing')
  await site.start({ DATA_KEY: NEW_KEY })
  expect(await textOf(ofCompanion())).toContain('On file.')
})

test('a document is read and signed without scripts, and staff see what was signed', async () => {
  const desk = '/admin/departures/1/settings/documents'
  const cookie = await staffCookie(site)
  const words = { title: 'Release of <liability>', signers: 'each', daysBefore: '30' }
  const text = 'Lions are **wild**. <b>Truly</b>.'
  const short = await post(`${desk}/new`, { ...words, daysBefore: 'soon', text }, cookie)
  expect(short.status).toBe(400)
  expect(short.html).toContain('Please enter a whole number from 1 to 365')
  expect(short.html).toContain('Lions are **wild**')
  expect(await post(`${desk}/new`, { ...words, text }, cookie)).toMatchObject({ status: 302, to: desk })
  const here = `${ofPayer()}/sign/1`
  const booking = await textOf(`/booking/${couple.token}`)
  expect(booking).toContain('1 to sign')
  expect(booking).toContain(`href="${ofPayer()}#sign"`)
  expect(await textOf(ofPayer())).toContain(`href="${here}"`)
  const page = await textOf(here)
  expect(page).toContain('Lions are <strong>wild</strong>. &lt;b&gt;Truly&lt;/b&gt;.')
  const version = await versionOn(here)
  expect((await post(here, { version, signedName: 'www.example.com' })).status).toBe(400)
  const opened = /name="version" value="([^"]+)"/.exec(await textOf(`${desk}/1`, cookie))?.[1] ?? ''
  await post(`${desk}/1`, { ...words, text: 'Lions are wild.', version: opened }, cookie)
  const signs = { signedName: 'Grace W. Kamau', agrees: 'on' }
  const old = await post(here, { version, ...signs })
  expect([old.status, old.html.includes('nothing was signed'), old.html.includes('Grace W. Kamau')]).toEqual([
    409,
    true,
    true,
  ])
  expect(await post(here, { version: await versionOn(here), ...signs })).toMatchObject({
    status: 302,
    to: here,
  })
  expect(await textOf(here)).toContain('Signed by Grace W. Kamau')
  // A companion's page is not the lead traveler's to sign, and another departure has no such document.
  const ofOther = await textOf(`${ofCompanion()}/sign/1`)
  expect([ofOther.includes('on a page of their own'), ofOther.includes('name="signedName"')]).toEqual([
    true,
    false,
  ])
  expect((await get(`${ofPayer()}/sign/2`)).status).toBe(404)
  const evidence = await textOf(`${desk}/1`, cookie)
  expect(evidence).toContain('Version 2: Release of &lt;liability&gt;')
  expect(evidence).toContain('Grace W. Kamau')
  expect(evidence).toContain('No one has signed this version')
  // Who has not signed is reminded from one list, without scripts too.
  expect(await textOf(desk, cookie)).toContain('Not signed yet')
  const asked = await textOf(`${desk}/remind`, cookie)
  expect(asked).toContain('Send reminders')
  expect(asked.indexOf('Send reminders')).toBeLessThan(asked.indexOf('Not signed yet'))
  expect(await post(`${desk}/remind`, {}, cookie)).toMatchObject({ status: 302, to: desk })
  expect(site.rows("select id from outbox where kind = 'signing-reminder'").length).toBeGreaterThan(0)
})

test('all is erased at once, after one more question', async () => {
  expect(await textOf(ownLink())).toContain('?erase')
  expect(await textOf(`${ownLink()}?erase`)).toContain('Erase everything')
  const erased = await press(`${ownLink()}?erase`, 'Erase everything', {}, headers())
  expect(erased.status).toBe(302)
  expect(await textOf(ownLink(), erased.cookie)).toContain('The details are erased')
  expect(site.rows('select * from traveler_details where traveler_id = ?', couple.travelers[1]?.id)).toEqual(
    [],
  )
  expect(await textOf(ownLink())).not.toContain('On file.')
})

test('without a key the form does without what must be sealed', async () => {
  site.change('delete from traveler_details')
  await site.killHard()
  await site.start({ DATA_KEY: undefined })
  const html = await textOf(ofPayer())
  expect(html).toContain('Passport number and medical notes cannot be stored here yet')
  expect(html).not.toMatch(/name="passportNumber"|name="medicalNotes"/)
  expect((await save(ofPayer(), { diet: 'Vegan' })).status).toBe(302)
  const sealed = { intent: 'save', version: await versionOn(ofPayer()), passportNumber: NUMBER }
  expect((await post(ofPayer(), sealed)).status).toBe(409)
  expect(site.rows('select sealed_passport_number as sealed from traveler_details')).toEqual([
    { sealed: null },
  ])
})
