import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { storeInstallments } from '#app/bookings/installments/party-installments.server'
import { dueAnew } from '#app/bookings/installments/plan'
import { askAgain } from '#app/bookings/installments/reprice-installments.server'
import {
  type ChangedInstallment,
  installmentsOf,
  isSettled,
  OF_ITS_OWN,
  settleInstallments,
} from '#app/bookings/installments/settle-installments.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import { laterDay } from '#app/platform/days'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { amountsOwed } from './amounts-owed.server'
import { remainingCents } from './ledger.server'
import { type Owed, owedOf } from './shares-owed.server'

/** Of whom money is asked again, and what was asked of them until then. */
export type AskedBefore = { travelerId: number | null; owed: Owed }

/** What is asked of whose payment it was: for all where each does not pay their own, or they have left. */
export function askedOf(booking: Booking, { forTravelerId }: { forTravelerId: number | null }): AskedBefore {
  const share = booking.eachPays ? owedOf(booking, forTravelerId) : null
  return share ? { travelerId: forTravelerId, owed: share } : { travelerId: null, owed: amountsOwed(booking) }
}

/**
 * Asks again for money that failed on its way, or that the bank took back: due on its old day, or in seven
 * days where that is later, and with reminders of its own. Answers the installments that ask for more: of the
 * booking, or of the share that it had paid.
 */
export function askAnew(booking: Booking, before: AskedBefore, now: Date, tx: Tx): Asked {
  const current = bookingWithId(booking.id) ?? booking
  if (!isPaid(current.status)) return []
  const today = businessDay(now)
  const { startsOn } = departureOf(current)
  askAgain({ ...current, ...amountsOwed(current), startsOn, today }, now, tx)
  settleInstallments(current.id, remainingCents(current), now, tx)
  const asking = asksForMore(current, before)
  postpone(current.id, new Set(asking.map(({ number }) => number)), dueAnew(startsOn, today), tx)
  return asksForMore(current, before)
}

type Asked = Owed['installments']

function asksForMore(booking: Booking, { travelerId, owed }: AskedBefore): Asked {
  const asked = new Map(owed.installments.map(({ number, owedCents }) => [number, owedCents]))
  return (owedOf(booking, travelerId)?.installments ?? []).filter(
    ({ number, owedCents }) => owedCents > (asked.get(number) ?? 0),
  )
}

/** No later installment is due before an earlier one. */
function postpone(bookingId: number, numbers: Set<number>, soonest: string, tx: Tx): void {
  let last = ''
  const rows = installmentsOf(bookingId).map((row): ChangedInstallment => {
    if (isSettled(row)) return { ...row, isNew: false }
    const dueOn = laterDay(laterDay(row.dueOn, last), numbers.has(row.number) ? soonest : '')
    last = dueOn
    return dueOn === row.dueOn ? { ...row, isNew: false } : { ...row, dueOn, ...OF_ITS_OWN, isNew: true }
  })
  if (rows.some(({ isNew }) => isNew)) storeInstallments(bookingId, rows, tx)
}
