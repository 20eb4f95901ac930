import { db, immediately } from '#db/connection.server'
import { contactInquiries } from '#db/schema/people'
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

/** Very many of them, quickly. */
export function contacts(howMany: number, detailsOf: (row: number) => Details): void {
  const rows = Array.from({ length: howMany }, (_, row) => ({
    ...anInquiry(),
    createdAt: NOON,
    ...detailsOf(row),
  }))
  immediately((tx) => {
    for (let at = 0; at < rows.length; at += PORTION)
      tx.insert(contactInquiries)
        .values(rows.slice(at, at + PORTION))
        .run()
  })
}

const PORTION = 500
