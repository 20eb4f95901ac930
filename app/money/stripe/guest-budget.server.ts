import { AsyncLocalStorage } from 'node:async_hooks'

/** What a guest wants of Stripe: news of a payment, an intent that shows the card form, or to pay. */
type Purpose = 'look' | 'show' | 'pay'

type Share = {
  /** Calls that may be under way at the same moment, */
  atOnce: number
  /** begin in a second, in the long run, */
  aSecond: number
  /** and begin together after a quiet time. */
  together: number
}

type Budget = ReturnType<typeof createBudget>

/** The right to one call; it is given back with `end`. */
export type Turn = { end(): void }

const IN_LINE_AT_MOST = 50
/** Milliseconds. A line that hardly moves, because Stripe does not answer, helps no one in it. */
const PATIENCE_MS = 5_000

/**
 * What strangers can make us ask of Stripe (decision 017). Each purpose has a share, so that none uses up
 * another's; together they stay below the 25 calls a second that Stripe takes in test mode, and far below the
 * 100 of a live account.
 */
const BUDGETS: Record<Purpose, Budget> = {
  look: createBudget({ atOnce: 4, aSecond: 5, together: 10 }),
  show: createBudget({ atOnce: 4, aSecond: 5, together: 20 }),
  pay: createBudget({ atOnce: 10, aSecond: 10, together: 40 }),
}

const current = new AsyncLocalStorage<Budget>()

/**
 * Runs a command that a guest asked for: what it asks of Stripe comes out of the guests' share for that
 * purpose.
 */
export const forGuest = <T>(purpose: Purpose, command: () => Promise<T>): Promise<T> =>
  current.run(BUDGETS[purpose], command)

/**
 * A turn to ask Stripe: at once for webhooks, reconcile, refunds and staff; for a guest when the share allows
 * it. Null where the line is too long, or does not move.
 */
export function acquireStripeSlot(): Turn | Promise<Turn | null> {
  const budget = current.getStore()
  return budget ? budget.turn() : { end: () => undefined }
}

/** Gives turns by the machine's clock, in the order in which they were asked for. */
export function createBudget({ atOnce, aSecond, together }: Share) {
  const line: ((turn: Turn | null) => void)[] = []
  let underWay = 0
  let saved = together
  let countedAt = performance.now()
  let waking: NodeJS.Timeout | undefined

  function mayBegin(): boolean {
    const moment = performance.now()
    saved = Math.min(together, saved + ((moment - countedAt) / 1_000) * aSecond)
    countedAt = moment
    return underWay < atOnce && saved >= 1
  }

  function begin(): Turn {
    underWay += 1
    saved -= 1
    return {
      end() {
        underWay -= 1
        letIn()
      },
    }
  }

  function letIn(): void {
    while (line.length > 0 && mayBegin()) line.shift()?.(begin())
    clearTimeout(waking)
    if (line.length > 0 && underWay < atOnce)
      waking = setTimeout(letIn, Math.ceil(((1 - saved) / aSecond) * 1_000))
  }

  function waitInLine(): Promise<Turn | null> {
    return new Promise((resolve) => {
      const enter = (turn: Turn | null) => {
        clearTimeout(patience)
        resolve(turn)
      }
      const patience = setTimeout(() => {
        line.splice(line.indexOf(enter), 1)
        resolve(null)
      }, PATIENCE_MS)
      line.push(enter)
      letIn()
    })
  }

  function turn(): Turn | Promise<Turn | null> {
    if (line.length === 0 && mayBegin()) return begin()
    return line.length < IN_LINE_AT_MOST ? waitInLine() : Promise.resolve(null)
  }

  return { turn }
}
