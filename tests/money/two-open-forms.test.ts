import { beforeEach, expect, test } from 'vitest'
import { digestOf } from '#app/money/books/quote-digest.server'
import { moneyQuote } from '#app/money/refunds/orders.server'
import {
  aPaidBooking,
  byHand,
  ledgerOf,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { anOpenTour } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

beforeEach(anOpenTour)

test('one check that two people enter from forms that were open counts once', async () => {
  const { booking } = await aPaidBooking()
  const quoted = digestOf(moneyQuote(booking))
  expect(await byHand(booking, 100_000, { quoted })).toHaveProperty('booking')
  expect(await byHand(booking, 100_000, { quoted })).toMatchObject({
    refused: 'quote-changed',
    quote: { keptCents: 150_000, refundableCents: 50_000, totalCents: 450_000, writtenOffCents: 0 },
  })
  expect(ledgerOf(booking)).toEqual(['payment card 50000', 'payment cheque 100000'])
  // A second check is entered from a form that shows the first.
  expect(await byHand(booking, 100_000)).toHaveProperty('booking')
})

test('money that two people record as paid back counts once', async () => {
  const { booking } = await aPaidBooking()
  await byHand(booking, 100_000)
  const details = {
    direction: 'out',
    reason: 'goodwill',
    quoted: digestOf(moneyQuote(bookingNow(booking))),
  } as const
  expect(await byHand(booking, 20_000, details)).toHaveProperty('booking')
  expect(await byHand(booking, 20_000, details)).toMatchObject({ refused: 'quote-changed' })
  expect(bookingNow(booking)).toMatchObject({ totalCents: 430_000, keptCents: 130_000 })
  expect(lettersOfKind(booking, 'paid-back-by-hand')).toHaveLength(1)
})

test('a part that two people refund from forms that were open goes back once', async () => {
  const { booking } = await aPaidBooking()
  await payLater(booking, 200_000)
  const quoted = digestOf(moneyQuote(bookingNow(booking)))
  expect(await refund(booking, 40_000, { quoted })).toEqual({ ordered: 40_000 })
  expect(await refund(booking, 40_000, { quoted })).toMatchObject({
    refused: 'quote-changed',
    quote: { keptCents: 210_000, refundableCents: 210_000, totalCents: 410_000, writtenOffCents: 0 },
  })
  expect(bookingNow(booking)).toMatchObject({ totalCents: 410_000, keptCents: 210_000 })
})

test('a refund that two people order is one, also where as much was paid in between', async () => {
  const { booking } = await aPaidBooking()
  await payLater(booking, 100_000)
  const details = { quoted: digestOf(moneyQuote(bookingNow(booking))), reason: 'owed-again' } as const
  expect(await refund(booking, 20_000, details)).toEqual({ ordered: 20_000 })
  await payLater(booking, 20_000)
  expect(await refund(booking, 20_000, details)).toMatchObject({ refused: 'quote-changed' })
  const byWire = {
    quoted: digestOf(moneyQuote(bookingNow(booking))),
    direction: 'out',
    reason: 'owed-again',
  } as const
  expect(await byHand(booking, 20_000, byWire)).toHaveProperty('booking')
  await byHand(booking, 20_000)
  expect(await byHand(booking, 20_000, byWire)).toMatchObject({ refused: 'quote-changed' })
  expect(bookingNow(booking)).toMatchObject({ totalCents: 450_000, keptCents: 150_000 })
})
