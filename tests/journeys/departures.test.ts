import { afterAll, beforeAll, expect, test } from 'vitest'
import { HONEYPOT } from '#app/platform/typed/fields'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { callJson } from '#tests/fixtures/json-call'
import { eventually, type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// A year after the last journey: staff copy it, preview it, put it on sale; all of it without scripts.

let site: Site
let Cookie: string
beforeAll(async () => {
  site = await startSite({ ...WAMBUI, CLOCK_START: '2025-06-01T17:00:00Z' })
  const { body } = await createPaymentIntent(site.url, { customerInfo: customerInfo('early@example.com') })
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  await eventually(
    () => site.rows("select id from bookings where payment_status = 'deposit_paid'").length === 1,
  )
  await site.killHard()
  await site.start({ CLOCK_START: '2026-11-22T18:00:00Z' })
  Cookie = await staffCookie(site)
})
afterAll(() => site.close())

const { read, send } = visitor(() => site)

const fieldsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*name="([^"]+)"[^>]*>/g)]
      .filter(([tag]) => !tag.includes('type="checkbox"') || tag.includes('checked=""'))
      .map(([tag, name]) => [
        name,
        /value="([^"]*)"/.exec(tag)?.[1] ?? (tag.includes('type="checkbox"') ? 'on' : ''),
      ]),
  )

const LAST_YEAR =
  'select payment_status, total_cents, kept_cents, departure_id, agreed_starts_on from bookings where id = 1'

test('with none on sale nothing is bought, and addresses are taken', async () => {
  const page = await read('/texascountrysafari')
  expect(page.html).toContain('Sales for this departure have closed')
  expect(page.html).toContain('This trip began on Oct 16, 2025')
  expect(page.html).toContain('>Oct\u00a016 to Oct\u00a027, 2025<')
  expect(page.html).not.toContain('href="/checkout')
  expect((await read('/checkout')).html).toContain('Sales for this departure have closed')
  expect(await createPaymentIntent(site.url, { customerInfo: customerInfo() })).toMatchObject({ status: 409 })
  expect(
    (await callJson(site.url, 'POST', '/api/calculate-installments', { roomType: 'double' })).status,
  ).toBe(409)

  for (const email of ['reader@example.com', 'friend@example.com', 'reader@example.com'])
    expect(await send('/texascountrysafari', { form: 'watch', email, [HONEYPOT]: '' })).toMatchObject({
      status: 303,
    })
  expect(await send('/texascountrysafari', { form: 'watch', email: 'nobody' })).toMatchObject({ status: 400 })
  expect(site.rows('select email from departure_watchers where departure_id = 1')).toHaveLength(2)
  expect((await read('/admin/departures', Cookie)).html).not.toContain('to be told when the next departure')
  for (const email of ['reader@example.com', 'friend@example.com']) {
    const asked = await site.mailbox.waitFor(({ to }) => to.includes(email))
    const link = /\/departures\/confirm\/[\w-]{32}/.exec(asked.text)?.[0] ?? ''
    expect((await read(link)).html).toContain('Should we tell you when it opens?')
    expect((await send(link, {})).html).toContain('Thank you: we will tell you')
    expect((await send(link, {})).html).toContain('You have confirmed this already')
  }
  expect(await read(`/departures/confirm/${'a'.repeat(32)}`)).toMatchObject({ status: 404 })
  const admin = await read('/admin/departures', Cookie)
  expect(admin.html).toContain('No upcoming departure')
  expect(admin.html).toContain('2 people are waiting')
  expect((await read('/admin/dashboard', Cookie)).html).toContain('No upcoming departure')
})

