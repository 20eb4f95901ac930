import { createHash } from 'node:crypto'
import { format } from 'date-fns/format'
import { ACCOUNTS } from '#app/money/accounts/journal'
import type { Posted } from '#app/money/accounts/months.server'
import { type Day, showDay } from '#app/platform/days'
import { cents, dollarsOf } from '#app/platform/money'
import { csvParts } from '#app/server/guards/csv-export.server'

type Line = Posted['lines'][number]
type Row = Omit<Posted, 'lines'> & Line

const column = <Of>(header: string, cell: (row: Of) => string | number | null) => ({ header, cell })

const dollars = (amount: number) => dollarsOf(cents(amount)).toFixed(2)
const debit = ({ cents: amount }: Pick<Line, 'cents'>) => (amount > 0 ? dollars(amount) : null)
const credit = ({ cents: amount }: Pick<Line, 'cents'>) => (amount < 0 ? dollars(-amount) : null)

const rowsOf = (entries: Posted[]): Row[] =>
  entries.flatMap(({ lines, ...entry }) => lines.map((line) => ({ ...entry, ...line })))

/** Every entry, line by line. */
export const journalFile = (entries: Posted[]) => ({
  columns: [
    column<Row>('Entry', ({ number }) => number),
    column<Row>('Date', ({ day }) => day),
    column<Row>('What', ({ what }) => what),
    column<Row>('Booking', ({ reference }) => reference),
    column<Row>('Account number', ({ account }) => ACCOUNTS[account].number),
    column<Row>('Account', ({ account }) => ACCOUNTS[account].name),
    column<Row>('Departure', ({ departure }) => departure),
    column<Row>('Debit', debit),
    column<Row>('Credit', credit),
  ],
  portions: [rowsOf(entries)],
})

/** SHA-256 of that file, as it is written. */
export const digestOfFile = (entries: Posted[]): string => {
  const hash = createHash('sha256')
  for (const part of csvParts(journalFile(entries))) hash.update(part)
  return hash.digest('hex')
}

/** What an account was debited with on a day, or credited with, for a departure. */
type DayRow = Line & { day: Day; number: number }

/**
 * One entry a day: Xero takes three hundred lines of a file (`docs/money.md`), and an accountant's program
 * needs no guest.
 */
export function byDay(entries: Posted[]): DayRow[] {
  const days = [...Map.groupBy(rowsOf(entries), ({ day }) => day)]
  return days.flatMap(([day, rows], index) => {
    const lines = Map.groupBy(
      rows,
      (row) => `${ACCOUNTS[row.account].number} ${row.departure} ${row.cents < 0}`,
    )
    return [...lines]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, same]) => ({
        ...{ day, number: index + 1 },
        ...{ account: (same[0] as Row).account, departure: (same[0] as Row).departure },
        cents: same.reduce((sum, row) => sum + row.cents, 0),
      }))
  })
}

const aboutWhat = ({ departure }: DayRow) => departure && `Departure ${showDay(departure)}`
const entryName = ({ day }: DayRow) => `SS-${day.replaceAll('-', '')}`

/** What another program reads begins with its first column's name. */
const FOR_IMPORT = { hasMark: false }

/** As Intuit's sample for journal entries has it: account names, and days as 06/30/2025. */
export const quickbooksFile = (entries: Posted[]) => ({
  ...FOR_IMPORT,
  columns: [
    column<DayRow>('JournalNo', entryName),
    column<DayRow>('JournalDate', ({ day }) => format(`${day}T00:00`, 'MM/dd/yyyy')),
    column<DayRow>('AccountName', ({ account }) => ACCOUNTS[account].name),
    column<DayRow>('Debits', debit),
    column<DayRow>('Credits', credit),
    column<DayRow>('Description', aboutWhat),
  ],
  portions: [byDay(entries)],
})

/** The name of the rate in Xero's books of a company in the United States. */
const UNTAXED = 'Tax Exempt'

/** Xero takes no more of a file. */
const XERO_LINES = 300

/** The lines for Xero, in files that it takes; an entry stays whole. */
export function xeroParts(entries: Posted[]): DayRow[][] {
  const parts: DayRow[][] = [[]]
  for (const [, day] of Map.groupBy(byDay(entries), ({ number }) => number)) {
    const last = parts.at(-1) as DayRow[]
    if (last.length > 0 && last.length + day.length > XERO_LINES) parts.push(day)
    else last.push(...day)
  }
  return parts
}

/** As Xero's template for manual journals has it: account codes, days as 30 Jun 2025, credits negative. */
export const xeroFile = (entries: Posted[], part: number) => ({
  ...FOR_IMPORT,
  columns: [
    column<DayRow>('*Narration', (row) => `Savanna Soul ${entryName(row)}`),
    column<DayRow>('*Date', ({ day }) => format(`${day}T00:00`, 'dd MMM yyyy')),
    column<DayRow>('Description', aboutWhat),
    column<DayRow>('*AccountCode', ({ account }) => ACCOUNTS[account].number),
    column<DayRow>('*TaxRate', () => UNTAXED),
    column<DayRow>('*Amount', ({ cents: amount }) => dollars(amount)),
    ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'].map((header) =>
      column<DayRow>(header, () => null),
    ),
  ],
  portions: [xeroParts(entries)[part - 1] ?? []],
})
