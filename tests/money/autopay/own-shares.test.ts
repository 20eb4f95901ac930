import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import { changeOrReplaceTraveler } from '#app/money/changes/party/another-person.server'
import { setEachPays } from '#app/money/changes/party/each-pays.server'
import { autopayToOffer, stopAutopay } from '#app/money/changes/paying/agree-to-autopay.server'
import { beginLaterCardPayment } from '#app/money/changes/paying/later-payment.server'
import { consentsOf, liveConsentsOf } from '#app/money/payments/autopay-consents.server'
import { payerByLink } from '#app/money/payments/payers.server'
import { reconcile } from '#app/money/reconcile.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { siteSettings } from '#db/schema/site'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aStaffMember, booksOf } from '#tests/fixtures/paid-bookings'
import { anOpenTour, leaves } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import { ACHIENG, aSharingParty, BARAKA, linkOf, mailsOfKind, paysBy } from '#tests/fixtures/sharing-parties'
import { chargedAtStripe, days, nothingAgreed, on, overdueNoticesTo, whyEnded } from './an-agreed-booking'
import { paysAndAgrees, theClockIs, tickedWish } from './charged-by-agreement'

// Where each of a party pays their own share, everyone may agree that the rest of it is charged by itself.

const NO_FUNDS = { says: 'declines', declineCode: 'insufficient_funds' } as const
const LEWA = { name: 'Lewa Otieno', email: 'lewa@example.com' }

beforeEach(() => {
  nothingAgreed()
  db.delete(outbox).run()
  anOpenTour()
  db.update(siteSettings).set({ offersAutopay: true }).run()
  theClockIs('2025-08-01')
})

const owedBy = (booking: Booking) => sharesOwed(bookingNow(booking)).map(({ owedCents }) => owedCents)
const readers = (kind: string) => mailsOfKind(kind).map(({ to }) => to)
const offer = (booking: Booking, position: number) => {
  const payer = payerByLink(linkOf(booking, position))
  return payer && autopayToOffer(payer)
}

test('a companion agrees for their own share: their part is charged on its day, in their name', async () => {
  const booking = await aSharingParty(ACHIENG)
  const consent = await paysAndAgrees(booking, linkOf(booking, 2))
  const achieng = partyOf(booking.id)[1]
  expect(consent).toMatchObject({
    ...{ forTravelerId: achieng?.id, payerEmail: 'achieng@example.com', paysFrom: 'card' },
    plan: [{ number: 2, dueOn: '2025-09-15', amountCents: 200_000 }],
  })
  const [copy, ...others] = mailsOfKind('autopay-begun')
  expect(others).toEqual([])
  expect(copy?.to).toBe('achieng@example.com')
  expect(copy?.text).toContain('for the installments of your share of the')
  expect(copy?.text).not.toContain(booking.linkToken)

  await days('2025-09-06', '2025-09-16')
  expect(owedBy(booking)).toEqual([400_000, 0])
  expect(chargedAtStripe(booking)).toEqual([200_000, 200_000])
  expect(readers('autopay-announced')).toEqual(['achieng@example.com', 'achieng@example.com'])
  expect(mailsOfKind('autopay-announced')[0]?.text).toContain(`/pay/${linkOf(booking, 2)}`)
  expect(readers('payment-receipt')).toEqual(['achieng@example.com', 'achieng@example.com'])
  // The lead traveler is asked for their own part of both, and Achieng for nothing.
  expect(new Set(readers('reminder-friendly'))).toEqual(new Set([booking.customerEmail]))
  expect(whyEnded(consent)).toBe('paid')
  expect(booksOf(booking)).toMatchObject({ stripeAgrees: true })
})