test('staff copy, preview and open the next one', async () => {
  const wrong = await send('/admin/departures/1/copy', { startsOn: '2025-10-16' }, Cookie)
  expect(wrong.status).toBe(409)
  expect(wrong.html).toContain('Another departure begins on Oct 16, 2025 already')
  const copied = await send('/admin/departures/1/copy', { startsOn: '2027-10-14' }, Cookie)
  expect(copied).toMatchObject({ status: 302, to: '/admin/departures/2' })

  const preview = await read('/admin/departures/2/preview', Cookie)
  expect(preview.html).toContain('Preview of a draft')
  expect(preview.html).toContain('Oct 14 to Oct 25, 2027')
  expect((await read('/admin/departures/2/preview')).status).toBe(302)
  expect((await read('/texascountrysafari?departure=2027-10-14')).html).toContain('This trip began on')

  const form = fieldsOf((await read('/admin/departures/2/settings', Cookie)).html)
  const typed = { ...form, sales: 'open' }
  const refused = await send('/admin/departures/2/settings', { ...typed, endsOn: '2027-10-01' }, Cookie)
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('The last day cannot be before the first day')
  expect(await send('/admin/departures/2/settings', typed, Cookie)).toMatchObject({ status: 302 })
  expect((await send('/admin/departures/2/settings', typed, Cookie)).html).toContain(
    'Someone else saved the departure',
  )
})

test.each([
  ['settings/tour', 'departures'],
  ['settings/tour/2', 'departures/2'],
  ['settings/tour/2/copy', 'departures/2/copy'],
  ['settings/tour/2/guarantee', 'departures/2/guarantee'],
  ['settings/tour/2/postpone?startsOn=2027-11-11', 'departures/2/postpone?startsOn=2027-11-11'],
  ['settings/tour/2/cancel', 'departures/2/cancel'],
  ['settings/tour/2/letter', 'departures/2/letters/new-dates'],
  ['settings/tour/2/waitlist/7', 'departures/2/waitlist/7'],
  ['settings/tour/2/days', 'departures/2/trip-book/days'],
  ['settings/tour/2/days/new', 'departures/2/trip-book/days/new'],
  ['settings/tour/2/book', 'departures/2/trip-book'],
  ['settings/tour/2/book/files', 'departures/2/trip-book/files'],
  ['settings/tour/2/book/5', 'departures/2/trip-book/5'],
  ['settings/tour/2/documents/3', 'departures/2/settings/documents/3'],
  ['settings/tour/2/costs?cost=4', 'departures/2/settings/costs?cost=4'],
  ['settings/tour/codes/new', 'settings/codes/new'],
  ['settings/tour/lodges', 'settings/lodges'],
  ['settings/tour/words', 'settings/tour-page'],
  ['settings/tour/lists/question/9', 'settings/tour-page/question/9'],
  ['manifest?departure=2', 'departures/2/manifest'],
  ['rooms?departure=2&pair=8', 'departures/2/rooms?pair=8'],
  ['tour-preview/2', 'departures/2/preview'],
  ['tour-files/2/6', 'departures/2/trip-book/files/6'],
])('what was at /admin/%s is at /admin/%s for good', async (old, now) => {
  expect(await read(`/admin/${old}`, Cookie)).toMatchObject({ status: 301, to: `/admin/${now}` })
})

test('the manifest and the rooms without a departure are those of the next', async () => {
  for (const tab of ['manifest', 'rooms'])
    expect(await read(`/admin/${tab}`, Cookie)).toMatchObject({
      status: 302,
      to: expect.stringMatching(`^/admin/departures/[12]/${tab}$`),
    })
})

test('the overview says what is to be done, and where', async () => {
  const overview = (await read('/admin/departures/2', Cookie)).html
  expect(overview).toContain('To do next')
  expect(overview).toContain('href="/admin/departures/2/letters"')
  expect(overview).toContain('Nothing to sign')
  expect((await read('/admin/departures', Cookie)).html).toContain('letters to schedule')
})

test('who asked is told once; the page sells the new one', async () => {
  for (const email of ['reader@example.com', 'friend@example.com']) {
    const opened = 'Oct 14 to Oct 25, 2027 can be booked'
    await site.mailbox.waitFor(({ to, subject }) => to.includes(email) && subject.includes(opened))
  }
  expect(site.rows("select id from outbox where kind = 'departure-opened'")).toHaveLength(2)
  const page = await read('/texascountrysafari')
  expect(page.html).toContain('href="/checkout?roomType=double"')
  expect(page.html).not.toContain('Tell me when the next departure opens')
})

