import { addDays, type Day, daysFrom, earlierDay, laterDay } from '#app/platform/days'
import { type Cents, cents, divide, equalParts, isTooSmallToAsk } from '#app/platform/money'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { INSTALLMENTS } from '#app/tours/promises'
import type { Tx } from '#db/connection.server'
import { installments, type TakenOff } from '#db/schema/money'
import { INSTALLMENTS_AT_MOST } from '#db/values'
import { dueDays, dueWhenOwedAgain, JOINERS_DEPOSIT, type PlanTerms } from './plan'
import {
  type ChangedInstallment,
  hasPlan,
  type Installment,
  inOrder,
  installmentsOf,
  isSettled,
  newInstallment,
  OF_ITS_OWN,
  owedByInstallment,
  removeInstallment,
  setAmount,
} from './settle-installments.server'

type Planned = { planned: Installment[]; remainingCents: Cents }

/** The first day on which what becomes owed can be due, and the day of departure. */
type DaysToAsk = { soonest: Day; startsOn: Day }

/**
 * The installments of a booking once its price changes by `byCents`, and what that takes off each; `undone`
 * is what a discount took that is undone with it.
 */
export function repricedInstallments(
  asked: Planned,
  byCents: Cents,
  days: DaysToAsk,
  undone: TakenOff[] = [],
): { rows: ChangedInstallment[] | null; takenOff: TakenOff[] } {
  if (byCents < 0) return loweredInstallments(asked, cents(-byCents))
  return { rows: raisedByPrice(asked.planned, byCents, days, undone), takenOff: [] }
}

/**
 * The installments once the price is lower by `byCents`, all of them open: the last ones ask for less first.
 * One that asks for nothing, or for less than a card can pay, is gone, and the one before it asks for that.
 * Without a plan it follows by itself (`askAgain`).
 */
function loweredInstallments({ planned, remainingCents }: Planned, byCents: Cents) {
  let left: number = byCents
  const takenOff: TakenOff[] = []
  const owed = owedByInstallment(planned, remainingCents)
  const [first] = owed.filter(({ owedCents }) => owedCents > 0)
  const rows = owed
    .toReversed()
    .flatMap(({ owedCents, ...row }): ChangedInstallment[] => {
      const isGone = row.number !== first?.number && isTooSmallToAsk(cents(owedCents - left))
      const off = owedCents === 0 ? 0 : isGone ? owedCents : Math.min(owedCents, left)
      left -= off
      if (off !== 0) takenOff.unshift({ number: row.number, dueOn: row.dueOn, cents: off })
      // Money paid ahead stays in the amount of the installment that it was paid for.
      const amountCents = cents(
        off === 0 ? row.amountCents : Math.max(row.amountCents - off, owedCents - off),
      )
      return amountCents > 0 ? [{ ...row, amountCents, isNew: false }] : []
    })
    .toReversed()
  return { rows, takenOff }
}

/**
 * The installments once the price is higher: the last open one asks for it, or the last of all again, no
 * sooner than `soonest`. What a discount that is undone had `taken` goes back to those who still have that
 * number open. Null without a plan, which follows what is left.
 */
function raisedByPrice(
  planned: Installment[],
  byCents: Cents,
  { soonest, startsOn }: DaysToAsk,
  taken: TakenOff[],
): ChangedInstallment[] | null {
  // The departure may have moved since: what was taken off is due before it, as it is now.
  const last = laterDay(soonest, addDays(startsOn, -1))
  const isOver = ({ number, dueOn }: TakenOff) =>
    planned.some((row) => row.number === number && row.dueOn !== dueOn && isSettled(row))
  const restored = hasPlan([...planned, ...taken]) ? taken.filter((one) => !isOver(one)) : []
  if (!hasPlan(planned) && restored.length === 0) return null
  const final = planned.findLast((row) => !isSettled(row)) ?? planned.at(-1)
  const back = restored.length > 0 ? restored : final ? [{ ...final, cents: byCents }] : []
  const restoredCents = sumOf(back.map((one) => one.cents))
  const parts = divide(
    Math.min(byCents, restoredCents),
    back.map((one) => one.cents),
  )
  const beyond = Math.max(0, byCents - restoredCents)
  const more = new Map(
    back.map(({ number }, index) => {
      const isLast = index === back.length - 1
      return [number, (parts[index] ?? 0) + (isLast ? beyond : 0)] as const
    }),
  )
  const rows: ChangedInstallment[] = planned.map((row) => {
    const part = more.get(row.number) ?? 0
    more.delete(row.number)
    if (part === 0) return { ...row, isNew: false }
    const amountCents = cents(row.amountCents + part)
    return { ...row, amountCents, dueOn: laterDay(row.dueOn, soonest), paidAt: null, isNew: true }
  })
  const gone = back.flatMap(({ number, dueOn }): ChangedInstallment[] => {
    const part = more.get(number) ?? 0
    const day = earlierDay(laterDay(dueOn, soonest), last)
    return part > 0 ? [newInstallment(number, cents(part), day)] : []
  })
  return inOrder([...rows, ...gone])
}

