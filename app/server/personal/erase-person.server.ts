import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { isLiving } from '#app/bookings/waitlist/entries.server'
import { actOnQueue } from '#app/bookings/waitlist/staff-waitlist.server'
import { isErasedAddress } from '#app/mail/erased-address'
import { forgetBlocks } from '#app/mail/markdown.server'
import { noteErased } from '#app/people/erased-addresses.server'
import { businessDay } from '#app/platform/clock.server'
import { noteGone, type PersonRow } from '#app/platform/gone-for-good.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { discardUnnamed } from '#app/travelers/review-photos.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings, reviewPhotos, reviews, travelers, waitlistEntries } from '#db/schema/bookings'
import { leaders } from '#db/schema/leaders'
import { outbox } from '#db/schema/mail'
import { autopayConsents } from '#db/schema/money'
import { contactInquiries, newsletterSubscriptions } from '#db/schema/people'
import { departureWatchers } from '#db/schema/tours'
import { heldRows } from './personal-data.server'
import { PERSONAL_TABLES } from './personal-tables.server'
import { isOf, type Sought, soughtBy } from './sought.server'
import { lettersWith, takeOutOfWords } from './take-out-of-words.server'
import { type Hindrance, whyNotErased } from './why-not-erased.server'

/** What the audit log says instead of whom: it names no one who was erased. */
export const ERASURES = 'erasures'

export type Erased = { erased: true } | { refused: 'unknown' } | { refused: 'hindered'; by: Hindrance[] }

/**
 * Erases all that is held of an address. What bookkeeping needs stays, without a name. Refused while they
 * have seats of a coming journey, or money is open. The file's last traces go by `removeTraces`.
 */
export async function erasePerson(email: string, staff: Actor, now: Date): Promise<Erased> {
  const erased = erase(email, staff, now)
  if ('refused' in erased) return erased
  await discardUnnamed(erased.photos)
  return { erased: true }
}

function erase(
  email: string,
  staff: Actor,
  now: Date,
): Exclude<Erased, { erased: true }> | { photos: string[] } {
  return immediately((tx) => {
    const sought = soughtBy(email)
    if (heldRows(sought).length === 0) return { refused: 'unknown' }
    const by = whyNotErased(sought, businessDay(now))
    if (by.length > 0) return { refused: 'hindered', by }

    leaveWaitlists(sought, staff, now, tx)
    noteGone({ what: 'person', rows: rowsWithAddress(sought) }, now)
    const photos = eraseFrom(soughtBy(email), now, tx)
    const detail = { bookings: sought.bookings.length, inquiries: sought.inquiries.length }
    recordAct(now, { ...byStaff(staff), action: 'person-erased', subject: ERASURES, detail })
    return { photos }
  })
}

/** Erases again, in a restored database, who had these rows; answers how many of them. */
export function erasePersonAgain(rows: PersonRow[], now: Date, tx: Tx): number {
  const photos: string[] = []
  let again = 0
  for (const row of rows) {
    const address = addressIn(row, tx)
    if (!address || isErasedAddress(address)) continue
    photos.push(...eraseFrom(soughtBy(address), now, tx))
    again += 1
  }
  if (again === 0) return 0
  const detail = { bookings: rows.filter(({ table }) => table === 'bookings').length, inquiries: 0 }
  recordAct(now, { actor: 'machine', action: 'person-erased', subject: ERASURES, detail })
  // After the commit: files that a row still names are left alone.
  queueMicrotask(() => void discardUnnamed(photos))
  return again
}

function addressIn({ table, id, createdAt }: PersonRow, tx: Tx): string | null {
  const { rows, address } = WITH_ADDRESS[table]
  return (
    tx
      .select({ address })
      .from(rows)
      .where(and(sql`${rows.id} = ${id}`, sql`${createdAtOf(WITH_ADDRESS[table])} = ${createdAt}`))
      .get()?.address ?? null
  )
}

/** Rows by which someone is found again: they have the address itself. */
const WITH_ADDRESS = {
  contact_inquiries: { rows: contactInquiries, address: contactInquiries.email },
  newsletter_subscriptions: { rows: newsletterSubscriptions, address: newsletterSubscriptions.email },
  departure_watchers: { rows: departureWatchers, address: departureWatchers.email },
  leaders: { rows: leaders, address: leaders.email },
  waitlist_entries: { rows: waitlistEntries, address: waitlistEntries.email },
  travelers: { rows: travelers, address: travelers.email },
  bookings: { rows: bookings, address: bookings.customerEmail },
  autopay_consents: { rows: autopayConsents, address: autopayConsents.payerEmail },
} as const

type WithAddress = (typeof WITH_ADDRESS)[keyof typeof WITH_ADDRESS]

const createdAtOf = ({ rows }: WithAddress) => ('createdAt' in rows ? rows.createdAt : rows.agreedAt)

const rowsWithAddress = ({ mailbox }: Sought): PersonRow[] =>
  Object.entries(WITH_ADDRESS).flatMap(([table, named]) =>
    db
      .select({ id: named.rows.id, createdAt: createdAtOf(named) })
      .from(named.rows)
      .where(isOf(mailbox, named.address))
      .all()
      .map(({ id, createdAt }) => ({
        ...{ table: table as PersonRow['table'], id, createdAt: createdAt.getTime() },
      })),
  )

/** Their places go to who is next in line. */
function leaveWaitlists({ mailbox }: Sought, staff: Actor, now: Date, tx: Tx): void {
  const waiting = tx
    .select()
    .from(waitlistEntries)
    .where(and(isOf(mailbox, waitlistEntries.email), isLiving))
    .all()
  for (const { id, departureId } of waiting)
    actOnQueue({ departureId, entryId: id, act: 'take-off' }, staff, now)
}

/** Erases table by table, then takes address and names out of what others wrote; answers their pictures. */
function eraseFrom(known: Sought, now: Date, tx: Tx): string[] {
  const sought = { ...known, letters: lettersWith(known, tx) }
  const photos = tx
    .select({ digest: reviewPhotos.digest })
    .from(reviewPhotos)
    .innerJoin(reviews, eq(reviews.id, reviewPhotos.reviewId))
    .where(inArray(reviews.travelerId, sought.travelers))
    .all()
  for (const { table, found, erasedToo, erased } of PERSONAL_TABLES) {
    if (erased === 'stays') continue
    const theirs = or(found(sought), erasedToo?.(sought))
    if (isOutbox(table)) tx.delete(outbox).where(and(isUnsent, theirs)).run()
    if (erased === 'deleted') tx.delete(table).where(theirs).run()
    else
      tx.update(table)
        .set(erased(businessDay(now)))
        .where(theirs)
        .run()
  }
  takeOutOfWords(sought, tx)
  noteErased(sought.mailbox, now, tx)
  forgetBlocks()
  return photos.map(({ digest }) => digest)
}

const isOutbox = (table: unknown): boolean => table === outbox

const isUnsent = inArray(outbox.state, ['waiting', 'sending'])
