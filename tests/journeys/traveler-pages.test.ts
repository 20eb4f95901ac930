import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedForGuests } from '#tests/fixtures/asked-for-guests'
import { type Booked, booked } from '#tests/fixtures/booked'
import { returnQuery } from '#tests/fixtures/return-query'
import { type Site, startSite } from '#tests/fixtures/site'
import { visitor } from '#tests/fixtures/visitor'

// The traveler's own pages as a browser without scripts, a mail scanner or a stranger meets them.

let site: Site
let guest: Booked
beforeAll(async () => {
  site = await startSite()
  guest = await booked(site)
})
afterAll(() => site.close())

const get = (path: string, method = 'GET') => fetch(site.url + path, { method, redirect: 'manual' })
const { read, post } = visitor(() => site)
const textOf = async (path: string) => (await read(path)).html

const everything = () => ({
  bookings: site.rows('select * from bookings'),
  intents: site.rows('select * from payment_intents'),
  ledger: site.rows('select * from payments'),
  mail: site.rows('select id from outbox'),
  views: site.rows('select * from page_views'),
})

test('opening the pages changes nothing and asks Stripe nothing', async () => {
  const [receipt] = site.rows<{ id: number }>('select id from payments where booking_id = ?', guest.id)
  const before = everything()
  const asked = askedForGuests(site)
  for (const path of [
    `/pay/${guest.token}`,
    `/booking/${guest.token}`,
    `/booking/${guest.token}/calendar.ics`,
    `/booking/${guest.token}/receipts/${receipt?.id}`,
    '/my-booking',
  ])
    for (const method of ['GET', 'HEAD']) expect((await get(path, method)).status).toBe(200)

  expect(everything()).toEqual(before)
  expect(askedForGuests(site)).toBe(asked)
})

describe('a page behind a token', () => {
  test('is not cached, not indexed and leaks no referrer', async () => {
    for (const path of [`/pay/${guest.token}`, `/booking/${guest.token}`]) {
      const { headers } = await get(path)
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('Referrer-Policy')).toBe('same-origin')
      const html = await textOf(path)
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).not.toContain('rel="canonical"')
    }
  })

  test('lets Stripe in only where a card is typed', async () => {
    const sandbox = new URL(site.stripe.apiBase).origin
    const policyOf = async (path: string) => (await get(path)).headers.get('Content-Security-Policy')
    expect(await policyOf(`/pay/${guest.token}`)).toContain(sandbox)
    expect(await policyOf(`/booking/${guest.token}`)).not.toContain(sandbox)
    expect(await textOf(`/booking/${guest.token}`)).not.toContain('js.stripe.com')
  })
})

describe('an unknown link', () => {
  test.each(['/pay/', '/booking/'])('at %s explains how to find the right one', async (path) => {
    for (const token of ['x'.repeat(32), 'short', `${guest.token}x`, "'%20or%201=1"]) {
      const answer = await get(path + token)
      expect(answer.status).toBe(404)
      const html = await answer.text()
      expect(html).toContain('We don’t recognize this link')
      expect(html).toContain('href="/my-booking"')
    }
  })

  test('has no calendar, no receipt and no payment', async () => {
    expect((await get('/booking/unknown-unknown-unknown/calendar.ics')).status).toBe(404)
    expect((await get('/booking/unknown-unknown-unknown/receipts/1')).status).toBe(404)
    const wish = { pays: 'next', nextCents: '200000', remainingCents: '400000' }
    expect((await post('/pay/unknown-unknown-unknown', wish)).status).toBe(404)
  })

  test('of another booking does not open a receipt', async () => {
    const other = await booked(site)
    const [theirs] = site.rows<{ id: number }>('select id from payments where booking_id = ?', other.id)
    const own = await get(`/booking/${other.token}/receipts/${theirs?.id}`)
    expect(own.status).toBe(200)
    // What comes back after canceling is no part of a receipt (rules 4.1).
    const [sheet] = /<main[\s\S]*<\/main>/.exec(await own.text()) ?? []
    expect(sheet).toContain('Payment by card')
    expect(sheet).not.toMatch(/non-refundable|if you cancel|no refund/i)
    expect((await get(`/booking/${guest.token}/receipts/${theirs?.id}`)).status).toBe(404)
    expect((await get(`/booking/${guest.token}/receipts/x`)).status).toBe(404)
  })

  test('is what the intent of another booking amounts to', async () => {
    const other = await booked(site)
    const [intent] = site.rows<{ stripe_intent_id: string }>(
      'select stripe_intent_id from payment_intents where booking_id = ?',
      other.id,
    )
    const html = await textOf(`/pay/${guest.token}?payment_intent=${intent?.stripe_intent_id}`)
    expect(html).toContain('What would you like to pay?')
    expect(html).not.toContain('Thank you')
  })
})

