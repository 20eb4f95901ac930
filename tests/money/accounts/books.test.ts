import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { differences } from '#app/money/accounts/differences.server'
import { ACCOUNTS, type Account, type Balance } from '#app/money/accounts/journal'
import { booksOf, closeMonth, type Month, type Posted } from '#app/money/accounts/months.server'
import { onTheWayCents, payoutsOf } from '#app/money/accounts/payouts.server'
import { reconcile } from '#app/money/reconcile.server'
import { csvParts } from '#app/server/guards/csv-export.server'
import { runDailyJob } from '#app/server/schedule/daily-jobs.server'
import { departureDates } from '#app/tours/departure-list.server'
import { db } from '#db/connection.server'
import { bookClosings, departureCosts } from '#db/schema/accounts'
import { auditLog } from '#db/schema/staff'
import { close } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, aStaffMember, byHand, cancel, payLater, refund } from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked } from '#tests/fixtures/payments'
import {
  byDay,
  digestOfFile,
  journalFile,
  quickbooksFile,
  xeroFile,
  xeroParts,
} from '../../../app/routes/admin/books/journal-files.server'

// A season: sold from June 2025, traveled in October.

const at = (day: string): Date => {
  const instant = new Date(`${day}T17:00:00Z`)
  stripeSandbox.setClock(() => instant)
  return instant
}
const night = (day: string) => runDailyJob('payouts', 'schedule', () => at(day))

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)
const stands = (balances: Balance[], account: Account): number =>
  sum(balances.filter((balance) => balance.account === account).map(({ cents }) => cents))
const unbalanced = (entries: Posted[]) =>
  entries.filter(({ lines }) => sum(lines.map(({ cents }) => cents)) !== 0)
const textOf = <Row>(file: Parameters<typeof csvParts<Row>>[0]): string => [...csvParts(file)].join('')
const closes = (month: Month, on: string) => {
  const now = at(on)
  return closeMonth(
    { month, digest: digestOfFile(booksOf(month, now).entries) },
    aStaffMember(),
    now,
    digestOfFile,
  )
}

let paid: Awaited<ReturnType<typeof aPaidBooking>>
beforeAll(async () => {
  nothingBooked()
  // A full payment, a deposit with a goodwill refund, one that is canceled late, one that is disputed.
  paid = await aPaidBooking({ paymentType: 'full' }, at('2025-06-02'))
  const generous = await aPaidBooking({}, at('2025-06-03'))
  const canceled = await aPaidBooking({}, at('2025-06-04'))
  const disputed = await aPaidBooking({}, at('2025-06-05'))
  await refund(generous.booking, 10_000, {}, at('2025-06-10'))
  const dispute = stripeSandbox.openDispute(disputed.intentId)
  await night('2025-06-20')
  await close(dispute, 'lost')
  await reconcile(() => at('2025-06-21'))
  await cancel(bookingNow(canceled.booking), at('2025-07-20'))
  await reconcile(() => at('2025-07-20'))
  await payLater(bookingNow(generous.booking), 200_000, at('2025-07-21'))
  await night('2025-07-31')
})

test('debits equal credits, fees are Stripe’s to the cent, and clearing is what is on the way', () => {
  const now = at('2025-07-31')
  for (const month of ['2025-06', '2025-07']) expect(unbalanced(booksOf(month, now).entries)).toEqual([])
  const { balances } = booksOf('2025-07', now)
  expect(sum(balances.map(({ cents }) => cents))).toBe(0)
  const fees = sum(stripeSandbox.balanceTransactions().map(({ fee }) => fee))
  expect(stands(balances, 'fees') + stands(balances, 'disputeFees')).toBe(fees)
  expect(stands(balances, 'disputeFees')).toBe(1_500)
  expect(differences(now)).toEqual([])
  expect(stands(balances, 'clearing')).toBe(onTheWayCents('2025-07-31'))
  const payouts = ['06', '07'].flatMap((month) =>
    payoutsOf({ from: `2025-${month}-01`, to: `2025-${month}-31` }),
  )
  for (const { madeOf, amountCents } of payouts) {
    const { netCents, ...parts } = madeOf ?? { netCents: null }
    expect([netCents, sum(Object.values(parts))]).toEqual([amountCents, amountCents])
  }
  expect(sum(payouts.map(({ madeOf }) => madeOf?.refundsCents ?? 0))).toBe(-10_000)
  expect(stands(balances, 'bank')).toBe(sum(payouts.map(({ amountCents }) => amountCents)))
  expect(payouts.flatMap(({ bookings }) => bookings.map(({ reference }) => reference))).toContain(
    paid.booking.reference,
  )
})

