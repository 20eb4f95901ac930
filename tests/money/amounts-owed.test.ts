import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { paymentDue } from '#app/money/changes/paying/later-payment.server'
import { candidatesIn } from '#app/money/reminders/candidates.server'
import { showCents } from '#app/platform/money'
import { bookingFacts, paymentSchedule } from '#app/views/booking-facts.server'
import { bookingJson, bookingsJson } from '#app/views/booking-json.server'
import { listBookings, UNFILTERED } from '#app/views/list-bookings.server'
import { bookingDetails } from '#app/views/staff-booking.server'
import { tripCalendar } from '#app/views/trip-calendar.server'
import { stripeSandbox } from '#tests/fixtures/environment'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, byHand, lettersOfKind, payLater, refund } from '#tests/fixtures/paid-bookings'
import { beginPaying, bookingNow, nothingBooked } from '#tests/fixtures/payments'

// Whatever was paid, and however: letter, pages, calls, calendar and reminders name one balance, and
// installments that make it. In cents; the double room costs $4,500, with two installments of $2,000.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

type Told = { balance: number; asked: [name: string, cents: number][] }

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const ALL_YEAR = { from: '2025-01-01', until: '2025-12-31', unlessSent: null }
const NAMES = ['First installment', 'Final installment']

/** What a traveler or a member of staff reads in each place, of what is still to pay. */
function toldBy(booking: Booking): Record<string, Told> {
  const now = bookingNow(booking)
  const open = <Row>(rows: Row[], told: (row: Row) => [string, number, boolean]) =>
    rows.map(told).flatMap(([name, amount, isOpen]): [string, number][] => (isOpen ? [[name, amount]] : []))
  const facts = bookingFacts(now)
  const schedule = paymentSchedule(now)
  const due = paymentDue(now)
  const details = bookingDetails(now)
  const json = (call: ReturnType<typeof bookingJson>): Told => ({
    balance: call.remainingAmount * 100,
    asked: open(call.installments, ({ number, amount, paidAt }) => [
      NAMES[number - 1] ?? '',
      Math.round(amount * 100),
      paidAt === null,
    ]),
  })
  const listed = listBookings(UNFILTERED, { from: 'start' }, 50).rows
  const reminded = candidatesIn(ALL_YEAR, NOON, null, 50)
  const scheduled = open(schedule.slice(1), ({ label, owedCents }) => [label, owedCents, owedCents > 0])
  return {
    'the confirmation page': {
      balance: facts.remainingCents,
      asked: open(facts.installments, ({ name, amountCents, isPaid }) => [name, amountCents, !isPaid]),
    },
    'the call': json(bookingJson(now)),
    "the staff's call": json(
      bookingsJson(listed).find(({ id }) => id === booking.id) as ReturnType<typeof bookingJson>,
    ),
    "the traveler's page": { balance: due.remainingCents, asked: scheduled },
    'the pay page': {
      balance: due.remainingCents,
      asked: [
        ...(due.next ? [[due.next.name, due.next.owedCents] as [string, number]] : []),
        ...scheduled.slice(1),
      ],
    },
    "the staff's page": {
      balance: now.totalCents - details.keptCents,
      asked: open(details.installments, ({ name, owedCents }) => [name, owedCents, owedCents > 0]),
    },
    'the reminders': {
      balance: sum(reminded.map(({ owedCents }) => owedCents)),
      asked: reminded.map(({ number, owedCents }) => [NAMES[number - 1] ?? '', owedCents]),
    },
  }
}

describe.each([
  ['the deposit', 50_000, [200_000, 200_000]],
  ['more than the deposit', 100_000, [150_000, 200_000]],
  ['the deposit and the first installment', 250_000, [0, 200_000]],
  ['nearly all', 449_950, [0, 50]],
])('a first payment by hand of %s', (_, paid, owed) => {
  const asked = NAMES.flatMap((name, index): [string, number][] => {
    const amount = owed[index] ?? 0
    return amount > 0 ? [[name, amount]] : []
  })

  test('is told alike on every page and by every call', async () => {
    const { booking } = await beginPaying()
    await byHand(booking, paid)
    for (const [place, told] of Object.entries(toldBy(booking)))
      expect([place, told]).toEqual([place, { balance: 450_000 - paid, asked }])
  })

  test('is told so in the confirmation letter and the calendar', async () => {
    const { booking } = await beginPaying()
    await byHand(booking, paid)
    const [letter] = lettersOfKind(booking, 'booking-confirmation')
    expect(letter).toContain(`Balance due: ${showCents((450_000 - paid) as never)}`)
    const lines = [...(letter ?? '').matchAll(/^(\w+ installment), due .*: \$(.*)$/gm)]
    expect(lines.map(([, name, dollars]) => [name, Number(dollars?.replace(',', '')) * 100])).toEqual(asked)

    const calendar = tripCalendar(bookingNow(booking), NOON).replaceAll('\r\n ', '')
    // A paid installment is canceled there, so that it leaves the guest's own calendar.
    const standing = calendar.split('BEGIN:VEVENT').filter((event) => !event.includes('STATUS:CANCELLED'))
    const events = standing.flatMap((event) => [
      ...event.matchAll(/^SUMMARY:(\w+ installment) due: \$([\d\\,.]*\d)/gm),
    ])
    expect(events.map(([, name, dollars]) => [name, Number(dollars?.replace('\\,', '')) * 100])).toEqual(
      asked,
    )
  })
})

test('what a refund leaves owed again is told alike everywhere', async () => {
  const { booking } = await aPaidBooking()
  await payLater(booking, 200_000)
  await refund(booking, 70_000, { reason: 'owed-again' })
  for (const [place, told] of Object.entries(toldBy(booking)))
    expect([place, told]).toEqual([
      place,
      {
        balance: 270_000,
        asked: [
          ['First installment', 70_000],
          ['Final installment', 200_000],
        ],
      },
    ])
})

test('nothing is asked for while everything is being refunded', async () => {
  const { booking } = await aPaidBooking()
  stripeSandbox.switches.apiDown = true
  await refund(booking, 50_000)
  const { 'the reminders': _, "the staff's page": __, ...told } = toldBy(booking)
  for (const { balance } of Object.values(told)) expect(balance).toBe(0)
  expect(bookingDetails(bookingNow(booking)).installments.map(({ owedCents }) => owedCents)).toEqual([0, 0])
})