describe('a booking that asks for nothing says why', () => {
  const inState = async (status: string) => {
    const { id, token } = await booked(site)
    site.change('update bookings set payment_status = ? where id = ?', status, id)
    return token
  }

  test.each([
    ['cancelled', 'This booking is canceled'],
    ['refunded', 'This booking is canceled'],
    ['expired', 'This seat was released'],
    ['payment_failed', 'This seat was released'],
  ])('when it is %s', async (status, words) => {
    const token = await inState(status)
    for (const path of ['/pay/', '/booking/']) {
      const html = await textOf(path + token)
      expect(html).toContain(words)
      expect(html).not.toContain('name="remainingCents"')
      expect(html).toContain('hello@savannasoul.example')
    }
    // Who has the dates in a calendar gets rid of them; what was never booked has none.
    const calendar = await get(`/booking/${token}/calendar.ics`)
    const wasBooked = status === 'cancelled' || status === 'refunded'
    expect(calendar.status).toBe(wasBooked ? 200 : 404)
    if (wasBooked) expect(await calendar.text()).not.toMatch(/STATUS:(CONFIRMED|TENTATIVE)/)
    const wish = { pays: 'next', nextCents: '200000', remainingCents: '400000' }
    const answer = await post(`/pay/${token}`, wish)
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('This booking is no longer active')
  })

  test('when its first payment has not come', async () => {
    const { token } = await booked(site, { isPaid: false })
    for (const path of ['/pay/', '/booking/'])
      expect(await textOf(path + token)).toContain('The first payment has not arrived yet')
  })

  test('when all is paid', async () => {
    const { id, token } = await booked(site)
    site.change(
      "insert into payments (booking_id, kind, method, amount_cents, created_at) values (?, 'payment', 'wire', 400000, ?)",
      id,
      Date.parse('2025-06-02T12:00:00Z'),
    )
    expect(await textOf(`/pay/${token}`)).toContain('Nothing is due')
    const page = await textOf(`/booking/${token}`)
    expect(page).toContain('Paid in full')
    expect(page).toContain('Payment by bank transfer')
  })

  test('while a payment is being processed', async () => {
    const { id, token } = await booked(site)
    site.change(
      `insert into payment_intents (booking_id, purpose, method, amount_cents, state, idempotency_key, processing_at, created_at, updated_at)
       values (?, 'balance', 'card-element', 400000, 'open', ?, 1, 1, 1)`,
      id,
      `key-${id}`,
    )
    const html = await textOf(`/pay/${token}`)
    expect(html).toContain('A payment is being processed')
    expect(html).not.toContain('name="remainingCents"')
  })
})

