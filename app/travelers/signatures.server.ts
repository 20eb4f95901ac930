import { max } from 'date-fns/max'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { type PartyTraveler, travelerAddress } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day } from '#app/platform/days'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { departuresAhead } from '#app/tours/departure-list.server'
import { departureOf } from '#app/tours/departures.server'
import { ADULT_FROM_YEARS } from '#app/tours/document-form'
import { type DocumentVersion, documentIn, versionsOf } from '#app/tours/documents.server'
import { departureInWords } from '#app/tours/tours.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, travelerDetails, travelers } from '#db/schema/bookings'
import { documents, documentVersions, signatures } from '#db/schema/documents'
import { departures } from '#db/schema/tours'
import { travelerWords } from './detail-fields'
import { mailSignedCopy } from './signature-mail.server'

// Who signs what is asked in one place, of a query that has joined documents, departures, travelers and what
// those told us.

const isChild = sql<number>`coalesce(${travelerDetails.bornOn} > date(${departures.startsOn}, ${sql.raw(`'-${ADULT_FROM_YEARS} years'`)}), 0)`

const isAsked = sql`(${documents.endedAt} is null and (${documents.signers} = 'each'
  or (${documents.signers} = 'lead' and ${travelers.position} = 1)
  or (${documents.signers} = 'guardian' and ${isChild})))`

/** The latest signature of the traveler that counts; null while there is none. */
const signatureId = sql<number | null>`(select max(${signatures.id}) from ${signatures}
  join ${documentVersions} on ${documentVersions.id} = ${signatures.versionId}
  where ${documentVersions.documentId} = ${documents.id} and ${signatures.travelerId} = ${travelers.id}
    and ${signatures.endedAt} is null and ${documentVersions.id} >= (select max(needed.id)
      from document_versions needed where needed.document_id = ${documents.id} and needed.asks_again = 1))`

/** Of a traveler in a query that has joined departure and details: something is still to be signed. */
export const hasToSign: SQL = sql`exists (select 1 from ${documents}
  where ${documents.departureId} = ${departures.id} and ${isAsked} and ${signatureId} is null)`

const ASKED = {
  travelerId: travelers.id,
  position: travelers.position,
  name: travelers.name,
  bookingId: bookings.id,
  reference: bookings.reference,
  documentId: documents.id,
  signers: documents.signers,
  daysBefore: documents.daysBefore,
  startsOn: departures.startsOn,
  bookedAt: bookings.createdAt,
  isChild: sql<boolean>`${isChild}`.mapWith(Boolean),
  signatureId,
}

const askedWhere = (which: SQL) =>
  db
    .select(ASKED)
    .from(documents)
    .innerJoin(departures, eq(departures.id, documents.departureId))
    .innerJoin(bookings, eq(bookings.departureId, departures.id))
    .innerJoin(travelers, eq(travelers.bookingId, bookings.id))
    .leftJoin(travelerDetails, eq(travelerDetails.travelerId, travelers.id))
    .where(and(which, isAsked, isPaidBooking))
    .orderBy(asc(documents.id), asc(bookings.id), asc(travelers.position))

const askedOfBooking = prepared(() => askedWhere(sql`${bookings.id} = ${sql.placeholder('id')}`).prepare())
const askedOfDeparture = prepared(() =>
  askedWhere(sql`${departures.id} = ${sql.placeholder('id')}`).prepare(),
)

export type ToSign = ReturnType<typeof toSignOn>[number]

/** What travelers of a booking sign or have signed, document by document. */
export const toSignOn = (bookingId: number) => askedOfBooking().all({ id: bookingId }).map(withDocument)

/** The same of everyone who travels on a departure. */
export const toSignOnDeparture = (departureId: number) =>
  askedOfDeparture().all({ id: departureId }).map(withDocument)

/** The documents that a traveler of the departure has not signed, by traveler. */
export const unsignedOn = (departureId: number): Map<number, string[]> =>
  titlesByTraveler(toSignOnDeparture(departureId))

/** The same of one booking. */
export const unsignedOf = (bookingId: number): Map<number, string[]> => titlesByTraveler(toSignOn(bookingId))

function titlesByTraveler(asked: ToSign[]): Map<number, string[]> {
  const open = asked.filter((one) => one.signatureId === null)
  return new Map(
    [...Map.groupBy(open, ({ travelerId }) => travelerId)].map(([id, rows]) => [
      id,
      rows.map(({ title }) => title),
    ]),
  )
}

function withDocument(row: ReturnType<ReturnType<typeof askedOfBooking>['all']>[number]) {
  const versions = versionsOf(row.documentId)
  const version = versions.at(-1) as DocumentVersion
  const needed = versions.findLast(({ asksAgain }) => asksAgain) ?? version
  const askedSince = max([needed.since, row.bookedAt])
  return { ...row, version, title: version.title, askedSince, signBy: addDays(row.startsOn, -row.daysBefore) }
}

