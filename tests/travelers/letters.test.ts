import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import type { Order } from '#app/bookings/place-booking.server'
import { letterAsHtml, letterAsText } from '#app/mail/letter'
import { sendDueMail } from '#app/mail/send-mail.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { moveBooking, moveQuote } from '#app/money/changes/move-booking.server'
import { changeLead, leadSummary } from '#app/money/changes/party/change-lead.server'
import { reinstateBooking, reinstateQuote } from '#app/money/changes/reinstate-booking.server'
import { sellByHand } from '#app/money/changes/sell-by-hand.server'
import { endHolds } from '#app/money/reconcile.server'
import { now } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import { asOfNow } from '#app/server/schedule/move-clock.server'
import type { BroadcastText } from '#app/tours/broadcast-form'
import {
  broadcastWith,
  type DepartureLetter,
  draftBroadcast,
  holdBroadcast,
  lettersOf,
  saveBroadcast,
} from '#app/tours/broadcasts.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { layOut, renderSubject, whyWaits } from '#app/travelers/broadcast-text.server'
import { letterByToken, markRead, reachedBy } from '#app/travelers/letter-recipients.server'
import { leavingOn, postBroadcasts } from '#app/travelers/post-broadcasts.server'
import { eraseDetails, saveDetails } from '#app/travelers/save-details.server'
import {
  missedBy,
  recipientsFingerprint,
  scheduleBroadcast,
  sendNow,
  sendToMissed,
} from '#app/travelers/send-broadcasts.server'
import { db } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { broadcastRecipients, outbox } from '#db/schema/mail'
import { departures } from '#db/schema/tours'
import { JOURNEY_LETTERS } from '#db/seed/journey-letters'
import type { Audience } from '#db/values'
import { close, hear } from '#tests/fixtures/disputes'
import { mailbox, stripeSandbox } from '#tests/fixtures/environment'
import { aTraveler, NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, cancel, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, leaves } from '#tests/fixtures/party-changes'
import { beginPaying, bookingNow } from '#tests/fixtures/payments'
import { aWholeWish, on } from './wishes'

const TOUR = 1
let other = 0
/** By what each is called below: their first name, and their address. */
const of: Record<string, Booking> = {}

const order = (name: string, details: Partial<Order> = {}) => ({
  ...details,
  traveler: aTraveler({ name: `${name} Otieno`, email: `${name}@example.com` }),
})
const books = async (name: string, details: Partial<Order> = {}) => {
  const { booking, intentId } = await aPaidBooking(order(name, details))
  of[name] = booking
  return { booking, intentId }
}
const booking = (name: string): Booking => {
  const found = of[name]
  if (!found) throw new Error(`${name} has not booked`)
  return bookingNow(found)
}
const companion = (name: string, position: number) => {
  const found = partyOf(booking(name).id).find((one) => one.position === position)
  if (!found) throw new Error(`${name} travels alone`)
  return found
}
const called = (name: string, position: number, own: string, email: string | null) =>
  db
    .update(travelers)
    .set({ name: own, email })
    .where(eq(travelers.id, companion(name, position).id))
    .run()
const tellsAll = (name: string, position = 1) => saveDetails(companion(name, position), aWholeWish(), NOON)

function moves(name: string, to: number) {
  const quote = moveQuote(booking(name), to, NOON)
  if ('refused' in quote) throw new Error(quote.refused)
  const { reference } = booking(name)
  const wish = { reference, departureId: to, price: 'agreed' as const, quoted: digestOf(quote) }
  return moveBooking({ ...wish, formKey: randomUUID() }, aStaffMember(), () => NOON)
}

function reinstated(name: string, when: Date) {
  const quote = reinstateQuote(booking(name), when)
  if ('refused' in quote) throw new Error(quote.refused)
  const wish = {
    reference: booking(name).reference,
    quoted: digestOf(quote),
    formKey: randomUUID(),
  }
  return reinstateBooking(wish, aStaffMember(), () => when)
}

