import { afterAll, beforeAll, expect, test } from 'vitest'
import { HONEYPOT } from '#app/platform/typed/fields'
import { booked } from '#tests/fixtures/booked'
import { fromSomewhere } from '#tests/fixtures/network-address'
import { eventually, type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// A departure of one seat is sold out; two wait for it, staff decide, and it is offered and booked: all of it
// without scripts.

let site: Site
let Cookie: string
let sold: Awaited<ReturnType<typeof booked>>
beforeAll(async () => {
  site = await startSite(WAMBUI_ON_FLY)
  sold = await booked(site)
  site.change('update departures set seats = 1')
  Cookie = await staffCookie(site)
})
afterAll(() => site.close())

const { read, send } = visitor(() => site)

const wish = (email: string, more: Record<string, string> = {}) => ({
  ...{ form: 'waitlist', [HONEYPOT]: '', departure: '2025-10-16', name: 'Otieno Odhiambo', email },
  ...{ phone: '+1 512 555 0100', rooms: 'single', atLeast: '1', atMost: '1', ...more },
})
const TOUR = '/texascountrysafari?departure=2025-10-16'

async function waits(email: string): Promise<string> {
  expect(await send(TOUR, wish(email))).toMatchObject({ status: 303, to: `${TOUR}#waitlist` })
  const asked = await site.mailbox.waitFor(({ to }) => to.includes(email))
  const link = /\/waitlist\/confirm\/[\w-]{32}/.exec(asked.text)?.[0] ?? ''
  expect((await read(link)).html).toContain('Confirm your place on the waitlist')
  expect(site.rows('select state from waitlist_entries where email = ?', email)).toEqual([
    { state: 'unconfirmed' },
  ])
  expect((await send(link, {})).html).toContain('You are on the waitlist')
  expect((await send(link, {})).html).toContain('You have confirmed this already')
  return /\/waitlist\/[\w-]{32}/.exec((await read(link)).html)?.[0] ?? ''
}

const hidden = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

/** Who booked the first seat offers it, forty days after booking: the days of full refund are over. */
async function offersPlace() {
  const place = `/booking/${sold.token}/place`
  const fields = hidden((await read(place)).html)
  expect(await send(place, fields)).toMatchObject({ status: 302, to: place })
  return { place, back: { traveler: fields.traveler ?? '', does: 'take-back' } }
}
const booksEarlier = (days: number) =>
  site.change('update bookings set created_at = created_at - ? * 86400000', days)

test('twenty invented addresses keep neither a free seat nor an offered place from anybody', async () => {
  for (let person = 0; person < 20; person += 1) {
    const answer = await send(TOUR, wish(`invented${person}@example.com`), fromSomewhere())
    expect(answer).toMatchObject({ status: 303, to: `${TOUR}#waitlist` })
  }
  expect(site.rows('select distinct state from waitlist_entries')).toEqual([{ state: 'unconfirmed' }])
  site.change('update departures set resale_fee_percent = 10')
  booksEarlier(40)
  const { place, back } = await offersPlace()
  site.change('update departures set seats = 2')
  expect((await read('/checkout')).html).not.toContain('Join the waitlist')
  await booked(site)
  expect((await read('/checkout')).html).toContain('Join the waitlist')
  expect(site.rows('select id from waitlist_offers')).toEqual([])

  const first = await waits('nafula@example.com')
  expect(site.rows('select seats, lent, state from waitlist_offers')).toEqual([
    { seats: 1, lent: 1, state: 'live' },
  ])
  expect(await send(place, back)).toMatchObject({ status: 302, to: place })
  expect(await send(first, { intent: 'leave' })).toMatchObject({ status: 303, to: first })
  for (const table of ['offered_places', 'waitlist_offers', 'waitlist_entries'])
    site.change(`delete from ${table}`)
  site.change('update departures set resale_fee_percent = 0')
  booksEarlier(-40)
})

test('two join where nothing is left, and each finds the page of their place', async () => {
  expect((await read('/checkout')).html).toContain('Join the waitlist')
  expect((await read(TOUR)).html).toContain('Join the waitlist')
  const wrong = await send(TOUR, wish('otieno@example.com', { atLeast: '3', atMost: '2' }))
  expect(wrong).toMatchObject({ status: 400 })
  expect(wrong.html).toContain('“At most” cannot be fewer than “at least”')
  const first = await waits('otieno@example.com')
  await waits('akinyi@example.com')
  expect(await send(TOUR, wish('third@example.com'))).toMatchObject({ status: 429 })
  const page = await read(first)
  expect(page.html).toContain('You are on the waitlist')
  expect(page.html).toMatch(/Place in line.*Larger parties may wait longer/)
  site.change('update departures set waitlist_shows_place = 0')
  expect((await read(first)).html).not.toContain('Place in line')
  expect(await read(`/waitlist/${'a'.repeat(32)}`)).toMatchObject({ status: 404 })
})

test('a lead traveler offers the place for a fee that is said before, and takes it back', async () => {
  const place = `/booking/${sold.token}/place`
  expect(await read(place)).toMatchObject({ status: 302, to: `/booking/${sold.token}` })
  site.change('update departures set resale_fee_percent = 10')
  expect((await read(place)).html).toContain('you get everything back')
  booksEarlier(40)
  expect((await read(`/booking/${sold.token}`)).html).toContain('Offer a seat to the waitlist')
  const { html } = await read(place)
  expect(html).toContain('less a fee of $450')
  const other = await send(place, { ...hidden(html), fee: '1' })
  expect(other.status).toBe(409)
  expect(other.html).toContain('The amounts have changed')
  const { back } = await offersPlace()
  expect((await read(place)).html).toContain('Offered since')
  expect(await send(place, back)).toMatchObject({ status: 302, to: place })
  expect(site.rows('select state from offered_places')).toEqual([{ state: 'taken-back' }])
  await site.mailbox.waitFor(
    ({ to, subject }) => to.includes('otieno@example.com') && subject.startsWith('Our offer has ended'),
  )
})

test('staff take the place off for them, as the dialog said, and once', async () => {
  await offersPlace()
  const [{ id } = { id: 0 }] = site.rows<{ id: number }>("select id from offered_places where state = 'open'")
  const booking = `/admin/bookings/${sold.reference}`
  const dialog = `${booking}/place/${id}`
  expect((await read(booking, Cookie)).html).toContain(`href="${dialog}"`)
  expect((await read('/admin/departures/1/waitlist', Cookie)).html).toContain(`href="${dialog}"`)
  const { html } = await read(dialog, Cookie)
  expect(html).toContain('Their offer ends: we’ll email them, and they stay in line where they were')
  const other = await send(dialog, { shown: 'free-seat' }, Cookie)
  expect(other.status).toBe(409)
  expect(other.html).toContain('The waitlist has changed since this was opened')
  expect(await send(dialog, hidden(html), Cookie)).toMatchObject({ status: 302, to: booking })
  expect(await send(dialog, hidden(html), Cookie)).toMatchObject({ status: 302, to: booking })
  expect(await read(dialog, Cookie)).toMatchObject({ status: 302, to: booking })
  const letter = await site.mailbox.waitFor(({ subject }) => subject.startsWith('No longer offered'))
  expect(letter.to).toContain(sold.email)
  expect(site.rows("select id from outbox where kind = 'place-offer-ended'")).toHaveLength(1)
  expect(site.rows('select state from offered_places')).toEqual([{ state: 'taken-back' }, { state: 'ended' }])
  booksEarlier(-40)
})

test('staff pass one over, and the seat that comes free goes to the other', async () => {
  const LIST = '/admin/departures/1/waitlist'
  const list = await read(LIST, Cookie)
  expect(list.html).toContain('Otieno Odhiambo')
  expect(list.html).toContain('akinyi@example.com')
  const [first] = site.rows<{ id: number }>('select id from waitlist_entries order by id')
  expect(list.html).toMatch(/Place <\/span>1.*Otieno Odhiambo.*Place <\/span>2.*akinyi@example\.com/s)
  expect(list.html).toContain('Collect or pass over<span class="sr-only">: Otieno Odhiambo')
  const refused = await send(`${LIST}/${first?.id}`, { act: 'offer' }, Cookie)
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('fewer than this party needs')
  expect(await send(`${LIST}/${first?.id}`, { act: 'skip' }, Cookie)).toMatchObject({ status: 302, to: LIST })
  const after = (await read(LIST, Cookie)).html
  expect(after).toContain('Passed over until you resume it')
  expect(after).toContain('Resume or remove')

  const cancel = `/admin/bookings/${sold.reference}/cancel`
  const dialog = (await read(cancel, Cookie)).html
  const fields = Object.fromEntries(
    [...dialog.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  await send(cancel, { ...fields, note: '' }, Cookie)
  const offer = await site.mailbox.waitFor(
    ({ subject, to }) => to.includes('akinyi@example.com') && subject.startsWith('1 seat for you'),
  )
  expect(offer.to).toContain('akinyi@example.com')
  expect((await read(TOUR)).html).toContain('This departure is sold out')
})

test('the offer opens checkout filled in; what is not paid falls back to it, and another is told so', async () => {
  const offer = await site.mailbox.waitFor(
    ({ subject, to }) => to.includes('akinyi@example.com') && subject.startsWith('1 seat for you'),
  )
  const link = /\/checkout\?offer=[\w-]{32}/.exec(offer.text)?.[0] ?? ''
  const [their = ''] = /\/waitlist\/[\w-]{32}/.exec(offer.text) ?? []
  expect((await read(their)).html).toMatch(/Price today.*Single room.*\$6,500.*Deposit to book.*\$500/)
  const page = await read(link)
  expect(page.html).toContain('We’re holding this seat for you')
  expect(page.html).toContain('value="akinyi@example.com"')
  expect(page.html).toContain('$6,500')
  const traveler = {
    ...{
      name: 'Akinyi',
      email: 'akinyi@example.com',
      phone: '',
      address: '12 Congress Avenue',
      city: 'Austin',
    },
    ...{ state: 'Texas', zipCode: '78701', country: 'United States', paymentType: 'deposit', travelers: '1' },
    ...{ departure: '2025-10-16', offer: link.split('=')[1] ?? '' },
  }
  const begun = await send(link, traveler)
  expect(begun.status).toBe(307)
  const held = await send(begun.to ?? '', traveler, begun.cookie)
  expect(held.status).toBe(303)
  expect(
    site.rows(
      `select state from waitlist_offers where id = (select waitlist_offer_id from bookings where id = 3)`,
    ),
  ).toEqual([{ state: 'live' }])
  site.change('update bookings set hold_ends_at = 0 where id = 3')
  expect((await read('/checkout')).html).toContain('Join the waitlist')

  const [session] = site.stripe.sessions()
  site.stripe.paySession(session?.id ?? '', '4242424242424242')
  await eventually(() => site.rows("select id from waitlist_offers where state = 'taken'").length === 1)
  expect(site.rows('select state from waitlist_entries order by id')).toEqual([
    { state: 'waiting' },
    { state: 'booked' },
  ])
  expect(await read(link)).toMatchObject({ status: 302, to: link.replace('/checkout?offer=', '/waitlist/') })
})

test('leaving and joining again each take one button', async () => {
  const [{ token, confirms } = { token: '', confirms: '' }] = site.rows<{ token: string; confirms: string }>(
    "select link_token as token, confirm_token as confirms from waitlist_entries where state = 'waiting'",
  )
  const page = `/waitlist/${token}`
  const first = `/waitlist/confirm/${confirms}`
  expect((await read(first)).html).toContain('You have confirmed this already')
  expect(await send(page, { intent: 'leave' })).toMatchObject({ status: 303, to: page })
  expect((await read(page)).html).toContain('You are not on the waitlist')
  // The letter of the first time promises nothing anymore.
  expect((await read(first)).html).toContain('This request is no longer open')
  expect(await send(page, { intent: 'again' })).toMatchObject({ status: 303, to: page })
  expect((await read(page)).html).toContain('You are on the waitlist')
})
