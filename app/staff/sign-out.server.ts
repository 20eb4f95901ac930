import { byStaff, recordAct } from '#app/audit/audit-log.server'
import type { Moment } from '#app/clock.server'
import { db, immediately } from '#db/connection.server'
import { endSession, endSessionsOf, staffOf } from './sessions.server'

/** Ends the session of this token, or with `everywhere` all of its account. A session that has ended is no matter. */
export function signOut(token: string, { now, at }: Moment, everywhere = false): void {
  immediately(db, (tx) => {
    const staff = staffOf(token, at)
    const subject = `user:${staff?.username}`
    if (staff && everywhere) {
      const ended = endSessionsOf(staff.id, null, tx)
      const act = { ...byStaff(staff), action: 'signed-out-everywhere', subject, detail: { ended } } as const
      return recordAct(act, now, tx)
    }
    endSession(token, tx)
    if (staff) recordAct({ ...byStaff(staff), action: 'signed-out', subject }, now, tx)
  })
}