test('the form that its page hides takes no address', async () => {
  const sent = await send('/texascountrysafari', { form: 'watch', email: 'late@example.com', [HONEYPOT]: '' })
  expect(sent).toMatchObject({ status: 303, to: '/texascountrysafari#pricing' })
  expect(site.rows("select id from departure_watchers where email = 'late@example.com'")).toEqual([])
  expect(site.rows("select id from outbox where to_address = 'late@example.com'")).toEqual([])
})

test('a booking of the new one has its dates everywhere', async () => {
  const plan = await callJson(site.url, 'POST', '/api/calculate-installments', { roomType: 'double' })
  expect(plan.body.installments).toMatchObject([{ dueDate: '2027-08-13' }, { dueDate: '2027-09-13' }])
  expect(
    (await callJson(site.url, 'POST', '/api/calculate-installments', { departure: '2027-10-15' })).body,
  ).toMatchObject({ errors: { departure: ['We have no departure on this day'] } })
  for (const departure of [{ toString: 1 }, ['2025-10-16'], 20_251_016, null]) {
    const call = { roomType: 'double', paymentType: 'deposit', amount: 500, departure }
    const refused = await callJson(site.url, 'POST', '/api/create-payment-intent', call)
    expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([400, ['departure']])
  }
  const past = await createPaymentIntent(site.url, { departure: '2025-10-16', customerInfo: customerInfo() })
  expect(past).toMatchObject({ status: 409 })
  expect(past.body.message).toContain('The next one, Oct 14 to Oct 25, 2027, is on sale')

  const { body, cookie } = await createPaymentIntent(site.url, {
    departure: '2027-10-14',
    customerInfo: customerInfo('next@example.com', 'Amina'),
  })
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  const reference = String(body.bookingReference)
  await eventually(
    () => site.rows("select id from bookings where payment_status = 'deposit_paid'").length === 2,
  )
  const mail = await site.mailbox.waitFor(({ to }) => to.includes('next@example.com'))
  expect(mail.text).toContain('Oct 14 to Oct 25, 2027')
  expect(mail.text).toContain('Aug 13, 2027')

  const booking = await callJson(site.url, 'GET', `/api/bookings/${reference}`, undefined, {
    Cookie: cookie ?? '',
  })
  expect(booking.body).toMatchObject({ departure: { startsOn: '2027-10-14', endsOn: '2027-10-25' } })
  expect((await read('/admin/departures/2/manifest', Cookie)).html).toContain('Amina')
  expect((await read('/admin/departures/1/manifest', Cookie)).html).not.toContain('Amina')
  const ofDeparture = (await read('/admin/departures/2/bookings', Cookie)).html
  expect(ofDeparture).toContain(reference)
  expect(ofDeparture).not.toContain('data-label="Departure"')
  expect(ofDeparture).toMatch(/data-label="Seats"[^>]*>1<.*data-label="Paid"[^>]*>\$500</)
  expect((await read('/admin/bookings', Cookie)).html).toContain('data-label="Departure"')
  expect((await read('/admin/departures/1/bookings', Cookie)).html).not.toContain(reference)
  expect((await read('/admin/installments?departure=1', Cookie)).html).not.toContain(reference)
  const dashboard = await read('/admin/dashboard?departure=2', Cookie)
  expect(dashboard.html).toContain('With at least the deposit paid, Oct 14 to Oct 25, 2027')
  // Of last year's traveler both installments are late.
  expect(dashboard.html).not.toContain('Was due')
  expect((await read('/admin/dashboard', Cookie)).html).toContain('Was due')
  expect((await read(`/admin/bookings.csv?departure=2`, Cookie)).html).toContain('2027-10-14')
  expect((await read(`/admin/bookings/${reference}/cancel`, Cookie)).html).toContain('$500')
  expect(site.rows(LAST_YEAR)).toEqual([
    {
      payment_status: 'deposit_paid',
      total_cents: 450_000,
      kept_cents: 50_000,
      departure_id: 1,
      agreed_starts_on: '2025-10-16',
    },
  ])
})

