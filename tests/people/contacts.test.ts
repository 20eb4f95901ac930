import { beforeEach, describe, expect, test } from 'vitest'
import { placeBooking } from '#app/bookings/place-booking.server'
import { changeContact, deleteContact, markAnswered } from '#app/people/change-contact.server'
import { readContactFilters } from '#app/people/contact-fields'
import { contactFigures, customers } from '#app/people/contact-figures.server'
import { contactWith } from '#app/people/list-contacts.server'
import { contactsInPortions } from '#app/people/search-contacts.server'
import { subscribe, unsubscribe } from '#app/people/subscribers.server'
import { actWords, detailWords } from '#app/views/history.server'
import { db, sqlite } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { contactInquiries, newsletterSubscriptions } from '#db/schema/people'
import { adminUsers, auditLog } from '#db/schema/staff'
import { anOrder, aTraveler, minutesAfter, NOON } from '#tests/fixtures/orders'
import { aContact, contacts } from './contacts'

const DAY = 24 * 60
const staff = db
  .insert(adminUsers)
  .values({ username: 'Wambui', passwordHash: 'x', createdAt: NOON })
  .returning({ id: adminUsers.id, username: adminUsers.username })
  .get()

beforeEach(() => {
  db.delete(contactInquiries).run()
  db.delete(newsletterSubscriptions).run()
  db.delete(bookings).run()
  db.delete(auditLog).run()
})

const acts = () =>
  db
    .select()
    .from(auditLog)
    .all()
    .map(({ actor, actorId, action, subject }) => ({ actor, actorId, action, subject }))
const act = (action: string, id: number) => ({
  actor: 'Wambui',
  actorId: staff.id,
  action,
  subject: `contact:${id}`,
})

describe('the figures', () => {
  test('of an empty site are 0 and 0.0%', async () => {
    expect(await contactFigures(NOON)).toEqual({
      totalContacts: 0,
      subscribers: 0,
      confirmed: 0,
      waiting: 0,
      customers: 0,
      thisWeek: 0,
      lastWeek: 0,
      growth: 0,
    })
  })

  test('compare the last seven days with the seven before', async () => {
    // Noon in Chicago: 12 hours into the day. The week began at its midnight, six days ago.
    const weekBegan = -(6 * DAY + 12 * 60)
    for (const minutes of [0, -60, weekBegan]) aContact({ createdAt: minutesAfter(minutes) })
    for (const minutes of [weekBegan - 1, weekBegan - 7 * DAY]) aContact({ createdAt: minutesAfter(minutes) })
    aContact({ createdAt: minutesAfter(weekBegan - 7 * DAY - 1) })

    expect(await contactFigures(NOON)).toMatchObject({
      totalContacts: 6,
      thisWeek: 3,
      lastWeek: 2,
      growth: 50,
    })
    expect(await contactFigures(minutesAfter(7 * DAY))).toMatchObject({
      thisWeek: 0,
      lastWeek: 3,
      growth: -100,
    })
  })

  test('a first week after none is growth of 100%', async () => {
    aContact()
    expect(await contactFigures(NOON)).toMatchObject({ growth: 100 })
  })

  test('count who is on the newsletter list and has not left', async () => {
    for (const name of ['a', 'b', 'c']) subscribe({ email: `${name}@example.com` }, NOON)
    unsubscribe(db.select().from(newsletterSubscriptions).get()?.unsubscribeToken ?? '', NOON)
    expect(await contactFigures(NOON)).toMatchObject({ subscribers: 2, confirmed: 0, waiting: 2 })
  })

  test('count each person with a paid booking once', async () => {
    const book = (email: string, status: (typeof bookings.$inferInsert)['status']) => {
      placeBooking(anOrder({ traveler: aTraveler({ email }) }), NOON)
      sqlite.prepare("update bookings set payment_status = ? where payment_status = 'pending'").run(status)
    }
    book('wanjiru@example.com', 'deposit_paid')
    expect(await customers()).toBe(1)
    book('Wanjiru@Example.com', 'completed')
    book('dale@example.com', 'expired')
    book('dale@example.com', 'cancelled')
    expect(await customers()).toBe(1)
    book('dale@example.com', 'completed')
    expect(await customers()).toBe(2)
    sqlite
      .prepare("update bookings set payment_status = 'refunded' where customer_email = ?")
      .run('dale@example.com')
    expect(await customers()).toBe(1)
  })

  test('customers are counted in portions, to the last', async () => {
    placeBooking(anOrder({ traveler: aTraveler({ email: 'first@example.com' }) }), NOON)
    const columns = (sqlite.pragma('table_info(bookings)') as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => name !== 'id')
    const made: Record<string, string> = {
      booking_reference: "'TS-' || n.value",
      link_token: "'token-' || n.value",
      customer_email: "'c' || (n.value / 2) || '@example.com'",
      payment_status: "'completed'",
    }
    sqlite.exec(
      `with recursive n(value) as (select 0 union all select value + 1 from n where value < 4_399)
       insert into bookings (${columns}) select ${columns.map((name) => made[name] ?? `b.${name}`)} from n, bookings b`,
    )
    expect(await customers()).toBe(2_200)
  })
})

