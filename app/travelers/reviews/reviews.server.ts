import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { type PartyTraveler, travelerByLink } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day } from '#app/platform/days'
import { oneLine } from '#app/platform/typed/clean'
import { addStory } from '#app/site/stories.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import { type Departure, departureOf } from '#app/tours/departures.server'
import { REVIEW_DAYS } from '#app/tours/journey-letters'
import { db, immediately, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, departures, reviews } from '#db/schema'
import type { ReviewTyped } from './review-form'

/** From the last day of the journey on, for REVIEW_DAYS. */
type Opening = { state: 'early' | 'open' | 'over'; lastDay: Day }

const openingOf = ({ endsOn }: Pick<Departure, 'endsOn'>, today: Day): Opening => {
  const lastDay = addDays(endsOn, REVIEW_DAYS)
  return { state: today < endsOn ? 'early' : today > lastDay ? 'over' : 'open', lastDay }
}

const ofTraveler = prepared(() =>
  db
    .select()
    .from(reviews)
    .where(eq(reviews.travelerId, sql.placeholder('travelerId')))
    .prepare(),
)

/** What the link of a traveler opens; null for a link that nobody has, or who has not traveled. */
export function reviewBehind(token: string, now: Date) {
  const traveler = travelerByLink(token)
  const booking = traveler && bookingWithId(traveler.bookingId)
  if (!traveler || !booking || !isPaid(booking.status)) return null
  const departure = departureOf(booking)
  const review = ofTraveler().get({ travelerId: traveler.id }) ?? null
  return { traveler, booking, departure, review, ...openingOf(departure, businessDay(now)) }
}

type Saved = { saved: true } | { refused: 'unknown' | 'early' | 'over' | 'published' }

/**
 * Stores what a traveler says of the journey, or says instead: one review of each, until it is published. For
 * staff alone unless they may publish it.
 */
export function saveReview(token: string, typed: ReviewTyped, now: Date): Saved {
  return immediately((tx) => {
    const found = reviewBehind(token, now)
    if (!found) return { refused: 'unknown' }
    const { traveler, booking, review, state } = found
    if (state !== 'open') return { refused: state }
    if (review?.publishedAt) return { refused: 'published' }
    write(traveler, typed, now, tx)
    const subject = `booking:${booking.reference}`
    recordAct({ actor: 'traveler', action: 'review-written', subject, detail: { rating: typed.rating } }, now)
    return { saved: true }
  })
}

function write({ id, bookingId }: PartyTraveler, typed: ReviewTyped, now: Date, tx: Tx): void {
  const words = { ...typed, updatedAt: now }
  tx.insert(reviews)
    .values({ ...words, travelerId: id, bookingId, createdAt: now })
    .onConflictDoUpdate({ target: reviews.travelerId, set: { ...words, setAsideAt: null } })
    .run()
}

type Decided = { decided: true } | { refused: 'gone' | 'not-allowed' | 'decided' | 'changed-meanwhile' }

/**
 * Publishes a review as a traveler's story, under the name that they chose, or sets it aside. Refuses one that
 * its traveler has not allowed to be published, or has changed since `updatedAt`.
 */
export function decideOnReview(
  { id, updatedAt, publish }: { id: number; updatedAt: number; publish: boolean },
  staff: Actor,
  now: Date,
): Decided {
  return immediately((tx) => {
    const review = tx.select().from(reviews).where(eq(reviews.id, id)).get()
    if (!review) return { refused: 'gone' }
    if (review.publishedAt || review.setAsideAt) return { refused: 'decided' }
    if (publish && !review.mayPublish) return { refused: 'not-allowed' }
    if (review.updatedAt.getTime() !== updatedAt) return { refused: 'changed-meanwhile' }
    if (publish) {
      const { publishAs: name, place: location, rating, words } = review
      addStory({ name, location, rating, review: oneLine(words) }, staff, now)
    }
    tx.update(reviews)
      .set(publish ? { publishedAt: now } : { setAsideAt: now })
      .where(eq(reviews.id, id))
      .run()
    const reference = bookingWithId(review.bookingId)?.reference ?? ''
    const action = publish ? 'review-published' : 'review-set-aside'
    recordAct({ ...byStaff(staff), action, subject: `booking:${reference}` }, now)
    return { decided: true }
  })
}

const waits = and(isNull(reviews.publishedAt), isNull(reviews.setAsideAt))

/** How many reviews nobody of the staff has decided on. */
export const reviewsWaiting = (): number =>
  db.select({ total: count() }).from(reviews).where(waits).get()?.total ?? 0

/** Of the newest, those that wait first: what staff look at. */
export const REVIEWS_SHOWN = 200

export const reviewList = () =>
  db
    .select({
      ...{ id: reviews.id, rating: reviews.rating, words: reviews.words, mayPublish: reviews.mayPublish },
      ...{ publishAs: reviews.publishAs, place: reviews.place, updatedAt: reviews.updatedAt },
      ...{ publishedAt: reviews.publishedAt, setAsideAt: reviews.setAsideAt },
      reference: bookings.reference,
      startsOn: departures.startsOn,
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .innerJoin(departures, eq(departures.id, bookings.departureId))
    .orderBy(asc(sql`not (${waits})`), desc(reviews.id))
    .limit(REVIEWS_SHOWN)
    .all()
