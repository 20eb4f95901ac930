import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { contactInquiries } from '#db/schema'
import { type Contact, WHOLE } from './list-contacts.server'

const byId = db
  .select(WHOLE)
  .from(contactInquiries)
  .where(eq(contactInquiries.id, sql.placeholder('id')))
  .prepare()

/** One contact with everything that was written; undefined where it was deleted. `id` as it stands in an address. */
export const contactWith = (id: string | undefined): Contact | undefined =>
  /^\d{1,15}$/.test(id ?? '') ? byId.get({ id: Number(id) }) : undefined
