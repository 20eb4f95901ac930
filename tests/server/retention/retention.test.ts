import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import { placeBooking } from '#app/bookings/place-booking.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import { purgeExpired, retentionRules } from '#app/server/retention/purge-expired.server'
import { RETENTION_RULES } from '#app/server/retention/retained-for.server'
import { lastRuns, runDailyJob, runOwedJobs } from '#app/server/schedule/daily-jobs.server'
import { recordAct } from '#app/staff/audit-log.server'
import { sqlite } from '#db/connection.server'
import { anOrder, minutesAfter, NOON } from '#tests/fixtures/orders'
import { anInquiry } from '#tests/people/inquiries'

const DAY = 24 * 60
const daysAfter = (days: number, minutes = 0) => minutesAfter(days * DAY + minutes)
const count = (table: string, where = 'true') =>
  sqlite.prepare(`select count(*) from ${table} where ${where}`).pluck().get()
const run = async (at: Date) => {
  expect(await runDailyJob('retention', 'schedule', () => at)).toHaveProperty('counts')
}

beforeEach(() => {
  for (const table of ['outbox', 'contact_inquiries', 'job_runs', 'payment_intents', 'audit_log', 'bookings'])
    sqlite.exec(`delete from ${table}`)
})

const tables = sqlite
  .prepare("select name from sqlite_master where type = 'table' order by name")
  .pluck()
  .all() as string[]
/** SQLite's own, and the parts of a search table. */
const isOurs = (name: string) =>
  !/^(sqlite|__drizzle)_/.test(name) && !/_(search|grams)_(data|idx|docsize|config|content)$/.test(name)

/** Tables that no stranger can make grow without an end, and what holds them. */
const HELD_BY: Record<string, string> = {
  payments: 'Each row is money that moved; bookkeeping needs it.',
  stripe_movements: 'Each row is money that Stripe moved; bookkeeping needs it.',
  payouts: 'Each row is money that went to the bank; bookkeeping needs it.',
  departure_costs: 'Written by staff, and bounded (COSTS_AT_MOST); bookkeeping needs it.',
  book_closings: 'One for each month that staff close; bookkeeping needs it.',
  lodges: 'Written by staff.',
  refunds: 'Each row is money that goes back; bookkeeping needs it.',
  charges:
    'A few for each traveler of a booking, and one for each who is changed by what staff do or what goes back; bookkeeping needs it. Those of a hold are made anew with it.',
  autopay_charges: 'One for an installment and its due day; they go with the agreement.',
  payer_links: 'Up to 60 for a paid booking (LINKS_AT_MOST); they go with it.',
  discount_codes: 'Written by staff, and bounded (CODES_AT_MOST).',
  departure_moves: 'Written by staff: one each time a booking is moved to another departure.',
  schedule_changes: 'Written by staff: one each time a departure is canceled or postponed.',
  schedule_choices: 'One for each booking that such a change reaches; they go with it.',
  leader_terms: 'Written by staff: one for a leader and a departure.',
  waitlist_offers: 'At most one live for a place on the waitlist; they go with it.',
  offered_places: 'At most one open for a traveler of a paid booking; they go with it.',
  reminders: 'Each kind once for an installment of a paid booking, and for each declined share of it.',
  travelers: 'One for each seat of a booking; they go with it.',
  guest_requests: 'One open of each kind for a paid booking, and four a day; they go with it.',
  inquiry_answers: 'Written by staff, and bounded (ANSWERS_AT_MOST); they go with the inquiry.',
  notes: 'Written by staff, and bounded (NOTES_AT_MOST); they go with the booking or the inquiry.',
  room_changes: 'Written by staff: one each time a traveler of a paid booking gets another kind of room.',
  rooms: 'At most one for a traveler; a trigger deletes those that are empty.',
  tours: 'Written by staff.',
  tour_items: 'Written by staff.',
  departures: 'Written by staff.',
  departure_days: 'Written by staff.',
  trip_notes: 'Written by staff, and bounded (TRIP_NOTES_AT_MOST).',
  trip_files: 'Uploaded by staff, and bounded (TRIP_FILES_AT_MOST).',
  aboard_ticks: 'A row for each day of a departure, ticked by its guide.',
  broadcasts: 'Written by staff; letters are bounded (LETTERS_AT_MOST), and go with the departure.',
  broadcast_recipients: 'One for a traveler and a letter; they go with the booking.',
  site_settings: 'One row.',
  page_words: 'One row for a page, written by staff.',
  legal_versions: 'Grows when staff change a text; what a guest agreed to is kept with the booking.',
  documents: 'Written by staff, and bounded (DOCUMENTS_AT_MOST).',
  document_versions: 'Written by staff, and bounded (VERSIONS_AT_MOST); what was signed is kept with it.',
  signatures: 'One for each traveler and version; evidence, as long as the booking.',
  desk_settings: 'One row.',
  experiences: 'Written by staff.',
  testimonials: 'Written by staff.',
  gallery_images: 'Hung by staff.',
  films: 'Uploaded by staff, and bounded (FILMS_AT_MOST).',
  marketing_spend: 'A row for a month, written by staff.',
  admin_users: 'Made by staff.',
  guide_departures: 'Chosen by staff: at most a row for each guide and departure.',
  password_resets: 'At most a row for an account.',
  email_proofs: 'At most a row for an account.',
  opening_steps: 'A row for a line of the checklist.',
  second_factors: 'At most a row for an account.',
  recovery_codes: 'At most ten for an account.',
  sessions: 'Begun by signing in; those that have ended are deleted at the next one.',
  guess_counts: 'Bound by the limit for all guesses together; windows that have ended go at the next guess.',
  job_leases: 'A row for a job.',
  totals: 'A row for a figure.',
  slot_tallies: 'Six rows for a quarter of an hour and two for each journey, whatever happens in it.',
  content_version: 'One row.',
  contact_search: 'Follows contact_inquiries by triggers.',
  contact_grams: 'Follows contact_inquiries by triggers.',
  contact_phone_search: 'Follows contact_inquiries by triggers.',
  booking_words: 'Follows bookings and travelers by triggers.',
  booking_search: 'Follows booking_words by triggers.',
  booking_grams: 'Follows booking_words by triggers.',
  former_words: 'What staff or travelers have changed of a booking; it goes with the booking.',
  gram_positions: 'Numbers, the same for ever.',
}