test('who lost the seat finds the same departure again', async () => {
  const { body } = await createPaymentIntent(site.url, {
    departure: '2027-10-14',
    customerInfo: customerInfo('late@example.com', 'Late'),
  })
  const reference = String(body.bookingReference)
  site.change("update bookings set payment_status = 'expired' where booking_reference = ?", reference)
  const [row] = site.rows<{ link: string }>(
    `select link_token as link from bookings where booking_reference = '${reference}'`,
  )
  for (const path of [`/booking/${row?.link}`, `/pay/${row?.link}`])
    expect((await read(path)).html, path).toContain('/checkout?roomType=double&amp;departure=2027-10-14')
})

test('a day that moves to another lodge gives out no address and phone of the old one', async () => {
  const days = '/admin/departures/2/trip-book/days'
  const facts = (id: unknown) =>
    site.rows<Record<string, string>>(
      `select lodge, lodge_address as address, lodge_phone as phone, coordinates, meeting from departure_days where id = ${Number(id)}`,
    )[0]
  const [first, third] = site
    .rows('select id from departure_days where departure_id = 2 order by position')
    .filter((_, at) => at === 0 || at === 2)
  const amboseli = facts(third?.id)
  const formOf = async () => fieldsOf((await read(`${days}/${first?.id}`, Cookie)).html)
  const typed = { title: 'Karibu', place: 'Amboseli', text: 'We land.', kind: 'safari', stop: 'Nairobi' }

  const saved = await send(
    `${days}/${first?.id}`,
    { ...(await formOf()), ...typed, lodge: 'Enkare Acacia Camp' },
    Cookie,
  )
  expect(saved).toMatchObject({ status: 302, to: days })
  const { meeting, ...moved } = facts(first?.id) ?? {}
  expect(moved).toEqual({ ...amboseli, meeting: undefined })
  expect(meeting).not.toBe(amboseli?.meeting)

  const own = { lodge: 'Kimana Camp', lodgePhone: '+254 20 555 0199' }
  await send(`${days}/${first?.id}`, { ...(await formOf()), ...typed, ...own }, Cookie)
  expect(facts(first?.id)).toMatchObject({
    lodge: 'Kimana Camp',
    address: '',
    phone: own.lodgePhone,
    coordinates: '',
  })

  await send(`${days}/${first?.id}`, { ...(await formOf()), ...typed, lodge: 'Msanapa House' }, Cookie)
  expect(facts(first?.id)).toMatchObject({
    address: '18 Kifunguo Lane, Karen, Nairobi',
    phone: '+254 20 555 0111',
  })
})

test('days and words are edited without scripts', async () => {
  const days = '/admin/departures/2/trip-book/days'
  expect((await send(`${days}/new`, { title: 'Rhinos' }, Cookie)).html).toContain('Place is required')
  const day = {
    title: 'Rhinos <b>',
    place: 'Ol Pejeta',
    text: 'The last two.',
    kind: 'safari',
    stop: 'Ol Pejeta',
  }
  expect(await send(`${days}/new`, { ...day, stop: 'Atlantis' }, Cookie)).toMatchObject({ status: 400 })
  expect(await send(`${days}/new`, day, Cookie)).toMatchObject({ status: 302, to: days })
  const id = String(site.rows('select max(id) as id from departure_days')[0]?.id)
  expect(await send(days, { id, move: 'up' }, Cookie)).toMatchObject({ status: 303 })
  const page = (await read('/texascountrysafari')).html
  expect(page).toContain('Rhinos &lt;b&gt;')
  expect(page).toContain('Ol Pejeta')
  expect(page).toContain('Oct 26, 2027')
  expect(await send(`${days}/${id}`, { intent: 'remove' }, Cookie)).toMatchObject({ status: 302 })
  const gone = await send(`${days}/${id}`, day, Cookie)
  expect(gone).toMatchObject({ status: 409 })
  expect(gone.html).toContain('This day was deleted in the meantime. Save again to add it as a new one.')
  expect(gone.html).toContain(`action="${days}/new"`)
  expect(gone.html).toContain('The last two.')

  const list = '/admin/settings/tour-page/question'
  const question = { title: 'May I bring my hat?', text: 'Yes: {seats} hats fit.' }
  expect(await send(`${list}/new`, question, Cookie)).toMatchObject({ status: 302, to: list })
  expect((await read('/texascountrysafari')).html).toContain('Yes: 20 hats fit.')
  const words = fieldsOf((await read('/admin/settings/tour-page', Cookie)).html)
  expect((await send('/admin/settings/tour-page', words, Cookie)).status).toBe(400)
})

