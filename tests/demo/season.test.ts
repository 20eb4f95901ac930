import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day, dayAt, instantAt } from '#app/platform/days'
import { JOB_HOURS } from '#app/server/schedule/job-hours'
import { makeSeason } from '#scripts/demo/season/make-season'
import type { StripeSandbox } from '#scripts/sandbox/stripe/inspection'
import { startStripeSandbox } from '#scripts/sandbox/stripe/start'
import { patiently } from '#scripts/test/patience.mjs'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { screenHeights } from './screen-heights'

// The season with which the demo begins: lived through once, then asked from all sides.

const UNTIL = '2025-06-01T14:00:00.000Z'
const ZONE = 'America/Chicago'

const folder = mkdtempSync(join(tmpdir(), 'savanna-season-'))
let file: Database.Database
let stripe: StripeSandbox
let site: Site
let cookie: string

beforeAll(async () => {
  const settings = {
    ...WAMBUI,
    BASE_URL: 'http://localhost:3000',
    SESSION_SECRET: 'for-tests-only-and-for-nothing-else',
    DATA_KEY: 'a-data-key-for-tests-and-for-nothing-else',
    STRIPE_WEBHOOK_SECRET: 'whsec_site',
    MAIL_FROM: 'hello@savannasoul.example',
    STAFF_EMAIL: 'staff@savannasoul.example',
  }
  await makeSeason({ folder, settings, until: UNTIL }, join(folder, 'season.log'))
  stripe = await startStripeSandbox({ port: 0, dataPath: join(folder, 'stripe.db') })
  // As the demo does: what is on its way from a bank has not come by then.
  stripe.setClock(() => new Date(UNTIL))
  site = await startSite({ ...WAMBUI, DATABASE_PATH: join(folder, 'safari.db'), CLOCK_START: UNTIL })
  file = new Database(join(folder, 'safari.db'), { readonly: true })
  cookie = await staffCookie(site)
}, patiently(60_000))
afterAll(async () => {
  file.close()
  await site.close()
  await stripe.close()
  rmSync(folder, { recursive: true, force: true })
})

const rows = <Row = Record<string, number>>(query: string) => file.prepare(query).all() as Row[]
const one = (query: string) => file.prepare(query).pluck().get() as number

test('the ledger says of each card what Stripe says', () => {
  const atStripe: Record<string, number> = {}
  for (const { payment_intent, amount, paid } of stripe.charges())
    if (paid) atStripe[String(payment_intent)] = (atStripe[String(payment_intent)] ?? 0) + amount
  for (const { payment_intent, amount, status } of stripe.refunds())
    if (status === 'succeeded')
      atStripe[String(payment_intent)] = (atStripe[String(payment_intent)] ?? 0) - amount
  const ledger = rows<{ intent: string; cents: number }>(
    'select stripe_intent_id as intent, sum(amount_cents) as cents from payments where stripe_intent_id is not null group by 1',
  )
  expect(Object.fromEntries(ledger.map(({ intent, cents }) => [intent, cents]))).toEqual(atStripe)
  expect(ledger.length).toBeGreaterThan(25)
})

test('fourteen of twenty seats are taken in every way', () => {
  expect(
    one(
      "select sum(number_of_guests) from bookings where departure_id = 1 and payment_status in ('pending', 'deposit_paid', 'completed')",
    ),
  ).toBe(14)
  expect(
    rows(
      'select money_state, count(*) as bookings from bookings where departure_id = 1 group by 1 order by 1',
    ),
  ).toEqual([
    { money_state: 'balance-open', bookings: 6 },
    { money_state: 'held', bookings: 1 },
    { money_state: 'paid-in-full', bookings: 5 },
    { money_state: 'refunded', bookings: 1 },
  ])
  expect(one("select count(*) from installments where owed_cents > 0 and due_on < '2025-06-01'")).toBe(1)
  expect(
    rows('select distinct payment_status, money_state from bookings where departure_id = 2 order by 2'),
  ).toEqual([
    { payment_status: 'cancelled', money_state: 'cancelled' },
    { payment_status: 'completed', money_state: 'paid-in-full' },
    { payment_status: 'refunded', money_state: 'refunded' },
  ])
  expect(stripe.disputes().map(({ status }) => status)).toEqual(['won'])
})

