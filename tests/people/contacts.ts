import { db } from '#db/connection.server'
import { contactInquiries } from '#db/schema'
import { NOON } from '#tests/fixtures/orders'
import { anInquiry } from './inquiries'

type Details = Partial<typeof contactInquiries.$inferInsert>

/** Somebody who wrote, as stored; answers the id. */
export const aContact = (details: Details = {}): number =>
  db
    .insert(contactInquiries)
    .values({ ...anInquiry(), createdAt: NOON, ...details })
    .returning({ id: contactInquiries.id })
    .get().id