test('who changed their mind is forgotten by the link', async () => {
  const [watcher] = site.rows<{ token: string }>('select token from departure_watchers')
  const link = `/departures/stop/${watcher?.token}`
  expect((await read(link)).html).toContain('Delete your address?')
  expect(site.rows('select id from departure_watchers')).toHaveLength(2)
  expect((await send(link, {})).status).toBe(200)
  expect(site.rows('select id from departure_watchers')).toHaveLength(1)
  const again = await read(link)
  expect(again.status).toBe(404)
  expect(again.html).toContain('We don’t recognize this link')
})

test('staff guarantee one, postpone and cancel another, and choose for the guest, without scripts', async () => {
  const tour = '/admin/departures'
  const minimum = { minimumTravelers: '2', decideOn: '', sales: 'open' }
  const booked = fieldsOf((await read(`${tour}/2/settings`, Cookie)).html)
  const promised = await send(`${tour}/2/settings`, { ...booked, ...minimum }, Cookie)
  expect([promised.status, promised.html.includes('booked on these terms')]).toEqual([409, true])
  await send(`${tour}/2/copy`, { startsOn: '2028-10-12' }, Cookie)
  const copy = fieldsOf((await read(`${tour}/3/settings`, Cookie)).html)
  expect(await send(`${tour}/3/settings`, { ...copy, ...minimum }, Cookie)).toMatchObject({ status: 302 })
  expect((await read(tour, Cookie)).html).toContain('Needs 2 · 0 paid · decide by Aug 3, 2028')
  expect((await read(`${tour}/3/guarantee`, Cookie)).html).toContain('Only 0 of the 2 travelers')
  expect(await send(`${tour}/3/guarantee`, { letters: '7' }, Cookie)).toMatchObject({ status: 409 })
  expect(await send(`${tour}/3/guarantee`, { letters: '0' }, Cookie)).toMatchObject({ status: 302 })
  expect((await read(tour, Cookie)).html).toContain('Guaranteed')

  expect((await read(`${tour}/2/postpone?startsOn=2027-10-01`, Cookie)).html).toContain('a day after Oct 14')
  const put = `${tour}/2/postpone?startsOn=2027-11-11`
  const shown = await read(put, Cookie)
  expect(shown.html).toContain('first installment due Sep 10, 2027')
  const later = fieldsOf(shown.html)
  expect((await send(put, later, Cookie)).html).toContain('Please tell the guests why')
  const words = 'The choir sings in November.'
  expect(await send(put, { ...later, words }, Cookie)).toMatchObject({ status: 302, to: `${tour}/2` })
  const told = await site.mailbox.waitFor(
    ({ subject, text }) => subject.startsWith('New dates') && text.includes('Dear '),
  )
  expect(told.text).toContain(words)
  const [{ reference } = { reference: '' }] = site.rows<{ reference: string }>(
    "select booking_reference as reference from bookings where departure_id = 2 and payment_status = 'deposit_paid'",
  )
  const page = `/admin/bookings/${reference}`
  expect((await read(page, Cookie)).html).toContain('They travel on the new dates')
  expect(await send(page, { choice: 'stays' }, Cookie)).toMatchObject({ status: 302 })
  expect((await read(page, Cookie)).html).not.toContain('They travel on the new dates')

  const sheet = await read(`${tour}/2/cancel`, Cookie)
  expect(sheet.html).toContain(reference)
  const off = { ...fieldsOf(sheet.html), words: 'Floods.' }
  const stale = await send(`${tour}/2/cancel`, { ...off, quoted: '0' }, Cookie)
  expect([stale.status, stale.html.includes('look at it again')]).toEqual([409, true])
  expect(await send(`${tour}/2/cancel`, off, Cookie)).toMatchObject({ status: 302 })
  expect(await send(`${tour}/2/cancel`, off, Cookie)).toMatchObject({ status: 302 })
  expect(site.rows("select id from outbox where kind = 'departure-canceled'")).toHaveLength(1)
  expect((await read(`${tour}/2/settings`, Cookie)).html).toContain('Nothing about it can be changed anymore')
  expect((await read('/admin/dashboard', Cookie)).html).toMatch(new RegExp(`Amina[^<]*, ${reference}`))
  expect((await read(page, Cookie)).html).toContain('Give everything back')
})