test.each(tables.filter(isOurs))('%s has a retention limit or a reason for none', (table) => {
  const ends = Object.values(RETENTION_RULES).filter((kept) => kept.table === table)
  expect(ends.length > 0 || HELD_BY[table] !== undefined).toBe(true)
  for (const { days, reason } of ends) {
    expect(days).toBeGreaterThan(0)
    expect(reason).not.toBe('')
  }
})

test('the lists name no table that is not there', () => {
  const named = [...Object.values(RETENTION_RULES).map(({ table }) => table), ...Object.keys(HELD_BY)]
  for (const table of named) expect(tables).toContain(table)
})

test('the guide says the same, row by row', () => {
  const guide = readFileSync('docs/running.md', 'utf8')
  for (const { table, what, days, atTheEnd = 'deleted' } of Object.values(RETENTION_RULES))
    expect(guide).toContain(`- \`${table}\`: ${what}: ${days.toLocaleString('en-US')} days, ${atTheEnd}\n`)
})

test('no rule reads a whole large table', () => {
  const asked: string[] = []
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = ((query: string) => {
    asked.push(query)
    return prepare(query)
  }) as typeof sqlite.prepare
  return purgeExpired(NOON).then(() => {
    sqlite.prepare = prepare
    const rules = asked.filter((query) => /limit \?/.test(query))
    expect(rules).toHaveLength(
      Object.values(RETENTION_RULES).filter(({ expired, purge }) => expired ?? purge).length,
    )
    for (const query of rules) {
      const places = query.match(/\?/g)?.length ?? 0
      const plan = prepare(`explain query plan ${query}`).all(...Array(places).fill(1)) as {
        detail: string
      }[]
      for (const { detail } of plan) expect(detail, query).not.toMatch(/^SCAN (?!CONSTANT)/)
    }
  })
})

test('the retention job runs once a day at four', async () => {
  const at = (instant: string) => () => new Date(instant)
  await runOwedJobs(at('2025-08-08T08:59:00Z'))
  expect(lastRuns(['retention'], 5)).toEqual([])
  await runOwedJobs(at('2025-08-08T09:00:00Z'))
  await runOwedJobs(at('2025-08-08T09:10:00Z'))
  expect(lastRuns(['retention'], 5)).toMatchObject([{ counts: { inquiries: 0, letters: 0 }, error: null }])
})

