import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { askStaff, openRequestsOf, requestsWaiting } from '#app/bookings/guest-requests.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyOf } from '#app/bookings/party.server'
import type { GuestRequestKind } from '#app/bookings/stored-values'
import { digestOf } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { leaveParty } from '#app/money/changes/cancel-booking.server'
import {
  postponeInstallment,
  postponeQuote,
  spreadPlan,
  spreadQuote,
} from '#app/money/changes/installment-days.server'
import { moveBooking, moveQuote } from '#app/money/changes/move-booking.server'
import { changeLead, leadSummary } from '#app/money/changes/party/change-lead.server'
import { reinstateBooking, reinstateQuote } from '#app/money/changes/reinstate-booking.server'
import { postponeDeparture, sheetOf } from '#app/money/changes/schedule/change-schedule.server'
import { carryOutChoices, choose } from '#app/money/changes/schedule/choose.server'
import { addDays } from '#app/platform/days'
import { copyDeparture } from '#app/tours/save-departure.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  byHand,
  cancel,
  keptAsInLedger,
  refund,
} from '#tests/fixtures/paid-bookings'
import {
  anOpenTour,
  at,
  changesRoom,
  joins,
  leaves,
  quoteToLeave,
  undoesPrice,
  wishToLeave,
} from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// What is open on a booking, a choice or a request, ends with what ends, moves, reinstates or answers it.

let other = 0
const { name: _, tourType: __, ...asAtFirst } = theDeparture()
beforeEach(() => {
  anOpenTour()
  db.update(departures).set(asAtFirst).where(eq(departures.id, 1)).run()
  if (other) return
  const copy = copyDeparture(1, '2026-10-15', aStaffMember(), NOON)
  if (!('id' in copy)) throw new Error('Not copied')
  other = copy.id
  db.update(departures).set({ sales: 'open' }).where(eq(departures.id, other)).run()
})

function postpone(startsOn: string, when: Date) {
  const quoted = digestOf(sheetOf(1, 'departure-postponed', when))
  const wish = { departureId: 1, words: 'Floods.', quoted, formKey: randomUUID(), startsOn }
  expect(postponeDeparture(wish, aStaffMember(), when)).toHaveProperty('changed')
}

async function reinstates(booking: Booking, when: Date) {
  const quote = reinstateQuote(bookingNow(booking), when)
  if ('refused' in quote) throw new Error(quote.refused)
  const wish = { reference: booking.reference, quoted: digestOf(quote), formKey: randomUUID() }
  expect(await reinstateBooking(wish, aStaffMember(), () => when)).toHaveProperty('reinstated')
}

async function moves(booking: Booking, departureId: number, when: Date) {
  const quote = moveQuote(bookingNow(booking), departureId, when)
  if ('refused' in quote) throw new Error(quote.refused)
  const wish = { reference: booking.reference, departureId, price: 'agreed' as const, formKey: randomUUID() }
  expect(await moveBooking({ ...wish, quoted: digestOf(quote) }, aStaffMember(), () => when)).toHaveProperty(
    'moved',
  )
}

const asks = ({ id }: Booking, kind: GuestRequestKind, day: string) =>
  expect(askStaff(id, { kind, message: kind === 'change' ? 'A window seat' : '' }, at(day))).toHaveProperty(
    'requestId',
  )
const open = ({ id }: Booking) => openRequestsOf(id).map(({ kind }) => kind)
const quote = (booking: Booking, day: string) => cancelQuote(bookingNow(booking), at(day))

describe('everything back after a postponement', () => {
  test('ends for a booking that was canceled by it, reinstated and paid anew', async () => {
    const { booking } = await aPaidBooking()
    const { booking: control } = await aPaidBooking()
    postpone('2026-03-05', at('2025-09-01'))
    await cancel(booking, at('2025-09-02'))
    expect(bookingNow(booking).status).toBe('refunded')
    await reinstates(booking, at('2025-09-03'))
    await byHand(booking, 450_000, {}, at('2025-09-04'))
    await byHand(control, 400_000, {}, at('2025-09-04'))
    await carryOutChoices(() => at('2025-09-20'))
    expect(quote(booking, '2025-09-10')).toMatchObject({ retainedCents: 50_000, why: 'deposit-stays' })
    for (const one of [booking, control]) {
      expect(quote(one, '2026-03-01')).toMatchObject({ refundCents: 0, why: 'too-late' })
    }
    keptAsInLedger()
  })

  test('ends for one that moves away and comes back while others can still choose', async () => {
    const { booking } = await aPaidBooking()
    postpone('2026-03-05', at('2025-09-01'))
    await moves(booking, other, at('2025-09-02'))
    await moves(booking, 1, at('2025-09-03'))
    expect(quote(booking, '2025-09-04')).toMatchObject({ retainedCents: 50_000, why: 'deposit-stays' })
  })

  test('ends for one who chose the new dates after asking to cancel', async () => {
    const { booking } = await aPaidBooking()
    postpone('2026-03-05', at('2025-09-01'))
    asks(booking, 'cancel', '2025-09-02')
    asks(booking, 'pay-later', '2025-09-02')
    await choose(booking.reference, 'stays', () => at('2025-09-03'))
    expect(open(booking)).toEqual(['pay-later'])
    expect(quote(booking, '2026-03-01')).toMatchObject({ refundCents: 0, askedOn: null })
  })

  test('stays for one who asked to cancel in time and has no answer yet', async () => {
    const { booking } = await aPaidBooking()
    postpone('2026-03-05', at('2025-09-01'))
    asks(booking, 'cancel', '2025-09-10')
    await carryOutChoices(() => at('2025-09-16'))
    expect(quote(booking, '2025-09-20')).toMatchObject({ retainedCents: 0, why: 'departure-postponed' })
  })
})

