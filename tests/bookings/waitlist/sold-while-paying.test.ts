import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { payerLinksOf } from '#app/money/books/payer-links.server'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { consentsOf, liveConsentsOf } from '#app/money/payments/autopay-consents.server'
import { reconcile } from '#app/money/reconcile.server'
import { db } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { refunds } from '#db/schema/money'
import { siteSettings } from '#db/schema/site'
import { ACCOUNT, onDay, passTo } from '#tests/fixtures/bank-payments'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'
import { leaves } from '#tests/fixtures/party-changes'
import { atStripe, bookingNow, payAtStripe } from '#tests/fixtures/payments'
import { aTourWithResale, JULY, later, offers, takes, waits } from '#tests/fixtures/resold-places'
import {
  ACHIENG,
  aSharingParty,
  linkFor,
  linkOf,
  mailsOfKind,
  opensPage,
} from '#tests/fixtures/sharing-parties'
import { agrees } from '#tests/money/autopay/an-agreed-booking'

// Somebody's place is sold to the waitlist while a payment of theirs is open, or on its way from their bank.

beforeEach(() => {
  aTourWithResale()
  stripeSandbox.setClock(() => JULY)
})

/** The rest of the departure, so that the place alone can be had. */
const sellOut = () => aPaidBooking({ travelers: 2 })

/** Somebody from the waitlist pays for the place of one of the party. */
async function isSold(booking: Booking, position: number, at = JULY) {
  offers(bookingNow(booking), position, at)
  const { pays } = await takes(waits(1, 1, at), 1, at)
  expect((await pays()).outcome).toBe('taken')
}

const paid = (booking: Booking) => sharesOwed(bookingNow(booking)).map(({ paidCents }) => paidCents)
const backFrom = (intentId: string) =>
  db
    .select({ amountCents: refunds.amountCents, reason: refunds.reason })
    .from(refunds)
    .where(eq(refunds.stripeIntentId, intentId))
    .all()

describe('the share of a traveler who has left', () => {
  test('is not paid on a page that was still open: it closes', async () => {
    const booking = await aSharingParty(ACHIENG)
    await sellOut()
    const open = await opensPage(linkOf(booking, 2), { at: JULY })
    await isSold(booking, 2)
    await reconcile(() => later(11))
    expect(atStripe(open)?.status).toBe('canceled')
    expect(paid(booking)).toEqual([50_000])
  })

  test('paid before anybody could close the page, goes back whole and pays for nobody else', async () => {
    const booking = await aSharingParty(ACHIENG)
    await sellOut()
    const open = await opensPage(linkOf(booking, 2), { at: JULY })
    await isSold(booking, 2)
    expect(takePayment(await payAtStripe(open), later(11)).outcome).toBe('given-back')
    expect(backFrom(open)).toEqual([{ amountCents: 200_000, reason: 'no-place' }])
    expect(paid(booking)).toEqual([50_000])
  })

  test('on its way from their bank, goes back whole, and the others are asked a week later at the soonest', async () => {
    const booking = await aSharingParty(ACHIENG)
    await sellOut()
    const debit = await opensPage(linkOf(booking, 2), { at: onDay(73), paysFrom: 'bank-account' })
    stripeSandbox.setClock(() => onDay(73))
    stripeSandbox.payIntent(debit, ACCOUNT.good)
    await reconcile(() => onDay(73))
    await isSold(booking, 2, onDay(73))
    await passTo(80)
    expect(backFrom(debit)).toEqual([{ amountCents: 200_000, reason: 'no-place' }])
    expect(paid(booking)).toEqual([50_000])
    const { remainingCents, installments } = amountsOwed(bookingNow(booking))
    expect(remainingCents).toBe(400_000)
    expect(installments).toMatchObject([
      { owedCents: 200_000, dueOn: '2025-08-27' },
      { owedCents: 200_000, dueOn: '2025-09-15' },
    ])
    const [letter, ...more] = mailsOfKind('payment-returned')
    expect(more).toEqual([])
    expect(letter).toMatchObject({ to: booking.customerEmail, subject: expect.stringContaining('A payment') })
    expect(letter?.text).toContain('whose share it was, had left the booking by then')
    expect(letter?.text).toContain('to their bank account in full')
    expect(letter?.text).toContain('The next payment of $2,000')
  })

  test('that does not come from their bank, is told as theirs', async () => {
    const booking = await aSharingParty(ACHIENG)
    await sellOut()
    const debit = await opensPage(linkOf(booking, 2), { at: JULY, paysFrom: 'bank-account' })
    stripeSandbox.payIntent(debit, ACCOUNT.short)
    await reconcile(() => JULY)
    await isSold(booking, 2)
    await passTo(46)
    const [letter] = mailsOfKind('bank-payment-failed')
    expect(letter).toMatchObject({
      to: booking.customerEmail,
      subject: expect.stringContaining('A bank payment'),
    })
    expect(letter?.text).toContain('from the bank of a traveler who has left your booking')
    expect(amountsOwed(bookingNow(booking)).remainingCents).toBe(400_000)
  })

  test('begins no automatic payment for them', async () => {
    const booking = await aSharingParty(ACHIENG)
    await sellOut()
    db.update(siteSettings).set({ offersAutopay: true }).run()
    const open = await opensPage(linkOf(booking, 2), { at: JULY, agrees: true })
    await isSold(booking, 2)
    await payAtStripe(open)
    await reconcile(() => later(11))
    expect(backFrom(open)).toHaveLength(1)
    expect(liveConsentsOf(booking.id)).toEqual([])
    expect(consentsOf(booking.id)).toMatchObject([{ endedFor: 'left' }])
  })
})

