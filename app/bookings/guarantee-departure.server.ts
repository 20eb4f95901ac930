import { and, eq } from 'drizzle-orm'
import { type Letter, rows as tableOf, words } from '#app/mail/letter'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, showDay, showDays } from '#app/platform/days'
import { tourPrint } from '#app/site/letter-print.server'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import { hasBegun, runningState } from '#app/tours/departure'
import { type Departure, departureIn, seatsPaidOn } from '#app/tours/departures.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { departures } from '#db/schema/tours'
import type { Booking } from './find-booking.server'
import { storeInstallments } from './installments/party-installments.server'
import { dueWhenOwedAgain, installmentName } from './installments/plan'
import { inOrder, installmentsOf, isSettled, OF_ITS_OWN } from './installments/settle-installments.server'
import { aboutBooking, letterTo, postToTraveler, seeBooking } from './traveler-letters.server'

export type NotGuaranteed = 'gone' | 'canceled' | 'has-begun' | 'runs-anyway' | 'draft'

export type GuaranteeQuote = {
  /** How many lead travelers get the letter. */
  letters: number
  paidTravelers: number
  minimumTravelers: number
}

export type Guaranteed =
  | { guaranteed: GuaranteeQuote }
  /** An earlier press did it. */
  | { known: true }
  | { refused: NotGuaranteed }
  | { refused: 'quote-changed'; quote: GuaranteeQuote }

/** Bookings of a departure that are paid for, wholly or by their deposit. */
export const standingOn = (departureId: number): Booking[] =>
  db
    .select()
    .from(bookings)
    .where(and(eq(bookings.departureId, departureId), isPaidBooking))
    .orderBy(bookings.id)
    .all()

/** What is shown before a departure is guaranteed, or why it cannot be. */
export function guaranteeQuote(departure: Departure, now: Date): GuaranteeQuote | { refused: NotGuaranteed } {
  const today = businessDay(now)
  const state = runningState(departure, today)
  if (state === 'canceled') return { refused: 'canceled' }
  if (departure.sales === 'draft') return { refused: 'draft' }
  if (hasBegun(departure, today)) return { refused: 'has-begun' }
  if (departure.minimumTravelers === null) return { refused: 'runs-anyway' }
  return {
    letters: standingOn(departure.id).length,
    paidTravelers: seatsPaidOn(departure.id),
    minimumTravelers: departure.minimumTravelers,
  }
}

/**
 * Promises that a departure runs (rules 1.29), whether or not its minimum is paid: each lead traveler gets
 * one letter. Only canceling it takes that back. `letters` is the number that was displayed: nothing happens
 * where it is another one by now. A second press changes nothing.
 */
export function guaranteeDeparture(id: number, letters: number, actor: Actor, now: Date): Guaranteed {
  return immediately((tx) => {
    const departure = departureIn(id)
    if (!departure) return { refused: 'gone' }
    if (departure.guaranteedAt !== null && departure.canceledAt === null) return { known: true }
    const quote = guaranteeQuote(departure, now)
    if ('refused' in quote) return quote
    if (quote.letters !== letters) return { refused: 'quote-changed', quote }
    tx.update(departures)
      .set({ guaranteedAt: now, version: departure.version + 1, updatedAt: now })
      .where(eq(departures.id, id))
      .run()
    for (const booking of standingOn(id)) notifyGuaranteed(booking, departure, now, tx)
    recordDepartureAct(now, id, byStaff(actor), 'departure-guaranteed', { letters })
    return { guaranteed: quote }
  })
}

type Due = { name: string; dueOn: Day }

function notifyGuaranteed(booking: Booking, departure: Departure, now: Date, tx: Tx): void {
  const { rows, due } = dueOnceSure(booking, departure, businessDay(now))
  const letter = letterOf(booking, departure, due, now)
  if (due.length > 0) storeInstallments(booking.id, rows, tx)
  const once = `${booking.reference}:${departure.id}`
  postToTraveler(booking, now, { kind: 'departure-guaranteed', once, letter })
}

/** Tells a lead traveler that the journey is guaranteed, and which due days change with that. */
function letterOf(booking: Booking, departure: Departure, due: Due[], now: Date): Letter {
  const about = aboutBooking(booking, now)
  const tourName = departure.name
  const dates = showDays(departure.startsOn, departure.endsOn)
  const later = words`
    The balance is due later than planned, so that you have time:

    ${tableOf(due.map(({ name, dueOn }) => [name, showDay(dueOn)]))}
  `
  return letterTo(about)`
    # Guaranteed: ${tourName}, ${dates}

    ${tourPrint(departure)}

    Enough travelers have joined: the ${tourName}, ${dates}, is guaranteed to run. You can book your flights now.

    ${due.length > 0 && later}

    ${seeBooking(about)}
  `
}

/** What a lead traveler reads once the departure is guaranteed now, before it is. Reads only. */
export const guaranteedLetter = (booking: Booking, departure: Departure, now: Date): Letter =>
  letterOf(booking, departure, dueOnceSure(booking, departure, businessDay(now)).due, now)

/** What waited is due as for a late booking, where the decision came late or its day has passed. */
function dueOnceSure(booking: Booking, { startsOn, decideOn }: Departure, today: Day) {
  if (booking.writtenOffCents > 0) return { rows: [], due: [] }
  const soonest = dueWhenOwedAgain(startsOn, today)
  const isLate = decideOn !== null && today > decideOn
  const isTooSoon = (dueOn: Day) => dueOn < (isLate ? soonest : addDays(today, 1))
  const rows = inOrder(
    installmentsOf(booking.id).map((row) =>
      isSettled(row) || !isTooSoon(row.dueOn)
        ? { ...row, isNew: false }
        : { ...row, dueOn: soonest, ...OF_ITS_OWN, isNew: true },
    ),
  )
  const due = rows
    .filter(({ isNew, paidAt }) => isNew && paidAt === null)
    .map(({ number, dueOn }): Due => ({ name: installmentName(number, rows), dueOn }))
  return { rows, due }
}