describe('deleting', () => {
  test('removes a contact once, and is written down', () => {
    const [id, other] = [aContact(), aContact()]
    expect(deleteContact(id, staff, NOON)).toEqual({ deleted: true })
    expect(deleteContact(id, staff, NOON)).toEqual({ refused: 'gone' })
    expect(db.select().from(contactInquiries).all()).toMatchObject([{ id: other }])
    expect(acts()).toEqual([act('contact-deleted', id)])
  })

  test('what cannot be written down is not done', () => {
    const id = aContact()
    db.run('create trigger no_log before insert on audit_log begin select raise(abort, "full"); end')
    expect(() => deleteContact(id, staff, NOON)).toThrow()
    db.run('drop trigger no_log')
    expect(contactWith(String(id))?.id).toBe(id)
  })
})

describe('a contact', () => {
  test('is answered once, and may be opened again', () => {
    const id = aContact()
    markAnswered(id, true, staff, minutesAfter(1))
    markAnswered(id, true, staff, minutesAfter(2))
    expect(contactWith(String(id))?.answeredAt).toEqual(minutesAfter(1))
    markAnswered(id, false, staff, minutesAfter(3))
    expect(contactWith(String(id))?.answeredAt).toBeNull()
    expect(acts()).toEqual([act('contact-answered', id), act('contact-reopened', id)])
  })

  test('is changed once, and the log says which of its fields', () => {
    const id = aContact({ phone: '+1 512 555 0100' })
    const change = () => ({ phone: '+1 512 555 0199', email: 'wanjiru@example.com' })
    for (const minutes of [1, 2]) changeContact(id, change, staff, minutesAfter(minutes))
    expect(contactWith(String(id))).toMatchObject(change())
    expect(acts()).toEqual([act('contact-changed', id)])
    const { action, detail } = db.select().from(auditLog).get() as { action: string; detail: object }
    expect(`${actWords(action, `contact:${id}`)}: ${detailWords(action, { ...detail })}`).toBe(
      'changed: phone, email',
    )
  })

  test('that was deleted is not answered', () => {
    expect(markAnswered(999, true, staff, NOON)).toEqual({ refused: 'gone' })
    expect(acts()).toEqual([])
  })

  test.each([undefined, '', '0x1', '-1', '1e3', '9'.repeat(20), 'x'])('has no such number as %s', (id) => {
    expect(contactWith(id)).toBeUndefined()
  })
})

test('a file holds the filtered contacts in list order', () => {
  contacts(1_200, (row) => ({ firstName: row % 2 ? 'Odd' : 'Even', createdAt: minutesAfter(-row) }))
  const fileOf = (address: string, atMost: number) =>
    [...contactsInPortions(readContactFilters(new URLSearchParams(address)), atMost)].flat()

  expect(fileOf('', 5_000)).toHaveLength(1_200)
  expect(fileOf('q=odd', 5_000)).toHaveLength(600)
  expect(new Set(fileOf('q=odd', 5_000).map(({ firstName }) => firstName))).toEqual(new Set(['Odd']))
  const oldest = fileOf('order=oldest', 550)
  expect(oldest).toHaveLength(550)
  expect(oldest[0]?.createdAt).toEqual(minutesAfter(-1_199))
})
