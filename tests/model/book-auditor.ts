import { balancesOf } from '#app/money/accounts/journal'
import { journalUntil } from '#app/money/accounts/journal-facts.server'
import { today } from '#app/platform/clock.server'
import { departureDates } from '#app/tours/departure-list.server'
import { sqlite } from '#db/connection.server'
import type { World } from './world'

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/**
 * In the admin's process: debits equal credits in every entry, the accounts of money hold what the ledger
 * does, and no departure that has begun owes its guests a journey.
 */
export function wrongInBooks(): string[] {
  const entries = journalUntil(Number.MAX_SAFE_INTEGER)
  const unbalanced = entries.filter(({ lines }) => sum(lines.map(({ cents }) => cents)) !== 0)
  const money = entries
    .flatMap(({ bookingId, what, lines }) =>
      bookingId === null && !what.includes('no booking') ? [] : lines,
    )
    .filter(({ account }) => /^(clearing|disputed|bank)$|ees$/.test(account))
  const ledger = sqlite
    .prepare<[], { cents: number }>('select coalesce(sum(amount_cents), 0) as cents from payments')
    .get()?.cents
  const held = sum(money.map(({ cents }) => cents))
  const begun = [...departureDates()].filter(
    ([, { startsOn, canceledAt }]) => canceledAt === null && startsOn <= today(),
  )
  const stillOwed = balancesOf(entries).filter(
    ({ account, departureId }) => account === 'deposits' && begun.some(([id]) => id === departureId),
  )
  return [
    ...unbalanced.map((entry) => `an entry does not balance: ${JSON.stringify(entry)}`),
    ...(held === ledger ? [] : [`the books hold ${held}, the ledger ${ledger}`]),
    ...stillOwed.map((balance) => `a journey that has begun is owed: ${JSON.stringify(balance)}`),
  ]
}

/** Beside the other auditors: the books say what the ledger says. */
export async function bookFaults(world: World): Promise<string[]> {
  const done = await world.tell({ name: 'books', with: {} })
  return 'answer' in done
    ? (done.answer as string[])
    : [`nobody says what the books are: ${JSON.stringify(done)}`]
}