test('two have the code of the choir', () => {
  expect(
    rows(
      `select customer_name as name, price_cents as cents from charges
       join discount_codes on discount_codes.id = code_id join bookings on bookings.id = booking_id order by booking_id`,
    ),
  ).toEqual([
    { name: 'James Holloway', cents: -45_000 },
    { name: 'Naomi Fields', cents: -45_000 },
  ])
})

test('the journey’s letters leave by the clock, and one has not read the urgent one', () => {
  expect(
    rows(
      `select (select count(*) from departures other where other.tour_id = 1 and other.id <= departure_id) as departure,
         kind, state, count(broadcast_recipients.id) as sent,
         sum(read_token is not null and read_at is null) as unread from broadcasts
       left join broadcast_recipients on broadcast_id = broadcasts.id
       where departure_id in (select id from departures where tour_id = 1)
       group by broadcasts.id order by departure_id desc, broadcasts.id`,
    ),
  ).toEqual([
    ...['scheduled', 'scheduled', 'draft', 'draft', 'draft'].flatMap((state, place) =>
      unsent(7 - place, state),
    ),
    { departure: 2, kind: 'trip-book', state: 'sent', sent: 9, unread: 0 },
    { departure: 2, kind: 'meeting-point', state: 'sent', sent: 8, unread: 0 },
    { departure: 2, kind: 'day-before', state: 'sent', sent: 8, unread: 0 },
    { departure: 2, kind: 'thanks', state: 'sent', sent: 8, unread: 0 },
    { departure: 2, kind: 'written', state: 'sent', sent: 8, unread: 1 },
    ...unsent(1, 'scheduled'),
  ])
  expect(
    rows('select rating, publish_as as name, published_at is not null as isPublic from reviews'),
  ).toEqual([
    { rating: 5, name: 'Denise W.', isPublic: 0 },
    { rating: 5, name: 'Harold B.', isPublic: 1 },
  ])
  expect(one('select count(*) from review_photos')).toBe(1)
})

test('a trip book has a lodge that was changed, and a guide ticked each day of February', () => {
  expect(rows('select departure_id as departure, count(*) as days from aboard_ticks group by 1')).toEqual([
    { departure: 2, days: 12 },
  ])
  const changed = "where departure_id = 1 and changed_at >= strftime('%s', '2025-05-27') * 1000"
  expect(rows(`select lodge as is_in from departure_days ${changed}`)).toEqual([
    { is_in: 'Mbweha Springs Lodge' },
  ])
  for (const table of ['trip_notes', 'trip_files'])
    expect(one(`select count(*) from ${table} ${changed}`)).toBe(1)
})

const unsent = (departure: number, state: string) =>
  ['trip-book', 'meeting-point', 'day-before', 'thanks'].map((kind) => ({
    ...{ departure, kind, state, sent: 0, unread: 0 },
  }))

test('a couple has told of itself, and two share a room', () => {
  expect(
    rows(
      `select name from travelers join bookings on bookings.id = booking_id
        where position = 2 and departure_id <= 2 order by travelers.id`,
    ),
  ).toEqual([{ name: 'Earl Whitfield' }, { name: 'Wanjiku Mbugua' }, { name: 'Mary Njoroge' }, { name: '' }])
  expect(
    rows(
      `select (select kind from charges where id = c.act_id) as kind, sum(price_cents) as cents from charges c
       where act_id in (select act_id from charges where kind = 'left' or (kind = 'seat' and changed_by is not null)) group by act_id`,
    ),
  ).toEqual([
    { kind: 'left', cents: -400_000 },
    { kind: 'seat', cents: 450_000 },
  ])
  expect(rows("select action from audit_log where action like 'lead-%' order by id")).toEqual([
    { action: 'lead-changed' },
    { action: 'lead-contact-changed' },
  ])
  // What February's travelers told is erased by now.
  expect(one('select count(*) from traveler_details')).toBe(3)
  expect(one("select count(*) from audit_log where action = 'details-erased'")).toBe(1)
  expect(
    one(
      'select count(*) from (select 1 from travelers group by room_id having count(distinct booking_id) > 1)',
    ),
  ).toBe(1)
  expect(one("select count(*) from outbox where kind = 'room-paired'")).toBe(2)
})

test('one booking was moved from February to October, and one reinstated and paid', () => {
  expect(rows('select from_starts_on as day from departure_moves')).toEqual([
    { day: '2025-02-13' },
    { day: '2025-12-04' },
  ])
  expect(
    one(
      `select count(*) from bookings join audit_log on subject = 'booking:' || booking_reference
        where action = 'booking-reinstated' and money_state = 'paid-in-full'`,
    ),
  ).toBe(1)
})

