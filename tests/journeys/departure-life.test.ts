import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Booked, booked } from '#tests/fixtures/booked'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// A departure needs more travelers, is guaranteed, then canceled:
// what guests read, and what they choose. All of it without scripts.

const NEXT_YEAR = `insert into departures (tour_id, starts_on, ends_on, seats, deposit_cents, double_price_cents,
    single_price_cents, first_installment_due_on, final_installment_due_on, sales, updated_at)
  select tour_id, '2026-10-15', '2026-10-26', 20, deposit_cents, 480000, single_price_cents, '2026-08-14', '2026-09-14',
    'open', 0 from departures where id = 1`
const NEEDS_EIGHT = "update departures set minimum_travelers = 8, decide_on = '2025-08-07' where id = 1"
const RUNS_FROM =
  'This departure needs at least 8 travelers. We’ll decide by August 7, 2025; please don’t buy flights before then.'
const TOUR = '/texascountrysafari?departure=2025-10-16'
const ADMIN = '/admin/departures/1'

let site: Site
let Cookie: string
let leaver: Booked
let mover: Booked
let silent: Booked
beforeAll(async () => {
  site = await startSite(WAMBUI)
  site.change(NEXT_YEAR)
  leaver = await booked(site)
  mover = await booked(site)
  silent = await booked(site)
  Cookie = await staffCookie(site)
})
afterAll(() => site.close())

const { read, send } = visitor(() => site)

/** Letters keep their dates on one line. */
const UNBROKEN = '\u00a0'

/** What the form of a page posts without anything typed. */
const hidden = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')],
    ),
  )

const lettersTo = ({ email }: Booked) => site.mailbox.messages().filter(({ to }) => to.includes(email))
const letter = (guest: Booked, subject: string) =>
  site.mailbox.waitFor((one) => one.to.includes(guest.email) && one.subject.startsWith(subject))
const tripOn = async (path: string) => {
  const [, json = '{}'] =
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec((await read(path)).html) ?? []
  const said = JSON.parse(json)
  return (said['@graph'] ?? [said])[0].offers[0]
}

test('from how many travelers it runs is said where somebody looks, and where they agree', async () => {
  const before = (await read('/checkout')).html
  expect(before).not.toContain('This departure needs at least')
  site.change(NEEDS_EIGHT)
  const tour = (await read(TOUR)).html
  for (const words of [RUNS_FROM, 'If it does not run', 'more is due until we’ve guaranteed this departure'])
    expect(tour).toContain(words)
  expect((await tripOn(TOUR)).additionalProperty).toContainEqual({
    ...{ '@type': 'PropertyValue', name: 'Minimum travelers', value: '8' },
  })
  const checkout = (await read('/checkout')).html
  expect(checkout.indexOf('If it does not run')).toBeLessThan(checkout.indexOf('By paying you accept'))
  expect(checkout.indexOf('If it does not run')).toBeGreaterThan(0)

  // Who saw it without the condition looks again before anything is charged.
  const { shown = '' } = hidden(before)
  const wish = { customerInfo: customerInfo('late@example.com', 'Ann Lee'), checkoutKey: 'a-page-of-before' }
  const stale = await createPaymentIntent(site.url, { ...wish, shown }, { address: '127.0.6.1' })
  expect(stale.status).toBe(409)
  expect(stale.body.terms).toMatchObject({
    runs: { minimumTravelers: 8, decidedBy: '2025-08-07', sentence: RUNS_FROM },
  })
  const seen = await createPaymentIntent(
    site.url,
    { ...wish, shown: hidden(checkout).shown },
    { address: '127.0.6.1' },
  )
  expect(seen.status).toBe(200)
  expect((await read(`/booking/${leaver.token}`)).html).toContain(RUNS_FROM)
  expect((await read(`/pay/${leaver.token}`)).html).toContain(
    'more is due until we’ve guaranteed this departure',
  )
  expect((await read(`/booking/${leaver.token}/calendar.ics`)).html).toContain('STATUS:TENTATIVE')
  const fourth = await booked(site, { isWhole: true })
  expect((await letter(fourth, 'Your seat is booked')).text).toContain(RUNS_FROM)
  for (const page of ['booking', 'pay']) {
    const { html } = await read(`/${page}/${fourth.token}`)
    expect(html).toContain(`${RUNS_FROM} Your tour is paid in full.`)
    expect(html).not.toContain('We look forward')
  }
})

