import { eq } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { noteGone } from '#app/gone-for-good.server'
import { type Db, db, immediately } from '#db/connection.server'
import { contactInquiries } from '#db/schema'

export type Deleted = { deleted: true } | { refused: 'gone' }

/** Deletes what a contact wrote, for good; refuses one that somebody has deleted already. */
export function deleteContact(id: number, staff: Actor, now: Date, outer: Db = db): Deleted {
  return immediately(outer, (tx) => {
    const gone = tx.delete(contactInquiries).where(eq(contactInquiries.id, id)).returning().get()
    if (!gone) return { refused: 'gone' }

    recordAct({ ...byStaff(staff), action: 'contact-deleted', subject: `contact:${id}` }, now, tx)
    noteGone({ what: 'contact', id, createdAt: gone.createdAt.getTime() }, now)
    return { deleted: true }
  })
}
