import { takingsByDay } from '#app/analytics/figures.server'
import { installmentTotals } from '#app/bookings/installments/installment-list.server'
import { dueBetween } from '#app/money/asked-now.server'
import { longestWaiting } from '#app/people/list-contacts.server'
import { replyDueAt } from '#app/people/reply-promise'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { seatsOnSale } from '#app/tours/departure-list.server'
import { CONTACT_DAYS_BEFORE } from '#app/tours/promises'
import { detailsOfNextDeparture } from '#app/travelers/details.server'

/** What was promised to a guest, and until when. */
export type Promised =
  | { kind: 'reply'; contactId: number; name: string; until: Date }
  | { kind: 'contact'; departureId: number; dates: string; on: Day }

/**
 * What an owner asks first: seats of each departure on sale, this month's money, what was promised next.
 * Cents.
 */
export function ownerFigures(today: Day) {
  const month = today.slice(0, 7)
  const due = dueBetween(today, `${month}-31`)
  const { overdueCents, overdueCount } = installmentTotals(today)
  const came = takingsByDay({ from: `${month}-01`, to: today }).reduce(
    (sum, day) => sum + day.revenueCents,
    0,
  )
  return {
    month,
    seats: seatsOnSale(today),
    cameCents: cents(came) as Cents,
    due,
    overdueCents,
    overdueCount,
    promised: nextPromised(today),
  }
}

/** The promise that runs out first: an answer to who wrote, or the word before the journey. */
function nextPromised(today: Day): Promised | null {
  const [waiting] = longestWaiting()
  const reply = waiting && {
    kind: 'reply' as const,
    contactId: waiting.id,
    name: `${waiting.firstName} ${waiting.lastName}`,
    until: replyDueAt(waiting.createdAt),
  }
  const next = detailsOfNextDeparture(today)
  const on = next && addDays(next.startsOn, -CONTACT_DAYS_BEFORE)
  if (!next || !on || on < today) return reply ?? null
  if (reply && businessDay(reply.until) <= on) return reply
  return { kind: 'contact', departureId: next.departureId, dates: next.dates, on }
}