describe('a lead traveler who has left', () => {
  async function aCouple() {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const [, second] = partyOf(booking.id)
    db.update(travelers)
      .set(ACHIENG)
      .where(eq(travelers.id, second?.id ?? 0))
      .run()
    await sellOut()
    return bookingNow(booking)
  }

  test('pays no more for the others on a page that was still open', async () => {
    const booking = await aCouple()
    const open = await opensPage(booking.linkToken, { amount: 100_000, at: JULY })
    await isSold(booking, 1)
    await reconcile(() => later(11))
    expect(atStripe(open)?.status).toBe('canceled')
    expect(paid(booking)).toEqual([50_000])
  })

  test('is charged no more for the others, and is told', async () => {
    const booking = await aCouple()
    const consent = await agrees(booking, { at: JULY })
    await isSold(booking, 1)
    expect(consentsOf(booking.id)).toMatchObject([{ id: consent.id, endedFor: 'left' }])
    const [letter, ...more] = mailsOfKind('autopay-ended')
    expect(more).toEqual([])
    expect(letter?.to).toBe(booking.customerEmail)
    expect(letter?.text).toContain('The traveler is no longer on this booking')
  })

  test('whose aunt is charged for all, leaves that as agreed', async () => {
    const booking = await aCouple()
    await agrees(booking, { at: JULY, payerEmail: 'rose@example.com' })
    await isSold(booking, 1)
    expect(liveConsentsOf(booking.id)).toHaveLength(1)
  })

  test.each([
    ['another', ACHIENG.email, 1],
    ['the same', null, 1],
    ['their own', 'payer', 0],
  ])(
    'is charged on where a companion at %s address leaves, unless that is the payer',
    async (_, of, live) => {
      const booking = await aCouple()
      const email = of === 'payer' ? 'Paul@example.com' : (of ?? booking.customerEmail)
      db.update(travelers)
        .set({ email })
        .where(eq(travelers.id, partyOf(booking.id)[1]?.id ?? 0))
        .run()
      await agrees(booking, { at: JULY, ...(of === 'payer' && { payerEmail: 'paul@example.com' }) })
      expect(await leaves(booking, 2, JULY)).toHaveProperty('left')
      expect(liveConsentsOf(booking.id)).toHaveLength(live)
    },
  )

  test.each(['closes', 'was quicker'])(
    'has nobody else pay for the others by a link of theirs: it %s',
    async (which) => {
      const booking = await aCouple()
      const link = linkFor(booking.linkToken, 'Rose Otieno', 100_000, JULY)
      const open = await opensPage(link.linkToken, { at: JULY })
      await isSold(booking, 1)
      if (which === 'was quicker') takePayment(await payAtStripe(open), later(11))
      else await reconcile(() => later(11))
      expect(payerLinksOf(booking.id)).toMatchObject([{ withdrawnAt: JULY }])
      expect(which === 'closes' ? atStripe(open)?.status : backFrom(open).length).toBe(
        which === 'closes' ? 'canceled' : 1,
      )
      expect(paid(booking)).toEqual([50_000])
    },
  )

  test('has back what was on its way from their bank', async () => {
    const booking = await aCouple()
    const debit = await opensPage(booking.linkToken, { at: JULY, paysFrom: 'bank-account' })
    stripeSandbox.payIntent(debit, ACCOUNT.good)
    await reconcile(() => JULY)
    await isSold(booking, 1)
    await passTo(46)
    expect(backFrom(debit)).toEqual([{ amountCents: 400_000, reason: 'no-place' }])
    expect(paid(booking)).toEqual([50_000])
    expect(amountsOwed(bookingNow(booking)).remainingCents).toBe(400_000)
  })
})

test('who stays is not asked for a companion’s part on a page from before', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await sellOut()
  const open = await opensPage(booking.linkToken, { at: JULY })
  await isSold(booking, 2)
  await reconcile(() => later(11))
  expect(atStripe(open)?.status).toBe('canceled')
  expect(mailsOfKind('payment-returned')).toEqual([])
})
