import { eq } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { type Db, db, immediately } from '#db/connection.server'
import { departures } from '#db/schema'
import { departureIn } from './departures.server'
import { whyKept } from './save-departure.server'

export type DepartureRemoved = { removed: true } | { refused: 'gone' | 'has-bookings' | 'only-one' }

/** Deletes a departure with its days; one that was ever booked stays for ever, and so does the only one that the site shows. */
export function removeDeparture(id: number, actor: Actor, now: Date, outer: Db = db): DepartureRemoved {
  return immediately(outer, (tx) => {
    const departure = departureIn(tx, id)
    if (!departure) return { refused: 'gone' }
    const kept = whyKept(departure, tx)
    if (kept) return { refused: kept }
    tx.delete(departures).where(eq(departures.id, id)).run()
    const detail = { startsOn: departure.startsOn }
    recordAct({ ...byStaff(actor), action: 'departure-removed', subject: `departure:${id}`, detail }, now, tx)
    return { removed: true }
  })
}
