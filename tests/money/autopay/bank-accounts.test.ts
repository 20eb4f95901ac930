import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { agreedInLine, autopayWords } from '#app/bookings/installments/autopay'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { beginLaterCardPayment } from '#app/money/changes/paying/later-payment.server'
import { reconcile } from '#app/money/reconcile.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { siteSettings } from '#db/schema/site'
import { ACCOUNT } from '#tests/fixtures/bank-payments'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, booksOf } from '#tests/fixtures/paid-bookings'
import { anOpenTour } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import { ACHIENG, aSharingParty, linkOf, mailsOfKind } from '#tests/fixtures/sharing-parties'
import { chargedAtStripe, chargesOf, days, nothingAgreed, on, whyEnded } from './an-agreed-booking'
import { bankDays, paysAndAgrees, theClockIs, tickedWish } from './charged-by-agreement'

// The account that an installment is paid from can be charged for those that follow.

beforeEach(() => {
  nothingAgreed()
  db.delete(outbox).run()
  anOpenTour()
  db.update(siteSettings).set({ offersAutopay: true, bankAtMost: '6,000' }).run()
  theClockIs('2025-08-01')
})

const FROM_BANK = { from: 'bank-account' as const }
const agreesFromBank = async (agrees: Parameters<typeof paysAndAgrees>[2] = {}) => {
  const { booking } = await aPaidBooking()
  return { booking, consent: await paysAndAgrees(booking, booking.linkToken, { ...FROM_BANK, ...agrees }) }
}
/** What the next debits of the account come to. */
const next = (methodId: string | null, code: string) =>
  stripeSandbox.nextAnswers(String(methodId), { says: 'fails', code })
const addsUp = (booking: Booking) => {
  const { remainingCents, onItsWayCents } = amountsOwed(bookingNow(booking))
  const { totalCents, keptCents } = bookingNow(booking)
  expect(keptCents + onItsWayCents + remainingCents).toBe(totalCents)
}

test('it begins when the first payment is on its way, with a copy; the rest is charged on its day', async () => {
  const { booking, consent } = await agreesFromBank()
  const plan = [{ number: 2, dueOn: '2025-09-15', amountCents: 200_000 as never }]
  expect(consent).toMatchObject({
    ...{ paysFrom: 'bank-account', last4: '6789', expiresIn: null, plan },
    words: autopayWords(plan, 'bank-account'),
  })
  const [copy] = mailsOfKind('autopay-begun')
  expect(copy?.text).toContain('to charge this bank account automatically: $2,000 on September 15, 2025')
  addsUp(booking)
  await bankDays('2025-08-02', '2025-09-15')
  expect(mailsOfKind('autopay-announced')[0]?.text).toContain('we’ll charge your bank account')
  expect(chargesOf(booking)).toMatchObject([{ number: 2, dueOn: '2025-09-15', state: 'charging' }])
  expect(amountsOwed(bookingNow(booking))).toMatchObject({ remainingCents: 0, onItsWayCents: 200_000 })
  addsUp(booking)
  await bankDays('2025-09-16', '2025-09-22')
  expect(chargesOf(booking)).toMatchObject([{ state: 'paid' }])
  expect(chargedAtStripe(booking)).toEqual([200_000, 200_000])
  expect(booksOf(booking)).toMatchObject({ status: 'completed', stripeAgrees: true })
  expect(mailsOfKind('reminder-overdue')).toEqual([])
  expect(whyEnded(consent)).toBe('paid')
})

test('a charge that comes back unpaid is announced once more in one letter, and charged a week later', async () => {
  const { booking, consent } = await agreesFromBank()
  await bankDays('2025-08-02', '2025-09-14')
  next(consent.stripeMethodId, 'insufficient_funds')
  await bankDays('2025-09-15', '2025-09-20')
  const [failed, ...more] = mailsOfKind('bank-payment-failed')
  expect(more).toEqual([])
  expect(failed?.text).toContain('there was not enough money in the account')
  expect(failed?.text).toContain('as agreed, we’ll charge')
  expect(mailsOfKind('autopay-declined')).toEqual([])
  expect(whyEnded(consent)).toBeNull()
  addsUp(booking)
  await bankDays('2025-09-21', '2025-10-06')
  expect(chargedAtStripe(booking)).toEqual([200_000, 200_000])
  expect(chargesOf(booking)).toMatchObject([
    { number: 2, dueOn: '2025-09-15', state: 'failed', tries: 1 },
    { number: 2, state: 'paid' },
  ])
  expect(mailsOfKind('reminder-overdue')).toEqual([])
})

