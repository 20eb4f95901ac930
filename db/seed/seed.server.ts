import { asc, eq } from 'drizzle-orm'
import { broadcasts } from '#db/schema/broadcasts'
import { experiences, galleryImages, lodges, pageWords, siteSettings, testimonials } from '#db/schema/site'
import { departureDays, departures, tourItems, tours, tripNotes } from '#db/schema/tours'
import type { Tx } from '#db/transaction'
import { OWN_LETTERS } from '#db/values'
import { EXPERIENCES } from './experiences'
import { GALLERY_IMAGES } from './gallery-images'
import { JOURNEY_LETTERS } from './journey-letters'
import { LODGES } from './lodges'
import { SITE_SETTINGS } from './site-settings'
import { TESTIMONIALS } from './testimonials'
import {
  DAYS,
  FIRST_DEPARTURE,
  FIRST_JOURNEY,
  FIRST_JOURNEY_PICTURES,
  FIRST_JOURNEY_WORDS,
  TOUR_ITEMS,
} from './tour'
import { LODGING_OF_DAYS, TRIP_NOTES } from './trip-book'

/**
 * Gives a fresh file the content a new site starts with. A file that has its tour is left alone, so that what
 * staff changed or removed stays so; but one of the time when the tour's words or pictures stood in the code
 * gets them.
 */
export function seed(tx: Tx): void {
  const [tour] = tx.select().from(tours).orderBy(asc(tours.id)).limit(1).all()
  if (tour) {
    if (tour.introTitle === '') writeWords(tour.id, tx)
    placePictures(tour.id, tx)
    return
  }
  const { id } = tx
    .insert(tours)
    .values({ ...FIRST_JOURNEY, ...FIRST_JOURNEY_WORDS })
    .returning({ id: tours.id })
    .get()
  const { departureId } = tx
    .insert(departures)
    .values({ ...FIRST_DEPARTURE, tourId: id })
    .returning({ departureId: departures.id })
    .get()
  for (const kind of OWN_LETTERS)
    tx.insert(broadcasts)
      .values({ ...JOURNEY_LETTERS[kind], kind, departureId, createdAt: FIRST_JOURNEY.updatedAt })
      .run()
  writeWords(id, tx)
  placePictures(id, tx)
  tx.insert(siteSettings).values(SITE_SETTINGS).onConflictDoNothing().run()
  tx.insert(experiences).values(EXPERIENCES).onConflictDoNothing().run()
  tx.insert(testimonials).values(TESTIMONIALS).onConflictDoNothing().run()
  tx.insert(lodges)
    .values(LODGES.map((lodge, at) => ({ ...lodge, position: at + 1 })))
    .run()
  tx.insert(galleryImages).values(GALLERY_IMAGES).onConflictDoNothing().run()
}

/** Where staff have chosen some, theirs stay. */
function placePictures(tourId: number, tx: Tx): void {
  tx.insert(pageWords)
    .values({ page: `tour-${tourId}`, words: FIRST_JOURNEY_PICTURES, updatedAt: FIRST_JOURNEY.updatedAt })
    .onConflictDoNothing()
    .run()
}

/** The words of the journey's page; the days of the departure that it has, and its trip book. */
function writeWords(tourId: number, tx: Tx): void {
  tx.update(tours).set(FIRST_JOURNEY_WORDS).where(eq(tours.id, tourId)).run()
  tx.insert(tourItems)
    .values(TOUR_ITEMS.map((item, index) => ({ ...item, tourId, position: index + 1 })))
    .run()
  for (const { id: departureId } of tx.select({ id: departures.id }).from(departures).all()) {
    tx.insert(departureDays)
      .values(DAYS.map((day, at) => ({ ...day, ...LODGING_OF_DAYS[at], departureId, position: at + 1 })))
      .run()
    tx.insert(tripNotes)
      .values(TRIP_NOTES.map((note, at) => ({ ...note, departureId, position: at + 1 })))
      .run()
  }
}
