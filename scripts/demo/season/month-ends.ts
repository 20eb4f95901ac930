import { saveCost } from '#app/money/accounts/costs.server'
import { booksOf, closeMonth, monthToClose } from '#app/money/accounts/months.server'
import { now, today } from '#app/platform/clock.server'
import { centsOf } from '#app/platform/money'
import { digestOfFile } from '#app/routes/admin/books/journal-files.server'
import type { Staff } from '#app/staff/sessions.server'
import { at, done, type Entry } from './diary'

const COSTS = [
  { words: 'Lodges and camps', planned: centsOf(18_400), paid: centsOf(18_150), paidOn: '2025-02-05' },
  {
    words: 'Vehicles, drivers and guides',
    planned: centsOf(9_600),
    paid: centsOf(9_600),
    paidOn: '2025-02-12',
  },
  { words: 'Park fees', planned: centsOf(6_300), paid: centsOf(6_480), paidOn: '2025-02-27' },
]

const MONTHS = ['2024-12', '2025-01', '2025-02', '2025-03', '2025-04', '2025-05']

/** What February’s journey costs is entered, and on each tenth the next month is closed; May stays open. */
export const monthEnds = (owner: () => Staff, february: () => number): Entry[] => [
  {
    at: at('2025-03-03', 10),
    command: () => {
      for (const cost of COSTS) done(saveCost({ departureId: february(), id: null, cost }, owner(), now()))
    },
  },
  ...MONTHS.map((month) => ({ at: at(`${month}-10`, 11), command: () => closeNext(owner()) })),
]

function closeNext(staff: Staff): void {
  const month = monthToClose()
  if (month === null || month >= today().slice(0, 7)) return
  const digest = digestOfFile(booksOf(month, now()).entries)
  done(closeMonth({ month, digest }, staff, now(), digestOfFile))
}