describe('the address that a paid card came back to', () => {
  const intentOf = (id: number) =>
    site.rows<{ id: string }>('select stripe_intent_id id from payment_intents where booking_id = ?', id)[0]
      ?.id

  test('promises no refund for a deposit kept at cancellation', async () => {
    const { id, token } = await booked(site)
    site.change("update bookings set payment_status = 'cancelled' where id = ?", id)

    const pay = await textOf(`/pay/${token}?payment_intent=${intentOf(id)}`)
    expect(pay).toContain('This booking is canceled')
    expect(pay).not.toContain('on its way back')
    const success = await get(`/payment-success?${returnQuery(site, String(intentOf(id)))}`)
    expect(success.status).toBe(410)
    const html = await success.text()
    expect(html).toContain('This booking was canceled')
    expect(html).not.toContain('returned to your card')
  })

  test('claims no held seat once the hold has ended', async () => {
    const { id } = await booked(site, { isPaid: false })
    const failed = `/payment-success?roomType=double&${returnQuery(site, String(intentOf(id)))}&redirect_status=failed`
    expect(await textOf(failed)).toContain('Your seat stays held for you')
    site.change("update bookings set payment_status = 'expired' where id = ?", id)

    const html = await textOf(failed)
    expect(html).toContain('Your card was not charged')
    expect(html).toContain('The 30 minutes for your seat are over')
    expect(html).not.toContain('stays held')
  })
})

test('without scripts, a refusal keeps the chosen payment selected', async () => {
  const { token } = await booked(site)
  const stale = { pays: 'balance', nextCents: '200000', remainingCents: '450000' }
  const html = await (await post(`/pay/${token}`, stale)).text()
  expect(html).toContain('What is due has changed')
  expect(/<input[^>]*value="balance"[^>]*>/.exec(html)?.[0]).toContain('checked=""')
})

test('what came back is shown on a canceled booking', async () => {
  const { id, token } = await booked(site)
  site.change("update bookings set payment_status = 'cancelled' where id = ?", id)
  site.change(
    "insert into payments (booking_id, kind, method, amount_cents, created_at) values (?, 'refund', 'card', -30000, 1748800000000)",
    id,
  )
  const html = await textOf(`/booking/${token}`)
  expect(html).toContain('We refunded you $300.')
  expect(html).toContain('Refund to card')
  expect(html).toContain('−$300')
})

describe('money that went back', () => {
  const intentOf = (id: number) =>
    site.rows<{ intent: string }>(
      'select stripe_intent_id as intent from payments where booking_id = ? and stripe_intent_id is not null',
      id,
    )[0]?.intent ?? ''

  test('a failed card refund is not shown as received', async () => {
    const { id, token } = await booked(site)
    const { id: refundId } = site.stripe.refundInDashboard(intentOf(id))
    await site.stripe.webhooksSettled()
    expect(await textOf(`/booking/${token}`)).toContain('We refunded you $500.')

    site.stripe.failRefund(refundId)
    await site.stripe.webhooksSettled()
    const html = await textOf(`/booking/${token}`)
    expect(html).not.toContain('We refunded you')
    expect(html).toContain('$500 could not be returned to your card.')
    expect(html).toContain('Refund that your card did not take')
    expect(html).not.toContain('>Refunded<')
  })

  test('a dispute’s money is never shown as a refund', async () => {
    const { id, token } = await booked(site)
    site.change(
      "insert into payments (booking_id, kind, amount_cents, created_at) values (?, 'payment', 400000, 1)",
      id,
    )
    const { id: disputeId } = site.stripe.openDispute(intentOf(id))
    site.stripe.closeDispute(disputeId, 'lost')
    await site.stripe.webhooksSettled()
    expect(await textOf(`/booking/${token}`)).toContain('Taken back by your bank')
    site.stripe.closeDispute(disputeId, 'won')
    await site.stripe.webhooksSettled()
    const html = await textOf(`/booking/${token}`)
    expect(html).toContain('Paid again by your bank')
    expect(html).not.toContain('We refunded you')
  })

  test('a whole refund under way is not "Paid in full"', async () => {
    const { id, token } = await booked(site)
    site.change(
      `insert into refunds (booking_id, stripe_intent_id, amount_cents, reason, order_key, next_attempt_at, created_at)
       values (?, ?, 50000, 'whole', 'waits', 9999999999999, 1)`,
      id,
      intentOf(id),
    )
    const html = await textOf(`/booking/${token}`)
    expect(html).toContain('$500 is on its way back to your card.')
    expect(html).toContain('Being refunded')
    const answer = await get(
      `/booking-confirmation?booking_id=${id}&${returnQuery(site, String(intentOf(id)))}`,
    )
    expect(answer.status).toBe(410)
    expect(await answer.text()).not.toContain('Booking Confirmed')
    for (const claim of ['aid in full', 'Payment schedule', 'Change or cancel']) {
      expect(html).not.toContain(claim)
    }
  })
})

