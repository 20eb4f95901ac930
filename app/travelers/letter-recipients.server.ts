import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { isToken } from '#app/bookings/find-booking.server'
import { erasedWords } from '#app/mail/erased-address'
import { certainMailboxOf, type Mailbox } from '#app/mail/outbox.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import type { DepartureLetter } from '#app/tours/broadcasts.server'
import { db } from '#db/connection.server'
import { prepared, rowBy } from '#db/prepared.server'
import { bookings, travelerDetails, travelers } from '#db/schema/bookings'
import { outbox, broadcastRecipients as recipients } from '#db/schema/mail'
import { isComplete } from './details.server'

/** Of whom there is anything to say: those who travel, those who hold a seat, and those who have canceled. */
const known = prepared(() =>
  db
    .select({
      travelerId: travelers.id,
      bookingId: bookings.id,
      reference: bookings.reference,
      status: bookings.status,
      moneyState: bookings.moneyState,
      askedCents: bookings.askedCents,
      position: travelers.position,
      name: travelers.name,
      email: travelers.email,
      roomId: travelers.roomId,
      linkToken: travelers.linkToken,
      customerName: bookings.customerName,
      customerEmail: bookings.customerEmail,
      customerPhone: bookings.customerPhone,
      ownPhone: travelerDetails.ownPhone,
      hasAllDetails: sql<number>`coalesce(${isComplete}, 0)`,
    })
    .from(bookings)
    .innerJoin(travelers, sql`${travelers.bookingId} = ${bookings.id}`)
    .leftJoin(travelerDetails, sql`${travelerDetails.travelerId} = ${travelers.id}`)
    .where(
      sql`${bookings.departureId} = ${sql.placeholder('departureId')}
        and ${bookings.status} in ('pending', 'deposit_paid', 'completed', 'cancelled', 'refunded')
        and ${bookings.id} = coalesce(${sql.placeholder('bookingId')}, ${bookings.id})`,
    )
    .orderBy(bookings.id, travelers.position)
    .prepare(),
)

type Known = ReturnType<ReturnType<typeof known>['all']>[number]

/** Someone whom a letter reaches, in a mailbox of their own. */
export type Recipient = {
  travelerId: number
  bookingId: number
  reference: string
  isLead: boolean
  called: string
  firstName: string | null
  to: Mailbox
  phone: string | null
  linkToken: string
  /** Of whose party it speaks, beside the reader: those who have no address of their own. */
  alsoFor: string[]
}

export const WHY_NOT = {
  held: 'Has not paid yet',
  canceled: 'Has canceled',
  'owes-nothing': 'Owes nothing',
  'details-complete': 'No details are missing',
  'other-room': 'Sleeps in another room',
  'not-chosen': 'Not chosen',
} as const
export type WhyNot = keyof typeof WHY_NOT

type Unreached = {
  travelerId: number
  called: string
  reference: string
  why: WhyNot | null
  /** Who gets it in their place. */
  through: string | null
}

export type Reached = { gets: Recipient[]; others: Unreached[] }

type Asked = Pick<DepartureLetter, 'departureId' | 'audience' | 'addressees'>

/**
 * Whom a letter to a departure reaches at this moment, and why others get none: the one place that says it,
 * for the preview, for sending, and once more before a mail that waited goes out. Each mailbox of a booking
 * gets it once. With `bookingId`, of that booking alone.
 */
export function reachedBy(letter: Asked, bookingId: number | null = null): Reached {
  const reached: Reached = { gets: [], others: [] }
  for (const party of partiesIn(known().all({ departureId: letter.departureId, bookingId })))
    addParty(party, letter, reached)
  return reached
}

/** Those who travel on a departure, for staff to choose among. */
export const travelersOn = (departureId: number) =>
  known()
    .all({ departureId, bookingId: null })
    .filter((row) => whyNot(row, { who: 'all', ids: [] }) === null)
    .map(nameOf)

function partiesIn(rows: Known[]): Known[][] {
  const parties = new Map<number, Known[]>()
  for (const row of rows) parties.set(row.bookingId, [...(parties.get(row.bookingId) ?? []), row])
  return [...parties.values()]
}

function addParty(party: Known[], letter: Asked, { gets, others }: Reached): void {
  const [lead] = party
  if (!lead) return
  const byMailbox = new Map<string, Recipient>()
  const meant = party.filter((row) => {
    const why = whyNot(row, letter.audience)
    if (why) others.push({ ...nameOf(row), why, through: null })
    return why === null
  })
  for (const row of meant) {
    const address = addressOf(row, letter)
    const reader = address === null ? lead : row
    const mailbox = certainMailboxOf(address ?? lead.customerEmail)
    const known = byMailbox.get(mailbox)
    const recipient = known ?? recipientOf(reader)
    if (!known) {
      byMailbox.set(mailbox, recipient)
      gets.push(recipient)
    }
    if (recipient.travelerId === row.travelerId) continue
    recipient.alsoFor.push(calledBy(row))
    others.push({ ...nameOf(row), why: null, through: recipient.called })
  }
}

