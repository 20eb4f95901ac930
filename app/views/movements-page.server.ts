import { receiptNumber } from '#app/money/books/receipts.server'
import { businessDay, businessTime } from '#app/platform/clock.server'
import { type Day, showDay, showWeekday } from '#app/platform/days'
import { METHOD_NAMES } from '#app/platform/ledger-words'
import type { DateRange } from '#app/platform/lists/date-range'
import { pageOf, type RequestedPage, readsBackwards } from '#app/platform/lists/page-cursor'
import { type Cents, cents } from '#app/platform/money'
import { sqlite } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import {
  A_FORMER_USER,
  forWords,
  type Movement,
  movementName,
  movementsFrom,
  recorderName,
  spanOf,
  type WrittenOff,
  writeOffName,
} from './movements.server'

const PAGE_SIZE = 20
/** The end of an id is enough to find a payment in a file of Stripe's; the whole one is in ours. */
const ENDS_SHOWN = 8
const BEFORE_ALL = { at: 0, id: 0 }
const BEYOND_ALL = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

/**
 * A page of the movements of those business days, and of what was written off between them, oldest first as
 * in the file. Each day says what the whole of it comes to, by method and in all.
 */
export function movementsPage(range: DateRange, asked: RequestedPage) {
  const way = readsBackwards(asked) ? 'back' : 'on'
  const from =
    'cursor' in asked
      ? { at: asked.cursor.at.getTime(), id: asked.cursor.id }
      : way === 'on'
        ? BEFORE_ALL
        : BEYOND_ALL
  const found = movementsFrom(range, way, from, PAGE_SIZE + 1)
  const { rows, cursors } = pageOf(found, PAGE_SIZE, asked, ({ at, id }) => ({ at, id }))
  const days = [...new Set(rows.map(({ at }) => businessDay(at)))]
  const sums = sumsOf(days)
  return {
    cursors,
    shown: rows.length,
    days: days.map((day, place) => {
      const byMethod = sums.filter((sum) => sum.day === day)
      const ofDay = rows.filter(({ at }) => businessDay(at) === day)
      return {
        day,
        name: `${showWeekday(day)}, ${day.slice(0, 4)}`,
        isContinued: place === 0 && hasBefore(day, rows[0]),
        byMethod: byMethod.map((sum) => ({ method: METHOD_NAMES[sum.method], cents: sum.cents })),
        netCents: cents(byMethod.reduce((net, sum) => net + sum.cents, 0)),
        rows: ofDay.map(({ row }) => shownOf(row, day)),
      }
    }),
  }
}

export type ShownMovements = ReturnType<typeof movementsPage>

/** Whether the day began on the page before. */
const hasBefore = (day: Day, first: { at: Date; id: number } | undefined): boolean =>
  first !== undefined &&
  movementsFrom({ from: day, to: day }, 'back', { at: first.at.getTime(), id: first.id }, 1).length > 0

type DaySum = { day: Day; method: Movement['method']; cents: Cents }

const summed = prepared(() =>
  sqlite.prepare<[{ days: string }], DaySum>(`
    select day.value ->> 'day' as day, method, sum(amount_cents) as cents
    from json_each(:days) as day
    cross join payments on created_at >= day.value ->> 'from' and created_at < day.value ->> 'until'
    group by 1, 2 order by 1, 2`),
)

/** What each of the days comes to by method, in one question. */
export const sumsOf = (days: Day[]): DaySum[] =>
  summed().all({ days: JSON.stringify(days.map((day) => ({ day, ...spanOf({ from: day, to: day }) }))) })

function shownOf(row: Movement | WrittenOff, day: Day) {
  const { id, reference, customerName, note } = row
  const of = {
    reference,
    customerName,
    note,
    at: row.createdAt.toISOString(),
    time: businessTime(row.createdAt).slice(showDay(day).length + 1),
  }
  if ('writtenOffCents' in row) {
    const what = writeOffName(row.writtenOffCents)
    const nothing = { method: null, amountCents: null, receipt: null, stripeId: null, of: '' }
    return { ...of, ...nothing, key: `off-${id}`, what, recordedBy: row.recordedBy ?? A_FORMER_USER }
  }
  return {
    ...of,
    key: `moved-${id}`,
    what: movementName(row),
    method: METHOD_NAMES[row.method],
    amountCents: row.amountCents,
    receipt: reference && {
      number: receiptNumber(reference, row.place),
      to: `/admin/bookings/${reference}/receipts/${id}`,
    },
    of: forWords(row),
    stripeId: row.stripeIntentId && `…${row.stripeIntentId.slice(-ENDS_SHOWN)}`,
    recordedBy: recorderName(row),
  }
}
