import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { stopAutopay } from '#app/money/changes/paying/agree-to-autopay.server'
import { reconcile } from '#app/money/reconcile.server'
import { db } from '#db/connection.server'
import { siteSettings } from '#db/schema/site'
import { ACCOUNT, onDay, passTo, payFromBank } from '#tests/fixtures/bank-payments'
import { staffMail } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import { lettersOfKind } from '#tests/fixtures/paid-bookings'
import {
  anAgreedBooking,
  chargedAtStripe,
  chargesOf,
  days,
  letters,
  lettersIn,
  nothingAgreed,
  whyEnded,
} from './an-agreed-booking'

// An installment that is charged by itself was paid by hand, from a bank account, and that failed: it is owed
// again, and one letter says what comes of it.

beforeEach(() => {
  nothingAgreed()
  stripeSandbox.setClock(() => onDay(0))
  db.update(siteSettings).set({ bankAtMost: '6,000' }).run()
})

/** Paid on a day, refused by the bank four days later; that letter leaves at once. */
async function failsAfter(booking: Booking, day: number): Promise<string> {
  await payFromBank(booking, { account: ACCOUNT.short, day })
  await passTo(day + 4)
  await letters(onDay(day + 4))
  const [letter, ...others] = lettersOfKind(booking, 'bank-payment-failed')
  expect(others).toEqual([])
  return letter ?? ''
}

const ofGuest = (letter: string) => !letter.includes('staff')

test('near its day, the letter of the failure announces the charge, and no second one does', async () => {
  const { booking } = await anAgreedBooking()
  await days('2025-08-08', '2025-08-11')
  const letter = await failsAfter(booking, 72)
  expect(letter).toContain('there was not enough money in the account')
  expect(letter).toContain('You don’t need to do anything: as agreed, we’ll charge the Visa •••• 4242')
  expect(letter).toContain('due Aug 23, 2025')
  expect(letter).toContain('We never charge more than this amount')
  expect(letter).not.toContain('Please pay it by card')

  await days('2025-08-17', '2025-08-24')
  expect(chargedAtStripe(booking)).toEqual([200_000])
  expect(chargesOf(booking)).toMatchObject([{ number: 1, dueOn: '2025-08-23', state: 'paid' }])
  expect(lettersIn(booking).filter(ofGuest)).toEqual([
    '2025-08-08 autopay-announced',
    '2025-08-12 bank-payment-begun',
    '2025-08-16 bank-payment-failed',
    '2025-08-22 autopay-announced',
    '2025-08-23 payment-receipt',
  ])
  expect(staffMail('staff-bank-payment-failed')[0]?.text).toContain('Visa •••• 4242 is charged as agreed')
})

test('weeks before its day, it says that another letter comes before the charge', async () => {
  const { booking } = await anAgreedBooking()
  const letter = await failsAfter(booking, 0)
  expect(letter).toContain('You don’t need to do anything')
  expect(letter).toContain('We’ll email you before we charge it.')
  await days('2025-08-04', '2025-08-15')
  expect(chargedAtStripe(booking)).toEqual([200_000])
  expect(lettersIn(booking).filter((one) => one.endsWith('autopay-announced'))).toEqual([
    '2025-08-08 autopay-announced',
    '2025-08-14 autopay-announced',
  ])
})

test('where someone else pays, they hear of the charge, and nothing of the lead traveler’s bank', async () => {
  const { booking } = await anAgreedBooking({ payerEmail: 'aunt@example.com' })
  const letter = await failsAfter(booking, 72)
  expect(letter).toContain('You don’t need to do anything')
  expect(letter).toContain('We’ll email you before we charge it.')
  await days('2025-08-17', '2025-08-23')
  expect(lettersIn(booking).filter((one) => one.startsWith('2025-08-17'))).toEqual([
    '2025-08-17 autopay-announced',
    '2025-08-17 autopay-announced',
  ])
  expect(chargedAtStripe(booking)).toEqual([200_000])
})

test('where a letter that announces it leaves late, it is charged three days later', async () => {
  const { booking } = await anAgreedBooking()
  await payFromBank(booking, { account: ACCOUNT.short, day: 72 })
  await passTo(76)
  await days('2025-08-17', '2025-08-21', { lettersWait: true })
  await days('2025-08-22', '2025-08-24')
  expect(chargedAtStripe(booking)).toEqual([])
  await days('2025-08-25', '2025-08-25')
  expect(chargedAtStripe(booking)).toEqual([200_000])
})

test('once automatic payment was stopped, it asks to be paid', async () => {
  const { booking, consent } = await anAgreedBooking()
  await payFromBank(booking, { account: ACCOUNT.short, day: 72 })
  stopAutopay(consent, null, onDay(73))
  await passTo(76)
  const [letter] = lettersOfKind(booking, 'bank-payment-failed')
  expect(letter).toContain('Please pay it by card instead')
  expect(letter).not.toContain('You don’t need to do anything')
})

test('one that bounces after it came is charged as well', async () => {
  const { booking } = await anAgreedBooking()
  const intent = await payFromBank(booking)
  await passTo(4)
  stripeSandbox.openDispute(intent, { reason: 'insufficient_funds' })
  await reconcile(() => onDay(10))
  const [letter] = lettersOfKind(booking, 'bank-payment-taken-back')
  expect(letter).toContain('as agreed, we’ll charge the Visa •••• 4242 for it when it is due')
  await days('2025-08-08', '2025-08-15')
  expect(chargedAtStripe(booking)).toEqual([200_000])
})

test('one that its owner objects to ends automatic payment, though a bank’s dispute is never open', async () => {
  const { booking, consent } = await anAgreedBooking()
  const intent = await payFromBank(booking)
  await passTo(4)
  stripeSandbox.openDispute(intent, { reason: 'debit_not_authorized' })
  await reconcile(() => onDay(10))
  await days('2025-08-08', '2025-08-15')
  expect(whyEnded(consent)).toBe('disputed')
  expect(chargedAtStripe(booking)).toEqual([])
})