/** About twenty travelers, each in another state. */
async function everybodyBooks() {
  await books('ada')
  await books('paid', { paymentType: 'full' })
  await books('couple', { travelers: 2, paymentType: 'full' })
  called('couple', 2, 'Njeri', 'njeri@example.com')
  tellsAll('couple')
  await books('mute', { travelers: 2 })
  called('mute', 2, 'Little', null)
  await books('twins', { travelers: 3 })
  called('twins', 2, 'Same', 'TWINS@example.com')
  called('twins', 3, 'Third', 'third@example.com')
  await books('trio', { travelers: 3, paymentType: 'full' })
  called('trio', 3, 'Leaver', 'leaver@example.com')
  await leaves(booking('trio'), 3, at('2025-06-02'))
  await books('canceled')
  await cancel(booking('canceled'), at('2025-07-20'))
  await books('back')
  await cancel(booking('back'), at('2025-07-20'))
  await reinstated('back', at('2025-07-21'))
  await books('complete')
  tellsAll('complete')
  await books('erased')
  tellsAll('erased')
  eraseDetails(companion('erased', 1), NOON)
  const { intentId } = await books('disputed')
  stripeSandbox.openDispute(intentId)
  await hear('created')
  const { intentId: lost } = await books('lost')
  const dispute = stripeSandbox.openDispute(lost)
  await hear('created')
  await close(dispute, 'lost')
  await books('refunded')
  await refund(booking('refunded'), booking('refunded').keptCents)
  await books('goodwill', { paymentType: 'full' })
  await refund(booking('goodwill'), 10_000, { reason: 'goodwill' })
  await books('there', { departureId: other })
  await books('arrived', { departureId: other })
  await moves('arrived', TOUR)
  await books('gone')
  await moves('gone', other)
  await books('late')
  of.held = (await beginPaying({ ...order('held'), ...restOfOrder() })).booking
  expired('expired')
  await endHolds(() => at('2025-06-06'))
  of.held = (await beginPaying({ ...order('waiting'), ...restOfOrder() }, at('2025-06-06'))).booking
}

const restOfOrder = () => ({
  departureId: TOUR,
  roomType: 'double' as const,
  travelers: 1,
  paymentType: 'deposit' as const,
  browserDigest: randomUUID(),
  checkoutKey: randomUUID(),
  addressDigest: randomUUID(),
})

function expired(name: string) {
  const { departureId, roomType, travelers, paymentType } = restOfOrder()
  const sold = sellByHand(
    {
      ...{ departureId, roomType, travelers, paymentType },
      ...{ traveler: order(name).traveler, heldUntil: '2025-06-04', formKey: randomUUID() },
    },
    aStaffMember(),
    NOON,
  )
  if ('refused' in sold) throw new Error(sold.refused)
}

const text = (subject: string, details: Partial<BroadcastText> = {}): BroadcastText => ({
  ...{ subject, body: 'Dear {{first name}}, see {{trip book}}.', audience: { who: 'all', ids: [] } },
  ...{ addressees: 'leads', isUrgent: false, timing: 'by-hand', sendOn: null, days: null, sendMinute: 540 },
  ...details,
})
const onDay = (sendOn: string, sendMinute = 540) => ({ timing: 'on-day' as const, sendOn, sendMinute })
const to = (who: Audience['who'], ...ids: number[]): { audience: Audience } => ({ audience: { who, ids } })

function drafted(details: BroadcastText): DepartureLetter {
  const made = draftBroadcast(TOUR, details, randomUUID(), aStaffMember(), NOON)
  if ('refused' in made) throw new Error(made.refused)
  return { ...made.broadcast, departureId: TOUR }
}
const scheduled = (details: BroadcastText) => {
  const letter = drafted(details)
  expect(scheduleBroadcast(letter, aStaffMember(), NOON)).toHaveProperty('leavesAt')
  return letter
}

/** Lives through days as the site does: at nine, ten thirty and three, letters and mail. */
async function live(from: string, until: string, down: string[] = []) {
  for (let day = from; day <= until; day = addDays(day, 1)) {
    mailbox.refuse(down.includes(day))
    for (const instant of [on(day, 9), new Date(+on(day, 10) + 1_800_000), on(day, 15)]) {
      while (postBroadcasts(instant) > 0);
      await sendDueMail(() => instant, { beforeSending: asOfNow })
    }
  }
}

/** Who really got which letter, of the mail server; the names sorted. */
const got = (subject: string): string[] =>
  mailbox
    .messages()
    .filter((mail) => mail.subject === subject)
    .flatMap((mail) => mail.to.map((address) => address.replace('@example.com', '').toLowerCase()))
    .toSorted()

const letterNow = ({ id }: Pick<DepartureLetter, 'id'>) => broadcastWith(id)

