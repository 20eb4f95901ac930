import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { type PartyTraveler, travelerByLink } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, showMonth } from '#app/platform/days'
import { oneLine } from '#app/platform/typed/clean'
import { pictureAt } from '#app/site/gallery.server'
import { PICTURE } from '#app/site/list-forms'
import { storyList } from '#app/site/lists.server'
import { addPreparedPhoto, discardUnusedPhoto, preparePhoto } from '#app/site/save-picture.server'
import { type Actor, byStaff, recordAct, recordBookingAct } from '#app/staff/audit-log.server'
import { type Departure, departureOf } from '#app/tours/departures.server'
import { REVIEW_DAYS } from '#app/tours/promises'
import { db, immediately, type Tx } from '#db/connection.server'
import { rowBy } from '#db/prepared.server'
import { bookings, reviews } from '#db/schema/bookings'
import { departures } from '#db/schema/tours'
import type { ReviewTyped } from './review-form'
import {
  discardUnnamed,
  photoBytes,
  photosOf,
  photosOfEach,
  replacePhotos,
  type SentPhoto,
  storePhotos,
} from './review-photos.server'

/** From the last day of the journey on, for REVIEW_DAYS. */
type Opening = { state: 'early' | 'open' | 'over'; lastDay: Day }

const openingOf = ({ endsOn }: Pick<Departure, 'endsOn'>, today: Day): Opening => {
  const lastDay = addDays(endsOn, REVIEW_DAYS)
  return { state: today < endsOn ? 'early' : today > lastDay ? 'over' : 'open', lastDay }
}

const reviewOf = rowBy(reviews, reviews.travelerId)

/** What the link of a traveler opens; null for a link that no one has, or who has not traveled. */
export function reviewByToken(token: string, now: Date) {
  const traveler = travelerByLink(token)
  const booking = traveler && bookingWithId(traveler.bookingId)
  if (!traveler || !booking || !isPaid(booking.status)) return null
  const departure = departureOf(booking)
  const review = reviewOf(traveler.id) ?? null
  return { traveler, booking, departure, review, ...openingOf(departure, businessDay(now)) }
}

/** Whether a link may send a review now: of others its body is not read. */
export const mayReview = (token: string, now: Date): boolean => reviewByToken(token, now)?.state === 'open'

type ReviewWish = Omit<ReviewTyped, 'dropPhotos'> & { dropPhotos?: boolean }
type Saved = { saved: true } | { refused: 'unknown' | 'early' | 'over' | 'published' }

/**
 * Stores what a traveler says of the journey, or says instead: one review of each, until it is published. For
 * staff alone unless they may publish it. Photographs that come with it take the place of earlier ones.
 */
export async function saveReview(
  token: string,
  typed: ReviewWish,
  now: Date,
  photos: SentPhoto[] = [],
): Promise<Saved> {
  await storePhotos(photos)
  const { dropped, ...saved } = immediately((tx) => save(token, typed, photos, now, tx))
  await discardUnnamed([...dropped, ...photos.map(({ digest }) => digest)])
  return saved
}

function save(
  token: string,
  { dropPhotos, ...typed }: ReviewWish,
  photos: SentPhoto[],
  now: Date,
  tx: Tx,
): Saved & { dropped: string[] } {
  const found = reviewByToken(token, now)
  if (!found) return { refused: 'unknown', dropped: [] }
  const { traveler, booking, review, state } = found
  if (state !== 'open') return { refused: state, dropped: [] }
  if (review?.publishedAt) return { refused: 'published', dropped: [] }
  const id = write(traveler, typed, now, tx)
  const dropped = dropPhotos || photos.length > 0 ? replacePhotos(id, photos, now, tx) : []
  recordBookingAct(now, booking, { actor: 'traveler' }, 'review-written', { rating: typed.rating })
  return { saved: true, dropped }
}

function write(
  { id, bookingId }: PartyTraveler,
  typed: Omit<ReviewTyped, 'dropPhotos'>,
  now: Date,
  tx: Tx,
): number {
  const words = { ...typed, updatedAt: now }
  return tx
    .insert(reviews)
    .values({ ...words, travelerId: id, bookingId, createdAt: now })
    .onConflictDoUpdate({ target: reviews.travelerId, set: { ...words, setAsideAt: null } })
    .returning({ id: reviews.id })
    .get().id
}

