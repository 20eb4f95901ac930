import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { entriesOf } from '#app/bookings/waitlist/staff-waitlist.server'
import { certainMailboxOf, listedColumns, mailboxOf } from '#app/mail/outbox.server'
import { answersOf } from '#app/people/change-contact.server'
import { readContactFilters } from '#app/people/contact-fields'
import type { Contact } from '#app/people/list-contacts.server'
import { notesOf } from '#app/people/notes.server'
import { findContacts } from '#app/people/search-contacts.server'
import { businessTime } from '#app/platform/clock.server'
import { folded } from '#app/platform/typed/folded'
import { db } from '#db/connection.server'
import { bookings, formerWords, travelers } from '#db/schema/bookings'
import { mailboxKey } from '#db/schema/columns'
import { outbox } from '#db/schema/mail'
import { autopayConsents } from '#db/schema/money'
import { contactInquiries as contacts, newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { listBookings, UNFILTERED } from './list-bookings.server'

/** Of each kind; where there are more, their list has all. */
export const SHOWN_OF_PERSON = 20

/**
 * All that is known of the person with an address: inquiries, bookings, those they travel on or pay for,
 * subscription, letters and staff's notes. In whatever case, and for Gmail with or without dots and tag. Null
 * where no one has it. Nothing that is sealed is read.
 */
export function personWith(email: string) {
  const mailbox = certainMailboxOf(email.trim())
  const inquiries = db
    .select()
    .from(contacts)
    .where(eq(mailboxKey(contacts.email), mailbox))
    .orderBy(desc(contacts.id))
    .limit(SHOWN_OF_PERSON)
    .all()
  const paidFor = db
    .select()
    .from(bookings)
    .where(eq(mailboxKey(bookings.customerEmail), mailbox))
    .orderBy(desc(bookings.id))
    .limit(SHOWN_OF_PERSON)
    .all()
  const named = namedOn(mailbox)
  const subscription = db
    .select()
    .from(subscriptions)
    .where(eq(mailboxKey(subscriptions.email), mailbox))
    .orderBy(desc(subscriptions.id))
    .get()
  const charged = chargedFor(mailbox)
  const waiting = entriesOf(mailbox, SHOWN_OF_PERSON)
  const known = [inquiries, paidFor, named, charged, waiting]
  if (known.every(({ length }) => length === 0) && !subscription) return null

  const booked = [...paidFor, ...named]
  const traveling = named.length > 0 ? travelersOf(named, eq(mailboxKey(travelers.email), mailbox)) : []
  const answers = answersOf(inquiries.map(({ id }) => id))
  return {
    email: email.trim().toLowerCase(),
    names: unique([
      ...inquiries.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
      ...paidFor.map(({ customerName }) => customerName),
      ...traveling.map(({ name }) => name),
      ...waiting.map(({ name }) => name),
    ]),
    phones: unique([
      ...inquiries.map(({ phone }) => phone),
      ...paidFor.map(({ customerPhone }) => customerPhone ?? ''),
      ...waiting.map(({ phone }) => phone ?? ''),
    ]),
    inquiries,
    paidFor,
    named,
    charged,
    waiting,
    subscription: subscription ?? null,
    answers: answers.slice(0, SHOWN_OF_PERSON),
    letters: lettersTo(mailbox, [...booked, ...charged], answers, subscription?.id),
    notes: [
      ...inquiries.flatMap(({ id }) => notesOf({ contactId: id })),
      ...booked.flatMap(({ id }) => notesOf({ bookingId: id })),
    ]
      .toSorted((one, other) => +other.createdAt - +one.createdAt)
      .slice(0, SHOWN_OF_PERSON),
  }
}

const unique = (words: string[]) => [...new Set(words.filter(Boolean))]

/** Bookings of others, on which someone with the address travels or did, or which were theirs before. */
const namedOn = (mailbox: string): Booking[] =>
  db
    .select()
    .from(bookings)
    .where(
      sql`${bookings.id} in (select booking_id from ${travelers} where ${mailboxKey(travelers.email)} = ${mailbox}
          union select booking_id from ${formerWords} where ${mailboxKey(formerWords.word)} = ${mailbox})
        and ${mailboxKey(bookings.customerEmail)} <> ${mailbox}`,
    )
    .orderBy(desc(bookings.id))
    .limit(SHOWN_OF_PERSON)
    .all()

/** Bookings of others, whose installments are or were charged to a card of someone with the address. */
const chargedFor = (mailbox: string): Booking[] =>
  db
    .select()
    .from(bookings)
    .where(
      sql`${bookings.id} in (select booking_id from ${autopayConsents}
          where ${mailboxKey(autopayConsents.payerEmail)} = ${mailbox})
        and ${mailboxKey(bookings.customerEmail)} <> ${mailbox}`,
    )
    .orderBy(desc(bookings.id))
    .limit(SHOWN_OF_PERSON)
    .all()

/** By what they are about: the outbox is not looked through by address. */
function lettersTo(mailbox: string, booked: Booking[], answers: { mailId: number }[], subscriberId = -1) {
  const thanks = ['inquiry-acknowledgement', 'newsletter-confirmation', 'departure-confirmation'].map(
    (kind) => {
      const occasion = `${kind}:${mailboxOf(mailbox)}:`
      return sql`select id from outbox where occasion >= ${occasion} and occasion < ${`${occasion}~`}`
    },
  )
  const ids = sql.join(
    [
      sql`select id from outbox where booking_id in (
        select value from json_each(${JSON.stringify(booked.map(({ id }) => id))}))`,
      sql`select id from outbox where subscriber_id = ${subscriberId}`,
      sql`select value from json_each(${JSON.stringify(answers.map(({ mailId }) => mailId))})`,
      ...thanks,
    ],
    sql` union `,
  )
  return db
    .select(listedColumns)
    .from(outbox)
    .where(and(sql`${outbox.id} in (${ids})`, eq(mailboxKey(outbox.toAddress), mailbox)))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(SHOWN_OF_PERSON)
    .all()
}

/** Those of a party whose own name or address has the term: the bookings are found by it as well. */
function companionsFound(term: string, found: Booking[]): { email: string; name: string }[] {
  const has = (column: typeof travelers.name | typeof travelers.email) =>
    sql`instr(folded(${column}), ${folded(term)}) > 0`
  return travelersOf(found, or(has(travelers.name), has(travelers.email)))
}

const travelersOf = (booked: Booking[], which: SQL | undefined) =>
  db
    .select({ email: sql<string>`${travelers.email}`, name: travelers.name })
    .from(travelers)
    .where(
      and(
        inArray(
          travelers.bookingId,
          booked.map(({ id }) => id),
        ),
        isNotNull(travelers.email),
        which,
      ),
    )
    .all()

/**
 * Anyone who wrote, booked or travels under a term that is a name, a phone number or a part of an address,
 * and who subscribed with that address whole: an address each, with a name where there is one.
 */
export async function peopleFound(
  term: string,
  signal?: AbortSignal,
): Promise<{ email: string; name: string }[]> {
  if (term === '') return []
  const { rows } = await findContacts(
    readContactFilters(new URLSearchParams({ q: term })),
    { from: 'start' },
    signal,
  )
  const booked = listBookings({ ...UNFILTERED, term }, { from: 'start' }, SHOWN_OF_PERSON)
  const found = [
    ...subscribedWith(term),
    ...companionsFound(term, booked.rows),
    ...booked.rows.map(({ customerEmail, customerName }) => ({ email: customerEmail, name: customerName })),
    ...rows.map(({ email, firstName, lastName }) => ({ email, name: `${firstName} ${lastName}` })),
  ]
  const people = new Map(found.map((person) => [certainMailboxOf(person.email), person]))
  return [...people.values()].slice(0, SHOWN_OF_PERSON)
}

const subscribedWith = (email: string) =>
  db
    .select({ email: subscriptions.email, name: sql<string>`''` })
    .from(subscriptions)
    .where(eq(mailboxKey(subscriptions.email), certainMailboxOf(email)))
    .limit(1)
    .all()

/** What someone asked and staff answered, newest first: the inquiry stands at the end. */
export const exchangeWith = (contact: Contact) => [
  ...answersOf([contact.id]).map(shownAnswer),
  {
    id: 0,
    who: `${contact.firstName} ${contact.lastName}`,
    wroteAt: businessTime(contact.createdAt),
    text: contact.message,
  },
]

/** An answer of staff, as the exchange has it. */
export function shownAnswer(answer: ReturnType<typeof answersOf>[number]) {
  const { id, subject, text, writtenBy, createdAt, state, sentAt, lastError } = answer
  return {
    ...{ id, subject, text, who: writtenBy, wroteAt: businessTime(createdAt) },
    mail: { state, sentAt: sentAt && businessTime(sentAt), lastError },
  }
}
