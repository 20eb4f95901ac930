import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { guaranteeDeparture } from '#app/bookings/guarantee-departure.server'
import { installmentTotals } from '#app/bookings/installments/installment-list.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { latestChoice } from '#app/bookings/schedule-choices.server'
import { amountsOwed, overdueOf } from '#app/money/books/amounts-owed.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import {
  cancelDeparture,
  postponeDeparture,
  sheetOf,
} from '#app/money/changes/schedule/change-schedule.server'
import { carryOutChoices, choose, chooseMove, placesToMove } from '#app/money/changes/schedule/choose.server'
import { holdSummary, sellByHand } from '#app/money/changes/sell-by-hand.server'
import { endHolds } from '#app/money/reconcile.server'
import { sendDueReminders, sendOverdueNotices } from '#app/money/reminders/send-due-reminders.server'
import { cents } from '#app/platform/money'
import { broadcastWith, draftBroadcast } from '#app/tours/broadcasts.server'
import { remindOfDecisions } from '#app/tours/decision-reminders.server'
import { runningSentence } from '#app/tours/departure'
import { departureOf, salesState } from '#app/tours/departures.server'
import { copyDeparture, postponedDays } from '#app/tours/save-departure.server'
import { scheduleBroadcast } from '#app/travelers/send-broadcasts.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { refunds } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import { anOrder, aTraveler, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  byHand,
  keptAsInLedger,
  ledgerOf,
  lettersOfKind,
} from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, expectAgreement } from '#tests/fixtures/party-changes'
import { beginPaying, bookingNow, payAtStripe } from '#tests/fixtures/payments'

const change = (id: number, to: Partial<typeof departures.$inferInsert>) =>
  db.update(departures).set(to).where(eq(departures.id, id)).run()

let other = 0
const ASIS = { minimumTravelers: null, decideOn: null, guaranteedAt: null, canceledAt: null }

beforeEach(() => {
  anOpenTour()
  change(1, { ...ASIS, sales: 'open', startsOn: '2025-10-16', endsOn: '2025-10-27' })
  change(1, { firstInstallmentDueOn: '2025-08-15', finalInstallmentDueOn: '2025-09-15' })
  if (other) return change(other, { ...ASIS, sales: 'open', seats: 20 })
  const copy = copyDeparture(1, '2026-10-15', aStaffMember(), NOON)
  if (!('id' in copy)) throw new Error('Not copied')
  other = copy.id
  change(other, { sales: 'open' })
})

const needs = (minimumTravelers: number) => change(1, { minimumTravelers, decideOn: '2025-08-07' })

const wish = (
  because: 'departure-canceled' | 'departure-postponed',
  when: Date,
  formKey: string = randomUUID(),
) => ({
  departureId: 1,
  words: 'The park is closed.',
  quoted: digestOf(sheetOf(1, because, when)),
  formKey,
})
const callOff = (when: Date, formKey?: string) =>
  cancelDeparture(wish('departure-canceled', when, formKey), aStaffMember(), when)
const postpone = (startsOn: string, when: Date) =>
  postponeDeparture({ ...wish('departure-postponed', when), startsOn }, aStaffMember(), when)

const atStaff = () => db.select().from(outbox).where(eq(outbox.kind, 'staff-decision')).all()
const due = (booking: Booking) => installmentsOf(booking.id).map(({ dueOn }) => dueOn)

describe('a departure with a minimum', () => {
  test('lets nothing fall due until it is guaranteed, and then as for a late booking', async () => {
    needs(2)
    const { booking } = await aPaidBooking()
    const late = at('2025-08-20')
    expect(runningSentence(theDeparture(), 1, '2025-06-01')).toBe(
      'This departure needs at least 2 travelers. We’ll decide by August 7, 2025; please don’t buy flights before then.',
    )
    for (const day of ['2025-06-01', '2025-08-20'])
      expect(runningSentence(theDeparture(), 2, day)).toMatch(/^The minimum is reached/)
    await sendDueReminders(at('2025-08-12'))
    await sendOverdueNotices(late)
    expect(lettersOfKind(booking, 'reminder-friendly')).toEqual([])
    expect(overdueOf(bookingNow(booking), late)).toEqual([])
    expect(installmentTotals('2025-08-20', 1).overdueCents).toBe(0)
    // What is ahead can be paid all the same.
    expect(amountsOwed(bookingNow(booking)).remainingCents).toBe(400_000)

    expect(guaranteeDeparture(1, 9, aStaffMember(), late)).toMatchObject({ refused: 'quote-changed' })
    const letters = db.select().from(outbox).all().length
    expect(guaranteeDeparture(1, standing(), aStaffMember(), late)).toHaveProperty('guaranteed')
    expect(guaranteeDeparture(1, standing(), aStaffMember(), late)).toEqual({ known: true })
    expect(db.select().from(outbox).all().length - letters).toBe(standing())
    expect(due(booking)).toEqual(['2025-09-03', '2025-09-15'])
    expect(lettersOfKind(booking, 'departure-guaranteed')[0]).toContain('You can book your flights now')
    await sendOverdueNotices(at('2025-09-04'))
    expect(lettersOfKind(booking, 'reminder-overdue')).toHaveLength(1)
    expectAgreement(booking)
  })

  test('has staff told 28, 14, 7 and 0 days before the decision, then weekly, each once', () => {
    needs(2)
    const before = atStaff().length
    const told = (day: string) => {
      remindOfDecisions(at(day))
      return atStaff().length - before
    }
    expect(told('2025-07-09')).toBe(0)
    expect(['2025-07-10', '2025-07-12', '2025-07-25', '2025-07-31', '2025-08-07'].map(told)).toEqual([
      1, 1, 2, 3, 4,
    ])
    expect(['2025-08-08', '2025-08-08', '2025-08-14', '2025-08-15'].map(told)).toEqual([5, 5, 5, 6])
    change(1, { guaranteedAt: NOON })
    expect(told('2025-08-22')).toBe(6)
  })
})

