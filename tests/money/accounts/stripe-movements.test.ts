import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { differences } from '#app/money/accounts/differences.server'
import type { Account } from '#app/money/accounts/journal'
import { booksOf, closeMonth, type Posted } from '#app/money/accounts/months.server'
import { onTheWayCents } from '#app/money/accounts/payouts.server'
import { cents } from '#app/platform/money'
import { runDailyJob } from '#app/server/schedule/daily-jobs.server'
import { db, sqlite } from '#db/connection.server'
import { payouts, stripeMovements } from '#db/schema/accounts'
import { payments } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import { close } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, refund } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'
import { digestOfFile } from '../../../app/routes/admin/books/journal-files.server'

const daysLater = (days: number): Date => new Date(NOON.getTime() + days * 86_400_000)

// One company's weeks: each test goes on where the one before ended.
beforeAll(nothingBooked)

function at(days: number): void {
  stripeSandbox.setClock(() => daysLater(days))
}

async function night(days: number) {
  at(days)
  return runDailyJob('payouts', 'schedule', () => daysLater(days))
}

const movements = () => db.select().from(stripeMovements).orderBy(stripeMovements.id).all()
const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const unbalanced = (entries: Posted[]) =>
  entries.filter(({ lines }) => sum(lines.map(({ cents }) => cents)) !== 0)

test('fees and payouts stand beside the ledger, however often they are fetched', async () => {
  at(0)
  const { booking, intentId } = await aPaidBooking()
  await refund(booking, 10_000)
  await night(1)
  expect(
    movements().map(({ category, stripeIntentId, feeCents, netCents, payoutId }) => ({
      category,
      stripeIntentId,
      feeCents,
      netCents,
      payoutId,
    })),
  ).toEqual([
    { category: 'charge', stripeIntentId: intentId, feeCents: 1_480, netCents: 48_520, payoutId: null },
    { category: 'refund', stripeIntentId: intentId, feeCents: 0, netCents: -10_000, payoutId: null },
  ])

  expect(await night(3)).toEqual({ counts: { movements: 1, payouts: 1 } })
  const [payout] = db.select().from(payouts).all()
  expect(payout).toMatchObject({ amountCents: 38_520, status: 'paid', arrivesOn: '2025-06-03' })
  const before = [movements(), db.select().from(payouts).all()]
  expect(sum(movements().map(({ netCents }) => netCents))).toBe(0)
  expect(new Set(movements().map(({ payoutId }) => payoutId))).toEqual(new Set([payout?.stripeId]))
  expect(await night(3)).toEqual({ counts: { movements: 0, payouts: 0 } })
  expect([movements(), db.select().from(payouts).all()]).toEqual(before)
  expect(differences(daysLater(3))).toEqual([])

  // As after a restored backup from before the first night.
  sqlite.exec('delete from payouts; delete from stripe_movements')
  await night(4)
  const without = ({ id: _, matchedAt: __, ...row }: Record<string, unknown>) => row
  expect([movements().map(without), db.select().from(payouts).all().map(without)]).toEqual(
    before.map((rows) => rows.map(without)),
  )
})

test('a payout that failed comes back and goes out with the next', async () => {
  at(8)
  await aPaidBooking()
  stripeSandbox.switches.payoutsFail = true
  await night(10)
  stripeSandbox.switches.payoutsFail = false
  await night(13)
  const sent = db.select().from(payouts).orderBy(payouts.id).all().slice(-2)
  expect(sent.map(({ status, amountCents }) => [status, amountCents])).toEqual([
    ['failed', 48_520],
    ['paid', 48_520],
  ])
  expect(sent[0]?.failure).toBe('The bank account has been closed.')
  // What came back went out again: the bank has it once, and nothing is on the way.
  const { balances } = booksOf('2025-06', daysLater(13))
  const stands = (account: string) =>
    sum(balances.filter((balance) => balance.account === account).map(({ cents }) => cents))
  expect([stands('clearing'), onTheWayCents('2025-06-14')]).toEqual([0, 0])
  expect(stands('bank')).toBe(38_520 + 48_520)
  expect(differences(daysLater(13))).toEqual([])
  expect(
    sum(
      movements()
        .filter(({ payoutId }) => payoutId === null)
        .map(({ netCents }) => netCents),
    ),
  ).toBe(0)
})

const balanceOf = (account: Account, days: number) =>
  sum(
    booksOf(daysLater(days).toISOString().slice(0, 7), daysLater(days))
      .balances.filter((balance) => balance.account === account)
      .map(({ cents }) => cents),
  )

