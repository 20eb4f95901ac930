import { eq, ne, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readPrivate } from '#app/site/photo-files.server'
import { copyJourney } from '#app/tours/copy-journey.server'
import { removeDeparture } from '#app/tours/remove-departure.server'
import { removeJourney } from '#app/tours/remove-journey.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { addTripFile, filesOf } from '#app/tours/trip-book.server'
import { historyBy } from '#app/views/history.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { departures, tours } from '#db/schema/tours'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

const staff = aStaffMember()
const at = NOON.getTime()

/** A row of a table about a departure, for which it stays, and how staff read that. */
const STAYS_FOR: Record<string, { row: (id: number) => SQL; as: string }> = {
  leader_terms: {
    row: (id) => sql`insert into leader_terms (leader_id, departure_id, created_at, updated_at)
      select id, ${id}, ${at}, ${at} from leaders`,
    as: 'an agreement with a leader',
  },
  departure_costs: {
    row: (id) => sql`insert into departure_costs (departure_id, words, planned_cents, created_at)
      values (${id}, 'Park fees', 5000, ${at})`,
    as: 'costs in the accounts',
  },
  guide_departures: {
    row: (id) => sql`insert into guide_departures select min(id), ${id} from admin_users`,
    as: 'a guide',
  },
  departure_watchers: {
    row: (
      id,
    ) => sql`insert into departure_watchers (tour_id, departure_id, email, consent_at, token, created_at)
      select tour_id, id, 'a@example.com', ${at}, 'watcher', ${at} from departures where id = ${id}`,
    as: 'guests who asked about it',
  },
  waitlist_entries: {
    row: (
      id,
    ) => sql`insert into waitlist_entries (departure_id, name, email, at_least, at_most, rooms, joined_at,
        confirm_token, link_token, created_at, updated_at)
      values (${id}, 'Otieno', 'o@example.com', 1, 1, 'double', ${at}, 'confirms', 'opens', ${at}, ${at})`,
    as: 'guests who asked about it',
  },
  schedule_changes: {
    row: (id) => sql`insert into schedule_changes
        (departure_id, kind, from_starts_on, from_ends_on, words, answer_by, form_key, created_at)
      values (${id}, 'postponed', '2026-10-15', '2026-10-26', 'Rain', '2026-01-01', 'a form', ${at})`,
    as: 'a decision to postpone or cancel it',
  },
  offered_places: {
    row: (id) => sql`insert into offered_places (booking_id, departure_id, fee_cents, terms, created_at)
      select id, ${id}, 5000, 'We keep $50.', ${at} from bookings`,
    as: 'a place that a traveler offered',
  },
  aboard_ticks: {
    row: (id) => sql`insert into aboard_ticks values (${id}, '2026-10-15', 'kiprono', ${at})`,
    as: 'a day on which everyone was aboard',
  },
  signatures: {
    row: (id) => sql`insert into signatures
        (version_id, booking_id, traveler_id, traveler_name, signed_name, signed_as, by_link, digest, signed_at)
      select version.id, bookings.id, 1, 'Njeri', 'Njeri', 'traveler', 'own', 'none', ${at}
      from document_versions as version join documents on documents.id = document_id join bookings
      where documents.departure_id = ${id}`,
    as: 'a document that someone signed',
  },
  broadcasts: {
    row: (id) => sql`insert into broadcasts
        (departure_id, subject, body, audience, addressees, timing, send_minute, created_at)
      values (${id}, 'Boots', 'Bring some', '{"who":"all","ids":[]}', 'leads', 'by-hand', 540, ${at})`,
    as: 'a letter that you wrote or sent',
  },
  discount_codes: {
    row: (id) => sql`insert into discount_codes (code, words, off_percent, departure_ids, created_at)
      values ('CHOIR', 'Choir', 10, ${`[${id}]`}, ${at})`,
    as: 'a discount code that is valid for it',
  },
}

/** What a copy of a departure has as well, or a draft of a journey: it is deleted with it. */
const GO_WITH_IT = [
  ...['departure_days', 'trip_notes', 'trip_files', 'broadcasts', 'documents', 'document_versions'],
  ...['tour_items', 'departures'],
]
/** Of them there is nothing where none of the others is. */
const OF_OTHERS: Record<string, string> = {
  bookings: 'it was booked',
  rooms: 'of travelers',
  waitlist_offers: 'of waitlist_entries',
  schedule_choices: 'of schedule_changes',
  broadcast_recipients: 'of broadcasts that were sent',
  outbox: 'of broadcasts that were sent',
  newsletter_subscriptions: 'of campaigns',
}

