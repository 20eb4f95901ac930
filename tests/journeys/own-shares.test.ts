import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callJson } from '#tests/fixtures/json-call'
import { fromSomewhere } from '#tests/fixtures/network-address'
import { aPartyOfThree, type PartyOfThree, payerTokensOf } from '#tests/fixtures/party-of-three'
import { type Site, startSite } from '#tests/fixtures/site'
import { visitor } from '#tests/fixtures/visitor'

// Each of a party pays their own share, and somebody else pays for one: the pages over HTTP, without scripts.

let site: Site
let party: PartyOfThree
beforeAll(async () => {
  site = await startSite({ FLY_APP_NAME: 'for-tests' })
  site.change('update departures set seats = 200')
})
afterAll(() => site.close())
beforeEach(async () => {
  party = await aPartyOfThree(site)
})

const { read, post, press, send } = visitor(
  () => site,
  () => fromSomewhere(),
)

const lead = () => `/booking/${party.token}`
const companion = () => `/traveler/${party.achieng.token}`
const eachPays = () => press(lead(), 'Each pays their own share')
const isEach = () =>
  site.rows<{ each: number }>('select each_pays as each from bookings where id = ?', party.id)[0]?.each === 1
const ledger = () =>
  site
    .rows<{ line: string }>(
      `select amount_cents || ' for ' || coalesce((select position from travelers where id = for_traveler_id), 'all')
        as line from payments where booking_id = ? order by id`,
      party.id,
    )
    .map(({ line }) => line)
const letters = (kind: string) =>
  site.rows('select id from outbox where booking_id = ? and kind = ?', party.id, kind).length

/** Pays as the page's own scripts do, and comes back from Stripe. */
async function paysAt(token: string, wish: object) {
  const { status, body } = await callJson(site.url, 'POST', `/pay/${token}/intent`, wish, fromSomewhere())
  expect(body).toMatchObject({ paymentIntentId: expect.any(String) })
  expect(status).toBe(200)
  const intent = String(body.paymentIntentId)
  site.stripe.payIntent(intent, '4242424242424242')
  await site.stripe.webhooksSettled()
  const back = await read(`/pay/${token}?payment_intent=${intent}&redirect_status=succeeded`)
  expect([back.status, back.to]).toEqual([303, `/pay/${token}?payment_intent=${intent}`])
  return { intent, page: await read(back.to) }
}

const NEXT = { pays: 'next', nextCents: 200_000, remainingCents: 400_000 }

/** What of the page's data and words may be seen, and what not: of the others, and of the booking. */
function expectNothingOfOthers(html: string) {
  for (const other of [
    ...[party.token, party.baraka.token, party.email],
    ...['Kamau', 'Baraka', ' 12 Congress', '/booking/'],
    // What all of them cost, have paid and owe.
    ...['13,500', '1350000', '12,000', '1200000', '1,500', '150000', '10,000', '1000000'],
  ])
    expect(html, other).not.toContain(other)
}

