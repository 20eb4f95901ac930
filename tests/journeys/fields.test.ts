import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnOf, inCall, ORDER_NOTES, TRAVELER, type TravelerField } from '#app/bookings/checkout-form'
import { DISCOUNT_CODE } from '#app/bookings/discount-code-form'
import { ORDER } from '#app/bookings/order-fields'
import { INQUIRY, NEWSLETTER } from '#app/people/people-fields'
import { type Field, type Fields, namesOf, ofEach, shownIn, valuesOf } from '#app/platform/typed/fields'
import { EXPERIENCE, FILM, PICTURE, STORY } from '#app/site/list-forms'
import { SETTINGS } from '#app/site/settings-form'
import { DEPARTURE } from '#app/tours/departure-form'
import { DAY, TRIP_NOTE } from '#app/tours/tour-forms'
import { DETAIL_FIELDS, DETAILS, detailColumn, detailName, SEALED_FIELDS } from '#app/travelers/detail-fields'
import { createPaymentIntent } from '#tests/fixtures/checkout-calls'
import { begunWith } from '#tests/fixtures/page-form'
import { everySent, type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'

// Walks each form's table through what the site shows, takes and stores: a field that one place left out is
// found here, also one that is added tomorrow.

let site: Site
let cookie: string
/** The page of a booking with everything that its table asks of a lead traveler. */
let bookingPage: string
let adminPage: string
beforeAll(async () => {
  site = await startSite(WAMBUI)
  cookie = await staffCookie(site)
  const { body } = await createPaymentIntent(site.url, { customerInfo: typed(TRAVELER) })
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  await site.stripe.webhooksSettled()
  const [booking] = site.rows<{ link_token: string; booking_reference: string }>('select * from bookings')
  bookingPage = `/booking/${booking?.link_token}`
  adminPage = `/admin/bookings/${booking?.booking_reference}`
})
afterAll(() => site.close())

/** Something for each field that its schema takes, and that no other field has. */
const typed = (table: Fields) => ofEach(table, (name) => typedIn(table[name] as Field, name))

function typedIn({ kind, of }: Field, name: string): string {
  const ofItsOwn = { off: '10%', code: 'CHOIR2026', coordinates: '-2.65, 37.26', evening: 'beach' }[name]
  if (ofItsOwn) return ofItsOwn
  if (kind === 'picture') return '/pictures/hero-amboseli'
  if (kind === 'tick') return 'on'
  if (kind === 'count') return '12'
  if (of) return Object.keys(of)[1] ?? Object.keys(of)[0] ?? ''
  if (kind === 'day') return name === 'bornOn' ? '1984-02-29' : '2027-03-31'
  if (kind === 'email') return 'wanjiru@example.com'
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter}`)
  return kind === 'tel' ? `+1 512 555 01${name.length}` : words.padEnd(10, 'x')
}

const inColumns = (columns: string[]) =>
  columns.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
const stored = (table: string, columns: string[]) =>
  Object.values(
    site.rows(`select ${inColumns(columns).join(', ')} from ${table} order by rowid desc limit 1`)[0] ?? {},
  )

const textOf = async (path: string) =>
  (await fetch(site.url + path, { headers: { Cookie: cookie, Accept: '*/*' } })).text()
const post = (path: string, fields: Record<string, string>) =>
  fetch(site.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  })

/** A call gives out what the specification lists; what staff write besides stays on the pages. */
const { traveledOn: _month, picture: _picture, ...TOLD } = STORY

/** The lists that staff write, and the call that gives each out, with the fields it gives. */
const LISTS: { one: string; table: Fields; at: string; call?: { at: string; gives: Fields } }[] = [
  {
    ...{ one: 'a story', table: STORY, at: '/admin/settings/stories' },
    call: { at: '/api/testimonials', gives: TOLD },
  },
  { one: 'an experience', table: EXPERIENCE, at: '/admin/settings/experiences' },
  { one: 'a day', table: DAY, at: '/admin/departures/1/trip-book/days' },
  { one: 'a chapter', table: TRIP_NOTE, at: '/admin/departures/1/trip-book' },
  { one: 'a discount code', table: DISCOUNT_CODE, at: '/admin/settings/codes' },
]

describe('every field stands on its screen, in the order of its table', () => {
  test.each<[string, Fields, () => string]>([
    ['an inquiry', INQUIRY, () => '/contact'],
    ['the newsletter', NEWSLETTER, () => '/'],
    ['checkout', TRAVELER, () => '/checkout?roomType=double'],
    ['an order', ORDER, () => '/checkout?roomType=double&travelers=2'],
    ['booking for a guest', TRAVELER, () => '/admin/bookings/new'],
    ['the lead traveler', TRAVELER, () => `${adminPage}/lead`],
    ['the details of a traveler', DETAILS, () => `${bookingPage}/travelers/1`],
    ['a departure', DEPARTURE, () => '/admin/departures/1/settings'],
    ['the site', SETTINGS, () => '/admin/settings'],
    ...LISTS.map(({ one, table, at }): [string, Fields, () => string] => [one, table, () => `${at}/new`]),
    ['a picture', PICTURE, () => '/admin/settings/gallery/new'],
    ['a film', FILM, () => '/admin/settings/films/new'],
  ])('%s', async (_, table, path) => {
    const html = await textOf(path())
    const shown = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*\bname="(\w+)"/g)].map(([, name]) =>
      String(name),
    )
    expect([...new Set(shown)].filter((name) => name in table)).toEqual(namesOf(table))
  })
})

describe('what is typed in every field is stored', () => {
  test('of an inquiry, and is in its call and the file', async () => {
    expect((await post('/contact', { form: 'inquiry', ...typed(INQUIRY) })).status).toBe(303)
    expect(stored('contact_inquiries', namesOf(INQUIRY))).toEqual(Object.values(typed(INQUIRY)))
    const [contact] = JSON.parse(await textOf('/api/admin/contacts'))
    expect(contact).toMatchObject(typed(INQUIRY))
    const file = await textOf('/admin/contacts.csv')
    for (const [name, field] of Object.entries(INQUIRY as Fields))
      expect(file).toContain(field.of?.[contact[name]] ?? contact[name])
  })

  test('of a subscription, and is on the list, in its call and the file', async () => {
    expect((await post('/?index', { form: 'newsletter', ...typed(NEWSLETTER) })).status).toBe(303)
    expect(stored('newsletter_subscriptions', namesOf(NEWSLETTER))).toEqual(Object.values(typed(NEWSLETTER)))
    expect(JSON.parse(await textOf('/api/admin/newsletters'))[0]).toMatchObject(typed(NEWSLETTER))
    const list = await textOf('/admin/subscribers')
    const file = await textOf('/admin/subscribers.csv')
    for (const [name, field] of Object.entries(NEWSLETTER as Fields)) {
      const value = typedIn(field, name)
      for (const text of [list, file]) expect(text).toContain(field.of?.[value] ?? value)
    }
  })

  test.each(LISTS)('of $one, is on its page again, and said by its list', async ({ table, at, call }) => {
    const answers = typed(table)
    expect((await post(`${at}/new`, answers)).status).toBe(302)
    const list = await textOf(at)
    const ids = [...list.matchAll(new RegExp(`href="${at}/(\\d+)"`, 'g'))].map(([, id]) => Number(id))
    expect(begunWith(await textOf(`${at}/${Math.max(...ids)}`))).toMatchObject(answers)
    for (const [name, field] of Object.entries(table))
      if (field.isListed) expect(list).toContain(shownIn(field, answers[name] ?? ''))
    if (!call) return
    const { id: _, ...published } = JSON.parse(await textOf(call.at)).at(-1)
    expect(ofEach(published, (name) => String(published[name]))).toEqual(valuesOf(call.gives, answers))
  })

  test('at checkout, and is in its calls and the file', async () => {
    const columns = namesOf(TRAVELER).map(columnOf)
    expect(stored('bookings', columns)).toEqual(Object.values(typed(TRAVELER)))
    const [booking] = JSON.parse(await textOf('/api/admin/bookings'))
    expect(columns.map((column) => booking[column])).toEqual(Object.values(typed(TRAVELER)))
    const file = await textOf('/admin/bookings.csv')
    for (const [name, field] of Object.entries(TRAVELER as Fields))
      expect(file).toContain(field.of?.[booking[columnOf(name as TravelerField)]] ?? typedIn(field, name))
  })

  test('of the lead traveler by staff, and what they leave empty is taken out', async () => {
    const columns = namesOf(TRAVELER).map(columnOf)
    const page = await textOf(`${adminPage}/lead`)
    const given = ['version', 'formKey', 'travelerId'].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '',
    ])
    const answers = { ...typed(TRAVELER), city: 'Dallas', phone: '' }
    const posted = { ...Object.fromEntries(given), ...answers }
    expect((await post(`${adminPage}/lead`, posted)).status).toBe(302)
    expect(stored('bookings', columns)).toEqual(Object.values(answers).map((answer) => answer || null))
  })

  test('of a traveler, sealed where it must be, and is in the manifest’s file', async () => {
    const form = `${bookingPage}/travelers/1`
    const version = /name="version" value="([^"]+)"/.exec(await textOf(form))?.[1] ?? ''
    expect((await post(form, { intent: 'save', version, ...typed(DETAILS) })).status).toBe(302)
    const values = stored('traveler_details', DETAIL_FIELDS.map(detailColumn))
    expect(values.filter(Boolean)).toHaveLength(DETAIL_FIELDS.length)
    const file = await textOf('/admin/manifest.csv?departure=1&with=passports')
    for (const field of DETAIL_FIELDS) {
      expect(file).toContain(detailName(field))
      expect(file.toLowerCase()).toContain(typedIn(DETAILS[field], field).toLowerCase())
    }
    const shown = DETAIL_FIELDS.filter((name) => DETAILS[name].manifest && DETAILS[name].kind !== 'day')
    for (const path of ['/admin/departures/1/manifest', '/admin/manifest-offline']) {
      const manifest = await textOf(`${path}?departure=1`)
      for (const field of shown) expect(manifest).toContain(typedIn(DETAILS[field], field))
    }
    const withoutPassports = await textOf('/admin/manifest.csv?departure=1')
    for (const field of SEALED_FIELDS) expect(withoutPassports).not.toContain(detailName(field))
  })
})

describe('what an order says', () => {
  const guest = { ...typed(TRAVELER), email: 'an-order@example.com' }
  const checkoutKey = 'the-page-of-an-order'
  const ordered = (order: { singles: number; paymentType: string }, when: string) => ({
    ...{ travelers: 2, code: '', ...order },
    ...ofEach(ORDER_NOTES, (name) => `${typedIn(ORDER_NOTES[name] as Field, name)} ${when}`),
  })
  const ofIt = (order: ReturnType<typeof ordered>) =>
    Object.values({ ...order, code: undefined }).filter((value) => value !== undefined)
  const columns = ['number_of_guests', 'singles', 'payment_type', ...namesOf(ORDER_NOTES)]

  test('is held as a call says it, and as the form without scripts says it after that', async () => {
    const first = ordered({ singles: 1, paymentType: 'deposit' }, 'at first')
    const call = { ...inCall(first), amount: 1_000, checkoutKey, customerInfo: guest }
    const { status, cookie } = await createPaymentIntent(site.url, call)
    expect([status, stored('bookings', columns)]).toEqual([200, ofIt(first)])

    const then = ordered({ singles: 0, paymentType: 'full' }, 'then')
    const fields = Object.entries({ ...guest, ...then, checkoutKey }).map(([name, said]) => [
      name,
      String(said),
    ])
    const answer = await fetch(`${site.url}/checkout?roomType=double`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: String(cookie) },
      body: new URLSearchParams(fields),
    })
    expect([answer.status, stored('bookings', columns)]).toEqual([303, ofIt(then)])
    const again = await (await fetch(`${site.url}/checkout`, { headers: { Cookie: String(cookie) } })).text()
    for (const note of Object.values(valuesOf(ORDER_NOTES, then))) expect(again).toContain(note)
  })

  test('stands in letter, pages, calls and file', async () => {
    site.stripe.paySession(site.stripe.sessions().at(-1)?.id ?? '', '4242424242424242')
    await site.stripe.webhooksSettled()
    await everySent(site)
    const [booking] = site.rows<{ link_token: string; booking_reference: string }>(
      'select * from bookings order by id desc limit 1',
    )
    const [letter] = site.rows<{ text_body: string }>(
      "select text_body from outbox where kind = 'booking-confirmation' order by id desc limit 1",
    )
    const reference = String(booking?.booking_reference)
    const told = [
      String(letter?.text_body),
      await textOf(`/booking/${booking?.link_token}`),
      await textOf(`/booking-confirmation?booking_id=${reference}`),
      await textOf(`/admin/bookings/${reference}`),
      await textOf('/api/admin/bookings'),
      await textOf('/admin/bookings.csv'),
    ]
    for (const [index, text] of told.entries())
      for (const value of stored('bookings', ['booking_reference', ...namesOf(ORDER_NOTES)]))
        expect(text.includes(String(value)), `place ${index}`).toBe(true)
    expect(JSON.parse(told[4] ?? '')[0]).toMatchObject({ numberOfGuests: 2, paymentType: 'full' })
  })
})
