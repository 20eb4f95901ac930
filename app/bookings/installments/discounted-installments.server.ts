import { type Cents, cents } from '#app/platform/money'
import type { Tx } from '#db/connection.server'
import type { TakenOff } from '#db/schema/money'
import {
  hasPlan,
  type Installment,
  installmentsOf,
  isSettled,
  owedByInstallment,
  setAmount,
} from './settle-installments.server'

/**
 * Takes a discount off the installments that a payment is for, first due first; answers what of each.
 * `remainingCents` was left to pay before it. Without a plan the installment follows what is left by itself.
 */
export function loweredFromFirst(
  bookingId: number,
  remainingCents: Cents,
  offCents: Cents,
  tx: Tx,
): TakenOff[] {
  const planned = installmentsOf(bookingId)
  if (!hasPlan(planned)) return []
  let left: number = offCents
  return owedByInstallment(planned, remainingCents).flatMap(
    ({ id, number, dueOn, amountCents, owedCents }) => {
      // None is gone: it asks for a cent at least.
      const off = Math.max(0, Math.min(left, owedCents, amountCents - 1))
      if (off === 0) return []
      left -= off
      setAmount(id, cents(amountCents - off), tx)
      return [{ number, dueOn, cents: off }]
    },
  )
}

/** They ask for it again, but for those that were spread over other days since, and paid. */
export function raisedAgain(planned: Installment[], taken: TakenOff[], tx: Tx): void {
  if (!hasPlan(planned)) return
  for (const { number, dueOn, cents: off } of taken) {
    const row = planned.find((one) => one.number === number && (one.dueOn === dueOn || !isSettled(one)))
    if (row) setAmount(row.id, cents(row.amountCents + off), tx)
  }
}
