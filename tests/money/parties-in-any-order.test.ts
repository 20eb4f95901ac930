import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partyOf } from '#app/bookings/party.server'
import { addCode } from '#app/bookings/save-discount-code.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { sharesOf } from '#app/money/books/shares.server'
import { spreadPlan, spreadQuote } from '#app/money/changes/installment-days.server'
import { priceQuote, repriceBooking } from '#app/money/changes/price-changes.server'
import { writeOff, writeOffQuote } from '#app/money/changes/write-off.server'
import { addDays } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { db, sqlite } from '#db/connection.server'
import { discountCodes } from '#db/schema/money'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, byHand, refund } from '#tests/fixtures/paid-bookings'
import {
  anOpenTour,
  at,
  changesRoom,
  expectAgreement,
  joins,
  leaves,
  undoesPrice,
} from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import type { Audited } from '#tests/model/auditors'
import { planFaults, plansIn } from '#tests/model/plan-auditor'

/** `npm test` plays the same stories each time. */
const RUNS = Number(process.env.PARTY_RUNS ?? 12)
const SEED = Number(process.env.PARTY_SEED ?? 20_251_016)
const books = {
  rows: (query: string, ...values: unknown[]) => sqlite.prepare(query).all(...values),
} as unknown as Audited

const whom = fc.constantFrom(null, 1, 2, 3)
const act = fc.oneof(
  fc.record({ does: fc.constant('pay' as const), part: fc.constantFrom(1, 0.5, 0.13, 2) }),
  fc.record({
    does: fc.constant('reprice' as const),
    whom,
    percent: fc.constantFrom(1, 7.5, 10, 33, 50, 95, -10, -1),
  }),
  fc.record({ does: fc.constant('undo' as const) }),
  fc.record({ does: fc.constant('join' as const), single: fc.boolean() }),
  fc.record({ does: fc.constant('room' as const), whom: fc.constantFrom(1, 2, 3) }),
  fc.record({ does: fc.constant('goodwill' as const), part: fc.constantFrom(0.1, 0.5), again: fc.boolean() }),
  fc.record({ does: fc.constant('spread' as const), days: fc.constantFrom([5, 40], [3, 20, 60, 90], [30]) }),
  fc.record({ does: fc.constant('write-off' as const) }),
  fc.record({ does: fc.constant('wait' as const), days: fc.constantFrom(1, 20, 50) }),
  fc.record({ does: fc.constant('leave' as const), whom: fc.constantFrom(2, 2, 3, 4) }),
  fc.record({ does: fc.constant('leave' as const), whom: fc.constantFrom(2, 2, 3, 4) }),
)
const story = fc.record({
  travelers: fc.constantFrom(2, 3, 4),
  singles: fc.constantFrom(0, 0, 0, 1),
  code: fc.constantFrom('', '10%', '50%', '$123.45'),
  paymentType: fc.constantFrom('deposit' as const, 'deposit' as const, 'deposit' as const, 'full' as const),
  acts: fc.array(act, { minLength: 1, maxLength: 7 }),
})

/** What the form would refuse changes nothing. */
async function ifAllowed(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!/^(Nobody can join|The room stays)/.test(String(error instanceof Error && error.message)))
      throw error
  }
}

test('whatever happened to a party, who leaves takes along their part alone', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ code, acts, ...order }) => {
      anOpenTour()
      db.delete(discountCodes).run()
      const bounds = { endsOn: null, usesAtMost: null, usesEachAtMost: null, departureIds: [] }
      if (code) addCode({ code: 'CHOIR', off: code, words: 'Choir', ...bounds }, aStaffMember(), NOON)
      const { booking } = await aPaidBooking({ ...order, ...(code && { code: 'CHOIR' }) })
      let day = '2025-06-02'
      for (const one of acts) {
        const now = at(day)
        const open = amountsOwed(bookingNow(booking)).installments.find(({ owedCents }) => owedCents > 0)
        const before = plansIn(books)
        switch (one.does) {
          case 'wait':
            day = addDays(day, one.days)
            break
          case 'pay':
            if (open) await byHand(booking, Math.max(1, Math.round(open.owedCents * one.part)), {}, now)
            break
          case 'reprice': {
            const travelerId =
              one.whom && (partyOf(booking.id).find(({ position }) => position === one.whom)?.id ?? -1)
            const wish = {
              direction: one.percent < 0 ? ('surcharge' as const) : ('discount' as const),
              ...{ amount: { percent: Math.abs(one.percent) }, travelerId, words: 'Choir' },
            }
            const quote = priceQuote(bookingNow(booking), wish, now)
            if ('refused' in quote) break
            const confirmed = { quoted: digestOf(quote), formKey: randomUUID() }
            await repriceBooking(
              { ...wish, ...confirmed, reference: booking.reference },
              aStaffMember(),
              () => now,
            )
            break
          }
          case 'undo':
            await undoesPrice(booking, now)
            break
          case 'join':
            await ifAllowed(() => joins(booking, now, one.single ? 'single' : 'double'))
            break
          case 'room':
            await ifAllowed(() => changesRoom(booking, one.whom, now))
            break
          case 'goodwill':
            await refund(
              booking,
              Math.round(bookingNow(booking).keptCents * one.part),
              { reason: one.again ? 'owed-again' : 'goodwill' },
              now,
            )
            break
          case 'spread': {
            const days = one.days.map((more) => addDays(day, more))
            const quote = spreadQuote(bookingNow(booking), days, now)
            if ('refused' in quote) break
            const wish = { days, quoted: digestOf(quote), note: '', formKey: randomUUID() }
            await spreadPlan({ ...wish, reference: booking.reference }, aStaffMember(), () => now)
            break
          }
          case 'write-off': {
            const wish = { reason: 'Lost', formKey: randomUUID(), reference: booking.reference }
            await writeOff(
              { ...wish, quoted: digestOf(writeOffQuote(bookingNow(booking), now)) },
              aStaffMember(),
              () => now,
            )
            break
          }
          default:
            if (partyOf(booking.id).some(({ position }) => position === one.whom))
              await leaves(booking, one.whom, now)
        }
        expect(planFaults(books, before), JSON.stringify(one)).toEqual([])
        const is = bookingNow(booking)
        if (is.keptCents <= is.totalCents) expectAgreement(booking)
        expect(sharesOf(is).every(({ shareCents }) => shareCents >= 0)).toBe(true)
        for (const { owedCents } of amountsOwed(is).installments)
          expect(owedCents === 0 || owedCents >= cents(50), JSON.stringify(one)).toBe(true)
      }
    }),
    { numRuns: RUNS, seed: SEED },
  )
})