/**
 * The installments of a booking moved to another departure today: what is open is due by its schedule, as for
 * a late booking where its days are near or past; what is paid keeps its day, before the journey. One with a
 * new day counts as new, with its own reminders.
 */
export function movedInstallments(
  rows: ChangedInstallment[],
  there: Omit<PlanTerms, 'depositCents'>,
  today: Day,
) {
  const [first, final] = dueDays(there, today)
  const soonest = dueWhenOwedAgain(there.startsOn, today)
  const last = addDays(there.startsOn, -1)
  const isPlanned = rows.some(({ number }) => number > 1)
  const open = rows.filter(({ number, paidAt }) => number !== JOINERS_DEPOSIT && paidAt === null)
  const dayOf = (row: ChangedInstallment): Day => {
    const { number, dueOn, paidAt } = row
    if (paidAt !== null) return earlierDay(dueOn, last)
    if (number === JOINERS_DEPOSIT) return earlierDay(laterDay(dueOn, soonest), last)
    if (open.length === 1) return number === 1 && isPlanned ? first : final
    return addDays(first, Math.round((daysFrom(first, final) * open.indexOf(row)) / (open.length - 1)))
  }
  return inOrder(
    rows.map((row) => {
      const dueOn = dayOf(row)
      return dueOn === row.dueOn ? row : { ...row, dueOn, ...OF_ITS_OWN, isNew: true }
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
    removeInstallment(asked.id, tx)
    const { amountCents, dueOn } = asked
    recordBookingAct(now, owing, { actor: 'site' }, 'installment-withdrawn', { amountCents, dueOn })
  } else if (isOpen) {
    setAmount(asked.id, owing.remainingCents, tx)
  } else {
    if (asked) removeInstallment(asked.id, tx)
    const detail = {
      amountCents: owing.remainingCents,
      dueOn: dueWhenOwedAgain(owing.startsOn, owing.today),
    }
    tx.insert(installments)
      .values({ ...detail, bookingId: owing.id, number: 1 })
      .run()
    recordBookingAct(now, owing, { actor: 'site' }, 'installment-asked', detail)
  }
}

/**
 * The installments once what is open is due on these days, in equal amounts with the remainder on the last.
 * What is paid keeps its number, and its day unless the next is due sooner; as one, where too few numbers are
 * left. The last is never the first (`askAgain`).
 */
export function spreadOver(planned: Installment[], remainingCents: Cents, days: Day[]): ChangedInstallment[] {
  const paid = planned.filter(isSettled)
  const highest = paid.at(-1)?.number ?? 0
  const stays = highest + days.length > INSTALLMENTS_AT_MOST ? asOne(paid) : paid
  const from = (stays.at(-1)?.number ?? 0) + 1
  const first = days.length === 1 ? Math.max(from, INSTALLMENTS) : from
  const open = equalParts(remainingCents, days.length).map((amountCents, index) =>
    newInstallment(first + index, amountCents, days[index] ?? ''),
  )
  return [...stays.map((row) => notAfter(row, days[0] ?? '', paid)), ...open]
}

/** The paid installments of a plan as the first; what came of travelers who joined stays before it. */
function asOne(paid: Installment[]): Installment[] {
  const plan = paid.filter(({ number }) => number !== JOINERS_DEPOSIT)
  const amountCents = cents(sumOf(plan.map((one) => one.amountCents)))
  const one = plan.slice(-1).map((last) => ({ ...last, number: 1, amountCents }))
  return [...paid.filter((row) => !plan.includes(row)), ...one]
}

function notAfter(row: Installment, day: Day, paid: Installment[]): ChangedInstallment {
  const dueOn = earlierDay(row.dueOn, day)
  return { ...row, dueOn, isNew: dueOn !== row.dueOn || !paid.includes(row) }
}

const sumOf = (cents: number[]): number => cents.reduce((sum, one) => sum + one, 0)