const LEADS = ['ada', 'arrived', 'back', 'complete', 'couple', 'disputed', 'erased', 'goodwill']
const ALL_LEADS = [...LEADS, 'late', 'mute', 'paid', 'trio', 'twins'].toSorted()
const EVERYBODY = [...ALL_LEADS, 'njeri', 'third'].toSorted()

beforeAll(async () => {
  anOpenTour()
  db.update(departures).set({ seats: 60 }).run()
  const copy = copyDeparture(TOUR, '2026-10-15', aStaffMember(), NOON)
  if ('refused' in copy) throw new Error(copy.refused)
  other = copy.id
  db.update(departures).set({ sales: 'open', seats: 60 }).run()
  await everybodyBooks()
})

test('each letter reaches exactly those it is for, each once', async () => {
  await sendDueMail(now)
  mailbox.clear()
  const own = new Map(lettersOf(TOUR).map((letter) => [letter.kind, letter]))
  for (const kind of ['trip-book', 'day-before', 'thanks'] as const) {
    const letter = own.get(kind)
    if (!letter) throw new Error(`No letter ${kind}`)
    const renamed = saveBroadcast(letter, { ...letter, subject: kind }, aStaffMember(), NOON)
    if ('refused' in renamed) throw new Error(renamed.refused)
    expect(scheduleBroadcast(renamed.broadcast, aStaffMember(), NOON)).toHaveProperty('leavesAt')
  }
  scheduled(text('owing', { ...onDay('2025-09-20', 630), ...to('owing') }))
  scheduled(
    text('details', { timing: 'before', days: 20, addressees: 'travelers', ...to('details-missing') }),
  )
  scheduled(
    text('room', {
      ...onDay('2025-09-21'),
      ...to('room', companion('couple', 1).roomId),
      addressees: 'travelers',
    }),
  )
  const chosen = [companion('mute', 2).id, companion('ada', 1).id, companion('canceled', 1).id]
  scheduled(text('chosen', { ...onDay('2025-09-22'), ...to('chosen', ...chosen), addressees: 'travelers' }))
  scheduled(text('server down', { ...onDay('2025-10-01'), addressees: 'travelers' }))
  const nobody = scheduled(text('nobody', { ...onDay('2025-09-23'), ...to('room', 9_999) }))

  await live('2025-09-14', '2025-09-30')
  await live('2025-10-01', '2025-10-02', ['2025-10-01', '2025-10-02'])
  await cancel(booking('late'), on('2025-10-02', 18))
  db.update(travelers)
    .set({ email: 'moved.njeri@example.com' })
    .where(eq(travelers.id, companion('couple', 2).id))
    .run()
  await live('2025-10-03', '2025-10-14')
  await live('2025-10-15', '2025-10-16', ['2025-10-15', '2025-10-16'])
  await live('2025-10-17', '2025-11-05')

  const withoutLate = (names: string[]) => names.filter((name) => name !== 'late')
  expect({
    'trip-book': got('trip-book'),
    owing: got('owing'),
    details: got('details'),
    room: got('room'),
    chosen: got('chosen'),
    'server down': got('server down'),
    nobody: got('nobody'),
    'day-before': got('day-before'),
    thanks: got('thanks'),
  }).toEqual({
    'trip-book': EVERYBODY,
    owing: ['ada', 'arrived', 'back', 'complete', 'disputed', 'erased', 'late', 'mute', 'twins'],
    details: EVERYBODY.filter((name) => !['complete', 'couple'].includes(name)),
    room: ['couple', 'njeri'],
    chosen: ['ada', 'mute'],
    'server down': withoutLate(EVERYBODY)
      .map((name) => (name === 'njeri' ? 'moved.njeri' : name))
      .toSorted(),
    nobody: [],
    // The mail server was down until the journey had begun.
    'day-before': [],
    thanks: withoutLate(EVERYBODY)
      .map((name) => (name === 'njeri' ? 'moved.njeri' : name))
      .toSorted(),
  })
  expect(letterNow(nobody)).toMatchObject({ state: 'skipped', skippedBecause: 'nobody' })
})