/** Where the traveler reads it; null for whom the lead traveler gets it. */
function addressOf({ position, email, customerEmail }: Known, { addressees }: Asked): string | null {
  if (position === 1) return customerEmail
  return addressees === 'travelers' && email ? email : null
}

function whyNot(row: Known, { who, ids }: Asked['audience']): WhyNot | null {
  if (row.status === 'pending') return 'held'
  if (!['deposit_paid', 'completed'].includes(row.status) || row.moneyState === 'refunded') return 'canceled'
  if (who === 'owing' && row.askedCents <= 0) return 'owes-nothing'
  if (who === 'details-missing' && row.hasAllDetails === 1) return 'details-complete'
  if (who === 'room' && !ids.includes(row.roomId)) return 'other-room'
  return who === 'chosen' && !ids.includes(row.travelerId) ? 'not-chosen' : null
}

const calledBy = ({ position, name, customerName }: Known): string =>
  (position === 1 ? customerName : name) || `Traveler ${position}`

const nameOf = (row: Known) => ({
  travelerId: row.travelerId,
  called: calledBy(row),
  reference: row.reference,
})

function recipientOf(row: Known): Recipient {
  const isLead = row.position === 1
  const firstName = firstNameOf(isLead ? row.customerName : row.name)
  return {
    ...nameOf(row),
    bookingId: row.bookingId,
    isLead,
    firstName,
    to: isLead
      ? { name: row.customerName, address: row.customerEmail }
      : { name: firstName ?? '', address: row.email ?? '' },
    phone: isLead ? (row.customerPhone ?? row.ownPhone) : row.ownPhone,
    linkToken: row.linkToken,
    alsoFor: [],
  }
}

/** Those of them who have not got it. */
export function leftFor(letter: DepartureLetter): Recipient[] {
  const had = recipientsOf(letter.id)
  return reachedBy(letter).gets.filter(({ travelerId }) => !had.has(travelerId))
}

export const recipientsOf = (letterId: number): Set<number> =>
  new Set(
    db
      .select({ travelerId: recipients.travelerId })
      .from(recipients)
      .where(eq(recipients.broadcastId, letterId))
      .all()
      .map(({ travelerId }) => travelerId),
  )

const withToken = rowBy(recipients, recipients.readToken)

/** Whether an urgent letter is marked as read by the link in it; null for an unknown one. */
export function letterByToken(token: string): { isRead: boolean } | null {
  const found = isToken(token) ? withToken(token) : undefined
  return found ? { isRead: found.readAt !== null } : null
}

/** Someone says that they have read an urgent letter: the first time counts. */
export function markRead(token: string, now: Date): void {
  db.update(recipients)
    .set({ readAt: now })
    .where(and(eq(recipients.readToken, token), isNull(recipients.readAt)))
    .run()
}

/** Who got a letter, what became of each mail, and whether they said that they read it. */
export const letterDelivery = (letterId: number) =>
  db
    .select({
      id: recipients.id,
      travelerId: recipients.travelerId,
      reference: bookings.reference,
      position: travelers.position,
      name: travelers.name,
      customerName: bookings.customerName,
      customerPhone: bookings.customerPhone,
      ownPhone: travelerDetails.ownPhone,
      toName: outbox.toName,
      toAddress: outbox.toAddress,
      state: outbox.state,
      sentAt: outbox.sentAt,
      lastError: outbox.lastError,
      readAt: recipients.readAt,
      isAsked: sql<number>`${recipients.readToken} is not null`,
    })
    .from(recipients)
    .innerJoin(bookings, eq(bookings.id, recipients.bookingId))
    .leftJoin(travelers, eq(travelers.id, recipients.travelerId))
    .leftJoin(travelerDetails, eq(travelerDetails.travelerId, recipients.travelerId))
    .leftJoin(outbox, eq(outbox.id, recipients.outboxId))
    .where(eq(recipients.broadcastId, letterId))
    .orderBy(asc(recipients.id))
    .all()
    .map(({ position, name, customerName, customerPhone, ownPhone, toName, ...row }) => ({
      ...row,
      toAddress: row.toAddress && (erasedWords(row.toAddress) ?? row.toAddress),
      called: (position === 1 ? customerName : name) || toName || 'A former traveler',
      phone: (position === 1 ? (customerPhone ?? ownPhone) : ownPhone) ?? customerPhone,
    }))
