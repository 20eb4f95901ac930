import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import type { Day } from '#app/days'
import { installmentName } from '#app/installments/installment-name'
import { installmentsOf, isSettled } from '#app/installments/settle-installments.server'
import { datesChanged } from '#app/mail/dates-changed'
import { type Departure, departureIn } from '#app/tour/departures.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { type Db, db, immediately } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, departures } from '#db/schema'
import type { Booking } from './find-booking.server'
import { aboutBooking, postToTraveler } from './traveler-letters.server'

const standing = and(eq(bookings.departureId, sql.placeholder('departureId')), isPaidBooking)

/** The dates that a traveler knows of: those we last wrote to them, else those they agreed to. */
const startsOnKnown = sql`coalesce(${bookings.toldStartsOn}, ${bookings.agreedStartsOn})`
const endsOnKnown = sql`coalesce(${bookings.toldEndsOn}, ${bookings.agreedEndsOn})`

const untold = prepared(() =>
  db
    .select({ booking: bookings })
    .from(bookings)
    .innerJoin(departures, eq(departures.id, bookings.departureId))
    .where(
      and(
        standing,
        or(sql`${startsOnKnown} <> ${departures.startsOn}`, sql`${endsOnKnown} <> ${departures.endsOn}`),
      ),
    )
    .orderBy(bookings.id)
    .prepare(),
)

const told = prepared(() =>
  db
    .select({ booking: bookings })
    .from(bookings)
    .innerJoin(departures, eq(departures.id, bookings.departureId))
    .where(
      and(
        standing,
        isNotNull(bookings.toldStartsOn),
        eq(bookings.toldStartsOn, departures.startsOn),
        eq(bookings.toldEndsOn, departures.endsOn),
      ),
    )
    .orderBy(bookings.id)
    .prepare(),
)

/** The bookings that stand and whose travelers know of other dates than the departure has now. */
export const untoldBookings = (departureId: number, outer: Db = db): Booking[] =>
  untold(outer)
    .all({ departureId })
    .map(({ booking }) => booking)

/** Those whose travelers we have written the present dates to. */
export const toldBookings = (departureId: number, outer: Db = db): Booking[] =>
  told(outer)
    .all({ departureId })
    .map(({ booking }) => booking)

/** The letter as a traveler will read it; `note` is what staff add. */
export const datesLetter = (booking: Booking, departure: Departure, note: string) =>
  datesChanged({
    ...aboutBooking(booking),
    tourName: departure.name,
    agreed: { startsOn: booking.agreedStartsOn, endsOn: booking.agreedEndsOn },
    told:
      booking.toldStartsOn && booking.toldEndsOn
        ? { startsOn: booking.toldStartsOn, endsOn: booking.toldEndsOn }
        : null,
    now: departure,
    dueSooner: dueSoonerOf(booking),
    note,
  })

function dueSoonerOf({ id }: Booking) {
  const planned = installmentsOf(id)
  return planned
    .filter((one) => one.agreedDueOn !== null && !isSettled(one))
    .map(({ number, dueOn }) => ({ name: installmentName(number, planned.length), dueOn }))
}

export type DatesWish = {
  departureId: number
  /** The dates in the letter that staff read: nothing is sent where they have changed since. */
  shown: { startsOn: Day; endsOn: Day }
  note: string
  /** Whether this is a correction, to those who were told of these dates already. */
  again: boolean
  formKey: string
}

export type DatesTold = { letters: number } | { refused: 'gone' | 'dates-changed' }

/**
 * Writes to each traveler who knows of other dates than the departure has now, or, as a correction, to those who were
 * told of these; answers how many letters were really written. One for a booking and an opened form.
 */
export function tellNewDates(wish: DatesWish, actor: Actor, now: Date, outer: Db = db): DatesTold {
  return immediately(outer, (tx) => {
    const { departureId, shown, note, again, formKey } = wish
    const departure = departureIn(tx, departureId)
    if (!departure) return { refused: 'gone' }
    if (departure.startsOn !== shown.startsOn || departure.endsOn !== shown.endsOn) {
      return { refused: 'dates-changed' }
    }
    const written = (again ? toldBookings : untoldBookings)(departureId, tx).filter((booking) => {
      const once = `${formKey}:${booking.reference}`
      const letter = datesLetter(booking, departure, note)
      const mail = postToTraveler(booking, { kind: 'dates-changed', once, letter }, now, tx)
      if (mail === null) return false
      tx.update(bookings)
        .set({ toldStartsOn: departure.startsOn, toldEndsOn: departure.endsOn })
        .where(eq(bookings.id, booking.id))
        .run()
      return true
    })
    if (written.length > 0) {
      const detail = { travelers: written.length }
      recordAct(
        { ...byStaff(actor), action: 'dates-told', subject: `departure:${departureId}`, detail },
        now,
        tx,
      )
    }
    return { letters: written.length }
  })
}
