import { eq } from 'drizzle-orm'
import { noteGone } from '#app/platform/gone-for-good.server'
import { letter } from '#app/platform/typed/clean'
import { type Actor, byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { contactInquiries, contactInquiries as contacts } from '#db/schema'

export type Annotated = { saved: true } | { refused: 'gone' | 'changed' }

/** Notes that a contact was answered, or that it was not; said twice, the first time stays. */
export function markAnswered(id: number, isAnswered: boolean, staff: Actor, now: Date): Annotated {
  return immediately((tx) => {
    const known = contactOf(id, tx)
    if (!known) return { refused: 'gone' }
    if ((known.answeredAt !== null) === isAnswered) return { saved: true }

    tx.update(contacts)
      .set({ answeredAt: isAnswered ? now : null })
      .where(eq(contacts.id, id))
      .run()
    record(isAnswered ? 'contact-answered' : 'contact-reopened', id, staff, now)
    return { saved: true }
  })
}

/**
 * Keeps the staff's note on a contact; an empty one takes it away. `before` is the note that the writer saw: refuses
 * where a colleague has written another one in the meantime.
 */
export function noteContact(id: number, note: string, before: string, staff: Actor, now: Date): Annotated {
  return immediately((tx) => {
    const known = contactOf(id, tx)
    if (!known) return { refused: 'gone' }
    // As it comes back from a form.
    const present = letter(known.note ?? '')
    if (present === note) return { saved: true }
    if (present !== before) return { refused: 'changed' }

    tx.update(contacts)
      .set({ note: note || null })
      .where(eq(contacts.id, id))
      .run()
    record('contact-noted', id, staff, now)
    return { saved: true }
  })
}

const contactOf = (id: number, tx: Tx) =>
  tx
    .select({ answeredAt: contacts.answeredAt, note: contacts.note })
    .from(contacts)
    .where(eq(contacts.id, id))
    .get()

type Annotation = 'contact-answered' | 'contact-reopened' | 'contact-noted'

const record = (action: Annotation, id: number, staff: Actor, now: Date) =>
  recordAct({ ...byStaff(staff), action, subject: `contact:${id}` }, now)

export type Deleted = { deleted: true } | { refused: 'gone' }

/** Deletes what a contact wrote, for good; refuses one that somebody has deleted already. */
export function deleteContact(id: number, staff: Actor, now: Date): Deleted {
  return immediately((tx) => {
    const gone = tx.delete(contactInquiries).where(eq(contactInquiries.id, id)).returning().get()
    if (!gone) return { refused: 'gone' }

    recordAct({ ...byStaff(staff), action: 'contact-deleted', subject: `contact:${id}` }, now)
    noteGone({ what: 'contact', id, createdAt: gone.createdAt.getTime() }, now)
    return { deleted: true }
  })
}
