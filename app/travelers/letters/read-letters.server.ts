import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, outbox, letterRecipients as recipients, travelerDetails, travelers } from '#db/schema'

const withToken = prepared(() =>
  db
    .select({ readAt: recipients.readAt })
    .from(recipients)
    .where(eq(recipients.readToken, sql.placeholder('token')))
    .prepare(),
)

/** Whether an urgent letter is marked as read by the link in it; null for a link that nobody has. */
export function letterBehind(token: string): { isRead: boolean } | null {
  const found = /^[\w-]{16,64}$/.test(token) ? withToken().get({ token }) : undefined
  return found ? { isRead: found.readAt !== null } : null
}

/** Somebody says that they have read an urgent letter: the first time counts. */
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
    .where(eq(recipients.letterId, letterId))
    .orderBy(asc(recipients.id))
    .all()
    .map(({ position, name, customerName, customerPhone, ownPhone, toName, ...row }) => ({
      ...row,
      called: (position === 1 ? customerName : name) || toName || 'A former traveler',
      phone: (position === 1 ? (customerPhone ?? ownPhone) : ownPhone) ?? customerPhone,
    }))