test('August is sold out, with a line, an offer, one that lapsed, and a place offered back and paid', async () => {
  expect(rows('select name, state from waitlist_entries order by joined_at, id')).toEqual([
    { name: 'Otis Freeman', state: 'lapsed' },
    { name: 'Mercy Wafula', state: 'offered' },
    { name: 'Joyce Abbott', state: 'booked' },
    { name: 'Brent Sorrell', state: 'booked' },
    { name: 'Priya Nair', state: 'waiting' },
    { name: 'Cleo Hughes', state: 'waiting' },
    { name: 'Ines Duarte', state: 'unconfirmed' },
  ])
  expect(
    rows(
      `select customer_name as name, place.state, payment_status as status, fee_cents as fee, kept_cents as kept
       from offered_places as place join bookings on bookings.id = booking_id`,
    ),
  ).toEqual([
    { name: 'Gloria Barnes', state: 'sold', status: 'cancelled', fee: 45_000, kept: 45_000 },
    { name: 'Hank Tillman', state: 'ended', status: 'completed', fee: 45_000, kept: 900_000 },
  ])
  expect(await shown('people?email=priya.nair%40example.com')).toContain(
    'Aug 21 to Sep 1, 2025, 2Step Safari, 1 to 2 travelers',
  )
})

test('two hear that a departure opens, and the one who still watches it that it was postponed', () => {
  expect(
    rows(`select kind, to_address as who from outbox
       where kind in ('departure-watched', 'departure-opened', 'departure-confirmation') order by id`).map(
      ({ kind, who }) => `${kind} ${who}`,
    ),
  ).toEqual([
    'departure-confirmation lena.fischer@example.com',
    'departure-confirmation tom.avila@example.com',
    'departure-confirmation ray.dunn@example.com',
    'departure-opened lena.fischer@example.com',
    'departure-opened tom.avila@example.com',
    'departure-watched lena.fischer@example.com',
  ])
})

test('one departure is guaranteed, one undecided, one canceled and one postponed, with choices', async () => {
  expect(
    rows(
      `select starts_on as day, minimum_travelers as least, guaranteed_at is not null as runs,
         canceled_at is not null as off from departures where starts_on > '2025-06-01' order by 1`,
    ),
  ).toEqual([
    { day: '2025-08-21', least: 4, runs: 0, off: 0 },
    { day: '2025-10-16', least: 4, runs: 1, off: 0 },
    { day: '2025-11-06', least: null, runs: 0, off: 0 },
    { day: '2025-12-04', least: null, runs: 0, off: 1 },
    { day: '2026-01-15', least: null, runs: 0, off: 0 },
    { day: '2026-01-22', least: null, runs: 0, off: 0 },
    { day: '2026-02-12', least: 6, runs: 0, off: 0 },
    { day: '2026-03-12', least: null, runs: 0, off: 0 },
  ])
  expect(one("select private_for from departures where is_private = 1 and starts_on = '2026-03-12'")).toBe(
    'the Bluebonnet Choir',
  )
  expect(
    rows(
      `select kind, choice, settled_at is not null as done from schedule_choices as one
       join schedule_changes on schedule_changes.id = change_id order by one.id`,
    ),
  ).toEqual([
    { kind: 'postponed', choice: 'stays', done: 1 },
    { kind: 'postponed', choice: null, done: 0 },
    { kind: 'canceled', choice: 'refund', done: 1 },
    { kind: 'canceled', choice: 'move', done: 1 },
    { kind: 'canceled', choice: null, done: 0 },
  ])
  const page = await shown('dashboard')
  expect(page).toContain('Needs 6 · 4 paid · decide by Jun 20, 2025')
  expect(page.match(/Has not chosen yet: call, and choose for them/g)).toHaveLength(2)
  expect(await shown('installments?day=2025-06-10')).toContain(
    'Departure canceled, no choice by |Jun 9, 2025',
  )
})

test('Stripe was heard of with the last card payment, so that no alarm begins the demo', () => {
  const lastPaid = one('select max(created_at) from payments where stripe_intent_id is not null')
  expect(one('select max(received_at) from stripe_events')).toBeGreaterThanOrEqual(lastPaid)
})

