import { differences } from '#app/money/accounts/differences.server'
import { ACCOUNTS, type Account } from '#app/money/accounts/journal'
import {
  type BooksOf,
  bookingReferences,
  booksOf,
  closedMonths,
  firstMonth,
  type Month,
  monthsWaiting,
  monthToClose,
  nextMonth,
  usualMonth,
  whyNoBooks,
} from '#app/money/accounts/months.server'
import { onTheWayCents, payoutsOf } from '#app/money/accounts/payouts.server'
import { businessTime, now, today } from '#app/platform/clock.server'
import { type Day, isMonth, showDay, showMonth } from '#app/platform/days'
import { METHOD_NAMES } from '#app/platform/ledger-words'
import { daysOf, monthRange } from '#app/platform/lists/date-range'
import { type Cents, cents } from '#app/platform/money'
import { departureDates } from '#app/tours/departure-list.server'
import { departureInWords } from '#app/tours/tours.server'
import { sumsOf } from '#app/views/movements-page.server'
import { digestOfFile, xeroParts } from './journal-files.server'

/** What is wrong with a month that an address names, and the one to see instead; null where nothing is. */
export function wrongMonth(asked: string) {
  const why = whyNoBooks(asked, today())
  if (!why) return null
  const first = firstMonth()
  const words = {
    'not-a-month': `“${asked.slice(0, 20)}” is not a month. An address names one as in ?month=${today().slice(0, 7)}.`,
    'not-begun': `${isMonth(asked) ? showMonth(asked) : asked} has not begun yet.`,
    'before-first': first
      ? `The books begin with ${showMonth(first)}: no money moved before.`
      : 'No money has moved yet. The books begin with the first payment.',
  }
  const instead = why === 'before-first' && first ? first : usualMonth(today())
  return { words: words[why], instead: { month: instead, name: showMonth(instead) } }
}

/** Everything that closes a month, on one screen. */
export function booksPage(month: Month = usualMonth(today())) {
  const books = booksOf(month, now())
  const range = monthRange(month, today())
  const closed = closedMonths()
  return {
    ...{ month, name: showMonth(month), isOver: month < today().slice(0, 7) },
    ...{ isNext: month === monthToClose(), toClose: monthToClose() },
    waiting: monthsWaiting(today()).length,
    closed: books.closed && { ...books.closed, at: businessTime(books.closed.at) },
    digest: books.closed?.digest ?? digestOfFile(books.entries),
    entries: books.entries.length,
    xeroParts: xeroParts(books.entries).length,
    months: months(month, closed),
    moneyIn: moneyIn(daysOf(range)),
    fees: feesOf(books),
    payouts: payoutsOf({ from: `${month}-01`, to: `${month}-31` }).map(({ arrivesOn, ...payout }) => ({
      ...payout,
      arrives: showDay(arrivesOn),
    })),
    onTheWayCents: onTheWayCents(today()),
    differences: differences(now()),
    disputed: byBooking(books, 'disputed'),
    owed: owedOf(books),
    accounts: accountsOf(books),
    since: showMonth(firstMonth() ?? month),
  }
}

export type Books = ReturnType<typeof booksPage>

/** Earlier ones have their address, `?month=`. */
const MONTHS_SHOWN = 24

/** The months since the first money, the newest first. */
function months(shown: Month, closed: Month[]) {
  const last = today().slice(0, 7)
  const all = []
  for (let month = firstMonth() ?? last; month <= last; month = nextMonth(month))
    all.unshift({ month, name: showMonth(month), isShown: month === shown, isClosed: closed.includes(month) })
  return all.filter(({ isShown }, index) => isShown || index < MONTHS_SHOWN)
}

/** What came in and went back on each day that had any, by method. */
function moneyIn(days: Day[]) {
  const sums = sumsOf(days)
  const methods = [...new Set(sums.map(({ method }) => method))]
  const by = (which: (sum: (typeof sums)[number]) => boolean) =>
    cents(sums.filter(which).reduce((net, sum) => net + sum.cents, 0))
  return {
    methods: methods.map((method) => METHOD_NAMES[method]),
    days: days
      .filter((day) => sums.some((sum) => sum.day === day))
      .map((day) => ({
        ...{ day, name: showDay(day), netCents: by((sum) => sum.day === day) },
        byMethod: methods.map((method) => by((sum) => sum.day === day && sum.method === method)),
      })),
    byMethod: methods.map((method) => by((sum) => sum.method === method)),
    netCents: by(() => true),
  }
}

/** Only cards have fees; a dispute has one of its own. */
function feesOf({ entries }: BooksOf) {
  const sumOf = (account: Account) =>
    cents(
      entries
        .flatMap(({ lines }) => lines)
        .filter((line) => line.account === account)
        .reduce((sum, line) => sum + line.cents, 0),
    )
  return { cardCents: sumOf('fees'), disputeCents: sumOf('disputeFees') }
}

/** What is owed to guests at the end of the month: journeys to come, and money to go back. */
function owedOf({ balances }: BooksOf) {
  const departures = departureDates()
  const deposits = Map.groupBy(
    balances.filter(({ account }) => account === 'deposits'),
    ({ departureId }) => departureId,
  )
  return {
    deposits: [...deposits].map(([id, lines]) => {
      const dates = id === null ? undefined : departures.get(id)
      return {
        departureId: dates ? id : null,
        departure: dates ? departureInWords(dates) : 'a departure that is gone',
        isCanceled: dates !== undefined && dates.canceledAt !== null,
        cents: owes(lines),
      }
    }),
    back: [...byBooking({ balances }, 'owed'), ...byBooking({ balances }, 'unplaced')].map(
      ({ reference, cents: amount }) => ({ reference, cents: cents(-amount) }),
    ),
    allCents: owes(balances.filter(({ account }) => ACCOUNTS[account].kind === 'liability')),
  }
}

const owes = (lines: { cents: number }[]): Cents => cents(lines.reduce((sum, line) => sum - line.cents, 0))

/** What stands on an account, by booking. */
function byBooking({ balances }: Pick<BooksOf, 'balances'>, account: Account) {
  const references = bookingReferences()
  const lines = balances.filter((line) => line.account === account)
  return [...Map.groupBy(lines, ({ bookingId }) => bookingId)].map(([id, own]) => ({
    reference: id === null ? null : (references.get(id) ?? null),
    cents: cents(own.reduce((sum, line) => sum + line.cents, 0)),
  }))
}

/** Where each account of the chart stands at the end of the month; debits and credits come to the same. */
function accountsOf({ balances }: BooksOf) {
  const rows = Object.entries(ACCOUNTS).map(([account, { number, name }]) => ({
    ...{ number, name },
    cents: cents(
      balances.filter((line) => line.account === account).reduce((sum, line) => sum + line.cents, 0),
    ),
  }))
  const side = (isOn: (amount: Cents) => boolean) =>
    cents(rows.reduce((sum, row) => sum + (isOn(row.cents) ? Math.abs(row.cents) : 0), 0))
  return { rows, debitCents: side((amount) => amount > 0), creditCents: side((amount) => amount < 0) }
}
