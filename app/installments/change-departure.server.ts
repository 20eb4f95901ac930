import type { Actor } from '#app/audit/audit-log.server'
import { type DepartureSaved, saveDeparture } from '#app/tour/save-departure.server'
import { type Db, db, immediately } from '#db/connection.server'
import { keepDueBeforeDeparture } from './due-before-departure.server'

type Saved = Extract<DepartureSaved, { changed: unknown }>

/** What `saveDeparture` answers, and for how many bookings that are owed something a due date was moved with the first day. */
export type DepartureChanged = (Saved & { dueMoved: number }) | Exclude<DepartureSaved, Saved>

/** Saves a departure as `saveDeparture` does; where its first day changed, all that its bookings owe stays due before it. */
export function changeDeparture(
  id: number,
  terms: Parameters<typeof saveDeparture>[1],
  actor: Actor,
  now: Date,
  outer: Db = db,
): DepartureChanged {
  return immediately(outer, (tx) => {
    const saved = saveDeparture(id, terms, actor, now, tx)
    if ('refused' in saved) return saved
    const isMoved = saved.changed.includes('startsOn')
    const dueMoved = isMoved ? keepDueBeforeDeparture(id, saved.departure.startsOn, now, tx) : 0
    return { ...saved, dueMoved }
  })
}