describe('what a guest asked for', () => {
  const ALL = ['contact', 'pay-later', 'move'] as const

  test.each([
    ['canceled', (booking: Booking) => cancel(booking, at('2025-07-05'))],
    ['refunded whole', (booking: Booking) => refund(booking, booking.keptCents, {}, at('2025-07-05'))],
  ])('is closed where the booking is %s, and not open once it is reinstated', async (_how, ends) => {
    const { booking } = await aPaidBooking()
    for (const kind of ALL) asks(booking, kind, '2025-06-20')
    asks(booking, 'cancel', '2025-06-25')
    await ends(booking)
    expect([open(booking), requestsWaiting().count]).toEqual([[], 0])
    await reinstates(booking, at('2025-07-06'))
    if (bookingNow(booking).status === 'pending') await byHand(booking, 50_000, {}, at('2025-07-07'))
    expect(quote(booking, '2025-08-01')).toMatchObject({ askedOn: null, refundCents: 0 })
  })

  test('no longer dates a refund once staff moved the booking instead', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    for (const kind of ['cancel', 'move', 'leave'] as const) asks(booking, kind, '2025-06-20')
    await moves(booking, other, at('2025-07-05'))
    expect(open(booking)).toEqual(['leave'])
    expect(quote(booking, '2025-08-01')).toMatchObject({ askedOn: null })
  })

  test('no longer dates the refund of those who stay once one was taken off', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    for (const kind of ['cancel', 'change', 'pay-later'] as const) asks(booking, kind, '2025-06-20')
    expect(await leaves(booking, 3, at('2025-07-10'))).toMatchObject({ left: { askedOn: '2025-06-20' } })
    expect(open(booking)).toEqual(['pay-later'])
    expect(await leaves(booking, 2, at('2025-08-10'))).toMatchObject({ left: { askedOn: null } })
    asks(booking, 'change', '2025-08-11')
    expect(open(booking)).toEqual(['pay-later', 'change'])
  })

  test('still counts for another one who asked to leave with it, where staff say so', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    asks(booking, 'leave', '2025-06-20')
    const when = at('2025-07-10')
    const wish = wishToLeave(booking, quoteToLeave(booking, 3, when))
    await leaveParty({ ...wish, requestStays: true }, aStaffMember(), () => when)
    expect(await leaves(booking, 2, at('2025-08-10'))).toMatchObject({ left: { askedOn: '2025-06-20' } })
    expect(open(booking)).toEqual([])
  })

  test('is closed by the command that does it, whichever button opened that', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const when = at('2025-06-20')
    const staff = aStaffMember()
    const closes = async (kind: GuestRequestKind, command: () => unknown) => {
      asks(booking, kind, '2025-06-20')
      expect(open(booking)).toEqual([kind])
      await command()
      expect(open(booking), kind).toEqual([])
    }
    const dayOf = (index: number) => installmentsOf(booking.id)[index]?.dueOn ?? ''
    await closes('pay-later', () => {
      const quoted = digestOf(postponeQuote(bookingNow(booking), 1))
      const wish = { reference: booking.reference, number: 1, quoted, note: '', formKey: randomUUID() }
      return postponeInstallment({ ...wish, dueOn: addDays(dayOf(0), 3) }, staff, () => when)
    })
    await closes('pay-later', () => {
      const days = ['2025-09-01', '2025-09-20']
      const spread = spreadQuote(bookingNow(booking), days, when)
      if ('refused' in spread) throw new Error(spread.refused)
      const wish = { reference: booking.reference, days, note: '', formKey: randomUUID() }
      return spreadPlan({ ...wish, quoted: digestOf(spread) }, staff, () => when)
    })
    await closes('room', () => changesRoom(booking, 2, when))
    // Five a day are too many.
    const next = at('2025-06-22')
    const [lead] = partyOf(booking.id)
    if (!lead) throw new Error('Nobody leads')
    asks(booking, 'contact', '2025-06-22')
    const { words, version } = leadSummary(bookingNow(booking), lead)
    const typed = { ...words, phone: '+1 512 555 0188', version, travelerId: lead.id, formKey: randomUUID() }
    await changeLead({ reference: booking.reference, ...typed }, staff, () => next)
    expect(open(booking)).toEqual([])
    asks(booking, 'room', '2025-06-22')
    await undoesPrice(booking, next)
    expect(open(booking)).toEqual([])
    asks(booking, 'join', '2025-06-22')
    await joins(booking, next)
    expect(open(booking)).toEqual([])
    keptAsInLedger()
  })
})