test('a choir has a departure of its own, that nobody else is told of, without scripts', async () => {
  const desk = '/admin/departures'
  await send(`${desk}/1/copy`, { startsOn: '2027-06-10' }, Cookie)
  const [{ id } = { id: 0 }] = site.rows<{ id: number }>('select max(id) as id from departures')
  const page = `${desk}/${id}/settings`
  const fields = fieldsOf((await read(page, Cookie)).html)
  const choir = { isPrivate: 'yes', privateFor: 'the Bluebonnet Choir', privateNote: 'Karibuni, all of you.' }
  const terms = { ...fields, sales: 'open', doublePriceCents: '4200', ...choir }
  expect(await send(page, terms, Cookie)).toMatchObject({ status: 302 })
  const link = /\/texascountrysafari\?departure=([\w-]{32})/
  const [path = '', key = ''] = link.exec((await read(page, Cookie)).html) ?? []

  const own = await read(path)
  expect(own.html).toContain('A private departure for the Bluebonnet Choir')
  expect(own.html).toContain('Karibuni, all of you.')
  expect(own.html).toContain('<meta name="robots" content="noindex"/>')
  expect(own.headers.get('Cache-Control')).toContain('no-store')
  expect(own.html).toContain(`/checkout?roomType=double&amp;departure=${key}`)
  expect((await read(`/checkout?departure=${key}`)).html).toContain(
    'A private departure for the Bluebonnet Choir',
  )
  for (const stranger of [
    '/',
    '/texascountrysafari',
    '/texascountrysafari?departure=2027-06-10',
    '/sitemap.xml',
  ])
    expect((await read(stranger)).html).not.toMatch(/Jun 10|June 10|2027-06-10|Bluebonnet/)
  expect((await read('/checkout?departure=2027-06-10')).html).not.toContain('June 10')

  const order = { customerInfo: customerInfo('alto@example.com', 'Alma Reyes'), amount: 500 }
  expect(await createPaymentIntent(site.url, { ...order, departure: '2027-06-10' })).toMatchObject({
    status: 400,
  })
  const seat = await createPaymentIntent(site.url, { ...order, departure: key })
  expect(seat.status).toBe(200)
  const [booked] = site.rows('select total_cents, departure_id from bookings order by id desc limit 1')
  expect(booked).toEqual({ total_cents: 420_000, departure_id: id })

  expect((await read(`${page}?new-link`, Cookie)).html).toContain(
    'The link that you sent opens nothing anymore',
  )
  expect(await send(page, { intent: 'new-link' }, Cookie)).toMatchObject({ status: 302 })
  expect((await read(path)).html).not.toContain('Bluebonnet')
  expect(link.exec((await read(page, Cookie)).html)?.[1]).not.toBe(key)
})
