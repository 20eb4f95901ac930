import { eq } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { addDays, type Day, daysFrom } from '#app/days'
import { type Db, db, immediately } from '#db/connection.server'
import { departureDays, departures } from '#db/schema'
import { departureIn } from './departures.server'
import { isDateTaken } from './save-departure.server'

export type DepartureCopied = { id: number } | { refused: 'gone' | 'date-taken' }

/** A new departure that begins on `startsOn`: all other dates moved by as many days, the days copied. A draft until it is opened. */
export function copyDeparture(
  id: number,
  startsOn: Day,
  actor: Actor,
  now: Date,
  outer: Db = db,
): DepartureCopied {
  return immediately(outer, (tx) => {
    const from = departureIn(tx, id)
    if (!from) return { refused: 'gone' }
    if (isDateTaken({ id: 0, tourId: from.tourId }, startsOn, tx)) return { refused: 'date-taken' }
    const moved = (day: Day) => addDays(day, daysFrom(from.startsOn, startsOn))
    const { id: _, name: __, tourType: ___, ...terms } = from
    const copy = tx
      .insert(departures)
      .values({
        ...terms,
        startsOn,
        endsOn: moved(from.endsOn),
        firstInstallmentDueOn: moved(from.firstInstallmentDueOn),
        finalInstallmentDueOn: moved(from.finalInstallmentDueOn),
        earlyBirdEndsOn: from.earlyBirdEndsOn && moved(from.earlyBirdEndsOn),
        salesOpenOn: from.salesOpenOn && moved(from.salesOpenOn),
        salesCloseOn: from.salesCloseOn && moved(from.salesCloseOn),
        sales: 'draft',
        version: 1,
        updatedAt: now,
      })
      .returning({ id: departures.id })
      .get()
    for (const { id: _day, ...day } of tx
      .select()
      .from(departureDays)
      .where(eq(departureDays.departureId, id))
      .all())
      tx.insert(departureDays)
        .values({ ...day, departureId: copy.id })
        .run()
    recordAct(
      {
        ...byStaff(actor),
        action: 'departure-copied',
        subject: `departure:${copy.id}`,
        detail: { from: from.startsOn, to: startsOn },
      },
      now,
      tx,
    )
    return copy
  })
}