type Decision = { id: number; updatedAt: number; publish: boolean }
type Decided = { decided: true } | { refused: 'gone' | 'not-allowed' | 'decided' | 'changed-since' | 'busy' }

/**
 * Publishes a review as a traveler's story, under the name that they chose, with its photographs in the
 * gallery, or sets it aside. Refuses one that its traveler has not allowed to be published, or has changed
 * since `updatedAt`. The files of photographs are there before anything shows them.
 */
export async function decideOnReview(decision: Decision, staff: Actor, now: Date): Promise<Decided> {
  const refused = whyNotDecided(reviewWith(decision.id), decision)
  if (refused) return { refused }
  const photos = decision.publish ? await photosToHang(decision.id) : []
  if (photos === 'busy') return { refused: 'busy' }
  const decided = immediately((tx): Decided => {
    const review = reviewWith(decision.id)
    const refused = whyNotDecided(review, decision)
    if (refused || !review) return { refused: refused ?? 'gone' }
    const [first] = photos.map((photo) => addPreparedPhoto(photo, staff, now, tx))
    const photo = first && 'slug' in first ? first.slug : undefined
    decide(review, { publish: decision.publish, photo }, staff, now, tx)
    return { decided: true }
  })
  for (const photo of photos) await discardUnusedPhoto(photo)
  return decided
}

type Review = typeof reviews.$inferSelect

const reviewWith = rowBy(reviews, reviews.id)

function whyNotDecided(review: Review | undefined, { updatedAt, publish }: Decision) {
  if (!review) return 'gone'
  if (review.publishedAt || review.setAsideAt) return 'decided'
  if (publish && !review.mayPublish) return 'not-allowed'
  return review.updatedAt.getTime() === updatedAt ? null : 'changed-since'
}

type Ruling = { publish: boolean; photo?: string | undefined }

function decide(review: Review, { publish, photo }: Ruling, staff: Actor, now: Date, tx: Tx): void {
  const booking = bookingWithId(review.bookingId)
  if (publish) {
    const { publishAs: name, place: location, rating, words } = review
    const traveledOn = booking ? departureOf(booking).startsOn : null
    const picture = photo && pictureAt(`/photos/${photo}`) ? `/photos/${photo}` : ''
    storyList.add({ name, location, rating, review: oneLine(words), traveledOn, picture }, staff, now)
  }
  tx.update(reviews)
    .set(publish ? { publishedAt: now } : { setAsideAt: now })
    .where(eq(reviews.id, review.id))
    .run()
  const reference = booking?.reference ?? ''
  const action = publish ? 'review-published' : 'review-set-aside'
  recordAct(now, { ...byStaff(staff), action, subject: `booking:${reference}` })
}

/** Those of a review that do not hang yet, each with words that staff can make better in the gallery. */
async function photosToHang(id: number) {
  const review = reviewWith(id)
  const booking = review && bookingWithId(review.bookingId)
  if (!review || !booking) return []
  const journey = showMonth(departureOf(booking).startsOn)
  const words = {
    title: cutTo(PICTURE.title.atMost, `By ${review.publishAs}, ${journey}`),
    alt: cutTo(PICTURE.alt.atMost, `A photograph that ${review.publishAs} took on the journey of ${journey}`),
    place: '',
    isHung: true,
  }
  const photos = []
  for (const { id: photoId } of photosOf(id)) {
    const bytes = await photoBytes(photoId, id)
    const prepared = bytes && (await preparePhoto(bytes, words))
    if (!prepared) continue
    if (!('refused' in prepared)) photos.push(prepared)
    else if (prepared.refused === 'busy') {
      for (const photo of photos) await discardUnusedPhoto(photo)
      return 'busy' as const
    }
  }
  return photos
}

const cutTo = (atMost: number, words: string): string =>
  words.length > atMost ? `${words.slice(0, atMost - 1)}…` : words

const waits = and(isNull(reviews.publishedAt), isNull(reviews.setAsideAt))

/** How many reviews staff have not decided on. */
export const reviewsWaiting = (): number =>
  db.select({ total: count() }).from(reviews).where(waits).get()?.total ?? 0

/** Of the newest, those that wait first: what staff look at. */
export const REVIEWS_SHOWN = 200

export function reviewList() {
  const shown = db
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
  const photos = photosOfEach(shown.map(({ id }) => id))
  return shown.map((review) => ({
    ...review,
    photos: photos.filter(({ reviewId }) => reviewId === review.id),
  }))
}
