import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { placeBooking } from '#app/bookings/place-booking.server'
import { answerInquiry } from '#app/people/change-contact.server'
import { saveNote } from '#app/people/notes.server'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { subscribe } from '#app/people/subscribers.server'
import { peopleFound, personWith, SHOWN_OF_PERSON } from '#app/views/person.server'
import { db, sqlite } from '#db/connection.server'
import { bookings, travelers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { contactInquiries, newsletterSubscriptions } from '#db/schema/people'
import { anOrder, aTraveler, NOON } from '#tests/fixtures/orders'
import { aContact } from '#tests/people/contacts'
import { anInquiry } from '#tests/people/inquiries'

beforeEach(() => {
  for (const table of [bookings, contactInquiries, outbox, newsletterSubscriptions]) db.delete(table).run()
})

const ofTraveler = (bookingId: number) => and(eq(travelers.bookingId, bookingId), eq(travelers.position, 2))

function booked(name: string, email: string, guests = 1) {
  const placed = placeBooking(anOrder({ travelers: guests, traveler: aTraveler({ name, email }) }), NOON)
  if (!('booking' in placed)) throw new Error('no place')
  return placed.booking
}

// First: later the statements are known, and are not prepared again.
test('reads by indexes alone', () => {
  booked('Robert Kilgore', 'robert@example.com')
  const asked: string[] = []
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = ((query: string) => {
    asked.push(query)
    return prepare(query)
  }) as typeof sqlite.prepare
  personWith('robert@example.com')
  sqlite.prepare = prepare
  expect(asked).toHaveLength(9)
  for (const query of asked) {
    const places = query.match(/\?/g)?.length ?? 0
    const plan = prepare(`explain query plan ${query}`).all(...Array(places).fill('[1]')) as {
      detail: string
    }[]
    for (const { detail } of plan)
      expect(detail, query).not.toMatch(
        /^SCAN (bookings|outbox|contact_inquiries|newsletter|waitlist|travelers|former_words|notes|autopay_consents)/,
      )
  }
})

test('gathers what one address asked, booked and was sent, in whatever case', () => {
  receiveInquiry(anInquiry({ firstName: 'Asha', lastName: 'Mwangi', email: 'Asha@example.com' }), NOON)
  const contact = db.select().from(contactInquiries).get()
  const own = booked('Asha N. Mwangi', 'asha@Example.com')
  booked('Somebody Else', 'natasha@example.com')
  subscribe({ email: 'asha@example.com' }, NOON)
  const staff = { id: 1, username: 'Wambui' }
  const note = { note: 'Call her', dueOn: null, formKey: 'one' }
  saveNote({ contactId: contact?.id ?? 0 }, note, staff, NOON)
  saveNote({ bookingId: own.id }, { ...note, note: 'Vegetarian', formKey: 'two' }, staff, NOON)
  const answer = { subject: 'Re: Your inquiry', answer: 'Karibu, Asha', formKey: 'three' }
  answerInquiry(contact?.id ?? 0, answer, staff, NOON)

  const person = personWith(' ASHA@example.com ')
  expect(person?.names).toEqual(['Asha Mwangi', 'Asha N. Mwangi'])
  expect(person?.paidFor.map(({ reference }) => reference)).toEqual([own.reference])
  expect(person?.named).toEqual([])
  expect(person?.inquiries.map(({ id }) => id)).toEqual([contact?.id])
  expect(person?.subscription?.state).toBe('waiting')
  expect(person?.notes.map(({ text }) => text).toSorted()).toEqual(['Call her', 'Vegetarian'])
  expect(new Set(person?.letters.map(({ toAddress }) => toAddress.toLowerCase()))).toEqual(
    new Set(['asha@example.com']),
  )
  expect(person?.letters.map(({ subject }) => subject)).toContain('Re: Your inquiry')
  expect(person?.letters).toHaveLength(3)
  expect(person?.answers).toMatchObject([{ text: 'Karibu, Asha', writtenBy: 'Wambui', state: 'waiting' }])
})

test('finds the bookings of others on which somebody travels, by the whole address', () => {
  const party = booked('Robert Kilgore', 'robert@example.com', 2)
  booked('Robert Kilgore', 'robert@example.com', 2)
  db.update(travelers)
    .set({ name: 'Ann Kilgore', email: 'Ann@example.com' })
    .where(ofTraveler(party.id))
    .run()
  const other = booked('Joann Hill', 'hill@example.com', 2)
  db.update(travelers).set({ email: 'joann@example.com' }).where(ofTraveler(other.id)).run()

  const person = personWith('ann@example.com')
  expect(person?.paidFor).toEqual([])
  expect(person?.named.map(({ reference }) => reference)).toEqual([party.reference])
  expect(person?.names).toEqual(['Ann Kilgore'])
})

test('knows one mailbox of Gmail by its spellings, and nobody who gave no address', () => {
  const spellings = ['ashamwangi@gmail.com', 'Asha.Mwangi+tour@gmail.com', 'asha.mwangi@googlemail.com']
  const inquiries = spellings.map((email) => aContact({ email })).toReversed()
  aContact({ email: 'asha.mwangi@example.com' })
  subscribe({ email: 'a.shamwangi@gmail.com' }, NOON)
  const own = booked('Asha Mwangi', 'ASHA.mwangi@gmail.com')
  const party = booked('Robert Kilgore', 'robert@example.com', 2)
  db.update(travelers).set({ email: 'asha.m.wangi@gmail.com' }).where(ofTraveler(party.id)).run()
  const former = booked('Asha M.', 'asha.mwangi+old@gmail.com')
  db.update(bookings).set({ customerEmail: 'new@example.com' }).where(eq(bookings.id, former.id)).run()
  for (const spelling of spellings) {
    const person = personWith(spelling)
    expect(person?.inquiries.map(({ id }) => id)).toEqual(inquiries)
    expect(person?.paidFor.map(({ id }) => id)).toEqual([own.id])
    expect(person?.named.map(({ id }) => id)).toEqual([former.id, party.id])
    expect(person?.subscription?.email).toBe('a.shamwangi@gmail.com')
  }
  expect(personWith('ashamwangi@example.com')).toBeNull()
  expect(personWith('nobody@example.com')).toBeNull()
  expect(personWith('%')).toBeNull()
  aContact({ email: '+tour@gmail.com' })
  expect(personWith('+tour@gmail.com')?.inquiries).toHaveLength(1)
  expect(personWith('+other@gmail.com')).toBeNull()
})

test('shows a limited number of each, the newest first', () => {
  const ids = Array.from({ length: SHOWN_OF_PERSON + 1 }, () => aContact({ email: 'often@example.com' }))
  expect(personWith('often@example.com')?.inquiries.map(({ id }) => id)).toEqual(
    ids.toReversed().slice(0, -1),
  )
})

test('a name or a phone number leads to each person once', async () => {
  aContact({ firstName: 'Faith', lastName: 'Chebet', email: 'faith@example.com', phone: '+1 253 555 0108' })
  booked('Faith Chebet', 'Faith@example.com')
  const faith = [{ email: 'faith@example.com', name: 'Faith Chebet' }]
  expect(await peopleFound('chebet')).toEqual(faith)
  expect(await peopleFound('253-555-0108')).toEqual(faith)
  expect(await peopleFound('nobody')).toEqual([])
})

test('a subscriber who never wrote or booked is found by the whole address', async () => {
  subscribe({ email: 'Reader@example.com' }, NOON)
  expect(await peopleFound('reader@example.com')).toEqual([{ email: 'Reader@example.com', name: '' }])
  expect(await peopleFound('reader')).toEqual([])
  aContact({ firstName: 'Rea', lastName: 'Der', email: 'reader@example.com' })
  expect(await peopleFound('reader@example.com')).toEqual([{ email: 'reader@example.com', name: 'Rea Der' }])
})

test('a companion is found as the person they are, before the lead traveler', async () => {
  const party = booked('Robert Hall', 'robert@example.com', 2)
  db.update(travelers)
    .set({ name: 'Ann Kilgore', email: 'ann@example.com' })
    .where(ofTraveler(party.id))
    .run()
  const ann = { email: 'ann@example.com', name: 'Ann Kilgore' }
  const robert = { email: 'robert@example.com', name: 'Robert Hall' }
  expect(await peopleFound('KILGORE')).toEqual([ann, robert])
  expect(await peopleFound('ann@')).toEqual([ann, robert])
  expect(await peopleFound('robert')).toEqual([robert])
})
