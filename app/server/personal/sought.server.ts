import { inArray, type SQL, sql } from 'drizzle-orm'
import { certainMailboxOf } from '#app/mail/outbox.server'
import { db } from '#db/connection.server'
import { bookings, formerWords, travelers, waitlistEntries } from '#db/schema/bookings'
import { mailboxKey } from '#db/schema/columns'
import { leaders } from '#db/schema/leaders'
import { autopayConsents } from '#db/schema/money'
import { contactInquiries, newsletterSubscriptions } from '#db/schema/people'
import { departureWatchers } from '#db/schema/tours'

/** Whom an address is, by the numbers of the rows that have it: what is theirs hangs on these. */
export type Sought = {
  mailbox: string
  /** Whether anything but letters has the address. */
  isKnown: boolean
  /** Every spelling in which the address is stored. */
  spellings: string[]
  /** Names and phone numbers of the person, and names of those whom only they named. */
  words: string[]
  /** Bookings that they lead; and of others, those on which they travel, or which were theirs before. */
  bookings: number[]
  references: string[]
  otherBookings: number[]
  formerBookings: number[]
  /** Themselves, and those of their own bookings who have no address by which to ask for themselves. */
  travelers: number[]
  /** What they agreed may be charged by itself, on whatever booking. */
  consents: number[]
  inquiries: number[]
  subscriptions: number[]
  /** To others, with the address in them: looked for where it is erased. */
  letters: number[]
}

/** Everything that the address leads to, in whatever case, and for Gmail with or without dots and tag. */
export function soughtBy(email: string): Sought {
  const mailbox = certainMailboxOf(email.trim())
  const inquiries = db.select().from(contactInquiries).where(isOf(mailbox, contactInquiries.email)).all()
  const led = db.select().from(bookings).where(isOf(mailbox, bookings.customerEmail)).all()
  const going = db
    .select()
    .from(travelers)
    .where(sql`${isOf(mailbox, travelers.email)} or (${inArray(travelers.bookingId, idsOf(led))}
      and (${travelers.position} = 1 or ${travelers.email} is null))`)
    .all()
  const former = db.select().from(formerWords).where(isOf(mailbox, formerWords.word)).all()
  const subscribed = db
    .select()
    .from(newsletterSubscriptions)
    .where(isOf(mailbox, newsletterSubscriptions.email))
    .all()
  const waiting = db.select().from(waitlistEntries).where(isOf(mailbox, waitlistEntries.email)).all()
  const watching = db.select().from(departureWatchers).where(isOf(mailbox, departureWatchers.email)).all()
  const leading = db.select().from(leaders).where(isOf(mailbox, leaders.email)).all()
  const agreed = db.select().from(autopayConsents).where(isOf(mailbox, autopayConsents.payerEmail)).all()
  const mine = new Set(idsOf(led))
  const stored = [
    ...[...inquiries, ...subscribed, ...waiting, ...watching, ...leading, ...going].map(
      ({ email: at }) => at,
    ),
    ...led.map(({ customerEmail }) => customerEmail),
    ...former.map(({ word }) => word),
    ...agreed.map(({ payerEmail }) => payerEmail),
  ]
  return {
    mailbox,
    isKnown: stored.length > 0,
    spellings: unique([email.trim(), mailbox, ...stored.map((at) => at?.toLowerCase() ?? '')]),
    words: unique([
      ...inquiries.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
      ...led.map(({ customerName }) => customerName),
      ...[...going, ...waiting, ...leading].map(({ name }) => name),
      ...[...inquiries, ...waiting, ...leading].map(({ phone }) => phone ?? ''),
      ...led.map(({ customerPhone }) => customerPhone ?? ''),
    ]),
    bookings: [...mine],
    references: led.map(({ reference }) => reference),
    otherBookings: unique(going.map(({ bookingId }) => bookingId)).filter((id) => !mine.has(id)),
    formerBookings: unique(former.map(({ bookingId }) => bookingId)).filter((id) => !mine.has(id)),
    travelers: idsOf(going),
    consents: idsOf(agreed),
    inquiries: idsOf(inquiries),
    subscriptions: idsOf(subscribed),
    letters: [],
  }
}

/** Whether a column has the address, by its index. */
export const isOf = (mailbox: string, column: unknown): SQL => sql`${mailboxKey(column)} = ${mailbox}`

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id)

const unique = <T extends string | number>(values: T[]): T[] => [...new Set(values.filter(Boolean))]