describe('the lead traveler', () => {
  test('lets each pay their own share, once, and pays for everybody again', async () => {
    const before = (await read(lead())).html
    expect(before).toContain('Each pays their own share')
    expect(before).toContain(`href="/booking/${party.token}/travelers/3"`)
    expect((await eachPays()).to).toBe(`${lead()}#who-pays`)
    expect(isEach()).toBe(true)
    const { html } = await read(lead())
    expect(html).toContain('Pay Achieng’s share')
    expect(html).toContain(`href="/pay/${party.token}?whose=3"`)
    expect(html).toContain('No email address yet: add it')
    // Sent again, as by a second press.
    expect((await send(lead(), { command: 'each-pays' })).status).toBe(302)
    expect(letters('own-share')).toBe(1)
    expect((await press(lead(), 'I pay for everybody')).to).toBe(`${lead()}#who-pays`)
    expect(isEach()).toBe(false)
    expect((await read(lead())).html).not.toContain('Pay Achieng’s share')
  })

  test('is not offered it alone, nor once all is paid', async () => {
    site.change('update bookings set each_pays = 0, payment_status = ? where id = ?', 'cancelled', party.id)
    expect((await read(lead())).html).not.toContain('Who pays')
    expect((await send(lead(), { command: 'each-pays' })).status).toBe(409)
    expect(isEach()).toBe(false)
  })

  test('pays their own share first, another’s by name, or everybody’s', async () => {
    await eachPays()
    const own = (await read(`/pay/${party.token}`)).html
    expect(own).toContain('Pay your share')
    for (const words of ['Pay Achieng’s share', 'Pay Baraka’s share', 'Pay everybody’s share'])
      expect(own).toContain(words)
    const achiengs = (await read(`/pay/${party.token}?whose=2`)).html
    expect(achiengs).toContain('<h1 class="type-h2">Pay Achieng’s share</h1>')
    expect(achiengs).toContain('name="whose" value="2"')
    const { page } = await paysAt(party.token, { ...NEXT, whose: '2' })
    expect(page.html).toContain('Left of Achieng’s share')
    expect(page.html).toContain(`href="/booking/${party.token}/receipts/`)
    expect(ledger()).toEqual(['150000 for all', '200000 for 2'])
    const whole = { pays: 'balance', nextCents: 400_000, remainingCents: 1_000_000, whose: 'all' }
    await paysAt(party.token, whole)
    expect(ledger().at(-1)).toBe('1000000 for all')
    expect((await read(`/pay/${party.token}`)).html).toContain('Your share is paid in full')
  })

  test('goes on to Stripe’s page for another’s share, and comes back to it', async () => {
    await eachPays()
    const { to } = await press(`/pay/${party.token}?whose=2`, 'Continue to payment', { pays: 'balance' })
    expect(to).toContain('/c/pay/')
    const session = site.stripe.sessions().at(-1)
    expect(session?.cancel_url).toBe(`${site.url}/pay/${party.token}?whose=2`)
    const intents = site.rows(
      'select for_traveler_id as id from payment_intents where booking_id = ?',
      party.id,
    )
    expect(intents.at(-1)).toEqual(
      site.rows('select id from travelers where booking_id = ? and position = 2', party.id)[0],
    )
  })

  test('sees on a refused form the share that it was for', async () => {
    await eachPays()
    const wish = {
      pays: 'part',
      partAmount: '9000',
      whose: '3',
      nextCents: '200000',
      remainingCents: '400000',
    }
    const { status, html } = await send(`/pay/${party.token}?whose=3`, wish)
    expect(status).toBe(409)
    expect(html).toContain('Pay Baraka’s share')
    expect(html).toContain('Please enter an amount from $0.50 to $3,999.50, or $4,000 for all of it')
    expect(html).toContain('value="9000"')
  })

  test('who is asked for a part of all gets to all', async () => {
    await eachPays()
    const { html } = await read(`/pay/${party.token}?amount=9000&after=1500`)
    expect(html).toContain('Pay everybody’s share')
    expect(html).toContain('value="9000"')
  })
})