const standing = () => sheetOf(1, 'departure-canceled', NOON).rows.length

const letterNow = ({ id }: { id: number }) => broadcastWith(id)

function aScheduledLetter() {
  const text = {
    ...{ subject: 'Packing', body: 'Hats.', audience: { who: 'all' as const, ids: [] }, isUrgent: false },
    ...{ addressees: 'leads' as const, timing: 'before' as const, days: 3, sendOn: null, sendMinute: 540 },
  }
  const drafted = draftBroadcast(1, text, randomUUID(), aStaffMember(), NOON)
  if ('refused' in drafted) throw new Error(drafted.refused)
  expect(scheduleBroadcast(drafted.broadcast, aStaffMember(), NOON)).toHaveProperty('leavesAt')
  return drafted.broadcast
}

describe('a departure that is canceled', () => {
  test('sells nothing, takes no money, ends holds, and writes once to each lead traveler', async () => {
    const { booking } = await aPaidBooking()
    const begun = await beginPaying(anOrder())
    const open = await beginLaterPayment(booking, 200_000)
    const letter = aScheduledLetter()
    const formKey = randomUUID()
    expect(callOff(NOON, formKey)).toMatchObject({ changed: {}, answerBy: '2025-06-15' })
    expect(letterNow(letter)).toMatchObject({ state: 'skipped', skippedBecause: 'departure-canceled' })
    expect(callOff(NOON, formKey)).toEqual({ known: true })
    expect(callOff(NOON)).toEqual({ refused: 'canceled' })
    expect(salesState(theDeparture(), '2025-06-01')).toBe('closed')
    expect(amountsOwed(bookingNow(booking)).remainingCents).toBe(0)
    keptAsInLedger()
    takePayment(await payAtStripe(open.id), NOON)
    takePayment(await payAtStripe(begun.intent.id), NOON)
    await endHolds(() => NOON)
    expect(bookingNow(begun.booking).status).not.toBe('deposit_paid')
    expect(lettersOfKind(booking, 'departure-canceled')).toHaveLength(1)
    expect(bookingNow(booking)).toMatchObject({ status: 'deposit_paid', keptCents: 50_000, askedCents: 0 })
  })

  test('gives everything back where the guest says so, by card and by hand, whatever the policy says', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 400_000)
    expect(sheetOf(1, 'departure-canceled', NOON).rows.at(-1)).toMatchObject({
      ...{ toCardsCents: 50_000, byHandCents: 400_000, paidBy: ['cheque'], waits: null },
    })
    const late = at('2025-10-10')
    callOff(late)
    expect(await choose(booking.reference, 'refund', () => late)).toEqual({ chosen: true })
    expect(await choose(booking.reference, 'refund', () => late)).toEqual({ chosen: true })
    expect(await choose(booking.reference, 'stays', () => late)).toEqual({ refused: 'answered' })
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'payment cheque 400000', 'refund card -50000'])
    expect(bookingNow(booking)).toMatchObject({ status: 'cancelled', staysCents: 0, keptCents: 400_000 })
    expect(lettersOfKind(booking, 'booking-cancelled')[0]).toContain('$4,000 to you the same way you paid it')
  })

  test('gives everything back without an answer after the last day, and not before', async () => {
    const { booking } = await aPaidBooking()
    callOff(at('2025-07-01'))
    await carryOutChoices(() => at('2025-07-15'))
    expect(bookingNow(booking).status).toBe('deposit_paid')
    await carryOutChoices(() => at('2025-07-16'))
    await carryOutChoices(() => at('2025-07-16'))
    expect(bookingNow(booking).status).toBe('refunded')
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -50000'])
    expect(latestChoice(booking.id)?.answer).toMatchObject({ choice: 'refund', chosenAt: null })
  })

  test('can be left for another one at the agreed price, once, and then nothing goes back', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const when = at('2025-07-01')
    change(other, { doublePriceCents: cents(480_000) })
    callOff(when)
    const [quote] = placesToMove(bookingNow(booking), when)
    if (!quote) throw new Error('Nowhere to go')
    const move = {
      reference: booking.reference,
      departureId: other,
      quoted: digestOf(quote),
      formKey: randomUUID(),
    }
    expect(quote.agreed.remainingCents).toBe(800_000)
    expect(await chooseMove({ ...move, departureId: 1 }, () => when)).toEqual({ refused: 'no-departure' })
    expect(await chooseMove(move, () => when)).toHaveProperty('moved')
    expect(await chooseMove(move, () => when)).toEqual({ known: true })
    expect(await choose(booking.reference, 'refund', () => when)).toEqual({ refused: 'answered' })
    await carryOutChoices(() => at('2025-08-01'))
    expect(bookingNow(booking)).toMatchObject({
      departureId: other,
      status: 'deposit_paid',
      askedCents: 800_000,
    })
    expect(due(booking)).toEqual(['2026-08-14', '2026-09-14'])
    expect(db.select().from(refunds).where(eq(refunds.bookingId, booking.id)).all()).toEqual([])
    expectAgreement(booking)
    change(other, { doublePriceCents: cents(450_000) })
  })
})

