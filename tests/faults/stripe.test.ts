import { afterAll, beforeAll, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { eventually } from '#tests/fixtures/site'
import { LONG, startTroubledSite, type TroubledSite } from './a-troubled-site'

// Stripe in every kind of trouble, while guests book and pay.

let troubled: TroubledSite
beforeAll(async () => {
  troubled = await startTroubledSite()
})
afterAll(() => troubled.site.close())

const WAYS = [
  ['answers 503', 'refuses'],
  ['answers 500', 'fails'],
  ['answers 429', 'limits'],
  ['drops the connection', 'drops'],
  ['acts and does not answer', 'loses-answers'],
] as const

test.each(WAYS)(
  'a Stripe that %s costs nobody money or a place',
  async (_, way) => {
    const { site, books, statusOf } = troubled
    const early = await books()
    site.stripe.switches.apiDown = way
    const refused = await books(`${way}@example.com`)
    early.pays()
    expect(refused).toMatchObject({ status: 502, message: 'Failed to initialize payment. Please try again.' })
    expect((await fetch(`${site.url}/checkout?roomType=double`)).status).toBe(200)

    site.stripe.switches.apiDown = 'off'
    const again = await books(`${way}@example.com`)
    expect(again.status).toBe(200)
    again.pays()
    await eventually(() => statusOf(again.reference) === 'deposit_paid')
    await troubled.expectNothingLost()
    expect(statusOf(early.reference)).toBe('deposit_paid')
  },
  patiently(60_000),
)

test('a Stripe that is slow is waited for', async () => {
  const { site, books, statusOf } = troubled
  site.stripe.switches.apiDelayMs = 1_500
  const guest = await books()
  expect(guest.status).toBe(200)
  guest.pays()
  await eventually(() => statusOf(guest.reference) === 'deposit_paid')
  site.stripe.allWell()
})

test.runIf(LONG)(
  'a Stripe that takes longer than anybody waits is given up',
  async () => {
    const { site, books } = troubled
    site.stripe.switches.apiDelayMs = 20_000
    expect((await books()).status).toBe(502)
    await troubled.expectNothingLost()
  },
  patiently(120_000),
)

test(
  'webhooks that come twice, late and in the wrong order change nothing',
  async () => {
    const { site, books, statusOf } = troubled
    Object.assign(site.stripe.switches, { doubled: true, shuffled: true, delayMs: 300 })
    const guests = [await books(), await books(), await books()]
    for (const guest of guests) guest.pays()
    site.stripe.refundInDashboard(guests[1]?.intentId ?? '', 20_000)
    await troubled.expectNothingLost()
    expect(guests.map(({ reference }) => statusOf(reference))).toEqual(Array(3).fill('deposit_paid'))
    // Who paid while Stripe was down is among them.
    expect(site.rows("select id from bookings where payment_status = 'deposit_paid'")).toHaveLength(
      2 * WAYS.length + 4,
    )
  },
  patiently(60_000),
)