test('an inquiry is kept for two years', async () => {
  receiveInquiry(anInquiry(), NOON)
  await run(daysAfter(730))
  expect(count('contact_inquiries')).toBe(1)
  await run(daysAfter(730, 1))
  expect(count('contact_inquiries')).toBe(0)
})

test('a sent mail loses its text after thirty days', async () => {
  receiveInquiry(anInquiry(), NOON)
  await sendDueMail(() => NOON)
  receiveInquiry(anInquiry(), minutesAfter(1))
  await run(daysAfter(30))
  expect(count('outbox', "text_body <> ''")).toBe(4)
  await run(daysAfter(31))
  expect(count('outbox', "text_body <> '' and html_body <> ''")).toBe(2)
  expect(count('outbox', "state = 'sent' and text_body = '' and html_body = '' and headers = '{}'")).toBe(2)
  await run(daysAfter(366))
  expect(count('outbox')).toBe(2)
  expect(count('outbox', "state = 'waiting' and text_body <> ''")).toBe(2)
})

test('mail about a booking stays, without its words', async () => {
  const id = ended()
  receiveInquiry(anInquiry(), NOON)
  sqlite.exec(`update outbox set booking_id = ${id}`)
  sqlite.exec(
    "insert into payments (booking_id, kind, amount_cents, created_at) select id, 'payment', 1, 0 from bookings",
  )
  await sendDueMail(() => NOON)
  await run(daysAfter(800))
  expect(count('outbox', "text_body = ''")).toBe(2)
  sqlite.exec('update outbox set booking_id = null')
  sqlite.exec('delete from payments')
})

/** A hold that no one paid for; answers its id. */
function ended(): number {
  const placed = placeBooking(anOrder(), NOON)
  if (!('booking' in placed)) throw new Error('No seat')
  const { id } = placed.booking
  sqlite.exec(
    `insert into payment_intents (booking_id, purpose, method, amount_cents, state, idempotency_key, stripe_intent_id, created_at, updated_at)
     values (${id}, 'deposit', 'card-element', 50000, 'cancelled', 'key-${id}', 'pi_${id}', 0, 0)`,
  )
  expect(endBooking(id, 'expired', minutesAfter(31))).toBe(true)
  return id
}

test('a booking that ended unpaid is deleted after ninety days', async () => {
  const id = ended()
  const subject = sqlite
    .prepare("select 'booking:' || booking_reference from bookings")
    .pluck()
    .get() as string
  const staff = { actor: 'Wambui', action: 'reminder-sent', subject } as const
  recordAct(NOON, { ...staff, detail: { installment: 1, kind: 'final', amountCents: 1 as never } as never })
  expect(count('audit_log', `subject = '${subject}'`)).toBeGreaterThan(1)

  await run(daysAfter(90))
  expect(count('bookings', `id = ${id}`)).toBe(1)
  await run(daysAfter(90, 1))
  for (const table of ['bookings', 'payment_intents', 'installments', 'booking_search'])
    expect([table, count(table)]).toEqual([table, 0])
  expect(sqlite.prepare('select actor from audit_log').pluck().all()).toEqual(['Wambui'])
})

test.each([
  [
    'whose money came',
    "insert into payments (booking_id, kind, amount_cents, created_at) select id, 'payment', 5, 0 from bookings",
  ],
  [
    'whose money came and found no place',
    "insert into payments (kind, amount_cents, stripe_intent_id, created_at) select 'payment', 5, 'pi_' || id, 0 from bookings",
  ],
  ['whose intent is still open', "update payment_intents set state = 'open'"],
  ['that holds its seat', "update bookings set payment_status = 'pending'"],
  ['that is paid', "update bookings set payment_status = 'deposit_paid'"],
])('a booking %s stays', async (_, statement) => {
  ended()
  sqlite.exec(statement)
  await run(daysAfter(1_000))
  expect(count('bookings')).toBe(1)
  expect(count('payment_intents')).toBe(1)
  sqlite.exec('delete from payments')
})