test('what is disputed stands on an account of its own until the bank decides, to the cent', async () => {
  at(15)
  const { booking: lostOne, intentId: loses } = await aPaidBooking()
  const { booking: wonOne, intentId: wins } = await aPaidBooking()
  const before = { clearing: balanceOf('clearing', 15), bank: balanceOf('bank', 15) }
  const lost = stripeSandbox.openDispute(loses)
  const won = stripeSandbox.openDispute(wins, { amount: 20_000 })
  await night(16)
  const { balances } = booksOf('2025-06', daysLater(16))
  const held = balances.filter(({ account }) => account === 'disputed')
  expect(held.map(({ bookingId, cents }) => [bookingId, cents])).toEqual([
    [lostOne.id, 50_000],
    [wonOne.id, 20_000],
  ])
  expect(differences(daysLater(17))).toEqual([])
  // Fees of both payments and disputes, and what is held, are gone from the balance at Stripe.
  expect(balanceOf('clearing', 16)).toBe(before.clearing - 70_000 - 2 * 1_480 - 2 * 1_500)
  expect(balanceOf('clearing', 16)).toBe(onTheWayCents('2025-06-17'))
  expect(balanceOf('bank', 16)).toBe(before.bank)

  await close(won, 'won')
  await close(lost, 'lost')
  await night(17)
  expect(balanceOf('disputed', 17)).toBe(0)
  expect(balanceOf('clearing', 17)).toBe(onTheWayCents('2025-06-18'))
  expect(balanceOf('disputeFees', 17)).toBe(3_000)
  expect(differences(daysLater(18))).toEqual([])
  const named = booksOf('2025-06', daysLater(17)).entries.filter(({ what }) => /[Dd]isput/.test(what))
  expect(named.map(({ what, reference }) => [what, reference === lostOne.reference])).toEqual(
    expect.arrayContaining([
      ['Dispute opened', true],
      ['Dispute opened', false],
      ['Disputed money came back', false],
      ['Dispute lost', true],
    ]),
  )
  expect(unbalanced(named)).toEqual([])

  // Won on appeal: the ledger and Stripe have it again.
  await close(lost, 'won')
  await night(18)
  expect([balanceOf('disputed', 18), differences(daysLater(19))]).toEqual([0, []])
  expect(balanceOf('clearing', 18)).toBe(onTheWayCents('2025-06-19'))
})

test('what ledger and Stripe do not say alike is named with its booking', async () => {
  at(24)
  const { booking } = await aPaidBooking()
  const lost = { kind: 'payment' as const, amountCents: cents(7_000), stripeIntentId: 'pi_elsewhere' }
  db.insert(payments)
    .values({ ...lost, bookingId: booking.id, createdAt: daysLater(24) })
    .run()
  await night(28)
  expect(differences(daysLater(28))).toEqual([
    {
      ...{ kind: 'not-at-stripe', stripeId: 'pi_elsewhere', reference: booking.reference },
      ...{ ledgerCents: 7_000, stripeCents: 0 },
    },
  ])
})

test('a closed month keeps its disputes and payouts: what Stripe says later is a correction in the next', async () => {
  const on = (days: number) => booksOf('2025-06', daysLater(days))
  at(35)
  const digest = digestOfFile(on(35).entries)
  const closed = closeMonth({ month: '2025-06', digest }, aStaffMember(), daysLater(35), digestOfFile)
  expect(closed).toEqual({ closed: '2025-06' })
  // As Stripe may tell of it late: a movement of June that is heard in July.
  const late = { stripeId: 'txn_late', category: 'charge', sourceId: 'ch_late', stripeIntentId: 'pi_late' }
  db.insert(stripeMovements)
    .values({
      ...late,
      ...{ grossCents: cents(0), feeCents: cents(25), netCents: cents(-25) },
      ...{ createdAt: daysLater(20), availableOn: '2025-06-23' },
    })
    .run()
  expect(digestOfFile(on(36).entries)).toBe(digest)
  const { entries, balances } = booksOf('2025-07', daysLater(36))
  expect(unbalanced(entries)).toEqual([])
  expect(entries.filter(({ what }) => what === 'Correction of closed months')).toMatchObject([
    {
      ...{ day: '2025-07-01', reference: null },
      lines: [
        { account: 'clearing', cents: -25 },
        { account: 'fees', cents: 25 },
      ],
    },
  ])
  expect(sum(balances.map(({ cents }) => cents))).toBe(0)
})

test('money of a canceled departure stays a liability, whatever day it is', async () => {
  nothingBooked()
  const { booking } = await aPaidBooking({}, daysLater(40))
  db.update(departures)
    .set({ canceledAt: daysLater(41), sales: 'closed' })
    .where(eq(departures.id, booking.departureId))
    .run()
  const onFirstDay = booksOf('2025-10', new Date('2025-10-20T17:00:00Z')).balances
  const of = (account: Account) =>
    onFirstDay.filter((one) => one.account === account && one.bookingId === booking.id)
  expect([of('deposits').map(({ cents }) => cents), of('revenue')]).toEqual([[-50_000], []])
  db.update(departures).set({ canceledAt: null, sales: 'open' }).run()
})