test('the letter of a canceled departure names the next one that has room for the party', async () => {
  change(other, { seats: 1 })
  const later = copyDeparture(1, '2026-11-12', aStaffMember(), NOON)
  if (!('id' in later)) throw new Error(later.refused)
  change(later.id, { sales: 'open', seats: 2 })
  const { booking: pair } = await aPaidBooking({ travelers: 2 })
  const { booking: alone } = await aPaidBooking()
  const { booking: six } = await aPaidBooking({ travelers: 6 })
  const held = { departureId: 1, roomType: 'double', travelers: 2, paymentType: 'deposit' } as const
  const traveler = aTraveler({ name: 'Held Seats', email: 'held@example.com' })
  const sold = sellByHand(
    { ...held, traveler, heldUntil: '2025-06-04', formKey: randomUUID() },
    aStaffMember(),
    NOON,
  )
  if (!('booking' in sold)) throw new Error(sold.refused)
  callOff(NOON)
  const said = (booking: Booking) => lettersOfKind(booking, 'departure-canceled')[0]
  expect(said(pair)).toContain('the next one is Nov 12 to Nov 23, 2026')
  expect(said(alone)).toContain('the next one is Oct 15 to Oct 26, 2026')
  expect(said(six)).not.toContain('the next one is')
  expect(said(sold.booking)).toContain('The next departure is Nov 12 to Nov 23, 2026')
  change(other, { seats: 20 })
  db.delete(departures).where(eq(departures.id, later.id)).run()
})

