import { and, desc, eq, gt, gte, isNotNull, ne, notInArray, sql } from 'drizzle-orm'
import { type Letter, words } from '#app/mail/letter'
import { isWritten, mailboxOf, occasionOf } from '#app/mail/outbox.server'
import { businessDay, HOUR_MS } from '#app/platform/clock.server'
import { type Day, showDays } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { siteSettings } from '#app/site/settings.server'
import { type Departure, departureOf, salesState, seatsLeft } from '#app/tours/departures.server'
import { bookedParty, roomsInWords } from '#app/tours/party'
import { isUnfinished } from '#db/booking-queries.server'
import { db, immediately } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, travelers } from '#db/schema/bookings'
import { newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { departures } from '#db/schema/tours'
import { termsOnOffer } from './checkout-offer.server'
import { type Booking, finishAddress, NO_BROWSER } from './find-booking.server'
import { letterTo, postToTraveler } from './traveler-letters.server'

/** From when, and until when, after a booking was begun its guest is written to (rules 1.25). */
const AFTER_HOURS = 24
const UNTIL_HOURS = 72

/**
 * Writes once to a guest who began to book a day ago and did not pay, while their departure has seats for
 * them: one letter for a mailbox and a departure, ever; none to anyone who has booked, holds seats or has
 * unsubscribed. Gives how many letters were written.
 */
export function notifyUnfinished(now: Date): number {
  if (unfinishedOf(now).length === 0) return 0
  return immediately(() => {
    const silent = silentMailboxes(businessDay(now))
    return unfinishedOf(now).filter((booking) => {
      const departure = departureOf(booking)
      const isSold = salesState(departure, businessDay(now), booking.leaderId) === 'open'
      if (!isSold || seatsLeft(departure, booking.leaderId) < booking.travelers) return false
      if (silent.has(mailboxOf(booking.customerEmail))) return false
      const letter = unfinishedBooking(booking, departure, businessDay(now))
      return postToTraveler(booking, now, { ...onceFor(booking), letter }) !== null
    }).length
  })
}

const onceFor = ({ customerEmail, departureId }: Booking) => ({
  kind: 'booking-unfinished' as const,
  once: `${departureId}:${mailboxOf(customerEmail)}`,
})

// Where staff changed its address: the one that it has now did not begin it.
const isOwn = ne(bookings.browserDigest, NO_BROWSER)

const begunAfter = prepared(() =>
  db
    .select()
    .from(bookings)
    .where(and(isUnfinished, gt(bookings.createdAt, sql.placeholder('instant')), isOwn))
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .prepare(),
)

/** The last that each mailbox began for a departure, once a day old; not where its letter was written. */
function unfinishedOf(now: Date): Booking[] {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const begun = begunAfter().all({ instant: hoursAgo(UNTIL_HOURS).getTime() })
  const lastOfEach = new Map(begun.toReversed().map((booking) => [occasionOf(onceFor(booking)), booking]))
  return [...lastOfEach.values()].filter(
    (booking) => booking.createdAt <= hoursAgo(AFTER_HOURS) && !isWritten(onceFor(booking)),
  )
}

/** Those who book, hold seats or are named on a coming journey, also a canceled one, or unsubscribed. */
function silentMailboxes(today: Day): Set<string> {
  const booked = db
    .select({ email: bookings.customerEmail, own: travelers.email })
    .from(departures)
    .innerJoin(bookings, eq(bookings.departureId, departures.id))
    .innerJoin(travelers, eq(travelers.bookingId, bookings.id))
    .where(and(gte(departures.startsOn, today), notInArray(bookings.status, ['expired', 'payment_failed'])))
    .all()
  const left = db
    .select({ email: subscriptions.email })
    .from(subscriptions)
    .where(isNotNull(subscriptions.unsubscribedAt))
    .all()
  const addresses = [
    ...booked.flatMap(({ email, own }) => [email, own ?? email]),
    ...left.map((row) => row.email),
  ]
  return new Set(addresses.map(mailboxOf))
}

/** The one letter to a guest who began to book and did not pay: there are still seats. */
function unfinishedBooking(booking: Booking, departure: Departure, today: Day): Letter {
  const party = bookedParty(booking)
  const { totalCents, depositCents } = termsOnOffer(departure, undefined, party, today)
  const { name: tourName, startsOn, endsOn } = departure
  const about = { travelerName: booking.customerName, ...siteSettings() }
  return letterTo(about)`
    # You began to book the ${tourName}

    You began to book the ${tourName} but did not finish, so nothing was charged. We no longer hold seats for you, but
    some are still available.

    | Dates | ${showDays(startsOn, endsOn)} |
    | Room | ${roomsInWords(party)} |
    | Price today | ${showCents(totalCents)} |
    ${depositCents < totalCents && words`| Deposit | ${showCents(depositCents)} |`}

    [Finish booking](${finishAddress(booking)})

    -# The link opens checkout with what you filled in, so keep it to yourself. We’ll write to you about this only once:
    if you’ve changed your mind, there’s nothing to do.
  `
}