describe('a companion', () => {
  test('pays their own share by their own link, and nobody sees more', async () => {
    expect((await read(companion())).html).not.toContain('Your share')
    await eachPays()
    const own = (await read(companion())).html
    for (const words of ['Your share', '$4,500', 'Left to pay', 'Pay my share']) expect(own).toContain(words)
    expectNothingOfOthers(own)
    const asked = (await read(`/pay/${party.achieng.token}`)).html
    expect(asked).toContain('Your share of the ')
    expect(asked).not.toContain('AutopayTick')
    // What comes back of it, by their own deposit, before they pay.
    for (const [html, button] of [
      [own, 'Pay my share'],
      [asked, 'Continue to payment'],
    ] as const) {
      for (const words of ['If you cancel', 'Everything back', 'All but $500', 'No refund'])
        expect(html).toContain(words)
      expect(html.indexOf('If you cancel')).toBeLessThan(html.indexOf(button))
    }
    expectNothingOfOthers(asked)

    const { intent, page } = await paysAt(party.achieng.token, NEXT)
    for (const words of ['Thank you', 'We received $2,000 for your share', 'Next: $2,000'])
      expect(page.html).toContain(words)
    expectNothingOfOthers(page.html)
    expect(ledger()).toEqual(['150000 for all', '200000 for 2'])

    const [, receipt = ''] = /\/traveler\/[\w-]+\/receipts\/(\d+)/.exec(page.html) ?? []
    const sheet = await read(`${companion()}/receipts/${receipt}`)
    expect(sheet.html).toContain('Achieng Otieno')
    expectNothingOfOthers(sheet.html)
    // Of the deposit, and by another's link, there is none.
    const [deposit] = site.rows<{ id: number }>('select id from payments where booking_id = ?', party.id)
    expect((await read(`${companion()}/receipts/${deposit?.id}`)).status).toBe(404)
    expect((await read(`/traveler/${party.baraka.token}/receipts/${receipt}`)).status).toBe(404)
    // The lead traveler sees it, and who paid.
    expect((await read(lead())).html).toContain('Achieng Otieno</bdi>')
    expect((await read(`/booking/${party.token}/receipts/${receipt}`)).html).toContain('Achieng Otieno')
    // Its return is shown to no one else.
    for (const other of [party.token, party.baraka.token]) {
      const { html } = await read(`/pay/${other}?payment_intent=${intent}`)
      expect(html).not.toContain('Thank you')
    }
    const status = { status: 'completed', stripePaymentIntentId: intent }
    const told = await callJson(site.url, 'PUT', `/api/bookings/${party.reference}/status`, status)
    expect(told.status).toBe(404)
  })

  test('keeps their receipts once the lead traveler pays for everybody again', async () => {
    await eachPays()
    await paysAt(party.achieng.token, NEXT)
    await press(lead(), 'I pay for everybody')
    const { html } = await read(companion())
    expect(html).toContain('Your payments')
    expect(html).not.toContain('Pay my share')
    const closed = await read(`/pay/${party.achieng.token}`)
    expect([closed.status, closed.html.includes('Wanjiru pays for everybody')]).toEqual([404, true])
    const wish = { pays: 'next', nextCents: '200000', remainingCents: '200000' }
    expect((await post(`/pay/${party.achieng.token}`, wish)).status).toBe(404)
  })

  test('the lead traveler’s own link as a traveler pays nothing', async () => {
    await eachPays()
    const [own] = site.rows<{ token: string }>(
      'select link_token as token from travelers where booking_id = ? and position = 1',
      party.id,
    )
    expect((await read(`/pay/${own?.token}`)).status).toBe(404)
    expect((await read(`/traveler/${own?.token}`)).html).not.toContain('Your share')
  })

  test('pays no more than their share, and no other', async () => {
    await eachPays()
    for (const wish of [
      { pays: 'balance', nextCents: 400_000, remainingCents: 1_200_000, whose: 'all' },
      { pays: 'part', partAmount: '4500', nextCents: 200_000, remainingCents: 400_000 },
    ]) {
      const path = `/pay/${party.achieng.token}/intent`
      expect((await callJson(site.url, 'POST', path, wish, fromSomewhere())).status).toBe(409)
    }
    // Whose share it is, the link says.
    await paysAt(party.achieng.token, { ...NEXT, whose: '3' })
    expect(ledger().at(-1)).toBe('200000 for 2')
  })
})