test('one bank payment has come, one is on its way while the demo begins, and one has failed', () => {
  expect(stripe.paymentIntents().filter(({ status }) => status === 'processing')).toMatchObject([
    { amount: 198_000, payment_method_types: ['us_bank_account'] },
  ])
  expect(rows("select amount_cents as cents from payments where method = 'bank-account'")).toEqual([
    { cents: 198_000 },
  ])
  expect(one("select count(*) from outbox where kind = 'bank-payment-begun'")).toBe(3)
  expect(one("select count(*) from outbox where kind = 'bank-payment-failed'")).toBe(1)
})

test('paying from a bank account is less: one discount was taken back, two stand', () => {
  const off = 'select -sum(price_cents) as off, count(*) as rows from charges where intent_id is not null'
  const inSeason = `${off} and created_at < ${Date.parse(UNTIL)} group by intent_id order by intent_id`
  expect(rows(inSeason)).toEqual([
    { off: 0, rows: 2 },
    { off: 2_000, rows: 1 },
    { off: 2_000, rows: 1 },
  ])
})

test('two final installments were charged by themselves, one at the second try; two guests have agreed since', () => {
  const charged = "select tries from autopay_charges where state = 'paid' order by tries"
  expect(rows(charged)).toEqual([{ tries: 0 }, { tries: 1 }])
  expect(one("select count(*) from outbox where kind = 'autopay-announced'")).toBe(4)
  expect(one("select count(*) from outbox where kind = 'autopay-declined'")).toBe(1)
  expect(rows('select ended_for from autopay_consents order by ended_for')).toEqual([
    { ended_for: null },
    { ended_for: null },
    { ended_for: 'paid' },
    { ended_for: 'paid' },
  ])
  expect(one('select count(*) from autopay_consents where for_traveler_id is not null')).toBe(1)
})

test('the next departure has an early bird in money, and one traveler a link for a part', () => {
  expect(
    rows(
      "select starts_on as day, early_bird_off_cents as off from departures where sales = 'open' and is_private = 0 order by 1 desc limit 1",
    ),
  ).toEqual([{ day: '2026-02-12', off: 25_000 }])
  expect(one("select count(*) from outbox where kind = 'part-asked'")).toBe(1)
})

test('one traveler had an installment postponed, one was canceled for non-payment, one was written off and paid a part', () => {
  expect(
    rows("select -sum(price_cents) as cents from charges where kind = 'written-off' group by act_id"),
  ).toEqual([{ cents: 200_000 }, { cents: -50_000 }])
  expect(one("select count(*) from audit_log where action = 'installment-extended'")).toBe(1)
  expect(one("select count(*) from audit_log where action = 'plan-spread'")).toBe(1)
  expect(
    one(
      "select detail ->> 'unpaidCents' from audit_log where action = 'booking-cancelled' and detail ->> 'unpaidCents' > 0",
    ),
  ).toBe(200_000)
})

test('one was answered by letter and sold to by link, one sold by phone and paid by check', () => {
  expect(one('select count(*) from inquiry_answers')).toBe(2)
  expect(one('select count(*) from caught_messages')).toBe(2)
  expect(
    rows(
      'select sold_by, money_state, (select group_concat(method) from payments where booking_id = b.id) as paid from bookings b where sold_by is not null order by id',
    ),
  ).toEqual([
    { sold_by: 'Wambui', money_state: 'paid-in-full', paid: 'cheque' },
    { sold_by: 'Wambui', money_state: 'balance-open', paid: 'card' },
  ])
  expect(one("select created_at from payments where method = 'cheque'")).toBe(
    instantAt('2025-05-26', 12, ZONE).getTime(),
  )
})

/** When each kind goes out, by days from the due date and the hour of its run (rules 3.5 and 3.8). */
const KINDS = [
  { kind: 'friendly', days: -7, hour: JOB_HOURS.reminders },
  { kind: 'urgent', days: -3, hour: JOB_HOURS.reminders },
  { kind: 'final', days: -1, hour: JOB_HOURS.reminders },
  { kind: 'overdue', days: 1, hour: JOB_HOURS.overdue },
  { kind: 'second-overdue', days: 7, hour: JOB_HOURS.overdue },
  { kind: 'last-overdue', days: 21, hour: JOB_HOURS.overdue },
]

