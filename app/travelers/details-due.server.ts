import { and, eq, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { freeOccasions, isWritten, type Once, occasionOf } from '#app/mail/outbox.server'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom } from '#app/platform/days'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, type Tx } from '#db/connection.server'
import { bookings, travelerDetails, travelers } from '#db/schema/bookings'
import { departures } from '#db/schema/tours'
import { type AskedDays, askedAt, DETAILS_ASKED_DAYS, type DetailField } from './detail-fields'
import { isComplete, missingOf } from './details.server'
import { hasToSign, type ToSign, toSignOn, whyNotSignedBy } from './signatures.server'

/** A booking that stands, on a departure that is near, of which something is missing. */
type IncompleteBooking = ReturnType<typeof incomplete.all>[number]

const incomplete = db
  .select({
    id: bookings.id,
    reference: bookings.reference,
    customerName: bookings.customerName,
    customerEmail: bookings.customerEmail,
    startsOn: departures.startsOn,
  })
  .from(departures)
  .innerJoin(bookings, eq(bookings.departureId, departures.id))
  .innerJoin(travelers, eq(travelers.bookingId, bookings.id))
  .leftJoin(travelerDetails, eq(travelerDetails.travelerId, travelers.id))
  .where(
    and(
      sql`${departures.startsOn} > ${sql.placeholder('day')}`,
      sql`${departures.startsOn} <= ${sql.placeholder('until')}`,
      isPaidBooking,
      // All of it is going back: no one travels.
      sql`${bookings.moneyState} <> 'refunded'`,
      sql`(not (${isComplete}) or ${hasToSign})`,
    ),
  )
  .groupBy(bookings.id)
  .orderBy(departures.startsOn, bookings.id)
  .prepare()

/** Those that a letter could be about on that day, the next departure first. */
export const incompleteBookings = (day: Day): IncompleteBooking[] =>
  incomplete.all({ day, until: addDays(day, DETAILS_ASKED_DAYS[0]) })

type Key = Pick<Once, 'kind' | 'once'>

/** What makes the letter to the lead traveler the only one. */
export const askedOfPayer = (bookingId: number, days: AskedDays) =>
  ({ kind: 'details-asked', once: `${bookingId}:${days}` }) satisfies Key

/** The same of the letter to a companion. */
export const askedOfCompanion = (travelerId: number, days: AskedDays) =>
  ({ kind: 'details-asked-of-companion', once: `${travelerId}:${days}` }) satisfies Key

/** For other dates what is missing is asked again: what was asked for the old ones does not count. */
export function askDetailsAgain(bookingId: number, because: string, tx: Tx): void {
  const keys = DETAILS_ASKED_DAYS.flatMap((days) => [
    askedOfPayer(bookingId, days),
    ...partyOf(bookingId).map(({ id }) => askedOfCompanion(id, days)),
  ])
  freeOccasions(keys.map(occasionOf), because, tx)
}

/** Someone of whom something is missing. */
export type Missing = { traveler: PartyTraveler; fields: DetailField[]; toSign: ToSign[] }

type Payer = Pick<Booking, 'id' | 'customerEmail'>

/** Of whom something is missing, and who of them still gets a letter that many days before the departure. */
export function lettersDue(payer: Payer, days: AskedDays) {
  const missing = missingIn(payer.id)
  const companions = missing
    .filter(({ traveler }) => hasOwnAddress(traveler, payer))
    .map((one) => ({ ...one, toSign: one.toSign.filter((document) => !whyNotSignedBy(document, 'own')) }))
    .filter(isSomething)
  return {
    missing,
    toPayer: missing.length > 0 && !isWritten(askedOfPayer(payer.id, days)),
    toCompanions: companions.filter(({ traveler }) => !isWritten(askedOfCompanion(traveler.id, days))),
  }
}

function missingIn(bookingId: number): Missing[] {
  const party = partyOf(bookingId)
  const missing = missingOf(party.map(({ id }) => id))
  const unsigned = toSignOn(bookingId).filter(({ signatureId }) => signatureId === null)
  return party
    .map((traveler) => ({
      traveler,
      fields: missing.get(traveler.id) ?? [],
      toSign: unsigned.filter(({ travelerId }) => travelerId === traveler.id),
    }))
    .filter(isSomething)
}

const isSomething = ({ fields, toSign }: Missing): boolean => fields.length + toSign.length > 0

/** A companion who reads another mailbox than the lead traveler. */
export const hasOwnAddress = ({ position, email }: PartyTraveler, { customerEmail }: Payer): boolean =>
  position > 1 && email !== null && email.toLowerCase() !== customerEmail.toLowerCase()

/** What a booking's travelers will be written on a day: which letter, and to whom. */
export type DetailsLetters = ReturnType<typeof lettersOf>[number]

/** What a page can show. */
const AT_MOST = 300

/**
 * Which letters ask for details on a business day, if no one tells us anything until then: each goes out in
 * the first run that finds its time come. `runsToday`: today's run is still to come. `cutAt`: only so many
 * bookings were looked at.
 */
export function detailsLettersOn(asked: Day, now: Date, runsToday: boolean) {
  const today = businessDay(now)
  const firstRun = runsToday ? today : addDays(today, 1)
  if (asked < firstRun) return { letters: [], cutAt: null }
  const timeHasCome = ({ startsOn }: IncompleteBooking): boolean =>
    asked === firstRun || daysAt(asked, startsOn) !== daysAt(addDays(asked, -1), startsOn)
  const due = incompleteBookings(asked).filter(timeHasCome)
  return {
    letters: due.slice(0, AT_MOST).flatMap((booking) => lettersOf(booking, asked)),
    cutAt: due.length > AT_MOST ? AT_MOST : null,
  }
}

const daysAt = (day: Day, startsOn: Day): AskedDays | null => askedAt(daysFrom(day, startsOn))

function lettersOf(booking: IncompleteBooking, asked: Day) {
  const days = daysAt(asked, booking.startsOn)
  if (days === null) return []
  const { toPayer, toCompanions } = lettersDue(booking, days)
  if (!toPayer && toCompanions.length === 0) return []
  const { reference, customerName } = booking
  return [{ reference, customerName, days, toPayer, companions: toCompanions.length }]
}