test('several agree, each for theirs: each is charged once, and no more', async () => {
  const booking = await aSharingParty(ACHIENG, LEWA)
  for (const position of [1, 2, 3]) await paysAndAgrees(booking, linkOf(booking, position))
  expect(liveConsentsOf(booking.id).map(({ forTravelerId }) => forTravelerId)).toEqual(
    partyOf(booking.id).map(({ id }) => id),
  )
  await days('2025-09-06', '2025-09-17')
  expect(owedBy(booking)).toEqual([0, 0, 0])
  expect(chargedAtStripe(booking)).toEqual(Array(6).fill(200_000))
  expect(bookingNow(booking).status).toBe('completed')
  expect(mailsOfKind('reminder-friendly')).toEqual([])
})

test('it is offered for one’s own share alone, and to those who can be written to', async () => {
  const booking = await aSharingParty(ACHIENG, BARAKA)
  expect(offer(booking, 1)).toHaveLength(1)
  expect(offer(booking, 2)).toHaveLength(1)
  expect(offer(booking, 3)).toBeNull()
  const others = payerByLink(booking.linkToken, 2)
  expect(others && autopayToOffer(others)).toBeNull()
  const all = payerByLink(booking.linkToken, 'all')
  expect(all && autopayToOffer(all)).toBeNull()
  const wish = { ...tickedWish(booking.linkToken), whose: 2 }
  expect(await beginLaterCardPayment(wish, () => on('2025-08-01'))).toEqual({ refused: 'no-autopay' })
  await paysAndAgrees(booking, linkOf(booking, 2))
  expect(offer(booking, 2)).toBeNull()
})

test('who stops it stops their own, and hears of it alone', async () => {
  const booking = await aSharingParty(ACHIENG)
  const lead = await paysAndAgrees(booking, booking.linkToken)
  const own = await paysAndAgrees(booking, linkOf(booking, 2))
  expect(stopAutopay(own, null, on('2025-08-02'))).toBe(true)
  expect(readers('autopay-stopped')).toEqual(['achieng@example.com'])
  expect([whyEnded(lead), whyEnded(own)]).toEqual([null, 'stopped'])
})

test('who pays part of it by hand is charged the rest; what another pays changes nothing', async () => {
  const booking = await aSharingParty(ACHIENG)
  await paysAndAgrees(booking, linkOf(booking, 2))
  await days('2025-09-07', '2025-09-09')
  await paysBy(linkOf(booking, 2), { amount: 50_000, at: on('2025-09-10') })
  await paysBy(booking.linkToken, { amount: 100_000, at: on('2025-09-10') })
  await days('2025-09-10', '2025-09-16')
  expect(owedBy(booking)).toEqual([300_000, 0])
  expect(chargedAtStripe(booking)).toEqual([200_000, 150_000])
})

describe('it ends', () => {
  test('where the lead traveler pays for everybody again, and each is told at once', async () => {
    const booking = await aSharingParty(ACHIENG)
    const consents = [
      await paysAndAgrees(booking, booking.linkToken),
      await paysAndAgrees(booking, linkOf(booking, 2)),
    ]
    await setEachPays({ reference: booking.reference, eachPays: false }, null, () => on('2025-08-02'))
    expect(consents.map(whyEnded)).toEqual(['who-pays', 'who-pays'])
    expect(readers('autopay-ended')).toEqual([booking.customerEmail, 'achieng@example.com'])
    const [toLead, toCompanion] = mailsOfKind('autopay-ended')
    expect(toLead?.text).toContain('Still to pay: $4,000')
    expect(toCompanion?.text).not.toContain('Still to pay')
    expect(toCompanion?.text).not.toContain('/pay/')
    await days('2025-09-06', '2025-09-16')
    expect(chargedAtStripe(booking)).toEqual([200_000, 200_000])
  })

  test('once they travel no more, and the others’ go on', async () => {
    const booking = await aSharingParty(ACHIENG, LEWA)
    const gone = await paysAndAgrees(booking, linkOf(booking, 2))
    const stays = await paysAndAgrees(booking, linkOf(booking, 3))
    await leaves(booking, 2, on('2025-08-05'))
    await days('2025-08-06', '2025-08-06')
    expect([whyEnded(gone), whyEnded(stays)]).toEqual(['left', null])
    expect(readers('autopay-ended')).toEqual(['achieng@example.com'])
    await days('2025-09-06', '2025-09-16')
    expect(owedBy(booking)).toEqual([400_000, 0])
  })
})

