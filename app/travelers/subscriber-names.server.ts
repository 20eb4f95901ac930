import { and, eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { certainMailboxOf } from '#app/mail/outbox.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { nameInMail } from '#app/platform/typed/text'
import { db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, travelers } from '#db/schema/bookings'
import { mailboxKey } from '#db/schema/columns'
import { contactInquiries as inquiries } from '#db/schema/people'

const mailbox = sql.placeholder('mailbox')
const hasPaid = sql`${bookings.status} in ('deposit_paid', 'completed', 'cancelled', 'refunded')`

/** What the owner of a mailbox is called: as a guest who paid, in a party, or where they wrote to us. */
const names = prepared(() =>
  unionAll(
    db
      .select({ name: bookings.customerName, rank: sql<number>`1`.as('rank'), id: bookings.id })
      .from(bookings)
      .where(and(eq(mailboxKey(bookings.customerEmail), mailbox), hasPaid)),
    db
      .select({ name: travelers.name, rank: sql<number>`2`, id: travelers.id })
      .from(travelers)
      .innerJoin(bookings, eq(bookings.id, travelers.bookingId))
      .where(and(eq(mailboxKey(travelers.email), mailbox), hasPaid)),
    db
      .select({ name: inquiries.firstName, rank: sql<number>`3`, id: inquiries.id })
      .from(inquiries)
      .where(eq(mailboxKey(inquiries.email), mailbox)),
  )
    .orderBy(sql`2, 3 desc`)
    .limit(1)
    .prepare(),
)

/** The first name of a subscriber, whose subscription has an address alone; null where no one told us. */
export function firstNameAt(email: string): string | null {
  const [known] = names().all({ mailbox: certainMailboxOf(email) })
  const name = nameInMail(known?.name ?? '')
  return name === '' ? null : firstNameOf(name)
}
