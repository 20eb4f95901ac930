import { eq, sql } from 'drizzle-orm'
import { journeyPage } from '#app/site/page-words.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { pageWords } from '#db/schema/site'
import { departures, tourItems, tours } from '#db/schema/tours'
import { discardUnheard } from './band-sound.server'
import { deleteDepartures, discardFiles, exists, type InUse, usedBy } from './remove-departure.server'
import { allTours, type Tour } from './tours.server'
import type { TripFile } from './trip-book.server'

type Kept = { refused: 'gone' | 'not-draft' | 'was-sold' } | InUse

type Gone = { tour: Tour; files: TripFile[] }

/**
 * Deletes a draft with its words, lists, pictures and departures. Refused of one that guests have seen, that
 * was ever booked, or of which there is more than was copied.
 */
export async function removeJourney(
  id: number,
  actor: Actor,
  now: Date,
): Promise<{ removed: string } | Kept> {
  const outcome = immediately((tx): Kept | Gone => {
    const tour = allTours().find((one) => one.id === id)
    if (!tour) return { refused: 'gone' }
    const kept = whyKept(tour, tx)
    if (kept) return kept

    const files = deleteDepartures(departuresOf(id, tx), tx)
    tx.delete(tourItems).where(eq(tourItems.tourId, id)).run()
    tx.delete(pageWords)
      .where(eq(pageWords.page, journeyPage({ tourId: id })))
      .run()
    tx.delete(tours).where(eq(tours.id, id)).run()
    const detail = { title: tour.name }
    recordAct(now, { ...byStaff(actor), action: 'journey-removed', subject: `tour:${id}`, detail })
    return { tour, files }
  })
  if ('refused' in outcome) return outcome
  const { tour, files } = outcome
  if (tour.bandSound) await discardUnheard(tour.bandSound)
  await discardFiles(files)
  return { removed: tour.name }
}

const departuresOf = (tourId: number, tx: Tx): number[] =>
  tx
    .select({ id: departures.id })
    .from(departures)
    .where(eq(departures.tourId, tourId))
    .all()
    .map(({ id }) => id)

function whyKept({ id, state, tourType }: Tour, tx: Tx): Kept | null {
  if (state !== 'draft') return { refused: 'not-draft' }
  const of = sql`(select id from departures where tour_id = ${id})`
  if (exists(sql`select 1 from bookings where departure_id in ${of} or tour_type = ${tourType}`, tx))
    return { refused: 'was-sold' }
  // They wait for the journey, also where none of its departures is named.
  if (exists(sql`select 1 from departure_watchers where tour_id = ${id}`, tx))
    return { refused: 'in-use', by: ['guests who wait for it'] }
  return usedBy(of, tx)
}