/** The departures ahead on which a document should be signed by now, with how many signatures are missing. */
export const signaturesMissing = (today: Day) =>
  departuresAhead(today).flatMap((departure) => {
    const departureId = departure.id
    const missing = signingProgress(departureId, today)?.overdue ?? 0
    return missing > 0 ? [{ departureId, dates: departureInWords(departure), missing }] : []
  })

/** How far a departure's signatures have come; null where nothing is to be signed. */
export function signingProgress(departureId: number, today: Day) {
  const asked = toSignOnDeparture(departureId)
  if (asked.length === 0) return null
  const open = asked.filter((one) => one.signatureId === null)
  return {
    asked: asked.length,
    open: open.length,
    overdue: open.filter(({ signBy }) => signBy < today).length,
  }
}

export type Signature = typeof signatures.$inferSelect

export const signatureWithId = (id: number): Signature | undefined =>
  db.select().from(signatures).where(eq(signatures.id, id)).get()

export type SignedByLink = Signature['byLink']
type NotSigned = 'not-asked' | 'changed-since' | 'by-guardian' | 'by-themselves'

/** Who may sign by a page: adults by their own, the lead traveler by the booking's, for a child too. */
export const whyNotSignedBy = (
  { isChild, position }: Pick<ToSign, 'isChild' | 'position'>,
  byLink: SignedByLink,
): 'by-guardian' | 'by-themselves' | null => {
  if (isChild) return byLink === 'booking' ? null : 'by-guardian'
  return byLink === 'own' || position === 1 ? null : 'by-themselves'
}

type SigningWish = {
  documentId: number
  /** The one that was on the page. */
  versionId: number
  signedName: string
  byLink: SignedByLink
}

/**
 * Signs a document for a traveler, once, and mails a copy. Refuses what is not asked of them, another version
 * than the page showed, and a page by which someone else would sign.
 */
export function signDocument(
  traveler: PartyTraveler,
  { documentId, versionId, signedName, byLink }: SigningWish,
  now: Date,
): { signed: Signature } | { refused: NotSigned } {
  return immediately((tx) => {
    const booking = bookingWithId(traveler.bookingId)
    const asked = booking && toSignAt(booking, traveler, documentId, now)
    if (!booking || !asked) return { refused: 'not-asked' }
    const signed = asked.signatureId === null ? undefined : signatureWithId(asked.signatureId)
    if (signed) return { signed }
    const { version, signers } = asked
    if (version.id !== versionId) return { refused: 'changed-since' }
    const refused = whyNotSignedBy(asked, byLink)
    if (refused) return { refused }
    const signature = tx
      .insert(signatures)
      .values({
        ...{ versionId, bookingId: booking.id, travelerId: traveler.id, signedName, byLink },
        travelerName: travelerWords(traveler),
        signedAs: asked.isChild ? 'guardian' : signers === 'lead' ? 'lead' : 'traveler',
        digest: version.digest,
        signedAt: now,
      })
      .returning()
      .get()
    const detail = { title: version.title, traveler: traveler.position }
    recordBookingAct(now, booking, { actor: 'traveler' }, 'document-signed', detail)
    const own = byLink === 'own' ? { email: traveler.email, address: travelerAddress(traveler) } : null
    mailSignedCopy(booking, { signature, version, own }, now)
    return { signed: signature }
  })
}

/** What a traveler signs of a document, while their journey has not ended. */
export function toSignAt(
  booking: Booking,
  traveler: PartyTraveler,
  documentId: number,
  now: Date,
): ToSign | undefined {
  const { canceledAt, endsOn } = departureOf(booking)
  if (!isPaid(booking.status) || canceledAt !== null || endsOn < businessDay(now)) return undefined
  return toSignOn(booking.id).find((one) => one.travelerId === traveler.id && one.documentId === documentId)
}

/** Another person has the seat: what the former one signed counts for them no more. */
export function endSignatures(travelerId: number, now: Date, tx: Tx): void {
  tx.update(signatures)
    .set({ endedAt: now })
    .where(and(eq(signatures.travelerId, travelerId), isNull(signatures.endedAt)))
    .run()
}

/** Each version of a document, with who signed it: the text is the one that they saw. */
export function evidenceOf(departureId: number, documentId: number) {
  if (!documentIn(departureId, documentId)) return null
  const signed = db
    .select({ signature: signatures, reference: bookings.reference })
    .from(signatures)
    .innerJoin(documentVersions, eq(documentVersions.id, signatures.versionId))
    .innerJoin(bookings, eq(bookings.id, signatures.bookingId))
    .where(eq(documentVersions.documentId, documentId))
    .orderBy(asc(signatures.id))
    .all()
  return versionsOf(documentId).map((version, index) => ({
    ...version,
    number: index + 1,
    signed: signed.filter(({ signature }) => signature.versionId === version.id),
  }))
}
