import { beforeEach, expect, test } from 'vitest'
import { digestOf } from '#app/money/books/quote-digest.server'
import { askForPart, askQuote } from '#app/money/changes/paying/later-payment.server'
import { cents } from '#app/platform/money'
import { payPage } from '#app/routes/traveler/pay/pay-page.server'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, lettersOfKind, payLater, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, leaves } from '#tests/fixtures/party-changes'
import { bookingNow, payerOf } from '#tests/fixtures/payments'

beforeEach(anOpenTour)

test('a link for a part is over once that was paid, whoever left or was given something in between', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  const isOffered = async () => {
    const { part } = (await payPage(new URLSearchParams(link), payerOf(bookingNow(booking)))).page
    return part !== null
  }
  const asked = { reference: booking.reference, amountCents: cents(150_000), formKey: 'part' }
  await askForPart({ ...asked, quoted: digestOf(askQuote(booking)) }, aStaffMember(), () => NOON)
  const link = lettersOfKind(booking, 'part-asked')[0]?.match(/\?amount=\S+/)?.[0] ?? ''
  expect(await leaves(booking, 2, minutesAfter(60))).toHaveProperty('left')
  expect(await isOffered()).toBe(true)
  await payLater(booking, 150_000, minutesAfter(90))
  expect(await isOffered()).toBe(false)
  await refund(booking, 30_000, { reason: 'goodwill' }, minutesAfter(100))
  expect(await isOffered()).toBe(false)
  await refund(booking, 30_000, { reason: 'owed-again' }, minutesAfter(110))
  expect(await isOffered()).toBe(true)
})