test('a crash between portions forgets nobody and writes to nobody twice', async () => {
  mailbox.clear()
  const letter = drafted(text('crash', { addressees: 'travelers' }))
  const shown = recipientsFingerprint(reachedBy(letter).gets)
  expect(sendNow({ ...letter, shown: `${shown}.1` }, aStaffMember(), NOON)).toEqual({
    refused: 'recipients-changed',
  })
  expect(sendNow({ ...letter, shown }, aStaffMember(), NOON)).toEqual({
    recipients: EVERYBODY.length - 1,
  })
  expect(sendNow({ ...letter, shown }, aStaffMember(), NOON)).toEqual({ refused: 'not-a-draft' })
  expect(postBroadcasts(NOON)).toBe(10)
  db.run(sql`create trigger power_cut after insert on broadcast_recipients
    when (select count(*) from broadcast_recipients where broadcast_id = new.broadcast_id) = 12
    begin select raise(abort, 'power cut'); end`)
  expect(() => postBroadcasts(NOON)).toThrow('power cut')
  db.run(sql`drop trigger power_cut`)
  expect(postBroadcasts(NOON)).toBe(EVERYBODY.length - 11)
  expect(postBroadcasts(NOON)).toBe(0)
  expect(letterNow(letter)?.state).toBe('sent')
  await sendDueMail(() => NOON, { beforeSending: asOfNow })
  expect(got('crash')).toHaveLength(EVERYBODY.length - 1)
  expect(new Set(got('crash')).size).toBe(EVERYBODY.length - 1)
})

test('of an urgent letter the first press counts, by its own link alone', () => {
  const letter = drafted(text('urgent', { isUrgent: true, ...to('chosen', companion('ada', 1).id) }))
  sendNow({ ...letter, shown: recipientsFingerprint(reachedBy(letter).gets) }, aStaffMember(), NOON)
  postBroadcasts(NOON)
  const row = () =>
    db.select().from(broadcastRecipients).where(eq(broadcastRecipients.broadcastId, letter.id)).get()
  const token = row()?.readToken ?? ''
  expect([letterByToken(token), letterByToken('a'.repeat(32))]).toEqual([{ isRead: false }, null])
  markRead(token, NOON)
  markRead(token, on('2025-10-01'))
  expect(letterByToken(token)).toEqual({ isRead: true })
  expect(row()?.readAt).toEqual(NOON)
})

test('a missed letter is caught up, unless its time is over', async () => {
  const missed = scheduled(text('missed', { timing: 'before', days: 3 }))
  const over = scheduled(text('over', { timing: 'before', days: 1 }))
  postBroadcasts(on('2025-10-16'))
  expect([letterNow(missed), letterNow(over)]).toMatchObject([
    { state: 'skipped', skippedBecause: 'too-late' },
    { state: 'skipped', skippedBecause: 'too-late' },
  ])
  holdBroadcast(over.id, aStaffMember(), NOON)
  expect(scheduleBroadcast(over, aStaffMember(), on('2025-10-16'))).toEqual({ refused: 'too-late' })
  expect(scheduleBroadcast(over, aStaffMember(), NOON)).toHaveProperty('leavesAt')
  postBroadcasts(on('2025-10-15', 23))
  expect(letterNow(over)?.state).not.toBe('scheduled')
})

test('who books after a letter left is shown to staff, who send it to them with one press', async () => {
  mailbox.clear()
  const leaves = on('2025-09-16', 15)
  const letter = scheduled(text('useful', { timing: 'before', days: 30 }))
  const asked = () => letterNow(letter) as DepartureLetter
  expect(missedBy(asked(), leaves)).toEqual([])
  while (postBroadcasts(leaves) > 0);
  const { sentAt } = asked()
  expect(missedBy(asked(), leaves)).toEqual([])
  await books('latecomer')
  const missed = missedBy(asked(), leaves)
  expect(missed.map(({ to }) => to.address)).toEqual(['latecomer@example.com'])
  expect(missedBy(asked(), on('2025-10-16'))).toEqual([])
  const press = (shown: string) => sendToMissed({ id: letter.id, shown }, aStaffMember(), leaves)
  expect(press('')).toEqual({ refused: 'recipients-changed' })
  expect(press(recipientsFingerprint(missed))).toEqual({ recipients: 1 })
  expect(press(recipientsFingerprint(missed))).toEqual({ refused: 'nobody' })
  while (postBroadcasts(leaves) > 0);
  await sendDueMail(() => leaves, { beforeSending: asOfNow })
  expect([asked().state, asked().sentAt, missedBy(asked(), leaves)]).toEqual(['sent', sentAt, []])
  expect(got('useful').filter((name) => name === 'latecomer')).toHaveLength(1)
  expect(new Set(got('useful')).size).toBe(got('useful').length)
})

