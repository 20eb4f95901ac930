import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { deskSettings as settings } from '#db/schema'
import { IDLE_HOURS_AT_FIRST } from './idle-hours'

const read = db.select({ idleHours: settings.idleHours }).from(settings).prepare()

/** After how many hours without a request a session ends. */
export const idleHours = (): number => read.get()?.idleHours ?? IDLE_HOURS_AT_FIRST

/** Counts at once, also for sessions that go on. From 1 to 24: the database refuses others. */
export function chooseIdleHours(hours: number, staff: Actor, now: Date): void {
  immediately(db, (tx) => {
    const before = idleHours()
    if (before === hours) return
    tx.insert(settings)
      .values({ id: 1, idleHours: hours })
      .onConflictDoUpdate({ target: settings.id, set: { idleHours: hours } })
      .run()
    recordAct(
      { ...byStaff(staff), action: 'idle-hours-chosen', subject: 'sign-in', detail: { hours, before } },
      now,
      tx,
    )
  })
}