test('an abandoned card form’s payment intent goes after thirty days', async () => {
  const left = (id: string, state: string) =>
    sqlite.exec(
      `insert into payment_intents (purpose, method, amount_cents, state, idempotency_key, stripe_intent_id, created_at, updated_at)
       values ('display', 'card-element', 50000, '${state}', '${id}', '${id}', 0, ${NOON.getTime()})`,
    )
  left('gone', 'cancelled')
  left('open', 'open')
  left('paid', 'cancelled')
  sqlite.exec(
    "insert into refunds (stripe_intent_id, amount_cents, reason, order_key, next_attempt_at, created_at) values ('paid', 5, 'no-place', 'k', 0, 0)",
  )
  await run(daysAfter(30))
  expect(count('payment_intents')).toBe(3)
  await run(daysAfter(30, 1))
  expect(sqlite.prepare('select stripe_intent_id from payment_intents').pluck().all().sort()).toEqual([
    'open',
    'paid',
  ])
  sqlite.exec('delete from refunds')
})

test('page views, daily sums and webhooks expire after different periods', async () => {
  sqlite.exec(
    `insert into page_views (path, visitor_digest, day, created_at) values ('/', 'v', '2025-06-01', ${NOON.getTime()})`,
  )
  sqlite.exec(`insert into stripe_events values ('evt_1', 'x', ${NOON.getTime()})`)
  await run(daysAfter(31))
  expect([count('page_views'), count('daily_views'), count('stripe_events')]).toEqual([0, 4, 1])
  await run(daysAfter(91))
  expect([count('daily_views'), count('stripe_events')]).toEqual([4, 0])
  await run(daysAfter(1_828))
  expect(count('daily_views')).toBe(0)
})

test('a process that lost its run stops deleting rows', async () => {
  for (let sent = 0; sent < 120; sent += 1) receiveInquiry(anInquiry(), NOON)
  let asked = 0
  await expect(
    purgeExpired(daysAfter(1_000), () => {
      asked += 1
      return asked < 4
    }),
  ).rejects.toThrow('Another process')
  expect(count('contact_inquiries')).toBe(45)
  await run(daysAfter(1_000))
  expect(count('contact_inquiries')).toBe(0)
})

test('a rule that fails does not stop the others', async () => {
  receiveInquiry(anInquiry(), NOON)
  sqlite.exec(`insert into stripe_events values ('evt_2', 'x', ${NOON.getTime()})`)
  sqlite.exec(
    'create trigger stuck before delete on contact_inquiries begin select raise(abort, "stuck"); end',
  )
  expect(await runDailyJob('retention', 'schedule', () => daysAfter(1_000))).toEqual({ refused: 'failed' })
  sqlite.exec('drop trigger stuck')
  expect([count('contact_inquiries'), count('stripe_events')]).toEqual([1, 0])
})

test('job runs expire too, those that asked Stripe sooner', async () => {
  const ran = (job: string, at: Date) =>
    sqlite
      .prepare('insert into job_runs (job, day, started_at, finished_at) values (?, ?, ?, ?)')
      .run(job, '2025-01-01', at.getTime(), at.getTime())
  for (const job of ['reconcile', 'reminders', 'overdue']) ran(job, NOON)
  const left = () => sqlite.prepare("select job from job_runs where day = '2025-01-01'").pluck().all()
  await run(daysAfter(30))
  expect(left()).toEqual(['reconcile', 'reminders', 'overdue'])
  await run(daysAfter(31))
  expect(left()).toEqual(['reminders', 'overdue'])
  await run(daysAfter(401))
  expect(left()).toEqual([])
})

test('staff read each rule in plain words', () => {
  const rules = retentionRules()
  expect(rules).toHaveLength(Object.keys(RETENTION_RULES).length)
  expect(rules.slice(0, 2)).toMatchObject([
    { what: 'Inquiries', keptFor: '2 years', atTheEnd: 'deleted' },
    { what: 'Requests for the newsletter that were never confirmed', keptFor: '30 days' },
  ])
  expect(rules.map(({ keptFor }) => keptFor)).toEqual(
    expect.arrayContaining(['1 year', '400 days', '5 years']),
  )
})

test('the pieces of a search index are merged at night, and all is still found', async () => {
  const pieces = () => sqlite.prepare('select count(distinct segid) from contact_search_idx').pluck().get()
  const found = () =>
    sqlite.prepare('select count(*) from contact_search where contact_search match ?').pluck()
  for (let n = 0; n < 70; n += 1) receiveInquiry(anInquiry({ email: `guest${n}@example.com` }), NOON)
  expect(pieces()).toBeGreaterThan(4)
  await run(NOON)
  expect(pieces()).toBe(1)
  expect(found().get('"guest"')).toBe(70)
  sqlite.exec("insert into contact_search (contact_search) values ('integrity-check')")
})