test('who leads in the meantime gets a waiting letter once, and who led gets it too', async () => {
  await books('halves', { travelers: 2, paymentType: 'full' })
  called('halves', 2, 'Other', 'other@example.com')
  const [led, next] = [1, 2].map((position) => companion('halves', position).id) as [number, number]
  const letter = drafted(text('who leads', { addressees: 'travelers', ...to('chosen', led, next) }))
  sendNow({ ...letter, shown: recipientsFingerprint(reachedBy(letter).gets) }, aStaffMember(), NOON)
  postBroadcasts(NOON)
  const opened = leadSummary(booking('halves'), companion('halves', 2))
  const wish = { ...opened.words, phone: undefined, email: 'leads.now@example.com', version: opened.version }
  const { reference } = booking('halves')
  const formKey = randomUUID()
  await changeLead({ ...wish, reference, travelerId: next, formKey }, aStaffMember(), () => NOON)
  const addresses = db
    .select({ address: outbox.toAddress })
    .from(broadcastRecipients)
    .innerJoin(outbox, eq(outbox.id, broadcastRecipients.outboxId))
    .where(eq(broadcastRecipients.broadcastId, letter.id))
    .all()
  expect(addresses.map(({ address }) => address)).toEqual(['halves@example.com', 'leads.now@example.com'])
  mailbox.clear()
  await sendDueMail(() => NOON, { beforeSending: asOfNow })
  expect(got('who leads')).toEqual(['halves', 'leads.now'])
})

test('a copied departure takes the journey’s own letters along', () => {
  const states = (id: number) => lettersOf(id).map(({ kind, state, days }) => [kind, state, days])
  expect(states(other)).toEqual(
    Object.values(states(TOUR).slice(0, 4)).map(([kind, , days]) => [kind, 'draft', days]),
  )
  const copy = copyDeparture(TOUR, '2026-03-05', aStaffMember(), NOON)
  if ('refused' in copy) throw new Error(copy.refused)
  expect(states(copy.id)).toEqual([
    ['trip-book', 'scheduled', 30],
    ['meeting-point', 'draft', 14],
    ['day-before', 'scheduled', 1],
    ['thanks', 'scheduled', 3],
  ])
  expect(leavingOn('2026-02-03', NOON)).toMatchObject([{ subject: 'trip-book', recipients: 0 }])
})

describe('the letter', () => {
  const reader = {
    firstName: 'Ada',
    isLead: true,
    reference: 'TS-ABC234',
    linkToken: 'ada-token',
    readToken: 'read-token',
  }
  const journey = { id: TOUR, name: 'Texas *Tour*', startsOn: '2025-10-16', endsOn: '2025-10-27' }
  const written = (body: string) =>
    layOut({ subject: 'For {{First name}}', body, isUrgent: true }, journey)(reader)

  test('is filled in for its reader, and names are never Markdown', () => {
    const letter = written('{{journey}}: {{trip book}}, [look]({{details}})')
    expect(letter.subject).toBe('For Ada')
    expect(renderSubject('Thank you, {{ First name }}', journey)).toBe('Thank you, [first name]')
    expect(letterAsText(letter)).toContain(
      'Texas *Tour*: your trip book (http://localhost:3000/traveler/ada-token/trip), look (http://localhost:3000/traveler/ada-token)',
    )
    expect(letterAsText(letter)).toContain('I have read this:\nhttp://localhost:3000/read/read-token')
    expect(letterAsHtml(letter)).toContain('<a href="http://localhost:3000/traveler/ada-token/trip"')
    expect(letterAsHtml(letter)).toContain('Texas *Tour*: ')
  })

  test.each([
    ['Hello', 'Dear {{name}},', '{{name}} is not filled in'],
    ['{{trip book}}', 'Hello', 'a subject cannot have one'],
    ['Hello', '![lion](https://example.com/lion.jpg)', 'pictures'],
  ])('that would not arrive as it looks waits: %s, %s', (subject, body, why) => {
    expect(whyWaits({ subject, body, audience: { who: 'all', ids: [] } })).toContain(why)
  })

  test.each(Object.entries(JOURNEY_LETTERS))('of the journey, %s, may leave', (_, letter) => {
    expect(whyWaits(letter)).toBeNull()
  })
})