test('every reminder that was due is there once', () => {
  const installments = rows<{ id: number; due_on: Day; created_at: number; ends_at: number | null }>(
    `select i.id, i.due_on, b.created_at,
       coalesce((select processing_at from payment_intents p where p.booking_id = b.id
           and p.installment_number = i.number and p.pays_from = 'bank-account' and p.state = 'succeeded'),
         i.paid_at, b.cancelled_at, iif(b.payment_status = 'refunded', b.updated_at, null),
         (select created_at from charges where booking_id = b.id and kind = 'written-off')) as ends_at
     from installments i join bookings b on b.id = i.booking_id where b.payment_status <> 'pending'
       and not exists (select 1 from autopay_charges c where c.booking_id = i.booking_id and c.number = i.number)`,
  )
  const expected = installments.flatMap(({ id, due_on, created_at, ends_at }) =>
    KINDS.flatMap(({ kind, days, hour }) => {
      const run = instantAt(addDays(due_on, days), hour, ZONE).getTime()
      const isDue = run > created_at && run < Math.min(ends_at ?? Number.POSITIVE_INFINITY, Date.parse(UNTIL))
      return isDue ? [`${id} ${kind}`] : []
    }),
  )
  const sent = rows<{ installment_id: number; kind: string }>('select installment_id, kind from reminders')
  expect(sent.map(({ installment_id, kind }) => `${installment_id} ${kind}`).sort()).toEqual(expected.sort())
  expect(expected.length).toBeGreaterThan(30)
  // An overdue notice speaks of all of a booking that is overdue. Two that went out spoke of a day that was
  // postponed since.
  expect(one("select count(*) from outbox where kind like 'reminder-%' and state = 'sent'")).toBe(
    one('select count(distinct outbox_id) + 2 from reminders'),
  )
})

test('all mail of the season went out, none is new', () => {
  expect(rows('select distinct state from outbox')).toEqual([{ state: 'sent' }])
  expect(site.mailbox.messages()).toEqual([])
  const letters = new Database(join(folder, 'mailbox.db'), { readonly: true })
  expect(letters.pragma('user_version', { simple: true })).toBe(
    letters.prepare('select max(id) from letters').pluck().get(),
  )
  letters.close()
})

test('a letter leaves when it is written, but for the afternoon without mail', () => {
  const late = rows<{ created_at: number; sent_at: number }>(
    'select created_at, sent_at from outbox where sent_at > created_at + 10 * 60000',
  )
  for (const { created_at, sent_at } of late)
    expect([dayAt(new Date(created_at), ZONE), dayAt(new Date(sent_at), ZONE)]).toEqual([
      '2025-03-19',
      '2025-03-19',
    ])
})

test('an afternoon without mail was told, and its end', () => {
  expect(rows("select kind from outbox where kind like 'alert%' order by id")).toEqual([
    { kind: 'alert' },
    { kind: 'alert-over' },
  ])
  expect(rows('select kind, over_at is not null as over from alerts')).toEqual([
    { kind: 'mail-stuck', over: 1 },
  ])
})

const shown = async (path: string) => {
  const html = await (await fetch(`${site.url}/admin/${path}`, { headers: { Cookie: cookie } })).text()
  return html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|')
}
const call = async (path: string) =>
  (await fetch(`${site.url}/api/admin/${path}`, { headers: { Cookie: cookie } })).json()

test('no screen of staff is above 2,500 pixels at 1280', { timeout: patiently(240_000) }, async () => {
  const heights = [...(await screenHeights(site.url, cookie))]
  expect(heights.length).toBeGreaterThan(150)
  expect(heights.filter(([, height]) => height > 2_500)).toEqual([])
})

