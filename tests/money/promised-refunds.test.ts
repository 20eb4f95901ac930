import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { amountsOwed, whyNotMoved } from '#app/money/books/amounts-owed.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { postponeQuote, whyNotSpread } from '#app/money/changes/installment-days.server'
import { joinQuote } from '#app/money/changes/party/join-party.server'
import { placesToOffer } from '#app/money/changes/party/resold-places.server'
import { askForPart, paymentDue } from '#app/money/changes/paying/later-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { priceQuote } from '#app/money/changes/price-changes.server'
import { postponeDeparture, sheetOf } from '#app/money/changes/schedule/change-schedule.server'
import { carryOutChoices, choose } from '#app/money/changes/schedule/choose.server'
import { writeOffCents } from '#app/money/changes/write-off.server'
import { sendManualReminder } from '#app/money/reminders/manual-reminder.server'
import { sendDueReminders, sendOverdueNotices } from '#app/money/reminders/send-due-reminders.server'
import { cents } from '#app/platform/money'
import { bookingPage } from '#app/routes/admin/bookings/booking-page.server'
import { reachedBy } from '#app/travelers/letter-recipients.server'
import { bookingJson } from '#app/views/booking-json.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { SURCHARGE } from '#tests/fixtures/booking-states'
import { aDisputedBooking, close } from '#tests/fixtures/disputes'
import { NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aStaffMember,
  beginLaterPayment,
  byHand,
  keptAsInLedger,
  ledgerOf,
  lettersOfKind,
  lettersTo,
} from '#tests/fixtures/paid-bookings'
import { anOpenTour, at } from '#tests/fixtures/party-changes'
import { bookingNow, payAtStripe } from '#tests/fixtures/payments'

// A guest chose everything back, and the refund waits until the bank has decided a dispute: whoever asks
// what is owed hears that nothing is.

const CHOSEN = at('2025-07-05')
const LATE = at('2025-08-20')

const { name: _, tourType: __, ...asAtFirst } = theDeparture()
beforeEach(() => {
  anOpenTour()
  db.update(departures).set(asAtFirst).where(eq(departures.id, 1)).run()
})

function postpone(startsOn: string, when: Date) {
  const quoted = digestOf(sheetOf(1, 'departure-postponed', when))
  const wish = { departureId: 1, words: 'Floods.', quoted, formKey: randomUUID(), startsOn }
  return postponeDeparture(wish, aStaffMember(), when)
}

async function promised() {
  const { booking, dispute } = await aDisputedBooking()
  expect(postpone('2025-10-20', at('2025-07-01'))).toHaveProperty('changed')
  expect(await choose(booking.reference, 'refund', () => CHOSEN)).toEqual({ chosen: true })
  expect(bookingNow(booking).status).toBe('deposit_paid')
  return { booking: bookingNow(booking), dispute }
}

const money = (booking: Booking) => lettersTo(booking).filter(({ text }) => text.includes('/pay/'))

test('nothing is asked of a guest whose refund waits, by page, list, letter or call', async () => {
  const { booking } = await promised()
  const before = money(booking).length
  keptAsInLedger()
  expect(amountsOwed(booking)).toMatchObject({ remainingCents: 0 })
  expect(paymentDue(booking)).toEqual({ next: null, remainingCents: 0 })
  expect(booking.askedCents).toBe(0)
  expect(bookingJson(booking)).toMatchObject({ remainingAmount: 0 })
  await sendDueReminders(at('2025-08-12'))
  await sendOverdueNotices(LATE)
  const [first] = installmentsOf(booking.id)
  const reminder = { reference: booking.reference, installmentNumber: first?.number ?? 1, daysUntilDue: 0 }
  expect(
    sendManualReminder({ ...reminder, confirmed: true, formKey: randomUUID() }, aStaffMember(), LATE),
  ).toEqual({ refused: 'being-refunded' })
  const part = {
    reference: booking.reference,
    amountCents: cents(100_000),
    formKey: randomUUID(),
    quoted: '',
  }
  expect(await askForPart(part, aStaffMember(), () => LATE)).toEqual({ refused: 'nothing-due' })
  const owing = { departureId: 1, audience: { who: 'owing' as const, ids: [] }, addressees: 'leads' as const }
  expect(reachedBy(owing).gets).toEqual([])
  expect(money(booking)).toHaveLength(before)
})

test('staff change nothing of its money while a refund waits, and their page offers none of it', async () => {
  const { booking } = await promised()
  expect(whyNotSpread(booking)).toBe('inactive')
  expect(postponeQuote(booking, 1)).toBeNull()
  expect(joinQuote(booking, LATE)).toEqual({ refused: 'inactive' })
  expect(priceQuote(booking, SURCHARGE, LATE)).toEqual({ refused: 'inactive' })
  expect(writeOffCents(booking, LATE)).toBe(0)
  expect(whyNotMoved(booking, LATE)).toBe('inactive')
  expect(placesToOffer(booking, LATE).every(({ quote }) => quote === null)).toBe(true)
  const { acts } = bookingPage(booking, aStaffMember(), new URLSearchParams())
  expect(Object.entries(acts).flatMap(([act, may]) => (may ? [act] : []))).toEqual([
    'cancel',
    'refund',
    'lead',
  ])
})

test('money that comes all the same goes back, and once the bank has decided so does the rest', async () => {
  const { booking, dispute } = await aDisputedBooking()
  const open = await beginLaterPayment(booking, 200_000, NOON)
  const charged = await payAtStripe(open.id)
  postpone('2025-10-20', at('2025-07-01'))
  await choose(booking.reference, 'refund', () => CHOSEN)
  expect(await byHand(booking, 10_000, {}, CHOSEN)).toMatchObject({ refused: expect.any(String) })
  takePayment(charged, CHOSEN)
  keptAsInLedger()
  await close(dispute, 'won')
  await carryOutChoices(() => LATE)
  expect(bookingNow(booking).status).toBe('refunded')
  expect(ledgerOf(booking).toSorted()).toEqual([
    'payment card 200000',
    'payment card 50000',
    'refund card -200000',
    'refund card -50000',
  ])
})

test('postponed once more, everything stays promised and no other choice is offered', async () => {
  const { booking } = await promised()
  expect(postpone('2025-11-20', at('2025-07-10'))).toHaveProperty('changed')
  keptAsInLedger()
  expect(amountsOwed(bookingNow(booking)).remainingCents).toBe(0)
  const [, again = ''] = lettersOfKind(booking, 'departure-postponed')
  expect(again).toContain('You have asked for everything you paid, and you will get it')
  expect(again).not.toContain('/choice')
})