describe('a departure that is postponed', () => {
  test('takes its bookings along, and gives everything back for two weeks to anyone who cannot', async () => {
    const { booking } = await aPaidBooking()
    const { booking: second } = await aPaidBooking()
    const when = at('2025-09-01')
    expect(postpone('2025-10-10', when)).toEqual({ refused: 'not-later' })
    expect(postpone('2026-10-15', when)).toEqual({ refused: 'date-taken' })
    expect(postpone('2026-03-05', when)).toHaveProperty('changed')
    expect(departureOf(booking)).toMatchObject({ startsOn: '2026-03-05', endsOn: '2026-03-16' })
    expect(due(booking)).toEqual(['2026-01-02', '2026-02-02'])
    expect(lettersOfKind(booking, 'departure-postponed')[0]).toContain('by September 15, 2025')
    expect(cancelQuote(bookingNow(second), at('2025-09-15'))).toMatchObject({
      retainedCents: 0,
      why: 'departure-postponed',
    })
    expect(cancelQuote(bookingNow(second), at('2025-09-16')).retainedCents).toBe(50_000)
    await choose(booking.reference, 'refund', () => when)
    expect(bookingNow(booking).status).toBe('refunded')
    const { booking: third } = await aPaidBooking()
    expect(await choose(third.reference, 'stays', () => when)).toEqual({ refused: 'answered' })
    await carryOutChoices(() => at('2025-09-16'))
    expect(latestChoice(second.id)?.answer).toMatchObject({ choice: 'stays', chosenAt: null })
    expect(await choose(second.reference, 'refund', () => at('2025-09-17'))).toEqual({ refused: 'answered' })
    expectAgreement(second)
  })

  test('stays on sale where sales have opened, and opens as much later where they have not', () => {
    const sales = () => {
      const { salesOpenOn, salesCloseOn } = theDeparture()
      return [salesState(theDeparture(), '2025-06-01'), salesOpenOn, salesCloseOn]
    }
    change(1, { salesOpenOn: '2025-01-10', salesCloseOn: '2025-10-01' })
    expect(sales()[0]).toBe('open')
    expect(postpone('2026-10-14', NOON)).toHaveProperty('changed')
    expect(sales()).toEqual(['open', '2025-01-10', '2026-09-29'])

    change(1, { startsOn: '2025-10-16', endsOn: '2025-10-27', salesOpenOn: '2025-06-02', salesCloseOn: null })
    const shown = postponedDays(theDeparture(), '2025-10-20', '2025-06-01')
    expect(shown).toMatchObject({ salesOpenOn: '2025-06-06', salesCloseOn: null })
    expect(postpone('2025-10-20', NOON)).toHaveProperty('changed')
    expect(theDeparture()).toMatchObject(shown)
    change(1, { salesOpenOn: null })
  })

  test('is postponed once by two forms that were open, as what each of them said is no longer so', () => {
    const [one, another] = [wish('departure-postponed', NOON), wish('departure-postponed', NOON)]
    expect(postponeDeparture({ ...one, startsOn: '2026-03-05' }, aStaffMember(), NOON)).toHaveProperty(
      'changed',
    )
    const late = postponeDeparture({ ...another, startsOn: '2026-03-12' }, aStaffMember(), NOON)
    expect(late).toMatchObject({ refused: 'quote-changed' })
    expect(theDeparture().startsOn).toBe('2026-03-05')
  })

  test('tells whom staff hold seats for, once, and gives the choice once they have paid', async () => {
    const when = at('2025-09-01')
    const order = { departureId: 1, roomType: 'double', travelers: 1, paymentType: 'deposit' } as const
    const held = { ...order, traveler: aTraveler(), heldUntil: '2025-09-04', formKey: randomUUID() }
    const sold = sellByHand(held, aStaffMember(), when)
    if (!('booking' in sold)) throw new Error(sold.refused)
    const formKey = randomUUID()
    const wished = { ...wish('departure-postponed', when, formKey), startsOn: '2026-03-05' }
    expect(postponeDeparture(wished, aStaffMember(), when)).toHaveProperty('changed')
    expect(postponeDeparture(wished, aStaffMember(), when)).toEqual({ known: true })
    const letters = () => lettersOfKind(sold.booking, 'departure-postponed')
    expect(letters()).toHaveLength(1)
    expect(holdSummary(sold.booking).later.map(({ dueOn }) => dueOn)).toEqual(['2026-01-02', '2026-02-02'])
    for (const words of [
      'it now takes place Mar 5 to Mar 16, 2026, instead of',
      'Sep 4, 2025',
      `/pay/${sold.booking.linkToken}`,
    ])
      expect(letters()[0]).toContain(words)
    await byHand(sold.booking, 50_000, {}, at('2025-09-02'))
    expect(letters()[1]).toContain('by September 15, 2025')
    expect(latestChoice(sold.booking.id)?.answer).toMatchObject({ choice: null, settledAt: null })
    expect(due(sold.booking)).toEqual(['2026-01-02', '2026-02-02'])
  })

  test('takes along who was paying in the meantime, with the same letter and choice', async () => {
    const when = at('2025-09-01')
    const { booking, intent } = await beginPaying(anOrder(), when)
    expect(postpone('2026-03-05', when)).toHaveProperty('changed')
    expect(lettersOfKind(booking, 'departure-postponed')).toEqual([])
    const paid = await payAtStripe(intent.id)
    for (const _ of ['heard', 'and again']) takePayment(paid, at('2025-09-02'))
    expect(lettersOfKind(booking, 'departure-postponed')).toHaveLength(1)
    expect(lettersOfKind(booking, 'departure-postponed')[0]).toContain('by September 15, 2025')
    expect(due(booking)).toEqual(['2026-01-02', '2026-02-02'])
    expect(lettersOfKind(booking, 'booking-confirmation')[0]).toContain('Jan 2, 2026')
    expect(latestChoice(booking.id)?.answer).toMatchObject({ choice: null, settledAt: null })
    expectAgreement(booking)
    expect(await choose(booking.reference, 'refund', () => at('2025-09-15'))).toEqual({ chosen: true })
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -50000'])

    // Who booked the new dates has chosen already.
    const { booking: later } = await aPaidBooking()
    expect(latestChoice(later.id)).toBeUndefined()
  })
})