describe('every total is the sum of its list', () => {
  test('of contacts, bookings and subscribers on the dashboard', async () => {
    const [page, contacts, bookings] = await Promise.all([
      shown('dashboard'),
      call('contacts'),
      call('bookings'),
    ])
    const subscribers = one('select count(*) from newsletter_subscriptions where unsubscribed_at is null')
    const paid = bookings.filter(({ paymentStatus }: { paymentStatus: string }) =>
      ['deposit_paid', 'completed'].includes(paymentStatus),
    )
    expect(page).toContain(`Total contacts|${contacts.length}|`)
    expect(page).toContain(`Total bookings|${paid.length}|`)
    expect(page).toContain(`Total newsletter subscribers|${subscribers}|`)
    expect([contacts.length, paid.length, subscribers]).toEqual([40, 26, 116])
    expect(page.match(/Installment \d of \S+ is overdue/g)).toHaveLength(1)
    expect(page).toContain('1 held booking')
    const unanswered = one('select count(*) from contact_inquiries where answered_at is null')
    expect(page.match(/Asks about/g)).toHaveLength(unanswered)
  })

  test('of the bookings and their departures', async () => {
    const bookings: {
      departure: { startsOn: Day }
      paymentStatus: string
      paidAmount: number
      numberOfGuests: number
    }[] = await call('bookings')
    const list = await shown('departures')
    for (const [startsOn, words] of [
      ['2025-10-16', 'Oct 16 to Oct 27, 2025|2Step Safari|On sale|Guaranteed'],
      ['2025-02-13', 'Feb 13 to Feb 24, 2025|2Step Safari|Past'],
    ] as const) {
      const all = bookings.filter(({ departure }) => departure.startsOn === startsOn)
      const seats = all
        .filter(({ paymentStatus }) => !['refunded', 'cancelled'].includes(paymentStatus))
        .reduce((sum, { numberOfGuests }) => sum + numberOfGuests, 0)
      const collected = all.reduce((sum, { paidAmount }) => sum + paidAmount, 0)
      const row = list.slice(list.indexOf(words) + words.length)
      const [, paid, held] = /^\|(\d+)\| of \|20\| paid\|(?:(\d+) held)?/.exec(row) ?? []
      expect(Number(paid) + Number(held ?? 0)).toBe(seats)
      expect(row.slice(0, 100)).toContain(`|$${collected.toLocaleString('en-US')}| of |$`)
    }
  })

  test('of what travelers still owe in installments', async () => {
    const sum = (which: string) =>
      `$${(one(`select coalesce(sum(${which}), 0) from bookings join departures on departures.id = departure_id where payment_status in ('deposit_paid', 'completed') and canceled_at is null`) / 100).toLocaleString('en-US')}`
    const page = await shown('installments')
    const owed = one('select sum(owed_cents) from installments')
    expect(page).toContain(`Outstanding|$${(owed / 100).toLocaleString('en-US')}|`)
    expect(page).toContain('Overdue|$2,000|1 installment')
    expect(sum('total_cents - kept_cents')).toBe(`$${(owed / 100).toLocaleString('en-US')}`)
  })

  test('of views, visitors and revenue in the analytics', async () => {
    const { overview, topPages, trafficSources } = await call('analytics')
    const from = dayAt(instantAt('2025-05-03', 12, ZONE), ZONE)
    const views = one(`select count(*) from page_views where day >= '${from}'`)
    const visitors = one(
      `select count(distinct day || visitor_digest) from page_views where day >= '${from}'`,
    )
    expect(overview).toMatchObject({ totalPageViews: views, totalVisitors: visitors })
    expect(topPages.reduce((sum: number, { views }: { views: number }) => sum + views, 0)).toBe(views)
    expect(trafficSources.reduce((sum: number, { visits }: { visits: number }) => sum + visits, 0)).toBe(
      visitors,
    )
    const takings = one(
      `select sum(amount_cents) from payments where created_at >= ${instantAt(from, 0, ZONE).getTime()}`,
    )
    expect(overview.totalRevenue).toBe(takings / 100)
  })

  test('of the campaigns and the audit log', async () => {
    const page = await shown('campaigns')
    for (const { subject, sent, left } of rows<{ subject: string; sent: number; left: number }>(
      `select subject, (select count(*) from outbox where campaign_id = c.id and state = 'sent') as sent,
         (select count(*) from newsletter_subscriptions where unsubscribed_campaign_id = c.id) as left
       from broadcasts c where departure_id is null and state = 'sent'`,
    )) {
      const [, row = ''] = page.split(`|${subject}|Sent|`)
      const figures = `|${sent}| |recipients|${sent}| |sent|0| |failed|${left}| |unsubscribed|`
      expect(row.slice(row.indexOf('|')).slice(0, figures.length)).toBe(figures)
    }
    expect(page).toContain('|Draft|')
    expect(page).toContain('|Scheduled|Leaves Jun 12, 2025')
    // June's letter, and its copy for July.
    expect(page.match(/The herds are at the river, \[first name\]/g)).toHaveLength(2)
    const audit = await shown('audit')
    for (const who of ['Wambui', 'njeri']) expect(audit).toContain(who)
  })
})