test('the booking page quotes what the policy refunds today', async () => {
  const { id, token } = await booked(site)
  const QUOTE = /If you cancel today[^<]*|The departure is 30 days[^<]*/
  const quoted = async () => QUOTE.exec(await textOf(`/booking/${token}`))?.[0]
  expect(await quoted()).toBe('If you cancel today, you get $500 back to your card: everything you paid.')

  site.change('update bookings set created_at = created_at - 40 * 86400000 where id = ?', id)
  expect(await quoted()).toContain('nothing would be refunded: the $500 that you paid is the deposit')
  site.change(
    "insert into payments (booking_id, kind, method, amount_cents, created_at) values (?, 'payment', 'wire', 200000, 1)",
    id,
  )
  expect(await quoted()).toBe(
    'If you cancel today, you get $2,000 back ($500 to your card, $1,500 the same way you paid it). $500 is no longer refundable.',
  )
  site.change("update departures set starts_on = '2025-06-20'")
  expect(await quoted()).toContain('you get $2,000 back')
  for (const page of ['booking', 'pay']) {
    const words = await textOf(`/${page}/${token}`)
    expect(words).toContain('your refund follows the dates you agreed to, or the new ones')
    expect(words).not.toContain('you get back everything you paid')
  }
  site.change("update bookings set agreed_starts_on = '2025-06-20' where id = ?", id)
  expect(await quoted()).toContain('The departure is 30 days or fewer away')
  site.change("update departures set starts_on = '2025-10-16'")
  expect(await quoted()).toContain('you get $2,000 back')
  const words = await textOf(`/booking/${token}`)
  expect(words).toContain('The terms you accepted: Fully refundable for 30 days after booking')
  expect(words).toContain('What counts is the day you ask us to cancel, even if we answer later')
})

test.each([
  ['/pay/TOKEN', 'application/x-www-form-urlencoded', 'pays[60000000]=next', 400],
  ['/pay/TOKEN', 'application/x-www-form-urlencoded', 'pays=next&nextCents=-1&remainingCents=1e99', 400],
  ['/pay/TOKEN/intent', 'application/x-www-form-urlencoded', 'pays=next', 415],
  ['/pay/TOKEN/intent', 'application/json', '{"pays":"next","nextCents":{},"remainingCents":[]}', 400],
  ['/pay/TOKEN/intent', 'application/json', '{"pays":"next","nextCents":200000,"remainingCents":1}', 409],
])('%s takes %s “%s” for what it is', async (path, contentType, body, status) => {
  const answer = await fetch(site.url + path.replace('TOKEN', guest.token), {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body,
  })
  expect(answer.status).toBe(status)
  expect(
    site.rows(
      "select id from payment_intents where purpose in ('installment', 'balance') and booking_id = ?",
      guest.id,
    ),
  ).toEqual([])
})

test('without card payments, the payment link says so', async () => {
  const bare = await startSite()
  try {
    const { token } = await booked(bare)
    await bare.killHard()
    await bare.start({ STRIPE_SECRET_KEY: undefined })
    const html = await (await fetch(`${bare.url}/pay/${token}`)).text()
    expect(html).toContain('Stripe payment system is not configured. Please contact support.')
    expect(html).toContain('First installment')
    expect((await fetch(`${bare.url}/pay/${token}`, { method: 'POST' })).status).toBe(503)
  } finally {
    await bare.close()
  }
})

test('payment attempts are limited across all payment links', async () => {
  const press = (path: string) => post(path, { pays: 'x' })
  for (let time = 0; time < 20; time += 1) await press(time % 2 ? '/pay/one' : '/pay/two/intent')
  const refused = await press(`/pay/${guest.token}`)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await get(`/pay/${guest.token}`)).status).toBe(200)
})
