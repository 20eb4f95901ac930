import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import { setEachPays } from '#app/money/changes/party/each-pays.server'
import { stripeSandbox } from '#tests/fixtures/environment'
import { NOON } from '#tests/fixtures/orders'
import { booksOf, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import { ACHIENG, aSharingParty, BARAKA, linkOf, mailsOfKind, paysBy } from '#tests/fixtures/sharing-parties'

// Where each of a party pays their own, what staff give back can be one traveler's alone.

beforeEach(() => anOpenTour())

/** What each costs, has paid and owes, in dollars. */
const each = (booking: Booking) =>
  sharesOwed(bookingNow(booking)).map(({ shareCents, paidCents, owedCents }) =>
    [shareCents, paidCents, owedCents].map((amount) => amount / 100),
  )

const achiengOf = (booking: Booking) => ({ forTravelerId: partyOf(booking.id)[1]?.id ?? 0 })

/** What went back to each card, in dollars. */
const wentBackTo = (intent: string) =>
  stripeSandbox
    .refunds()
    .filter(({ payment_intent }) => payment_intent === intent)
    .map(({ amount }) => amount / 100)

describe('a goodwill refund for one of a party', () => {
  test('lowers their price and takes their money alone, and goes to the card they paid with', async () => {
    const booking = await aSharingParty(ACHIENG)
    const hers = await paysBy(linkOf(booking, 2))
    expect(each(booking)).toEqual([
      [4_500, 500, 4_000],
      [4_500, 2_500, 2_000],
    ])
    expect(await refund(booking, 100_000, achiengOf(booking))).toEqual({ ordered: 100_000 })
    expect(each(booking)).toEqual([
      [4_500, 500, 4_000],
      [3_500, 1_500, 2_000],
    ])
    expect(bookingNow(booking).totalCents).toBe(800_000)
    expect(wentBackTo(hers)).toEqual([1_000])
    expect(booksOf(booking)).toMatchObject({ stripeAgrees: true })
  })

  test('takes what their own card cannot give from those who paid for all', async () => {
    const booking = await aSharingParty(ACHIENG)
    const hers = await paysBy(linkOf(booking, 2))
    expect(await refund(booking, 220_000, achiengOf(booking))).toEqual({ ordered: 220_000 })
    expect(wentBackTo(hers)).toEqual([2_000])
    expect(stripeSandbox.refunds().map(({ amount }) => amount)).toEqual(
      expect.arrayContaining([200_000, 20_000]),
    )
    expect(each(booking)).toEqual([
      [4_500, 500, 4_000],
      [2_300, 300, 2_000],
    ])
  })

  test('is refused beyond what they have paid', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(linkOf(booking, 2))
    const before = each(booking)
    expect(await refund(booking, 250_001, achiengOf(booking))).toEqual({
      refused: 'more-than-theirs',
      atMostCents: 250_000,
    })
    expect(each(booking)).toEqual(before)
  })

  test('may be owed again, by them alone', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(linkOf(booking, 2))
    await refund(booking, 100_000, { ...achiengOf(booking), reason: 'owed-again' })
    expect(each(booking)).toEqual([
      [4_500, 500, 4_000],
      [4_500, 1_500, 3_000],
    ])
    const [, hers] = mailsOfKind('refund-ordered')
    expect(hers?.text).toContain(`/pay/${linkOf(booking, 2)}`)
  })

  test('is told to them, and to the lead traveler', async () => {
    const booking = await aSharingParty(ACHIENG, BARAKA)
    await paysBy(linkOf(booking, 2))
    await refund(booking, 100_000, achiengOf(booking))
    const [lead, hers, ...more] = mailsOfKind('refund-ordered')
    expect(more).toEqual([])
    expect(lead).toMatchObject({ to: booking.customerEmail })
    expect(lead?.text).toContain(
      `We are returning $1,000 of Achieng’s share, for booking ${booking.reference},`,
    )
    expect(hers).toMatchObject({ to: 'achieng@example.com' })
    expect(hers?.text).toContain('We are returning $1,000 of your share of the')
    expect(hers?.text).not.toContain(booking.linkToken)
  })

  test('is everybody’s where no one is named, by what each has paid', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(linkOf(booking, 2))
    await refund(booking, 30_000)
    // To the cent by each card.
    expect(each(booking).map(([, paid = 0]) => Math.round(paid))).toEqual([450, 2_250])
  })

  test('is refused while one pays for everybody', async () => {
    const booking = await aSharingParty(ACHIENG)
    await setEachPays({ reference: booking.reference, eachPays: false }, null, () => NOON)
    expect(await refund(booking, 10_000, achiengOf(booking))).toEqual({ refused: 'not-theirs' })
  })
})
