import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { instantAt } from '#app/days'
import { movementFigures, movementsInPortions } from '#app/dossiers/movements.server'
import { installmentsByDueDate, installmentTotals } from '#app/installments/installment-list.server'
import { installmentsOf } from '#app/installments/settle-installments.server'
import { unsettledIntentOf } from '#app/payments/intent-records.server'
import { MONEY_NOTE_AT_MOST, WriteOffForm } from '#app/payments/money-forms'
import { joinParty, joinQuote } from '#app/payments/party/join-party.server'
import { planShown } from '#app/payments/party/quotes'
import { sharesOf } from '#app/payments/party/shares.server'
import { cancelQuote } from '#app/payments/refunds/cancel-booking.server'
import { type WriteOffWish, writeOff, writeOffCents } from '#app/payments/write-off.server'
import { sendOverdueNotices } from '#app/reminders/send-due-reminders.server'
import { db } from '#db/connection.server'
import { auditLog, outbox, writeOffs } from '#db/schema'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked } from '#tests/fixtures/payments'

beforeEach(nothingBooked)

const on = (day: string) => instantAt(day, 12, 'America/Chicago')
const ON_THE_DUE_DAY = on('2025-08-15')
const THE_DAY_AFTER = on('2025-08-16')

const wishFor = (booking: Booking, at: Date): WriteOffWish => ({
  reference: booking.reference,
  quotedCents: writeOffCents(bookingNow(booking), at),
  reason: 'She has lost her work',
  formKey: randomUUID(),
})

const off = (booking: Booking, at = THE_DAY_AFTER, wish = wishFor(booking, at)) =>
  writeOff(wish, aStaffMember(), () => at)

const stateOf = (booking: Booking) =>
  installmentsOf(booking.id).map((one) => [one.owedCents, one.writtenOffCents, one.paidAt])

test('the day after the due day all that is owed can be written off, and on the day nothing', async () => {
  const { booking } = await aPaidBooking()
  expect(writeOffCents(booking, ON_THE_DUE_DAY)).toBe(0)
  expect(await off(booking, ON_THE_DUE_DAY)).toEqual({ refused: 'nothing-late' })
  expect(await off(booking)).toEqual({ writtenOffCents: 400_000 })
  expect(bookingNow(booking)).toMatchObject({
    ...{ status: booking.status, totalCents: 50_000, keptCents: 50_000 },
    ...{ askedCents: 0, writtenOffCents: 400_000 },
  })
  expect(stateOf(booking)).toEqual([
    [0, 200_000, null],
    [0, 200_000, null],
  ])
})

test('after the journey it can be written off, though no due day has passed', async () => {
  const { booking } = await aPaidBooking()
  db.run("update installments set due_on = '2026-01-15'")
  expect(writeOffCents(booking, on('2025-10-27'))).toBe(0)
  expect(writeOffCents(booking, on('2025-10-28'))).toBe(400_000)
})

test('nobody is asked for it any more, and it is neither collected nor revenue', async () => {
  const { booking } = await aPaidBooking()
  await payLater(booking, 50_000)
  await off(booking)
  await sendOverdueNotices(THE_DAY_AFTER)
  const kinds = db.select({ kind: outbox.kind }).from(outbox).all()
  expect(kinds.filter(({ kind }) => kind.startsWith('reminder') || kind.includes('written'))).toEqual([])
  expect(stateOf(booking)[0]).toEqual([0, 150_000, null])
  const week = { today: '2025-08-16', until: '2025-08-23' }
  expect(installmentTotals(week.today)).toMatchObject({
    ...{ collectedCents: 0, outstandingCents: 0, overdueCents: 0, overdueCount: 0 },
  })
  for (const filter of ['overdue', 'unpaid', 'paid'] as const)
    expect(installmentsByDueDate(filter, null, week, 10)).toEqual([])
  const august = { from: '2025-08-01', to: '2025-08-31' }
  expect(movementFigures(august)).toMatchObject({ count: 1, netCents: 0, writtenOffCents: 350_000 })
  expect([...movementsInPortions(august, 10)].flat()).toMatchObject([
    { writtenOffCents: 350_000, note: 'She has lost her work', reference: booking.reference },
  ])
  const all = { from: '2025-01-01', to: '2025-12-31' }
  expect([...movementsInPortions(all, 2)].flat()).toHaveLength(2)
  expect([...movementsInPortions(all, 3)].flat()[2]).toHaveProperty('writtenOffCents')
})

test('a second press and another amount by now write nothing off', async () => {
  const { booking } = await aPaidBooking()
  const wish = wishFor(booking, THE_DAY_AFTER)
  await payLater(booking, 100_000)
  expect(await off(booking, THE_DAY_AFTER, wish)).toEqual({ refused: 'amount-changed', owedCents: 300_000 })
  const again = wishFor(booking, THE_DAY_AFTER)
  expect(await off(booking, THE_DAY_AFTER, again)).toEqual({ writtenOffCents: 300_000 })
  expect(await off(booking, THE_DAY_AFTER, again)).toEqual({ writtenOffCents: 300_000, known: true })
  expect(await off(booking)).toEqual({ refused: 'nothing-late' })
  expect(db.select().from(writeOffs).all()).toHaveLength(1)
  const acts = db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `booking:${booking.reference}`))
    .all()
  expect(acts.filter(({ action }) => action === 'written-off')).toMatchObject([
    { detail: { amountCents: 300_000, reason: 'She has lost her work' } },
  ])
})

test('an open payment page is closed at Stripe first', async () => {
  const { booking } = await aPaidBooking()
  await beginLaterPayment(booking, 200_000)
  expect(await off(booking)).toEqual({ writtenOffCents: 400_000 })
  expect(unsettledIntentOf(booking.id)).toBeUndefined()
})

test('a refund afterwards gives back what was paid and no more', async () => {
  const { booking } = await aPaidBooking()
  await payLater(booking, 100_000)
  await off(booking)
  const quote = cancelQuote(bookingNow(booking), THE_DAY_AFTER)
  expect(quote.refundCents + quote.keptCents).toBe(150_000)
  expect(await refund(booking, 150_001)).toHaveProperty('refused')
})

test('what one of a party owed is not taken of what another paid', async () => {
  const { booking } = await aPaidBooking({ paymentType: 'full' })
  const quote = joinQuote(bookingNow(booking), on('2025-06-02'))
  if ('refused' in quote) throw new Error(quote.refused)
  const joins = {
    ...{ reference: booking.reference, name: '', formKey: randomUUID(), quotedCents: quote.priceCents },
    ...{ quotedTotalCents: quote.totalCents, quotedGuests: quote.guests, quotedPlan: planShown(quote) },
  }
  await joinParty(joins, aStaffMember(), () => on('2025-06-02'))
  await off(booking, on('2025-11-30'))
  const shares = sharesOf(bookingNow(booking))
  expect(shares.map(({ shareCents, paidCents }) => [shareCents, paidCents])).toEqual([
    [450_000, 450_000],
    [0, 0],
  ])
})

test('a reason is needed, and may have as many characters as the words say', () => {
  const said = (reason?: string) =>
    WriteOffForm.safeParse({ reason, quotedCents: '400000', formKey: randomUUID() }).success
  expect([said(), said(' '), said('x')]).toEqual([false, false, true])
  expect(said('x'.repeat(MONEY_NOTE_AT_MOST))).toBe(true)
  expect(said('x'.repeat(MONEY_NOTE_AT_MOST + 1))).toBe(false)
})
