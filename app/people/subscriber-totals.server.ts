import { inArray } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { totals } from '#db/schema'

const NAMES = {
  all: 'subscribers',
  confirmed: 'subscribers:confirmed',
  waiting: 'subscribers:waiting',
  left: 'subscribers:left',
} as const

const kept = db
  .select()
  .from(totals)
  .where(inArray(totals.name, Object.values(NAMES)))
  .prepare()

/**
 * How many there are in each state, kept by triggers; `all` are the rows of the list, `subscribers` those of them that
 * have not left: what every figure called so counts.
 */
export function subscriberTotals(): Record<keyof typeof NAMES | 'subscribers', number> {
  const amounts = new Map(kept.all().map(({ name, amount }) => [name, amount]))
  const amount = (of: keyof typeof NAMES) => amounts.get(NAMES[of]) ?? 0
  const [confirmed, waiting] = [amount('confirmed'), amount('waiting')]
  return { all: amount('all'), confirmed, waiting, left: amount('left'), subscribers: confirmed + waiting }
}
