import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { sumsOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsByDueDate, installmentTotals } from '#app/bookings/installments/installment-list.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import { type MoneyState, moneyWords } from '#app/bookings/status'
import { journalUntil } from '#app/money/accounts/journal-facts.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { sharesOf } from '#app/money/books/shares.server'
import { MONEY_NOTE_AT_MOST, WriteOffForm } from '#app/money/changes/money-forms'
import { priceQuote, repriceBooking } from '#app/money/changes/price-changes.server'
import { handPayableCents } from '#app/money/changes/record-by-hand.server'
import { writeOff, writeOffCents, writeOffQuote } from '#app/money/changes/write-off.server'
import { unsettledIntentOf } from '#app/money/payments/intent-records.server'
import { sendOverdueNotices } from '#app/money/reminders/send-due-reminders.server'
import { moveClockTo } from '#app/platform/clock.server'
import { instantAt } from '#app/platform/days'
import { bookingPage } from '#app/routes/admin/bookings/booking-page.server'
import { installmentsScreen } from '#app/routes/admin/installments/installments-screen.server'
import { departureDates } from '#app/tours/departure-list.server'
import { bookingFacts } from '#app/views/booking-facts.server'
import { bookingJson, bookingsJson } from '#app/views/booking-json.server'
import { type BookingFilters, bookingTotals, listBookings, UNFILTERED } from '#app/views/list-bookings.server'
import { movementFigures, movementsInPortions } from '#app/views/movements.server'
import { staffBookings } from '#app/views/staff-booking.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { charges } from '#db/schema/money'
import { auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { aTraveler, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  byHand,
  cancel,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { at, joins, leaves, quoteToLeave } from '#tests/fixtures/party-changes'
import { bookingNow, nothingBooked } from '#tests/fixtures/payments'

const WAMBUI = { id: 1, username: 'Wambui', role: 'admin' as const }

const writtenOffActs = () =>
  db
    .select({ act: charges.actId, cents: sql<number>`sum(${charges.priceCents})` })
    .from(charges)
    .where(eq(charges.kind, 'written-off'))
    .groupBy(charges.actId)
    .all()

beforeEach(nothingBooked)

const on = (day: string) => instantAt(day, 12, 'America/Chicago')
const ON_THE_DUE_DAY = on('2025-08-15')
const THE_DAY_AFTER = on('2025-08-16')
const AFTER_THE_JOURNEY = on('2025-11-20')
const ALL_YEAR = { from: '2025-01-01', to: '2025-12-31' }

const wishFor = (booking: Booking, at: Date) => ({
  reference: booking.reference,
  quoted: digestOf(writeOffQuote(bookingNow(booking), at)),
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

test('what waits for the decision that it runs is not overdue, and staff read so', async () => {
  const { booking } = await aPaidBooking()
  const rows = () =>
    bookingPage(bookingNow(booking), WAMBUI, new URLSearchParams()).installments.map((row) => [
      ...[row.dueWords, row.state],
    ])
  moveClockTo(THE_DAY_AFTER)
  expect(rows()[0]).toEqual(['Aug 15, 2025', 'overdue'])
  const { minimumTravelers, decideOn } = theDeparture()
  const wait = (undecided: object) => db.update(departures).set(undecided).where(eq(departures.id, 1)).run()
  wait({ minimumTravelers: 6, decideOn: '2025-07-01' })
  expect(rows()[0]).toEqual(['Once the departure is guaranteed', 'upcoming'])
  const listed = await installmentsScreen(new URLSearchParams(), THE_DAY_AFTER)
  expect(listed.installments.rows[0]?.dueWords).toBe('Once the departure is guaranteed')
  expect(writeOffCents(bookingNow(booking), THE_DAY_AFTER)).toBe(0)
  wait({ minimumTravelers, decideOn })
  moveClockTo(NOON)
})

test('the journal names it, not the price that its settling leaves as it was', async () => {
  const { booking } = await aPaidBooking()
  await off(booking, AFTER_THE_JOURNEY)
  const entry = journalUntil(AFTER_THE_JOURNEY.getTime() + 1).at(-1)
  expect(entry).toMatchObject({ what: 'Written off', bookingId: booking.id })
  expect(entry?.lines).toMatchObject([{ account: 'receivable' }, { account: 'writtenOff', cents: 400_000 }])
})

test('after the journey it can be written off, though no due day has passed', async () => {
  const { booking } = await aPaidBooking()
  db.run("update installments set due_on = '2026-01-15'")
  expect(writeOffCents(booking, on('2025-10-27'))).toBe(0)
  expect(writeOffCents(booking, on('2025-10-28'))).toBe(400_000)
})

test('nobody is asked for it anymore, and it is neither collected nor revenue', async () => {
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
  expect([...movementsInPortions(ALL_YEAR, 2)].flat()).toHaveLength(2)
  expect([...movementsInPortions(ALL_YEAR, 3)].flat()[2]).toHaveProperty('writtenOffCents')
})

test('a second press and another amount by now write nothing off', async () => {
  const { booking } = await aPaidBooking()
  const wish = wishFor(booking, THE_DAY_AFTER)
  await payLater(booking, 100_000)
  expect(await off(booking, THE_DAY_AFTER, wish)).toEqual({
    refused: 'quote-changed',
    quote: { owedCents: 300_000, keptCents: 150_000 },
  })
  const again = wishFor(booking, THE_DAY_AFTER)
  expect(await off(booking, THE_DAY_AFTER, again)).toEqual({ writtenOffCents: 300_000 })
  expect(await off(booking, THE_DAY_AFTER, again)).toEqual({ known: true })
  expect(await off(booking)).toEqual({ refused: 'nothing-late' })
  expect(writtenOffActs()).toHaveLength(1)
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
  expect(quote.refundCents + quote.retainedCents).toBe(150_000)
  expect(await refund(booking, 150_001)).toHaveProperty('refused')
})

/** The price, what was paid of it and what was written off, wherever they are read. */
function everywhere(booking: Booking) {
  const now = bookingNow(booking)
  const { totalCents, writtenOffCents, partySum } = bookingFacts(now)
  const { party } = bookingPage(now, WAMBUI, new URLSearchParams())
  const [row] = staffBookings([now], departureDates())
  const [listed] = bookingsJson([now])
  const called = [bookingJson(now), listed].map((call) => [call?.totalAmount, call?.writtenOffAmount])
  const movements = [...movementsInPortions(ALL_YEAR, 10)].flat()
  return {
    guest: [totalCents, writtenOffCents, partySum],
    admin: [party.priceCents, party.paidCents, party.writtenOffCents],
    list: [row?.priceCents, row?.paidCents, row?.money.words],
    called,
    file: [...new Set(movements.map((row) => row.totalCents))],
  }
}

test('the price stays what was agreed, with what was written off beside it, wherever it is read', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await off(booking)
  expect(everywhere(booking)).toEqual({
    guest: [900_000, 800_000, '2 × $4,500'],
    admin: [900_000, 100_000, 800_000],
    list: [900_000, 100_000, '$1,000 paid, $8,000 written off'],
    called: [
      [9_000, 8_000],
      [9_000, 8_000],
    ],
    file: [900_000],
  })
  const changed = db.select().from(auditLog).where(eq(auditLog.action, 'price-changed')).all()
  expect(changed).toEqual([])
})

test('a payer after a write-off reads in each letter what was written off', async () => {
  const { booking } = await aPaidBooking()
  await off(booking)
  await joins(booking, THE_DAY_AFTER)
  await payLater(bookingNow(booking), 450_000, on('2025-08-20'))
  const [raised] = lettersOfKind(bookingNow(booking), 'party-raised')
  expect(raised).toMatch(/Price of the tour:? +\$9,000 \(2 × \$4,500; \$4,000 written off\)/)
  const [receipt] = lettersOfKind(bookingNow(booking), 'payment-receipt')
  expect(receipt).toMatch(/Paid so far:? +\$5,000 of \$9,000 \(2 × \$4,500; \$4,000 written off\)/)
  expect(receipt).toContain('Nothing more is due.')
  expect(receipt).not.toContain('paid in full')
  expect(moneyWords(bookingNow(booking)).words).toBe('$5,000 paid, $4,000 written off')
})

test('it is said beside each state of the money, while a rest is open and once all is canceled', async () => {
  const { booking } = await aPaidBooking()
  await off(booking)
  await joins(booking, THE_DAY_AFTER)
  expect(moneyWords(bookingNow(booking)).words).toBe('Deposit paid, $4,500 open, $4,000 written off')
  await cancel(booking, on('2025-09-01'))
  expect(moneyWords(bookingNow(booking)).words).toBe('Canceled, $500 kept, $4,000 written off')
})

test('bookings of which the rest was written off have a filter, and are not among those paid in full', async () => {
  const { booking } = await aPaidBooking({ traveler: aTraveler({ name: 'Otieno Odhiambo' }) })
  const { booking: paid } = await aPaidBooking({ paymentType: 'full' })
  await off(booking)
  const found = (money: MoneyState, asked: Partial<BookingFilters> = {}) =>
    listBookings({ ...UNFILTERED, ...asked, money }, { from: 'start' }, 10).rows.map(
      ({ reference }) => reference,
    )
  expect(bookingTotals()).toMatchObject({ onFile: 2, byMoney: { 'written-off': 1, 'paid-in-full': 1 } })
  for (const asked of [
    {},
    { departureId: booking.departureId },
    { term: 'oti' },
    { term: booking.reference },
  ])
    expect(found('written-off', asked)).toEqual([booking.reference])
  for (const asked of [{}, { departureId: booking.departureId }, { term: paid.reference }])
    expect(found('paid-in-full', asked)).toEqual([paid.reference])
  expect(found('written-off', { departureId: booking.departureId + 1 })).toEqual([])
  expect(found('written-off', { term: paid.reference })).toEqual([])
  await joins(booking, THE_DAY_AFTER)
  expect(found('written-off')).toEqual([])
  expect(found('balance-open')).toEqual([booking.reference])
})

test('the ledger on the booking’s page lists it by its date', async () => {
  const { booking } = await aPaidBooking()
  await off(booking)
  await refund(booking, 10_000, {}, on('2025-08-17'))
  const { movements } = bookingPage(bookingNow(booking), WAMBUI, new URLSearchParams())
  expect(movements.map((row) => [row.what, row.amountCents])).toEqual([
    ['Payment', 50_000],
    ['Written off $4,000', 0],
    ['Refund', -10_000],
  ])
})

/** The books of a booking that was written off, after so much of it came by hand. */
const offBooks = (booking: Booking) => {
  const { totalCents, keptCents, askedCents, writtenOffCents } = bookingNow(booking)
  return { totalCents, keptCents, askedCents, writtenOffCents }
}

test('money that comes after a write-off is taken, and so much less is written off', async () => {
  const { booking } = await aPaidBooking()
  await off(booking)
  const at = on('2025-09-02')
  const key = randomUUID()
  const note = 'Check 4471'
  expect(await byHand(booking, 400_001, {}, at)).toEqual({ refused: 'too-much', atMostCents: 400_000 })
  const came = { note, receivedOn: '2025-08-30', formKey: key }
  expect(await byHand(booking, 250_000, came, at)).toMatchObject({ booking: { writtenOffCents: 150_000 } })
  expect(await byHand(booking, 250_000, came, at)).toMatchObject({ known: true })
  expect(offBooks(booking)).toEqual({
    ...{ totalCents: 300_000, keptCents: 300_000, askedCents: 0, writtenOffCents: 150_000 },
  })
  expect(stateOf(booking)).toEqual([
    [0, 0, on('2025-08-30')],
    [0, 150_000, null],
  ])
  expect(moneyWords(bookingNow(booking)).words).toBe('$3,000 paid, $1,500 written off')
  const [receipt] = lettersOfKind(bookingNow(booking), 'payment-receipt')
  expect(receipt).toMatch(/Paid so far:? +\$3,000 of \$4,500 \(\$1,500 written off\)/)
  expect(receipt).not.toContain('paid in full')
  expect(everywhere(booking)).toMatchObject({ admin: [450_000, 300_000, 150_000], file: [450_000] })
  const september = { from: '2025-09-01', to: '2025-09-30' }
  expect(movementFigures(september)).toMatchObject({ count: 1, netCents: 0, writtenOffCents: -250_000 })
  const { movements } = bookingPage(bookingNow(booking), WAMBUI, new URLSearchParams())
  expect(movements.map((row) => [row.what, row.amountCents, row.note])).toEqual([
    ['Payment', 50_000, null],
    ['Written off $4,000', 0, 'She has lost her work'],
    ['Payment', 250_000, note],
    ['Write-off lowered by $2,500', 0, 'Paid after all'],
  ])
  const act = db.select().from(auditLog).where(eq(auditLog.action, 'write-off-lowered')).get()
  expect(act).toMatchObject({ actorId: aStaffMember().id, detail: { amountCents: 250_000 } })
  const week = { today: '2025-10-20', until: '2025-10-27' }
  for (const filter of ['overdue', 'unpaid'] as const)
    expect(installmentsByDueDate(filter, null, week, 10)).toEqual([])
  expect(await off(booking, at)).toEqual({ refused: 'nothing-late' })
})

test('a booking that was written off and then paid whole is paid in full', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await off(booking)
  await joins(booking, THE_DAY_AFTER)
  expect(await byHand(booking, 1_250_001, {}, THE_DAY_AFTER)).toMatchObject({ atMostCents: 1_250_000 })
  await byHand(booking, 500_000, {}, THE_DAY_AFTER)
  expect(offBooks(booking)).toMatchObject({ askedCents: 0, writtenOffCents: 750_000 })
  await byHand(booking, 750_000, {}, THE_DAY_AFTER)
  expect(moneyWords(bookingNow(booking)).words).toBe('Paid in full')
  expect(sharesOf(bookingNow(booking)).map(({ shareCents }) => shareCents)).toEqual([
    450_000, 450_000, 450_000,
  ])
  const acts = writtenOffActs().map(({ cents }) => cents)
  expect(acts.reduce((sum, cents) => sum + cents, 0)).toBe(0)
})

test('what one of a party owed is not taken of what another paid', async () => {
  const { booking } = await aPaidBooking({ paymentType: 'full' })
  await joins(booking, on('2025-06-02'))
  await off(booking, on('2025-11-30'))
  const shares = sharesOf(bookingNow(booking))
  expect(shares.map(({ shareCents, paidCents }) => [shareCents, paidCents])).toEqual([
    [450_000, 450_000],
    [0, 0],
  ])
})

describe('a traveler who leaves takes along what was written off of theirs', () => {
  test('so that the other of two reads of their own price alone, and pays no more than that', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await off(booking)
    expect(offBooks(booking)).toMatchObject({ totalCents: 100_000, writtenOffCents: 800_000 })
    expect(quoteToLeave(booking, 2, THE_DAY_AFTER)).toMatchObject({
      totalCents: 500_000,
      writtenOffCents: 400_000,
      remainingCents: 0,
    })
    await leaves(booking, 2, THE_DAY_AFTER)
    expect(offBooks(booking)).toEqual({
      ...{ totalCents: 100_000, keptCents: 100_000, askedCents: 0, writtenOffCents: 400_000 },
    })
    expect(stateOf(booking)).toEqual([
      [0, 200_000, null],
      [0, 200_000, null],
    ])
    expect(moneyWords(bookingNow(booking)).words).toBe('$1,000 paid, $4,000 written off')
    expect(partyMoney(bookingNow(booking))).toMatchObject({
      priceCents: 500_000,
      sum: '1 × $4,500 + $500 kept from a canceled traveler',
    })
    expect(everywhere(booking)).toMatchObject({ admin: [500_000, 100_000, 400_000], file: [500_000] })
    expect(handPayableCents(bookingNow(booking))).toBe(400_000)
    expect(await byHand(booking, 400_001, {}, THE_DAY_AFTER)).toMatchObject({ refused: 'too-much' })
    const { movements } = bookingPage(bookingNow(booking), WAMBUI, new URLSearchParams())
    expect(movements.map((row) => [row.what, row.note])).toEqual([
      ['Payment', null],
      ['Written off $8,000', 'She has lost her work'],
      ['Write-off lowered by $4,000', 'No longer traveling'],
    ])
    await byHand(booking, 400_000, {}, THE_DAY_AFTER)
    expect(moneyWords(bookingNow(booking)).words).toBe('Paid in full')
  })

  test('by what each had of a price that was lowered for one, also of money that comes after all', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const wish = { direction: 'discount', amount: { percent: 20 }, words: 'Guide' } as const
    const ofSecond = { ...wish, travelerId: sharesOf(bookingNow(booking))[1]?.traveler.id ?? 0 }
    const quote = priceQuote(bookingNow(booking), ofSecond, THE_DAY_AFTER)
    if ('refused' in quote) throw new Error(quote.refused)
    const confirmed = { quoted: digestOf(quote), formKey: randomUUID() }
    await repriceBooking(
      { ...ofSecond, ...confirmed, reference: booking.reference },
      aStaffMember(),
      () => THE_DAY_AFTER,
    )
    await off(booking)
    await byHand(booking, 71_000, {}, THE_DAY_AFTER)
    expect(sharesOf(bookingNow(booking)).map(({ shareCents }) => shareCents)).toEqual([90_000, 81_000])
    await leaves(booking, 2, THE_DAY_AFTER)
    expect(offBooks(booking)).toMatchObject({ askedCents: 0, writtenOffCents: 360_000 })
    expect(handPayableCents(bookingNow(booking))).toBe(360_000)
  })

  test('nothing where they joined after it', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await off(booking)
    await joins(booking, THE_DAY_AFTER)
    await leaves(booking, 3, THE_DAY_AFTER)
    expect(offBooks(booking)).toMatchObject({ totalCents: 100_000, askedCents: 0, writtenOffCents: 800_000 })
  })
})

test('a reason is needed, and may have as many characters as the words say', () => {
  const said = (reason?: string) =>
    WriteOffForm.safeParse({ reason, quoted: digestOf({}), formKey: randomUUID() }).success
  expect([said(), said(' '), said('x')]).toEqual([false, false, true])
  expect(said('x'.repeat(MONEY_NOTE_AT_MOST))).toBe(true)
  expect(said('x'.repeat(MONEY_NOTE_AT_MOST + 1))).toBe(false)
})

test('goodwill after that, beyond what is kept of those who travel, is of what was retained of who left', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await leaves(booking, 2, at('2025-08-20'))
  const quoted = digestOf(writeOffQuote(bookingNow(booking), at('2025-08-20')))
  const wish = { reference: booking.reference, quoted, reason: 'Lost', formKey: randomUUID() }
  await writeOff(wish, aStaffMember(), () => at('2025-08-20'))
  await byHand(booking, 80_000, { direction: 'out', reason: 'goodwill' }, at('2025-08-21'))
  expect(bookingNow(booking)).toMatchObject({ totalCents: 20_000, keptCents: 20_000 })
  expect([...sumsOf(booking.id).values()].map(({ priceCents }) => priceCents)).toEqual([0, 20_000])
})
