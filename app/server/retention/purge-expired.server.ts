import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { log, reasonOf } from '#app/platform/log.server'
import { immediately } from '#db/connection.server'
import { KEPT_FOR, type Kept } from './retained-for.server'

/** Rows in one transaction: a search row and some sums hang on each. */
const AT_ONCE = 25
/** Guests, and another process that waits for the write lock, get in between. */
const OTHERS_TURN_MS = 5

const DAY = 24 * 3_600_000

/**
 * Forgets everything that is kept no longer (kept-for.server.ts), in small portions; answers how many rows of
 * each it was. What fails does not keep the others, and is thrown at the end. `goOn` is asked between
 * portions: where another process has taken the run over, it throws.
 */
export async function forgetWhatIsOver(now: Date, goOn = () => true): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const failures: unknown[] = []
  for (const [name, { days, forget }] of Object.entries(KEPT_FOR)) {
    if (!forget) continue
    const before = new Date(now.getTime() - days * DAY)
    counts[name] = 0
    try {
      for (let isMore = true; isMore; await (isMore ? pause(OTHERS_TURN_MS) : turn())) {
        if (!goOn()) throw new Error('Another process has taken this run over')
        const forgotten = immediately((tx) => forget(before, AT_ONCE, tx))
        counts[name] += forgotten
        isMore = forgotten === AT_ONCE
      }
    } catch (error) {
      log.error({ kept: name, reason: reasonOf(error) }, 'What is over could not be forgotten')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return counts
}

const YEAR_DAYS = 365

/** The rules of kept-for.server.ts as staff read them: 'Inquiries', '2 years', 'deleted', and why. */
export const retentionRules = () =>
  Object.values<Kept>(KEPT_FOR).map(({ what, days, atTheEnd, reason }) => ({
    what: what.charAt(0).toUpperCase() + what.slice(1),
    keptFor: spanInWords(days),
    atTheEnd,
    reason,
  }))

/** What no rule ends. */
export const KEPT_FOR_GOOD =
  'money that moved, bookings with money, what staff did, and who has unsubscribed.'

function spanInWords(days: number): string {
  const years = Math.floor(days / YEAR_DAYS)
  if (days - years * YEAR_DAYS > years) return `${days} days`
  return years === 1 ? 'a year' : `${years} years`
}
