import { eq } from 'drizzle-orm'
import { noteGone } from '#app/platform/gone-for-good.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import { immediately } from '#db/connection.server'
import { contactInquiries as contacts } from '#db/schema'

export type Annotated = { saved: true } | { refused: 'gone' }

/** Notes that a contact was answered, or that it was not; said twice, the first time stays. */
export function markAnswered(id: number, isAnswered: boolean, staff: Actor, now: Date): Annotated {
  return immediately((tx) => {
    const known = tx
      .select({ answeredAt: contacts.answeredAt })
      .from(contacts)
      .where(eq(contacts.id, id))
      .get()
    if (!known) return { refused: 'gone' }
    if ((known.answeredAt !== null) === isAnswered) return { saved: true }

    tx.update(contacts)
      .set({ answeredAt: isAnswered ? now : null })
      .where(eq(contacts.id, id))
      .run()
    const action = isAnswered ? 'contact-answered' : 'contact-reopened'
    recordAct({ ...byStaff(staff), action, subject: `contact:${id}` }, now)
    return { saved: true }
  })
}

export type Deleted = { deleted: true } | { refused: 'gone' }

/** Deletes what a contact wrote, for good; refuses one that somebody has deleted already. */
export function deleteContact(id: number, staff: Actor, now: Date): Deleted {
  return immediately((tx) => {
    const gone = tx.delete(contacts).where(eq(contacts.id, id)).returning().get()
    if (!gone) return { refused: 'gone' }

    recordAct({ ...byStaff(staff), action: 'contact-deleted', subject: `contact:${id}` }, now)
    noteGone({ what: 'contact', id, createdAt: gone.createdAt.getTime() }, now)
    return { deleted: true }
  })
}