test('customer money is a liability until the first day, and revenue then', () => {
  const [departure] = [...departureDates().values()]
  const cost = {
    departureId: departure?.id ?? 0,
    words: 'Lodge',
    plannedCents: 90_000 as never,
    createdAt: at('2025-06-02'),
  }
  db.insert(departureCosts)
    .values({ ...cost, paidCents: 80_000 as never, paidOn: '2025-10-01' })
    .run()
  const before = booksOf('2025-09', at('2025-10-15')).balances
  expect(stands(before, 'revenue')).toBe(0)
  expect(stands(before, 'deposits')).toBe(-(450_000 + 40_000 + 200_000))
  expect(stands(before, 'retained')).toBe(-50_000)

  const { balances, entries } = booksOf('2025-10', at('2025-10-16'))
  expect(unbalanced(entries)).toEqual([])
  expect(stands(balances, 'deposits')).toBe(0)
  expect(stands(balances, 'revenue')).toBe(-900_000)
  expect(stands(balances, 'refunds')).toBe(10_000)
  expect(stands(balances, 'receivable')).toBe(200_000)
  expect(stands(balances, 'costs')).toBe(80_000)
})

test('a closed month keeps its bytes, and what turns out later is in the next', async () => {
  expect(closes('2025-07', '2025-08-01')).toEqual({ refused: 'not-its-turn' })
  expect(closes('2025-06', '2025-08-01')).toEqual({ closed: '2025-06' })
  const files = () =>
    [journalFile, quickbooksFile, xeroFile].map((make) => {
      const { entries } = booksOf('2025-06', at('2025-08-02'))
      return textOf(make(entries, 1) as ReturnType<typeof journalFile>)
    })
  const before = files()

  const late = await byHand(
    bookingNow(paid.booking),
    5_000,
    { receivedOn: '2025-06-15', direction: 'out' } as never,
    at('2025-08-02'),
  )
  expect(late).not.toHaveProperty('refused')
  expect(closes('2025-06', '2025-08-02')).toEqual({ refused: 'closed-already' })
  expect(files()).toEqual(before)
  expect(digestOfFile(booksOf('2025-06', at('2025-08-02')).entries)).toBe(
    db.select().from(bookClosings).get()?.digest,
  )
  const { entries, balances } = booksOf('2025-07', at('2025-08-02'))
  expect(unbalanced(entries)).toEqual([])
  const [correction, ...others] = entries.filter(({ what }) => what === 'Correction of closed months')
  expect(others).toEqual([])
  expect(correction).toMatchObject({ day: '2025-07-01', reference: paid.booking.reference })
  expect(correction?.lines).toContainEqual({ account: 'bank', departure: null, cents: -5_000 })
  expect(sum(balances.map(({ cents }) => cents))).toBe(0)
  expect(() => db.delete(bookClosings).run()).toThrow('never removed')
  expect(
    db
      .select()
      .from(auditLog)
      .all()
      .filter(({ action }) => action === 'month-closed'),
  ).toHaveLength(1)
})

type Cells = Record<string, string>
const sampleOf = (name: string): Cells[] =>
  rowsOf(readFileSync(`tests/fixtures/journal-imports/${name}.csv`, 'utf8'))
