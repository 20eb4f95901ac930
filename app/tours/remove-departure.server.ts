import { inArray, type SQL, sql } from 'drizzle-orm'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { departures, tripFiles } from '#db/schema/tours'
import { departureIn } from './departures.server'
import { whyPublic } from './save-departure.server'
import { discardUnlessNamed, type TripFile } from './trip-book.server'

/** It has things that no copy of a departure has: what they are, as staff read it. */
export type InUse = { refused: 'in-use'; by: string[] }

type Kept = { refused: 'gone' | 'has-bookings' | 'only-one' } | InUse

export type DepartureRemoved = { removed: true } | Kept

/**
 * Deletes a departure with all that a copy of one has. One that was ever booked stays, and so do the only one
 * shown and one of which there is more.
 */
export async function removeDeparture(id: number, actor: Actor, now: Date): Promise<DepartureRemoved> {
  const outcome = immediately((tx): Kept | { files: TripFile[] } => {
    const departure = departureIn(id)
    if (!departure) return { refused: 'gone' }
    const refused = whyPublic(departure, tx)
    if (refused) return { refused }
    const inUse = usedBy(sql`(${id})`, tx)
    if (inUse) return inUse
    const files = deleteDepartures([id], tx)
    const detail = { startsOn: departure.startsOn }
    recordDepartureAct(now, id, byStaff(actor), 'departure-removed', detail)
    return { files }
  })
  if ('refused' in outcome) return outcome
  await discardFiles(outcome.files)
  return { removed: true }
}

/** Days, trip book, documents and the journey's own letters go with them. Answers the files to discard. */
export function deleteDepartures(ids: number[], tx: Tx): TripFile[] {
  const files = tx.select().from(tripFiles).where(inArray(tripFiles.departureId, ids)).all()
  tx.delete(departures).where(inArray(departures.id, ids)).run()
  return files
}

/** Once their rows are gone. */
export async function discardFiles(files: TripFile[]): Promise<void> {
  for (const { digest } of files) await discardUnlessNamed(digest)
}

/** What there is of departures besides what was copied; null where there is nothing. */
export function usedBy(departureIds: SQL, tx: Tx): InUse | null {
  const of = sql`departure_id in ${departureIds}`
  const uses: Record<string, SQL> = {
    'an agreement with a leader': sql`select 1 from leader_terms where ${of}`,
    'costs in the accounts': sql`select 1 from departure_costs where ${of}`,
    'a letter that you wrote or sent': sql`select 1 from broadcasts
      where ${of} and (kind = 'written' or state not in ('draft', 'scheduled'))`,
    'a guide': sql`select 1 from guide_departures where ${of}`,
    'guests who asked about it': sql`select 1 from departure_watchers where ${of}
      union all select 1 from waitlist_entries where ${of}`,
    'a discount code that is valid for it': sql`select 1 from discount_codes, json_each(departure_ids) as one
      where one.value in ${departureIds}`,
    'a document that someone signed': sql`select 1 from signatures
      join document_versions as version on version.id = version_id
      join documents on documents.id = document_id where ${of}`,
    'a decision to postpone or cancel it': sql`select 1 from schedule_changes where ${of}`,
    'a place that a traveler offered': sql`select 1 from offered_places where ${of}`,
    'a day on which everyone was aboard': sql`select 1 from aboard_ticks where ${of}`,
  }
  const by = Object.keys(uses).filter((name) => exists(uses[name] as SQL, tx))
  return by.length > 0 ? { refused: 'in-use', by } : null
}

export const exists = (rows: SQL, tx: Tx): boolean =>
  tx.get<{ found: number }>(sql`select exists (${rows}) as found`).found === 1
