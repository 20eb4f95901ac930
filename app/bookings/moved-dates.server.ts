import {
  and,
  count,
  countDistinct,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { installmentName } from '#app/bookings/installments/plan'
import {
  type Installment,
  installmentsOf,
  isSettled,
  removeInstallment,
} from '#app/bookings/installments/settle-installments.server'
import { type Letter, lines } from '#app/mail/letter'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, earlierDay, showDay, showDays } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { type Actor, byStaff, recordBookingAct, recordDepartureAct } from '#app/staff/audit-log.server'
import { type Dates, hasBegun } from '#app/tours/departure'
import { type Departure, departureIn } from '#app/tours/departures.server'
import { type DepartureSaved, saveDeparture } from '#app/tours/save-departure.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { installments } from '#db/schema/money'
import { auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import type { Booking } from './find-booking.server'
import { aboutBooking, agreedTerms, letterTo, postToTraveler, seeBooking } from './traveler-letters.server'
import { offerFreedSeats } from './waitlist/offer-seats.server'

type Saved = Extract<DepartureSaved, { changed: unknown }>

/** What `saveDeparture` answers, and for how many bookings that are owed something a due date was moved. */
export type DepartureChanged = (Saved & { dueMoved: number }) | Exclude<DepartureSaved, Saved>

/** Saves a departure; where its first day changed, all that its bookings owe stays due before it. */
export function changeDeparture(
  id: number,
  terms: Parameters<typeof saveDeparture>[1],
  actor: Actor,
  now: Date,
): DepartureChanged {
  return immediately((tx) => {
    const saved = saveDeparture(id, terms, actor, now)
    if ('refused' in saved) return saved
    const isMoved = saved.changed.includes('startsOn')
    const dueMoved = isMoved ? keepDueBeforeDeparture(id, saved.departure.startsOn, now, tx) : 0
    offerFreedSeats(id, now)
    return { ...saved, dueMoved }
  })
}

/**
 * Everything is due before the journey begins, also where staff move it: what would be due later is due the
 * day before, and on its agreed day once that lies ahead again. After the start all stays as staff postponed
 * it. Answers how many bookings that owe had a day moved.
 */
function keepDueBeforeDeparture(departureId: number, startsOn: Day, now: Date, tx: Tx): number {
  if (hasBegun({ startsOn }, businessDay(now))) return 0
  const lastDay = addDays(startsOn, -1)
  const moved = tx
    .select({ installment: installments, reference: bookings.reference })
    .from(installments)
    .innerJoin(bookings, eq(bookings.id, installments.bookingId))
    .where(eq(bookings.departureId, departureId))
    .all()
    .map(({ installment, reference }) => {
      const agreed = installment.agreedDueOn ?? installment.dueOn
      return { installment, reference, agreed, dueOn: earlierDay(agreed, lastDay) }
    })
    .filter(({ installment, dueOn }) => dueOn !== installment.dueOn)
  for (const { installment, reference, agreed, dueOn } of moved) {
    moveTo(installment, { dueOn, agreedDueOn: dueOn === agreed ? null : agreed }, tx)
    const detail = { installment: installment.number, from: installment.dueOn, to: dueOn }
    recordBookingAct(now, { reference }, { actor: 'site' }, 'due-date-moved', detail)
  }
  const owed = moved.filter(({ installment }) => installment.isOwed && !isSettled(installment))
  return new Set(owed.map(({ reference }) => reference)).size
}

/** A postponed installment counts as new, with its own reminders: those of the earlier day have gone out. */
function moveTo(row: Installment, to: { dueOn: Day; agreedDueOn: Day | null }, tx: Tx): void {
  if (to.dueOn < row.dueOn) {
    tx.update(installments).set(to).where(eq(installments.id, row.id)).run()
    return
  }
  const { bookingId, number, amountCents, plannedDueOn, paidAt, writtenOffCents } = row
  removeInstallment(row.id, tx)
  tx.insert(installments)
    .values({ bookingId, number, amountCents, plannedDueOn, paidAt, writtenOffCents, ...to })
    .run()
}

/** How many bookings of a departure are asked for money sooner than was agreed, because it was moved. */
export const bookingsDueSooner = (departureId: number): number =>
  db
    .select({ bookings: countDistinct(installments.bookingId) })
    .from(installments)
    .innerJoin(bookings, eq(bookings.id, installments.bookingId))
    .where(
      and(
        eq(bookings.departureId, departureId),
        eq(installments.isOwed, true),
        isNull(installments.paidAt),
        eq(installments.writtenOffCents, cents(0)),
        isNotNull(installments.agreedDueOn),
      ),
    )
    .get()?.bookings ?? 0

const inWords = ({ startsOn, endsOn }: Dates): string => showDays(startsOn, endsOn)
const isSame = (one: Dates, other: Dates): boolean => inWords(one) === inWords(other)

/** `notified` is what we wrote last; null where we never wrote of other dates. */
function whatChanged(tourName: string, agreed: Dates, notified: Dates | null, now: Dates): string {
  if (notified && isSame(notified, now)) {
    return `We are writing again about the dates of the ${tourName}. They are ${inWords(now)}, as we wrote to you.`
  }
  if (isSame(agreed, now)) {
    const last = notified ? `, and no longer ${inWords(notified)}, as we wrote to you` : ''
    return `The ${tourName} takes place on the dates you booked after all: ${inWords(now)}${last}.`
  }
  const last = notified ? `; later we wrote to you that they would be ${inWords(notified)}` : ''
  return `The dates of the ${tourName} have changed${notified ? ' again' : ''}. When you booked they were ${inWords(agreed)}${last}; now they are ${inWords(now)}.`
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

const toNotify = standingWhere(
  or(sql`${startsOnKnown} <> ${departures.startsOn}`, sql`${endsOnKnown} <> ${departures.endsOn}`),
)
const notified = standingWhere(
  and(eq(bookings.toldStartsOn, departures.startsOn), eq(bookings.toldEndsOn, departures.endsOn)),
)

/** The active bookings whose travelers know dates other than the departure's current ones. */
export const bookingsToNotify = (departureId: number): Booking[] => toNotify().all({ departureId })

/** Those whose travelers we have written the present dates to. */
export const notifiedBookings = (departureId: number): Booking[] => notified().all({ departureId })

/**
 * Tells a traveler that the journey has other dates than they know of, and what stays as agreed; `note` is
 * what staff add.
 */
export function datesLetter(booking: Booking, departure: Departure, note: string, now: Date): Letter {
  const about = aboutBooking(booking, now)
  const { agreedStartsOn, agreedEndsOn, toldStartsOn, toldEndsOn } = booking
  const agreed = { startsOn: agreedStartsOn, endsOn: agreedEndsOn }
  const notified = toldStartsOn && toldEndsOn ? { startsOn: toldStartsOn, endsOn: toldEndsOn } : null
  return letterTo(about)`
    # ${notified ? 'Dates' : 'New dates'} of your journey: ${inWords(departure)}

    ${whatChanged(departure.name, agreed, notified, departure)}

    ${lines(note)}

    ${whatStays(booking)}

    ${agreedTerms(about)}

    ${seeBooking(about)}
  `
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
  /** The letters that were written when that was opened (`datesTold`): one correction is not sent twice. */
  told?: number
  formKey: string
}

export type DatesLetterSent = { letters: number } | { refused: 'gone' | 'dates-changed' | 'sent-since' }

/** How often travelers of a departure were written to about its dates. */
export const datesTold = (departureId: number): number =>
  db
    .select({ times: count() })
    .from(auditLog)
    .where(and(eq(auditLog.subject, `departure:${departureId}`), eq(auditLog.action, 'dates-told')))
    .get()?.times ?? 0

/**
 * Writes to each traveler who knows of other dates than the departure has now, or, as a correction, to those
 * who were told of these; answers how many letters were really written. One for a booking and an opened form.
 */
export function notifyNewDates(wish: DatesWish, actor: Actor, now: Date): DatesLetterSent {
  return immediately((tx) => {
    const { departureId, shown, note, again, told, formKey } = wish
    const departure = departureIn(departureId)
    if (!departure) return { refused: 'gone' }
    if (departure.startsOn !== shown.startsOn || departure.endsOn !== shown.endsOn) {
      return { refused: 'dates-changed' }
    }
    if (told !== undefined && told !== datesTold(departureId)) return { refused: 'sent-since' }
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