describe('it ends', () => {
  test.each([
    ['account_closed', 'declined'],
    ['debit_not_authorized', 'revoked'],
  ])('where the bank answers %s, in the letter that says so', async (failure, why) => {
    const { booking, consent } = await agreesFromBank()
    await bankDays('2025-08-02', '2025-09-14')
    next(consent.stripeMethodId, failure)
    await bankDays('2025-09-15', '2025-09-22')
    expect(whyEnded(consent)).toBe(why)
    const [failed] = mailsOfKind('bank-payment-failed')
    expect(failed?.text).toContain('Automatic payment from it has ended.')
    expect(failed?.text).toContain('Please pay it by card instead')
    expect(mailsOfKind('autopay-ended')).toEqual([])
    expect(chargedAtStripe(booking)).toEqual([200_000])
    addsUp(booking)
  })

  test('where the payment that it was agreed with does not come', async () => {
    const { booking, consent } = await agreesFromBank({ method: ACCOUNT.closed })
    await bankDays('2025-08-02', '2025-08-08')
    expect(whyEnded(consent)).toBe('first-failed')
    expect(mailsOfKind('bank-payment-failed')).toHaveLength(1)
    await bankDays('2025-09-06', '2025-09-16')
    expect(chargedAtStripe(booking)).toEqual([])
    addsUp(booking)
  })

  test('where money that had come is taken back', async () => {
    const { booking, consent } = await agreesFromBank()
    await bankDays('2025-08-02', '2025-08-08')
    const [paid] = stripeSandbox.paymentIntents().filter(({ status }) => status === 'succeeded')
    stripeSandbox.openDispute(paid?.id ?? '', { reason: 'insufficient_funds' })
    await reconcile(() => on('2025-08-09'))
    await days('2025-08-09', '2025-08-10')
    expect(whyEnded(consent)).toBe('declined')
    addsUp(booking)
  })
})

test('more than an account may pay at once is neither agreed to nor charged from it', async () => {
  const { booking } = await aPaidBooking({ travelers: 4 })
  const wish = tickedWish(booking.linkToken, FROM_BANK)
  expect(agreedInLine([])).not.toBe(wish.autopay.plan)
  expect(await beginLaterCardPayment(wish, () => on('2025-08-01'))).toMatchObject({ refused: 'beyond-bank' })

  const { booking: other, consent } = await agreesFromBank()
  db.update(siteSettings).set({ bankAtMost: '1,000' }).run()
  await bankDays('2025-08-02', '2025-09-17')
  expect(mailsOfKind('autopay-announced')).toEqual([])
  expect(mailsOfKind('reminder-friendly').length).toBeGreaterThan(0)
  expect(whyEnded(consent)).toBeNull()
  addsUp(other)
})

test('someone else’s account that does not pay is their business: the traveler reads no reason', async () => {
  const { consent } = await agreesFromBank({ payerEmail: 'aunt@example.com' })
  await bankDays('2025-08-02', '2025-09-14')
  next(consent.stripeMethodId, 'insufficient_funds')
  await bankDays('2025-09-15', '2025-09-20')
  const [failed] = mailsOfKind('bank-payment-failed')
  expect(failed?.text).toContain('from the bank account that is charged automatically')
  expect(failed?.text).not.toContain('not enough money')
  const [told] = mailsOfKind('autopay-declined')
  expect(told?.to).toBe('aunt@example.com')
  expect(told?.text).toContain('there was not enough money in the account')
  expect(told?.text).not.toContain('/booking/')
})

test('a share is charged to its traveler’s account, and the letters are theirs', async () => {
  const booking = await aSharingParty(ACHIENG)
  const consent = await paysAndAgrees(booking, linkOf(booking, 2), FROM_BANK)
  await bankDays('2025-08-02', '2025-09-14')
  next(consent.stripeMethodId, 'insufficient_funds')
  await bankDays('2025-09-15', '2025-09-20')
  const [failed] = mailsOfKind('bank-payment-failed')
  expect(failed?.to).toBe('achieng@example.com')
  expect(failed?.text).toContain('as agreed, we’ll charge')
  await bankDays('2025-09-21', '2025-10-05')
  expect(chargedAtStripe(booking)).toEqual([200_000, 200_000])
  addsUp(booking)
})
