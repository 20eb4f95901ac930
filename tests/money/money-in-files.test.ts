import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { placeBooking } from '#app/bookings/place-booking.server'
import { isPaid } from '#app/bookings/status'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { paidCents } from '#app/money/books/ledger.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { dropRefund } from '#app/money/changes/refund-orders.server'
import { writeOff, writeOffQuote } from '#app/money/changes/write-off.server'
import { receiveStripeEvent, reconcile } from '#app/money/reconcile.server'
import { everyRefund } from '#app/money/stripe/refunds.server'
import { BOOKING_COLUMNS, withPartyMoney } from '#app/routes/admin/bookings/export-columns.server'
import { db, sqlite } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { refunds } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, byHand, cancel, payLater, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, joins, leaves } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// The file of bookings adds up: each line by itself, and all of them to the ledger.

beforeEach(() => {
  anOpenTour()
  db.update(departures).set({ seats: 90 }).run()
})

/** What the money columns of the file say of each booking, in cents. */
const file = () =>
  [...withPartyMoney([db.select().from(bookings).all()])].flat().map((row) => ({
    booking: row as Booking,
    cells: Object.fromEntries(
      BOOKING_COLUMNS.map(({ header, cell }) => [header, Math.round(Number(cell(row)) * 100)]),
    ) as Record<string, number>,
  }))

/** While Stripe cannot be reached, an order waits; `refused` as after its last try. */
async function waiting(act: () => Promise<unknown>, state: 'owed' | 'refused' = 'owed') {
  stripeSandbox.switches.apiDown = true
  await act()
  stripeSandbox.switches.apiDown = 'off'
  if (state === 'refused') sqlite.prepare("update refunds set state = 'refused' where state = 'owed'").run()
}

async function writesOff(booking: Booking, when: Date) {
  const { reference } = booking
  const quoted = digestOf(writeOffQuote(bookingNow(booking), when))
  const wish = { reference, quoted, reason: '-', formKey: reference }
  expect(await writeOff(wish, aStaffMember(), () => when)).toHaveProperty('writtenOffCents')
}

const MADE: Record<string, () => Promise<unknown>> = {
  'a held seat': async () => placeBooking(anOrder(), NOON),
  'an expired seat': async () => {
    placeBooking(anOrder(), NOON)
    await reconcile(() => at('2025-06-02'))
  },
  'a deposit': () => aPaidBooking(),
  'the whole price, and a joiner': async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await joins(booking, at('2025-06-20'))
  },
  'a leaver to be paid back by hand, beside another of whom something is kept': async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    await byHand(booking, 1_200_000, {}, at('2025-06-10'))
    await leaves(booking, 2, at('2025-06-20'))
    await leaves(booking, 3, at('2025-08-01'))
  },
  'a leaver, and then all are canceled': async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await byHand(booking, 800_000, {}, at('2025-06-10'))
    await leaves(booking, 2, at('2025-06-20'))
    await cancel(booking, at('2025-08-01'))
  },
  'a write-off': async () => writesOff((await aPaidBooking()).booking, at('2025-08-16')),
  'a write-off, and then a cancellation': async () => {
    const { booking } = await aPaidBooking()
    await writesOff(booking, at('2025-08-16'))
    await cancel(booking, at('2025-08-17'))
  },
  goodwill: async () => refund((await aPaidBooking({ paymentType: 'full' })).booking, 20_000),
  'goodwill that is stuck': async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await waiting(() => refund(booking, 20_000), 'refused')
  },
  'an amount that is owed again, on its way': async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await waiting(() => refund(booking, 20_000, { reason: 'owed-again' }))
  },
  'all of it on its way': async () => {
    const { booking } = await aPaidBooking()
    await waiting(() => refund(booking, 50_000))
  },
  'a lost dispute': async () => {
    const { booking } = await aPaidBooking()
    const { id } = stripeSandbox.openDispute(await payLater(booking, 200_000))
    stripeSandbox.closeDispute(id, 'lost')
    await reconcile(() => at('2025-06-02'))
  },
  'a refund that the bank sent back after it was paid again': async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await refund(booking, 20_000, { reason: 'owed-again' })
    await payLater(booking, 20_000)
    const [last] = (await everyRefund()).newestFirst
    if (!last) throw new Error('Stripe has no refund')
    stripeSandbox.failRefund(last.id)
    const [failed] = (await everyRefund()).newestFirst
    if (!failed) throw new Error('Stripe has no refund')
    await receiveStripeEvent(
      { id: 'evt_f', type: 'refund.failed', about: 'refund', refund: failed },
      () => NOON,
    )
  },
  'a cancellation to be paid back by hand': async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 400_000, {}, at('2025-06-10'))
    await cancel(booking, at('2025-08-01'))
  },
  'a cancellation of which the card takes nothing, and staff dropped it': async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await waiting(() => cancel(booking, at('2025-08-01')), 'refused')
    const { id = 0 } = db.select().from(refunds).all().at(-1) ?? {}
    await dropRefund({ reference: booking.reference, id }, aStaffMember(), () => at('2025-08-02'))
  },
  'a cancellation on its way': async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await waiting(() => cancel(booking, at('2025-08-01')))
  },
}

function expectToAddUp({ booking, cells }: ReturnType<typeof file>[number]) {
  const sum = (...headers: string[]) => headers.reduce((total, header) => total + Number(cells[header]), 0)
  expect(sum('Total', 'Paid beyond the price')).toBe(sum('Paid', 'Remaining', 'Written off', 'No longer due'))
  expect(sum('Paid', 'To be paid back by hand', 'On its way back', 'Could not be given back')).toBe(
    paidCents(booking.id),
  )
  expect(cells.Remaining).toBe(amountsOwed(booking).remainingCents)
  expect(sum('Kept from canceled travelers')).toBeLessThanOrEqual(sum('Paid'))
  if (isPaid(booking.status) && sum('Paid') > 0) expect(cells['No longer due']).toBe(0)
}

test.each(Object.keys(MADE))('the line of %s adds up', async (situation) => {
  await MADE[situation]?.()
  const [line, ...others] = file()
  expect(others).toEqual([])
  if (line) expectToAddUp(line)
})

test('the columns of all of them come to the ledger', async () => {
  for (const make of Object.values(MADE)) await make()
  const lines = file()
  const sum = (header: string) => lines.reduce((total, { cells }) => total + Number(cells[header]), 0)
  const of = (query: string) => sqlite.prepare<[], { cents: number }>(query).get()?.cents
  const orders = (state: string) =>
    of(`select sum(amount_cents) as cents from refunds where state = '${state}'`)
  expect(lines).toHaveLength(Object.keys(MADE).length)
  expect(sum('On its way back')).toBe(orders('owed'))
  expect(sum('Could not be given back')).toBe(orders('refused'))
  expect(sum('Written off')).toBe(
    of("select -sum(price_cents) as cents from charges where kind = 'written-off'"),
  )
  expect(
    sum('Paid') + sum('To be paid back by hand') + sum('On its way back') + sum('Could not be given back'),
  ).toBe(of('select sum(amount_cents) as cents from payments'))
})
