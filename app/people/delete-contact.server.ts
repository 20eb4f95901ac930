import { eq } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { type Db, db, immediately } from '#db/connection.server'
import { contactInquiries } from '#db/schema'

export type Deleted = { deleted: true } | { refused: 'gone' }

/** Deletes what a contact wrote, for good; refuses one that somebody has deleted already. */
export function deleteContact(id: number, staff: Actor, now: Date, outer: Db = db): Deleted {
  return immediately(outer, (tx) => {
    const { changes } = tx.delete(contactInquiries).where(eq(contactInquiries.id, id)).run()
    if (changes === 0) return { refused: 'gone' }

    recordAct({ ...byStaff(staff), action: 'contact-deleted', subject: `contact:${id}` }, now, tx)
    return { deleted: true }
  })
}
