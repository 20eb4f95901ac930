import { and, asc, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { addDays, type Day } from '#app/days'
import { failedMail } from '#app/mail/failed-mail.server'
import { db } from '#db/connection.server'
import { bookings, contactInquiries, installments } from '#db/schema'

const SHOWN = 5
/** Beyond this many a number says no more; counting goes no further. */
export const COUNTED = 1_000
const NEWEST_INQUIRIES = 50

/** Written out, not bound: only so does SQLite find the partial indexes. */
const isOwed = sql`${installments.paidAt} is null and ${installments.isOwed} = 1`
const isHeld = sql`${bookings.status} = 'pending'`
const isOverdue = and(isOwed, lt(installments.dueOn, sql.placeholder('today')))
const isDueSoon = and(
  isOwed,
  gte(installments.dueOn, sql.placeholder('today')),
  lte(installments.dueOn, sql.placeholder('lastDay')),
)

const owedFirst = (which: SQL | undefined) =>
  db
    .select({
      id: installments.id,
      reference: bookings.reference,
      customerName: bookings.customerName,
      number: installments.number,
      amountCents: installments.amountCents,
      dueOn: installments.dueOn,
    })
    .from(installments)
    .innerJoin(bookings, eq(bookings.id, installments.bookingId))
    .where(which)
    .orderBy(asc(installments.dueOn), asc(installments.id))
    .limit(SHOWN)
    .prepare()

const countOf = (table: typeof installments | typeof bookings, which: SQL | undefined) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(
      db
        .select({ one: sql`1`.as('one') })
        .from(table)
        .where(which)
        .limit(COUNTED)
        .as('counted'),
    )
    .prepare()

const overdueFirst = owedFirst(isOverdue)
const overdueCount = countOf(installments, isOverdue)
const dueSoonFirst = owedFirst(isDueSoon)
const dueSoonCount = countOf(installments, isDueSoon)

const heldFirst = db
  .select({
    reference: bookings.reference,
    customerName: bookings.customerName,
    numberOfGuests: bookings.numberOfGuests,
    holdEndsAt: bookings.holdEndsAt,
  })
  .from(bookings)
  .where(isHeld)
  .orderBy(asc(bookings.holdEndsAt))
  .limit(SHOWN)
  .prepare()
const heldCount = countOf(bookings, isHeld)

const newestInquiries = db
  .select({
    id: contactInquiries.id,
    firstName: contactInquiries.firstName,
    lastName: contactInquiries.lastName,
    interest: contactInquiries.interest,
    answeredAt: contactInquiries.answeredAt,
    createdAt: contactInquiries.createdAt,
  })
  .from(contactInquiries)
  .orderBy(desc(contactInquiries.createdAt), desc(contactInquiries.id))
  .limit(NEWEST_INQUIRIES)
  .prepare()

/**
 * What staff should look at today: installments overdue and due within seven days (today is the first), mail that
 * was given up, seats that are held and not paid, and the newest inquiries with the unanswered ones first. Five rows
 * of each, the most pressing first, and how many there are, 1,000 at most.
 */
export function needsAttention(today: Day) {
  const days = { today, lastDay: addDays(today, 6) }
  return {
    overdue: { count: overdueCount.get(days)?.count ?? 0, rows: overdueFirst.all(days) },
    dueSoon: { count: dueSoonCount.get(days)?.count ?? 0, rows: dueSoonFirst.all(days) },
    failedMail: failedMail(),
    held: { count: heldCount.get()?.count ?? 0, rows: heldFirst.all() },
    inquiries: unansweredFirst(),
  }
}

/** Among the newest fifty: who asked longer ago is found in the list of contacts. */
function unansweredFirst() {
  const newest = newestInquiries.all()
  const unanswered = newest.filter(({ answeredAt }) => answeredAt === null)
  const answered = newest.filter(({ answeredAt }) => answeredAt !== null)
  return { count: unanswered.length, rows: [...unanswered, ...answered].slice(0, SHOWN) }
}
