import { eq, inArray, sql } from 'drizzle-orm'
import { journeyPage } from '#app/site/page-words.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { pageWords } from '#db/schema/site'
import { departures, tourItems, tours, tripFiles } from '#db/schema/tours'
import { discardUnheard } from './band-sound.server'
import { allTours, type Tour } from './tours.server'
import { discardUnlessNamed } from './trip-book.server'

type Kept =
  | { refused: 'gone' | 'not-draft' | 'was-sold' }
  /** With what there is of it. */
  | { refused: 'in-use'; by: string[] }

type Gone = { tour: Tour; files: { digest: string }[] }

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

    const of = departuresOf(id, tx)
    const files = tx.select().from(tripFiles).where(inArray(tripFiles.departureId, of)).all()
    // Days, trip book, documents and the journey's own letters go with them.
    tx.delete(departures).where(eq(departures.tourId, id)).run()
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
  for (const { digest } of files) await discardUnlessNamed(digest)
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
  const has = (rows: ReturnType<typeof sql>) =>
    tx.get<{ found: number }>(sql`select exists (${rows}) as found`).found === 1
  if (has(sql`select 1 from bookings where departure_id in ${of} or tour_type = ${tourType}`))
    return { refused: 'was-sold' }
  const more: Record<string, ReturnType<typeof sql>> = {
    'an agreement with a leader': sql`select 1 from leader_terms where departure_id in ${of}`,
    'costs in the accounts': sql`select 1 from departure_costs where departure_id in ${of}`,
    'a letter that you wrote or sent': sql`select 1 from broadcasts
      where departure_id in ${of} and (kind = 'written' or state <> 'draft')`,
    'a guide': sql`select 1 from guide_departures where departure_id in ${of}`,
    'guests who wait for it': sql`select 1 from departure_watchers where tour_id = ${id}
      union all select 1 from waitlist_entries where departure_id in ${of}`,
    'a discount code': sql`select 1 from discount_codes, json_each(departure_ids) as one where one.value in ${of}`,
  }
  const by = Object.keys(more).filter((name) => has(more[name] as ReturnType<typeof sql>))
  return by.length > 0 ? { refused: 'in-use', by } : null
}