test('a payment that a companion disputes ends their own agreement, and nobody else’s', async () => {
  const booking = await aSharingParty(ACHIENG)
  const lead = await paysAndAgrees(booking, booking.linkToken)
  const own = await paysAndAgrees(booking, linkOf(booking, 2))
  const paid = await paysBy(linkOf(booking, 2), { amount: 50_000, at: on('2025-08-02') })
  stripeSandbox.openDispute(paid)
  await reconcile(() => on('2025-08-03'))
  await days('2025-08-04', '2025-08-04')
  expect([whyEnded(lead), whyEnded(own)]).toEqual([null, 'disputed'])
  expect(readers('autopay-ended')).toEqual(['achieng@example.com'])
})

test('it ends once another person travels in their place, and the former one alone is told', async () => {
  const booking = await aSharingParty(ACHIENG)
  const consent = await paysAndAgrees(booking, linkOf(booking, 2))
  const { id = 0 } = partyOf(booking.id)[1] ?? {}
  const wish = { name: 'Lewa Otieno', passportName: '', email: LEWA.email, isAnotherPerson: true }
  expect(changeOrReplaceTraveler(id, wish, aStaffMember(), on('2025-08-03'))).toHaveProperty('changed')
  expect(whyEnded(consent)).toBe('left')
  expect(readers('autopay-ended')).toEqual(['achieng@example.com'])
  expect(mailsOfKind('autopay-ended')[0]?.text).not.toContain('Still to pay')
  await days('2025-09-06', '2025-09-16')
  expect(chargedAtStripe(booking)).toEqual([200_000])
})

test('each pays their own is not switched on while all of it is charged by itself', async () => {
  const booking = await aSharingParty(ACHIENG)
  await setEachPays({ reference: booking.reference, eachPays: false }, null, () => on('2025-08-02'))
  await paysAndAgrees(bookingNow(booking), booking.linkToken, { day: '2025-08-03' })
  expect(
    await setEachPays({ reference: booking.reference, eachPays: true }, null, () => on('2025-08-04')),
  ).toEqual({ refused: 'automatic' })
})

test('declined, they are asked by their own link, and the others’ reminders go on without them', async () => {
  const booking = await aSharingParty(ACHIENG)
  const consent = await paysAndAgrees(booking, linkOf(booking, 2))
  await paysBy(booking.linkToken, { at: on('2025-08-02') })
  await days('2025-09-06', '2025-09-14')
  stripeSandbox.nextAnswers(String(consent.stripeMethodId), NO_FUNDS, NO_FUNDS, NO_FUNDS)
  await days('2025-09-15', '2025-09-17')
  const [declined, ...more] = mailsOfKind('autopay-declined')
  expect(more).toEqual([])
  expect(declined?.to).toBe('achieng@example.com')
  expect(declined?.text).toContain(`/pay/${linkOf(booking, 2)}`)
  expect(mailsOfKind('staff-autopay-declined')[0]?.text).toContain('Toward: Achieng’s share')
  // The lead traveler owes the same installment, and is asked for it.
  expect(readers('reminder-overdue')).toEqual([booking.customerEmail])
  await days('2025-09-18', '2025-09-29')
  expect(readers('autopay-declined')).toEqual(Array(3).fill('achieng@example.com'))
  expect(overdueNoticesTo('achieng@example.com')).toEqual([])
  await days('2025-09-30', '2025-10-06')
  // Seven days after the last try, and not by the installment's day.
  expect(overdueNoticesTo('achieng@example.com')).toEqual(['2025-09-30 overdue', '2025-10-06 second-overdue'])
  expect(chargedAtStripe(booking)).toEqual([200_000])
  expect(consentsOf(booking.id)).toHaveLength(1)
})