test('its overview asks once whether it is guaranteed, and names its next days', async () => {
  const shown = async () => {
    const { html } = await read(ADMIN, Cookie)
    return html.slice(0, html.indexOf('window.__remixContext'))
  }
  const ASKED = 'The minimum is paid: guarantee this departure?'
  const before = await shown()
  expect(before).toContain('137 days to go · No guide yet · Next: early bird ends Aug 1, 2025')
  expect(before).not.toContain(ASKED)
  site.change('update departures set minimum_travelers = 1 where id = 1')
  const paid = await shown()
  expect(paid.split(ASKED)).toHaveLength(2)
  expect(paid.match(/href="[^"]*\/guarantee"/g)).toHaveLength(1)
  expect(paid.indexOf('How it stands')).toBeLessThan(paid.indexOf('Cancel this departure'))
  expect((await read('/admin/departures', Cookie)).html).toContain('The minimum is paid: guarantee it')
  site.change(NEEDS_EIGHT)
})

test('once it is guaranteed, page, structured data and calendar say so', async () => {
  const before = (await read(`${ADMIN}/guarantee`, Cookie)).html
  expect(before).toContain('is guaranteed to run')
  expect(before).not.toContain(leaver.token)
  expect((await send(`${ADMIN}/guarantee`, { letters: '4' }, Cookie)).status).toBe(302)
  expect((await read(TOUR)).html).toContain('Guaranteed')
  expect((await tripOn(TOUR)).additionalProperty).toEqual([
    { '@type': 'PropertyValue', name: 'Guaranteed departure', value: 'Yes' },
  ])
  expect((await read('/checkout')).html).not.toContain('This departure needs at least')
  expect((await read(`/booking/${leaver.token}/calendar.ics`)).html).toContain('STATUS:CONFIRMED')
  await letter(leaver, 'Guaranteed')
  expect((await read('/admin/departures/1/letters', Cookie)).html).toMatch(/departure guaranteed/i)
})

test('once it is canceled nobody sells it, asks for money or keeps what comes late', async () => {
  const holder = await createPaymentIntent(
    site.url,
    { customerInfo: customerInfo('holder@example.com', 'Otieno Odhiambo') },
    { address: '127.0.6.2' },
  )
  expect(await read(`/booking/${leaver.token}/choice`)).toMatchObject({
    status: 302,
    to: `/booking/${leaver.token}`,
  })
  const dialog = (await read(`${ADMIN}/cancel`, Cookie)).html
  // How each letter will read is shown first, and shows nobody's own link.
  const shown = { ...hidden(dialog), words: 'The park is closed.', intent: 'preview', as: mover.reference }
  const preview = await send(`${ADMIN}/cancel`, shown, Cookie)
  expect(preview.status).toBe(200)
  expect(dialog).toContain('(Your words follow here.)')
  for (const words of ['we have to cancel', 'Oct 27, 2025. The park is closed.', 'Choose now'])
    expect(preview.html.replaceAll(UNBROKEN, ' ')).toContain(words)
  expect(preview.html).not.toContain(mover.token)
  expect(preview.html).toContain(`<option value="${mover.reference}" selected`)
  expect(site.rows('select id from schedule_changes')).toEqual([])
  const done = await send(`${ADMIN}/cancel`, { ...hidden(dialog), words: 'The park is closed.' }, Cookie)
  expect(done.status).toBe(302)
  // Before the schedule withdraws it.
  site.stripe.payIntent(String(holder.body.paymentIntentId), '4242424242424242')
  await site.stripe.webhooksSettled()

  expect((await read(TOUR)).html).toContain('This departure was canceled')
  expect((await read('/texascountrysafari')).html).not.toContain('Oct 16 to Oct 27, 2025')
  expect(await tripOn(TOUR)).toMatchObject({ availability: 'https://schema.org/Discontinued' })
  expect((await read('/checkout?departure=2025-10-16', holder.cookie ?? '')).html).toContain(
    'It is no longer on sale',
  )
  const refused = await createPaymentIntent(
    site.url,
    { departure: '2025-10-16', customerInfo: customerInfo('holder@example.com', 'Otieno Odhiambo') },
    { address: '127.0.6.2', cookie: holder.cookie ?? '' },
  )
  expect(refused).toMatchObject({ status: 409 })
  expect(String(refused.body.message)).toContain('This departure was canceled. Your card was not charged.')
  expect((await read(`/pay/${leaver.token}`)).html).toContain('So nothing more is due')
  const page = (await read(`/booking/${leaver.token}`)).html
  expect(page).toContain('Choose now')
  expect(page).not.toContain('paid in full')
  expect((await read(`/booking/${leaver.token}/calendar.ics`)).html).toMatch(
    /STATUS:CANCELLED.*STATUS:CANCELLED/s,
  )
  const [companion] = site.rows<{ link: string }>(
    'select link_token as link from travelers where booking_id = ?',
    leaver.id,
  )
  expect((await read(`/traveler/${companion?.link}`)).html).toContain(
    'Please book no flights for these dates',
  )
  expect((await read(`/traveler/${companion?.link}/trip`)).status).toBe(410)

  const late = await site.mailbox.waitFor(
    ({ to, subject }) => to.includes('holder@example.com') && subject.includes('returned'),
  )
  expect(late.text).toContain('but this departure was canceled')
})

test('a guest has everything back by one choice, which counts once', async () => {
  const here = `/booking/${leaver.token}/choice`
  const { html } = await read(here)
  for (const words of ['The park is closed.', 'Get everything back', 'by June 15, 2025', '$300 more'])
    expect(html).toContain(words)
  expect(html).not.toContain('checked=""')
  expect((await letter(leaver, 'Canceled')).text).toContain(here)
  const nothing = await send(here, hidden(html))
  expect(nothing.status).toBe(400)
  expect(nothing.html).toContain('Please choose one')
  for (const _ of ['pressed', 'and again'])
    expect(await send(here, { ...hidden(html), choice: 'refund' })).toMatchObject({ status: 302, to: here })
  expect(await send(here, { ...hidden(html), choice: 'move-2' })).toMatchObject({ status: 302, to: here })
  const [intent] = site.rows<{ id: string }>(
    "select stripe_intent_id as id from payments where booking_id = ? and kind = 'payment'",
    leaver.id,
  )
  expect(site.stripe.refunds().filter(({ payment_intent: of }) => of === intent?.id)).toMatchObject([
    { amount: 50_000 },
  ])
  expect((await letter(leaver, 'Your booking is canceled')).text).toContain(
    'so we’re refunding everything you paid',
  )
  expect((await read(here)).html).toContain('This booking is canceled')
  expect((await read(`/booking/${leaver.token}`)).html).toContain('We refunded you')
})

test('another moves at the agreed price, and hears no where what was shown has changed', async () => {
  const here = `/booking/${mover.token}/choice`
  const { html } = await read(here)
  const choice = { ...hidden(html), choice: 'move-2' }
  site.change("update departures set final_installment_due_on = '2026-09-13' where id = 2")
  const stale = await send(here, choice)
  expect(stale.status).toBe(409)
  expect(stale.html).toContain('have changed since you opened this page')
  const now = { ...hidden((await read(here)).html), choice: 'move-2' }
  for (const _ of ['pressed', 'and again'])
    expect(await send(here, now)).toMatchObject({ status: 302, to: here })
  expect((await read(here)).html).toContain('Your booking is on Oct 15 to Oct 26, 2026 now')
  expect((await letter(mover, 'New dates')).text).toContain('Your price stays as agreed')
  expect(site.rows('select departure_id, total_cents from bookings where id = ?', mover.id)).toEqual([
    { departure_id: 2, total_cents: 450_000 },
  ])
  expect(site.rows('select id from refunds where booking_id = ?', mover.id)).toEqual([])
  expect(lettersTo(mover).filter(({ subject }) => subject.startsWith('Canceled'))).toHaveLength(1)
})

test('postponed, it asks those who cannot travel then, and says when the answer is too late', async () => {
  const paying = await createPaymentIntent(
    site.url,
    { departure: '2026-10-15', customerInfo: customerInfo('paying@example.com', 'Amina Yusuf') },
    { address: '127.0.6.3' },
  )
  const dialog = (await read('/admin/departures/2/postpone?startsOn=2026-11-12', Cookie)).html
  const typed = { ...hidden(dialog), startsOn: '2026-11-12', words: 'The rains are late.' }
  const preview = await send('/admin/departures/2/postpone', { ...typed, intent: 'preview' }, Cookie)
  expect(preview.html.replaceAll(UNBROKEN, ' ')).toContain(
    'it now takes place Nov 12 to Nov 23, 2026, instead of Oct 15 to Oct 26, 2026. The rains are late.',
  )
  expect((await send('/admin/departures/2/postpone', typed, Cookie)).status).toBe(302)
  const here = `/booking/${mover.token}/choice`
  const page = await read(here)
  for (const words of ['The new dates are Nov 12 to Nov 23, 2026', 'your booking stays'])
    expect(page.html).toContain(words)
  expect((await read(`/booking/${mover.token}`)).html).toContain('Nov 12 to Nov 23, 2026')
  expect((await read(`/booking/${mover.token}/calendar.ics`)).html).toContain('DTSTART;VALUE=DATE:20261112')
  expect(await send(here, { choice: 'stays' })).toMatchObject({ status: 302, to: here })
  expect(await send(here, { choice: 'refund' })).toMatchObject({ status: 302, to: here })
  const chosen = (await read(here)).html
  expect(chosen).toContain('You travel Nov 12 to Nov 23, 2026')
  expect(chosen).not.toContain('The last day to choose')
  expect(site.rows('select payment_status as status from bookings where id = ?', mover.id)).toEqual([
    { status: 'deposit_paid' },
  ])

  // Who began to pay before it has the same choice.
  site.stripe.payIntent(String(paying.body.paymentIntentId), '4242424242424242')
  await site.stripe.webhooksSettled()
  const amina = await site.mailbox.waitFor(
    ({ to, subject }) => to.includes('paying@example.com') && subject.startsWith('New dates'),
  )
  const [choiceOfHers = ''] = /\/booking\/[\w-]+\/choice/.exec(amina.text) ?? []
  expect((await read(choiceOfHers)).html).toContain('Get everything back')

  site.change("update schedule_changes set answer_by = '2025-05-31' where kind = 'canceled'")
  const closed = (await read(`/booking/${silent.token}/choice`)).html
  expect(closed).not.toContain('Confirm my choice')
  expect(closed).toMatch(/We’re refunding everything you paid|This booking is canceled/)
  expect(await read(`/booking/${'a'.repeat(32)}/choice`)).toMatchObject({ status: 404 })
})
