import { beforeAll, expect, test } from 'vitest'
import { differences } from '#app/money/accounts/differences.server'
import { booksOf } from '#app/money/accounts/months.server'
import { onTheWayCents } from '#app/money/accounts/payouts.server'
import { cents } from '#app/platform/money'
import { runDailyJob } from '#app/server/schedule/daily-jobs.server'
import { db, sqlite } from '#db/connection.server'
import { payouts, stripeMovements } from '#db/schema/accounts'
import { payments } from '#db/schema/money'
import { close, hear } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, refund } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

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

test('what ledger and Stripe do not say alike is named with its booking', async () => {
  at(15)
  const { booking, intentId } = await aPaidBooking()
  const dispute = stripeSandbox.openDispute(intentId)
  await hear('created')
  const lost = { kind: 'payment' as const, amountCents: cents(7_000), stripeIntentId: 'pi_elsewhere' }
  db.insert(payments)
    .values({ ...lost, bookingId: booking.id, createdAt: daysLater(15) })
    .run()
  await night(20)
  expect(differences(daysLater(20)).toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
    {
      ...{ kind: 'disputed', stripeId: dispute.id, reference: booking.reference },
      ...{ ledgerCents: 0, stripeCents: -50_000 },
    },
    {
      ...{ kind: 'not-at-stripe', stripeId: 'pi_elsewhere', reference: booking.reference },
      ...{ ledgerCents: 7_000, stripeCents: 0 },
    },
  ])
  await close(dispute, 'lost')
  await night(21)
  expect(differences(daysLater(21)).map(({ kind }) => kind)).toEqual(['not-at-stripe'])
  const fees = movements().filter(({ sourceId }) => sourceId === dispute.id)
  expect(fees.map(({ feeCents }) => feeCents)).toEqual([1_500])
})
