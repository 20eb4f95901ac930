import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { certainMailboxOf } from '#app/mail/outbox.server'
import type { Day } from '#app/platform/days'
import { showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { db } from '#db/connection.server'
import { bookings, NOT_GIVEN_BACK } from '#db/schema/bookings'
import { leaders } from '#db/schema/leaders'
import { autopayConsents, isOpenIntent, paymentIntents } from '#db/schema/money'
import { adminUsers } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { SEAT_STATUSES } from '#db/values'
import { isOf, type Sought } from './sought.server'

/** Why somebody is not erased yet, and what to do first: a sentence, and the booking that it is about. */
export type Hindrance = { words: string; reference?: string }

/**
 * What stands in the way of erasing someone: seats of a coming journey, open money, automatic payment, an
 * account of staff, or that guests still book with their code.
 */
export const whyNotErased = (sought: Sought, today: Day): Hindrance[] => [
  ...ofStaff(sought),
  ...ofLeaders(sought),
  ...withStatus(sought.bookings, today, 'has'),
  ...withStatus(sought.otherBookings, today, 'is'),
  ...withOpenMoney(sought),
  ...withConsents(sought),
]

function ofStaff({ mailbox }: Sought): Hindrance[] {
  const account = db
    .select({ username: adminUsers.username })
    .from(adminUsers)
    .where(isOf(mailbox, adminUsers.email))
    .get()
  if (account)
    return [{ words: `The address is that of the account “${account.username}”. Change it there first.` }]
  return certainMailboxOf(env.STAFF_EMAIL) === mailbox
    ? [{ words: 'This is the address of the company itself: it stays.' }]
    : []
}

const ofLeaders = ({ mailbox }: Sought): Hindrance[] =>
  db
    .select({ code: leaders.code })
    .from(leaders)
    .where(and(isOf(mailbox, leaders.email), eq(leaders.state, 'approved')))
    .all()
    .map(({ code }) => ({
      words: `They bring others, with the code ${code}. End them as a leader first.`,
    }))

function withStatus(ids: number[], today: Day, as: 'has' | 'is'): Hindrance[] {
  const coming = and(inArray(bookings.status, [...SEAT_STATUSES]), sql`${departures.endsOn} >= ${today}`)
  return found(ids, coming).map(({ reference, startsOn, endsOn }) => {
    const journey = `the journey of ${showDays(startsOn, endsOn)}`
    const words =
      as === 'has'
        ? `${reference} has seats on ${journey}. Erase them after the journey, or cancel the booking first.`
        : `They travel with ${reference} on ${journey}. Erase them after it, or take them off that booking first.`
    return { words, reference }
  })
}

const openMoney = or(
  sql`${bookings.askedCents} > 0`,
  sql`${bookings.goingBackCents} > 0`,
  sql`${bookings.stuckBackCents} > 0`,
  sql.raw(`bookings.id in (select id from bookings where ${NOT_GIVEN_BACK})`),
  sql`exists (select 1 from ${paymentIntents}
    where ${eq(paymentIntents.bookingId, bookings.id)} and ${isOpenIntent})`,
)

const withOpenMoney = ({ bookings: led }: Sought): Hindrance[] =>
  found(led, openMoney).map(({ reference }) => ({
    words: `Money of ${reference} is still open: something is owed, on its way or to be given back. Settle that first.`,
    reference,
  }))

/** Each charge is announced to them first: without an address there would be none. */
const withConsents = ({ consents }: Sought): Hindrance[] =>
  db
    .select({ reference: bookings.reference })
    .from(autopayConsents)
    .innerJoin(bookings, eq(bookings.id, autopayConsents.bookingId))
    .where(and(inArray(autopayConsents.id, consents), isNull(autopayConsents.endedAt)))
    .all()
    .map(({ reference }) => ({
      words: `Their card is charged automatically for ${reference}. Stop that first, on the booking’s page.`,
      reference,
    }))

const found = (ids: number[], which: SQL | undefined) =>
  db
    .select({
      reference: bookings.reference,
      startsOn: departures.startsOn,
      endsOn: departures.endsOn,
    })
    .from(bookings)
    .innerJoin(departures, eq(departures.id, bookings.departureId))
    .where(and(inArray(bookings.id, ids), which))
    .all()
