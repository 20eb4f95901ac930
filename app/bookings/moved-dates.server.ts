import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import { installmentName } from '#app/bookings/installments/plan'
import { installmentsOf, isSettled } from '#app/bookings/installments/settle-installments.server'
import type { Letter } from '#app/mail/letter'
import { showDay, showDays } from '#app/platform/days'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import type { Dates } from '#app/tours/departure'
import { type Departure, departureIn } from '#app/tours/departures.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, departures } from '#db/schema'
import { agreedTerms, letterTo, seeBooking } from './about-booking'
import type { Booking } from './find-booking.server'
import { aboutBooking, postToTraveler } from './traveler-letters.server'

const inWords = ({ startsOn, endsOn }: Dates): string => showDays(startsOn, endsOn)
const isSame = (one: Dates, other: Dates): boolean => inWords(one) === inWords(other)

/** `told` is what we wrote last; null where we never wrote of other dates. */
function whatChanged(tourName: string, agreed: Dates, told: Dates | null, now: Dates): string {
  if (told && isSame(told, now)) {
    return `We are writing again about the dates of the ${tourName}. They are ${inWords(now)}, as we wrote to you.`
  }
  if (isSame(agreed, now)) {
    const last = told ? `, and no longer ${inWords(told)}, as we wrote to you` : ''
    return `The ${tourName} takes place on the dates you booked after all: ${inWords(now)}${last}.`
  }
  const last = told ? `; later we wrote to you that they would be ${inWords(told)}` : ''
  return `The dates of the ${tourName} have changed${told ? ' again' : ''}. When you booked they were ${inWords(agreed)}${last}; now they are ${inWords(now)}.`
}

/** The dates that a traveler knows: those in our last letter, else those they agreed to. */
const startsOnKnown = sql`coalesce(${bookings.toldStartsOn}, ${bookings.agreedStartsOn})`
const endsOnKnown = sql`coalesce(${bookings.toldEndsOn}, ${bookings.agreedEndsOn})`

/** The active bookings of a departure, of those that `which` picks by its dates. */
const standingWhere = (which: SQL | undefined) =>
  prepared(() =>
    db
      .select(getTableColumns(bookings))
      .from(bookings)
      .innerJoin(departures, eq(departures.id, bookings.departureId))
      .where(and(eq(bookings.departureId, sql.placeholder('departureId')), isPaidBooking, which))
      .orderBy(bookings.id)
      .prepare(),
  )

const untold = standingWhere(
  or(sql`${startsOnKnown} <> ${departures.startsOn}`, sql`${endsOnKnown} <> ${departures.endsOn}`),
)
const told = standingWhere(
  and(eq(bookings.toldStartsOn, departures.startsOn), eq(bookings.toldEndsOn, departures.endsOn)),
)

/** The active bookings whose travelers know dates other than the departure's current ones. */
export const bookingsToNotify = (departureId: number): Booking[] => untold().all({ departureId })

/** Those whose travelers we have written the present dates to. */
export const notifiedBookings = (departureId: number): Booking[] => told().all({ departureId })

/**
 * Tells a traveler that the journey has other dates than they know of, and what stays as agreed; `note` is
 * what staff add.
 */
export function datesLetter(booking: Booking, departure: Departure, note: string, now: Date): Letter {
  const about = aboutBooking(booking, now)
  const { agreedStartsOn, agreedEndsOn, toldStartsOn, toldEndsOn } = booking
  const agreed = { startsOn: agreedStartsOn, endsOn: agreedEndsOn }
  const told = toldStartsOn && toldEndsOn ? { startsOn: toldStartsOn, endsOn: toldEndsOn } : null
  return letterTo(about, `${told ? 'Dates' : 'New dates'} of your journey: ${inWords(departure)}`, [
    { paragraph: whatChanged(departure.name, agreed, told, departure) },
    ...(note ? [{ paragraph: note }] : []),
    { paragraph: whatStays(booking) },
    ...agreedTerms(about),
    seeBooking(about),
  ])
}

function whatStays({ id }: Booking): string {
  const planned = installmentsOf(id)
  const sooner = planned
    .filter((one) => one.agreedDueOn !== null && !isSettled(one))
    .map(({ number, dueOn }) => `${uncapitalized(installmentName(number, planned))} by ${showDay(dueOn)}`)
  return sooner.length === 0
    ? 'Your price and the days on which your installments are due stay as agreed.'
    : `Your price stays as agreed. Everything is due before the journey begins, so the balance is due sooner: ${sooner.join(', ')}.`
}

const uncapitalized = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

export type DatesWish = {
  departureId: number
  /** The dates in the letter that staff read: nothing is sent where they have changed since. */
  shown: Dates
  note: string
  /** Whether this is a correction, to those who were told of these dates already. */
  again: boolean
  formKey: string
}

export type DatesLetterSent = { letters: number } | { refused: 'gone' | 'dates-changed' }

/**
 * Writes to each traveler who knows of other dates than the departure has now, or, as a correction, to those
 * who were told of these; answers how many letters were really written. One for a booking and an opened form.
 */
export function tellNewDates(wish: DatesWish, actor: Actor, now: Date): DatesLetterSent {
  return immediately((tx) => {
    const { departureId, shown, note, again, formKey } = wish
    const departure = departureIn(departureId)
    if (!departure) return { refused: 'gone' }
    if (departure.startsOn !== shown.startsOn || departure.endsOn !== shown.endsOn) {
      return { refused: 'dates-changed' }
    }
    const written = (again ? notifiedBookings : bookingsToNotify)(departureId).filter((booking) => {
      const once = `${formKey}:${booking.reference}`
      const letter = datesLetter(booking, departure, note, now)
      const mail = postToTraveler(booking, now, { kind: 'dates-changed', once, letter })
      if (mail === null) return false
      tx.update(bookings)
        .set({ toldStartsOn: departure.startsOn, toldEndsOn: departure.endsOn })
        .where(eq(bookings.id, booking.id))
        .run()
      return true
    })
    if (written.length > 0) {
      recordDepartureAct(now, departureId, byStaff(actor), 'dates-told', { travelers: written.length })
    }
    return { letters: written.length }
  })
}