beforeEach(() => {
  nothingThere()
  db.delete(departures).where(ne(departures.id, 1)).run()
})
afterAll(() => nothingThere())

function nothingThere(): void {
  // A signature goes with its booking alone.
  nothingBooked()
  for (const table of Object.keys(STAYS_FOR).filter((one) => one !== 'signatures')) {
    const written = table === 'broadcasts' ? sql`kind = 'written'` : sql`true`
    db.run(sql`delete from ${sql.identifier(table)} where ${written}`)
  }
}

function aDraft(): number {
  db.run(sql`insert or ignore into leaders (id, name, email, state, code, page_key, created_at, updated_at)
    values (1, 'Amani', 'amani@example.com', 'approved', 'AMANI', 'a page', ${at}, ${at})`)
  db.run(sql`insert or ignore into documents (id, departure_id, signers, days_before, created_at)
    values (1, 1, 'each', 30, ${at})`)
  db.run(sql`insert or ignore into document_versions (id, document_id, title, text, digest, asks_again, since)
    values (1, 1, 'Release', 'Lions', 'none', 1, ${at})`)
  const copied = copyDeparture(1, '2026-10-15', staff, NOON)
  if ('refused' in copied) throw new Error(copied.refused)
  return copied.id
}

const rowsOf = (table: string, id: number) =>
  db.all(sql`select 1 from ${sql.identifier(table)} where departure_id = ${id}`).length

test('each table that hangs on a departure or a journey keeps it, or goes with it', () => {
  const references = db.all<{ table: string; to: string }>(
    sql`select m.name as "table", key."table" as "to" from sqlite_master as m, pragma_foreign_key_list(m.name) as key
      where m.type = 'table'`,
  )
  const hanging = new Set<string>()
  const roots = ['departures', 'tours', ...GO_WITH_IT, 'waitlist_entries', 'schedule_changes']
  for (const { table, to } of references) if (roots.includes(to)) hanging.add(table)
  const known = [...Object.keys(STAYS_FOR), ...GO_WITH_IT, ...Object.keys(OF_OTHERS)]
  // A code names its departures in a list, without a key.
  expect([...hanging, 'discount_codes'].toSorted()).toEqual([...new Set(known)].toSorted())
})

test.each(Object.entries(STAYS_FOR))('a departure stays for a row of %s', async (_, { row, as }) => {
  const { booking } = await aPaidBooking()
  const id = aDraft()
  db.run(row(id))
  expect(await removeDeparture(id, staff, NOON)).toEqual({ refused: 'in-use', by: [as] })
  // Whoever had booked it is on another one since.
  expect(db.select().from(bookings).where(eq(bookings.id, booking.id)).get()?.departureId).toBe(1)
  expect(db.select().from(departures).where(eq(departures.id, id)).all()).toHaveLength(1)
})

test.each(Object.entries(STAYS_FOR))(
  'the draft of a journey stays for a row of %s',
  async (table, { row }) => {
    await aPaidBooking()
    aDraft()
    const from = { from: 1, name: 'Lodges of the Coast', path: 'coast', startsOn: '2026-12-03' }
    const copied = copyJourney(from, staff, NOON)
    if ('refused' in copied) throw new Error(copied.refused)
    const [its] = db.select().from(departures).where(eq(departures.tourId, copied.id)).all()
    db.run(row(its?.id ?? 0))
    expect(await removeJourney(copied.id, staff, NOON), table).toMatchObject({ refused: 'in-use' })
    nothingThere()
    expect(await removeJourney(copied.id, staff, NOON)).toEqual({ removed: from.name })
    expect(db.select().from(tours).where(eq(tours.id, copied.id)).all()).toEqual([])
  },
)

test('a draft that has only what was copied is deleted, with the bytes of its own files', async () => {
  const id = aDraft()
  await addTripFile(id, { title: 'Map', bytes: Buffer.from('%PDF-1.4 a map') }, staff, NOON)
  const [{ digest } = { digest: '' }] = filesOf(id)
  expect(await readPrivate(`trip-${digest}`)).not.toBeNull()
  for (const table of ['departure_days', 'broadcasts', 'documents'])
    expect(rowsOf(table, id), table).toBeGreaterThan(0)

  expect(await removeDeparture(id, staff, NOON)).toEqual({ removed: true })
  expect(await removeDeparture(id, staff, NOON)).toEqual({ refused: 'gone' })
  for (const table of ['departure_days', 'trip_notes', 'trip_files', 'broadcasts', 'documents'])
    expect(rowsOf(table, id), table).toBe(0)
  expect(await readPrivate(`trip-${digest}`)).toBeNull()
  expect(historyBy(staff.id, { from: 'start' }).acts[0]).toMatchObject({ did: 'deleted' })
})
