import { eq } from 'drizzle-orm'
import { addDays, type Day, daysFrom, earlierDay, laterDay } from '#app/platform/days'
import { type Cents, cents, isTooSmallToAsk } from '#app/platform/money'
import { recordAct } from '#app/staff/audit-log.server'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema'
import { dueDays, dueWhenOwedAgain, JOINERS_DEPOSIT, type PlanTerms } from './plan'
import {
  hasPlan,
  type Installment,
  inOrder,
  installmentsOf,
  isSettled,
  owedByInstallment,
  type Raised,
} from './settle-installments.server'

/** What was taken off an installment, which may be gone since. */
export type TakenOff = { number: number; dueOn: Day; cents: number }

type Planned = { planned: Installment[]; remainingCents: Cents }

/**
 * The installments of a booking once its price is lower by `byCents`, all of them still open: the last ones
 * ask for less first, and one that asks for nothing is gone. One that would ask for less than a card can pay
 * is gone, too: the one before it asks for that. Answers also what was taken off each. What is asked for
 * again without a plan follows by itself (`askAgain`).
 */
export function loweredInstallments({ planned, remainingCents }: Planned, byCents: Cents) {
  let left: number = byCents
  const taken: TakenOff[] = []
  const owed = owedByInstallment(planned, remainingCents)
  const [first] = owed.filter(({ owedCents }) => owedCents > 0)
  const rows = owed
    .toReversed()
    .flatMap(({ owedCents, ...row }): Raised[] => {
      const isGone = row.number !== first?.number && isTooSmallToAsk(cents(owedCents - left))
      const off = owedCents === 0 ? 0 : isGone ? owedCents : Math.min(owedCents, left)
      left -= off
      if (off !== 0) taken.unshift({ number: row.number, dueOn: row.dueOn, cents: off })
      // Money paid ahead stays in the amount of the installment that it was paid for.
      const amountCents = cents(
        off === 0 ? row.amountCents : Math.max(row.amountCents - off, owedCents - off),
      )
      return amountCents > 0 ? [{ ...row, amountCents, isRaised: false }] : []
    })
    .toReversed()
  return { rows, taken }
}

/**
 * The installments once the price is higher: the last one that is open asks for it, or the last of all again,
 * no sooner than `soonest`. What was `taken` by a discount that is undone goes back to where it was, unless
 * another one has that number by now and is paid. Null for a booking without a plan, whose single installment
 * follows what is left by itself.
 */
export function raisedByPrice(
  { planned }: Planned,
  byCents: Cents,
  soonest: Day,
  taken: TakenOff[] = [],
): Raised[] | null {
  const isOver = ({ number, dueOn }: TakenOff) =>
    planned.some((row) => row.number === number && row.dueOn !== dueOn && isSettled(row))
  const restored = hasPlan([...planned, ...taken]) ? taken.filter((one) => !isOver(one)) : []
  if (!hasPlan(planned) && restored.length === 0) return null
  const last = planned.findLast((row) => !isSettled(row)) ?? planned.at(-1)
  const back = restored.length > 0 ? restored : last ? [{ ...last, cents: byCents }] : []
  let left: number = byCents
  const more = new Map(
    back.map(({ number, cents }, index) => {
      const part = index === back.length - 1 ? left : Math.min(cents, left)
      left -= part
      return [number, part] as const
    }),
  )
  const rows: Raised[] = planned.map((row) => {
    const part = more.get(row.number) ?? 0
    more.delete(row.number)
    if (part === 0) return { ...row, isRaised: false }
    const amountCents = cents(row.amountCents + part)
    return { ...row, amountCents, dueOn: laterDay(row.dueOn, soonest), paidAt: null, isRaised: true }
  })
  const gone = back.flatMap(({ number, dueOn }): Raised[] => {
    const part = more.get(number) ?? 0
    const due = { dueOn: laterDay(dueOn, soonest), agreedDueOn: null, paidAt: null }
    return part > 0 ? [{ number, amountCents: cents(part), ...due, isRaised: true }] : []
  })
  return inOrder([...rows, ...gone])
}

/**
 * The installments of a booking that is moved to another departure today: what is open is due by its
 * schedule, as for a late booking where its days are near or past, more than two at even steps between its
 * days; what is paid keeps its day, before the journey. One with a new day counts as new, with its own
 * reminders.
 */
export function movedInstallments(rows: Raised[], there: Omit<PlanTerms, 'depositCents'>, today: Day) {
  const [first, final] = dueDays(there, today)
  const soonest = dueWhenOwedAgain(there.startsOn, today)
  const last = addDays(there.startsOn, -1)
  const isPlanned = rows.some(({ number }) => number > 1)
  const open = rows.filter(({ number, paidAt }) => number !== JOINERS_DEPOSIT && paidAt === null)
  const dayOf = (row: Raised): Day => {
    const { number, dueOn, paidAt } = row
    if (paidAt !== null) return earlierDay(dueOn, last)
    if (number === JOINERS_DEPOSIT) return earlierDay(laterDay(dueOn, soonest), last)
    if (open.length === 1) return number === 1 && isPlanned ? first : final
    return addDays(first, Math.round((daysFrom(first, final) * open.indexOf(row)) / (open.length - 1)))
  }
  return inOrder(
    rows.map((row) => {
      const dueOn = dayOf(row)
      return dueOn === row.dueOn ? row : { ...row, dueOn, agreedDueOn: null, isRaised: true }
    }),
  )
}

/** A booking, what it is asked for in cents, and the business's day. */
type Owing = { id: number; reference: string; remainingCents: Cents; startsOn: Day; today: Day }

/**
 * Asks for what a booking without a plan owes again, because it was paid at once: one installment of all that
 * is left, due as for a late booking (decision 012). It follows what is left as long as it is open; once it
 * was paid, the next one has a day and reminders of its own.
 */
export function askAgain(owing: Owing, now: Date, tx: Tx): void {
  const planned = installmentsOf(owing.id)
  if (hasPlan(planned)) return

  const [asked] = planned
  const isOpen = asked?.paidAt === null
  if (owing.remainingCents === 0) {
    if (!isOpen) return
    remove(asked, tx)
    note(owing, 'installment-withdrawn', asked, now)
  } else if (isOpen) {
    tx.update(installments)
      .set({ amountCents: owing.remainingCents })
      .where(eq(installments.id, asked.id))
      .run()
  } else {
    if (asked) remove(asked, tx)
    ask(owing, now, tx)
  }
}

function ask(owing: Owing, now: Date, tx: Tx): void {
  const asked = {
    amountCents: owing.remainingCents,
    dueOn: dueWhenOwedAgain(owing.startsOn, owing.today),
  }
  tx.insert(installments)
    .values({ ...asked, bookingId: owing.id, number: 1 })
    .run()
  note(owing, 'installment-asked', asked, now)
}

const remove = ({ id }: Installment, tx: Tx) => tx.delete(installments).where(eq(installments.id, id)).run()

const note = (
  { reference }: Owing,
  action: 'installment-asked' | 'installment-withdrawn',
  { amountCents, dueOn }: Pick<Installment, 'amountCents' | 'dueOn'>,
  now: Date,
): void =>
  recordAct(now, { actor: 'site', action, subject: `booking:${reference}`, detail: { amountCents, dueOn } })
