import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { type MailKind, mailName } from '#app/mail/mail-names'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'

/**
 * What travelers are written about the journey itself by the site: letters to a
 * departure have a list of their own, and those about money are not a guide's.
 */
const OF_THE_JOURNEY: MailKind[] = [
  'dates-changed',
  'departure-guaranteed',
  'departure-canceled',
  'departure-postponed',
  'room-paired',
  'room-parted',
  'room-companion-asked',
  'details-asked',
  'details-asked-of-companion',
  'companion-link',
  'traveler-link',
]

const AT_MOST = 200

const newestOfJourney = db
  .select({
    id: outbox.id,
    kind: outbox.kind,
    toName: outbox.toName,
    reference: bookings.reference,
    createdAt: outbox.createdAt,
    sentAt: outbox.sentAt,
  })
  .from(bookings)
  .innerJoin(outbox, eq(outbox.bookingId, bookings.id))
  .where(and(eq(bookings.departureId, sql.placeholder('departureId')), inArray(outbox.kind, OF_THE_JOURNEY)))
  .orderBy(desc(outbox.id))
  .limit(AT_MOST)
  .prepare()

/** The letters about the journey to the travelers of a departure, newest first. */
export const journeyLetters = (departureId: number) =>
  newestOfJourney.all({ departureId }).map(({ kind, ...letter }) => ({ ...letter, name: mailName(kind) }))