const rowsOf = (csv: string): Cells[] => parse(csv, { columns: true })
const shapeOf = (text = '') =>
  text
    .replaceAll(/[A-Za-z]/g, 'a')
    .replaceAll(/\d/g, '9')
    .replace(/9+\./, '9.')

test('the file for QuickBooks Online has columns, days and amounts as Intuit’s sample', () => {
  const [sample] = sampleOf('quickbooks-online')
  const csv = textOf(quickbooksFile(booksOf('2025-06', at('2025-08-02')).entries))
  expect(csv.startsWith('JournalNo,')).toBe(true)
  const rows = rowsOf(csv)
  expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(sample ?? {}).slice(0, 6))
  expect(rows.length).toBeGreaterThan(10)
  for (const { JournalDate, Debits, Credits, JournalNo } of rows) {
    expect(shapeOf(JournalDate)).toBe(shapeOf(sample?.JournalDate))
    expect([Debits, Credits].filter(Boolean).map(shapeOf)).toEqual([shapeOf(sample?.Debits)])
    expect(JournalNo?.length).toBeLessThanOrEqual(21)
  }
  const names = Object.values(ACCOUNTS).map(({ name }) => name as string)
  expect(rows.filter(({ AccountName = '' }) => !names.includes(AccountName))).toEqual([])
  const totals = [...Map.groupBy(rows, ({ JournalNo }) => JournalNo)].map(([, lines]) =>
    sum(lines.map(({ Debits, Credits }) => Math.round(100 * (Number(Debits) - Number(Credits))))),
  )
  expect(new Set(totals)).toEqual(new Set([0]))
  expect(rows).toContainEqual({
    ...{ JournalNo: 'SS-20250602', JournalDate: '06/02/2025', AccountName: 'Customer deposits' },
    ...{ Debits: '', Credits: '4500.00', Description: 'Departure Oct 16, 2025' },
  })
})

test('the file for Xero is its template, in parts of at most 300 lines', () => {
  const [debited, credited] = sampleOf('xero')
  const { entries } = booksOf('2025-06', at('2025-08-02'))
  const csv = textOf(xeroFile(entries, 1))
  expect(csv.startsWith('*Narration,')).toBe(true)
  const rows = rowsOf(csv)
  expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(debited ?? {}))
  for (const row of rows) {
    const sample = row['*Amount']?.startsWith('-') ? credited : debited
    expect([row['*Date'], row['*Amount']].map(shapeOf)).toEqual(
      [sample?.['*Date'], sample?.['*Amount']].map(shapeOf),
    )
    expect(Object.keys(row).filter((name) => name.startsWith('*') && !row[name])).toEqual([])
  }
  const balances = (lines: Cells[]) =>
    [...Map.groupBy(lines, (row) => `${row['*Narration']} ${row['*Date']}`)].map(([, journal]) =>
      sum(journal.map((row) => Math.round(100 * Number(row['*Amount'])))),
    )
  expect(new Set(balances(rows))).toEqual(new Set([0]))

  // A month with so many departures that a day has a hundred lines.
  const line = (account: Account, cents: number) => ({ account, cents })
  const busy = Array.from(
    { length: 7 * 50 },
    (_, index): Posted => ({
      ...{ number: index + 1, day: `2025-06-0${1 + (index % 7)}`, what: 'Payment by card', reference: null },
      lines: [
        {
          ...line('clearing', 100),
          departure: `2026-${10 + (index % 3)}-${10 + (Math.floor(index / 7) % 17)}`,
        },
        {
          ...line('deposits', -100),
          departure: `2026-${10 + (index % 3)}-${10 + (Math.floor(index / 7) % 17)}`,
        },
      ],
    }),
  )
  const sizes = xeroParts(busy).map((part) => part.length)
  expect(sizes.length).toBeGreaterThan(1)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(300)
  expect(sum(sizes)).toBe(byDay(busy).length)
  for (const [index] of sizes.entries())
    expect(new Set(balances(rowsOf(textOf(xeroFile(busy, index + 1)))))).toEqual(new Set([0]))
})