describe('somebody else', () => {
  const asks = (typed: Record<string, string>, at = lead()) => press(at, 'Make a link', typed)
  const ROSE = { payerName: 'Aunt Rose', amount: '500' }

  test('pays by a link what a companion asked them for, and keeps a receipt there', async () => {
    await eachPays()
    expect((await asks(ROSE, companion())).to).toBe(`${companion()}#somebody-else`)
    const [token = ''] = payerTokensOf(site, party)
    expect((await read(companion())).html).toContain(`value="${site.url}/pay/${token}"`)
    const asked = (await read(`/pay/${token}`)).html
    for (const words of ['A payment for Achieng’s journey', 'Aunt Rose', '$500'])
      expect(asked).toContain(words)
    for (const words of ['bank account', 'another amount', 'Otieno', party.achieng.token, '4,500', '4,000'])
      expect(asked, words).not.toContain(words)
    expectNothingOfOthers(asked)

    const wish = { pays: 'balance', nextCents: 0, remainingCents: 50_000 }
    const bank = { ...wish, paysFrom: 'bank-account' }
    const path = `/pay/${token}/intent`
    expect((await callJson(site.url, 'POST', path, bank, fromSomewhere())).status).toBe(409)
    const { intent } = await paysAt(token, wish)
    expect(ledger()).toEqual(['150000 for all', '50000 for 2'])
    for (const query of ['', `?payment_intent=${intent}`]) {
      const { html } = await read(`/pay/${token}${query}`)
      for (const words of ['Thank you', 'Aunt Rose', '$500', party.reference]) expect(html).toContain(words)
      expectNothingOfOthers(html)
      expect(html).not.toContain('name="remainingCents"')
    }
    // Once.
    expect((await callJson(site.url, 'POST', path, wish, fromSomewhere())).status).toBe(409)
    expect((await read(companion())).html).toContain('Paid</span>')
    expect((await read(lead())).html).toContain('Aunt Rose</bdi>')
    for (const other of [party.token, party.achieng.token])
      expect((await read(`/pay/${other}?payment_intent=${intent}`)).html).not.toContain('Thank you')
    expect((await read(`${companion()}/receipts/1`)).status).toBe(404)
  })

  test('is asked once by a form that is sent twice, and what is wrong stays typed', async () => {
    await asks(ROSE)
    await asks(ROSE)
    expect(payerTokensOf(site, party)).toHaveLength(1)
    for (const [typed, words] of [
      [{ payerName: 'Aunt Rose', amount: 'plenty' }, 'Please enter an amount in dollars'],
      [{ payerName: '', amount: '250' }, 'Please enter who pays'],
      [{ payerName: 'http://rose.example', amount: '250' }, 'Please enter only a name here'],
      [{ payerName: 'Aunt Rose', amount: '20000' }, 'or $12,000 for all of it'],
    ] as const) {
      const { status, html } = await asks(typed)
      expect([400, 409]).toContain(status)
      expect(html).toContain(words)
      for (const value of Object.values(typed).filter(Boolean)) expect(html).toContain(`value="${value}"`)
    }
    expect(payerTokensOf(site, party)).toHaveLength(1)
  })

  test('is told kindly that a link was withdrawn', async () => {
    await asks(ROSE)
    const [token = ''] = payerTokensOf(site, party)
    expect((await press(lead(), 'Withdraw it')).to).toBe(`${lead()}#somebody-else`)
    const { status, html } = await read(`/pay/${token}`)
    expect(status).toBe(200)
    expect(html).toContain('This link was withdrawn')
    expect(html).not.toContain('name="remainingCents"')
    const wish = { pays: 'balance', nextCents: 0, remainingCents: 50_000 }
    const path = `/pay/${token}/intent`
    expect((await callJson(site.url, 'POST', path, wish, fromSomewhere())).status).toBe(409)
    expect((await read(lead())).html).toContain('Withdrawn</span>')
    expect((await send(lead(), { command: 'withdraw-link', linkId: '999' })).to).toBe(
      `${lead()}#somebody-else`,
    )
  })

  test('pays of a booking for all where the lead traveler pays', async () => {
    await asks(ROSE)
    const [token = ''] = payerTokensOf(site, party)
    expect((await read(`/pay/${token}`)).html).toContain('A payment for Wanjiru’s journey')
    await paysAt(token, { pays: 'balance', nextCents: 0, remainingCents: 50_000 })
    expect(ledger().at(-1)).toBe('50000 for all')
  })

  test('is told that less is left, or nothing', async () => {
    await asks({ payerName: 'Aunt Rose', amount: '12000' })
    const [token = ''] = payerTokensOf(site, party)
    await paysAt(party.token, { pays: 'next', nextCents: 600_000, remainingCents: 1_200_000 })
    const less = (await read(`/pay/${token}`)).html
    expect(less).toContain('Only $6,000 is left to pay now.')
    await paysAt(party.token, { pays: 'balance', nextCents: 600_000, remainingCents: 600_000 })
    expect((await read(`/pay/${token}`)).html).toContain('Nothing is left to pay')
    expect((await read(lead())).html).toContain('No longer needed')
  })

  test('whose traveler has left pays nothing, and keeps the receipt', async () => {
    await eachPays()
    await asks(ROSE, companion())
    await asks({ ...ROSE, amount: '600' }, companion())
    const [paid = '', open = ''] = payerTokensOf(site, party)
    await paysAt(paid, { pays: 'balance', nextCents: 0, remainingCents: 50_000 })
    site.change('update payer_links set for_traveler_id = 0 where booking_id = ?', party.id)
    expect((await read(`/pay/${paid}`)).html).toContain('Aunt Rose')
    expect((await read(`/pay/${open}`)).html).toContain('This link is no longer needed')
  })

  test('is asked by at most so many open links', async () => {
    for (let count = 1; count <= 6; count += 1) await asks({ ...ROSE, amount: String(100 + count) })
    const { status, html } = await asks({ ...ROSE, amount: '250' })
    expect(status).toBe(409)
    expect(html).toContain('Up to 6 links can be open at once')
    expect(html).toContain('value="250"')
  })
})
