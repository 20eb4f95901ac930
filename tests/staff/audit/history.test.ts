import { beforeEach, expect, test } from 'vitest'
import { type RequestedPage, requestedPage } from '#app/platform/lists/page-cursor'
import { recordAct } from '#app/staff/audit-log.server'
import { hasHistory, historyBy, historyOf, wholeHistory } from '#app/views/history.server'
import { db } from '#db/connection.server'
import { adminUsers, auditLog } from '#db/schema/staff'
import { minutesAfter, NOON } from '#tests/fixtures/orders'

const START: RequestedPage = { from: 'start' }
const at = (query: string) => requestedPage(new URLSearchParams(query))

beforeEach(() => {
  db.delete(auditLog).run()
  db.delete(adminUsers).run()
  for (const id of [1, 2])
    db.insert(adminUsers)
      .values({ id, username: `user${id}`, passwordHash: 'x', createdAt: NOON })
      .run()
})

const act = (details: Record<string, unknown> = {}, when = NOON) =>
  recordAct(when, {
    actor: 'user1',
    actorId: 1,
    action: 'settings-saved',
    subject: 'settings',
    detail: { changed: [] },
    ...details,
  })

test('an act reads as a sentence with the business’s clock', () => {
  act({
    action: 'refund-ordered',
    subject: 'booking:TS-ABC123',
    detail: { amountCents: 50000, reason: 'owed-again' },
  })
  expect(historyOf('booking:TS-ABC123', START).acts).toEqual([
    {
      id: expect.any(Number),
      when: 'Jun 1, 2025 12:00 PM',
      at: '2025-06-01T17:00:00.000Z',
      who: 'user1',
      did: 'ordered a refund for',
      subject: 'booking:TS-ABC123',
      name: 'TS-ABC123',
      to: '/admin/bookings/TS-ABC123',
      detail: '$500 · the traveler owes it again',
    },
  ])
})

test('an action without words is read from its name', () => {
  // An entry of another release.
  db.insert(auditLog)
    .values({
      actor: 'schedule',
      action: 'nobody-knows_this',
      subject: 'gallery-photo:7',
      detail: { colour_of: 'red', deep: { json: 1 } },
      createdAt: NOON,
    })
    .run()
  const [shown] = wholeHistory(START).acts
  expect(shown).toMatchObject({
    who: 'The schedule',
    did: 'nobody knows this',
    detail: 'colour of: red',
    name: 'gallery photo 7',
    to: null,
  })
})

test('an action named after its subject names it once', () => {
  recordAct(NOON, {
    actor: 'Wambui',
    action: 'experience-moved',
    subject: 'experience:3',
    detail: { direction: 'up' },
  })
  const [shown] = wholeHistory(START).acts
  expect(shown).toMatchObject({ did: 'moved', name: 'experience 3', to: '/admin/settings/experiences/3' })
})

test('an entry leads to the page of its subject as long as there is one', () => {
  const pages = () => wholeHistory(START).acts.map(({ to }) => to)
  const of = ['departure', 'campaign', 'experience', 'story', 'lodge', 'discount-code', 'leader']
  for (const kind of of) act({ subject: `${kind}:987` })
  expect(pages()).toEqual(of.map(() => null))
  act({ subject: 'departure:1' })
  expect(pages()[0]).toBe('/admin/departures/1')
})

test.each([
  ['marketing-spend:2025-06', 'the marketing spend of June 2025'],
  ['mail:failed', 'the mail that had failed'],
  ['campaign:1', 'campaign 1'],
  ['intent:pi_1', 'payment pi_1'],
  ['settings', ''],
])('%s is called %j', (subject, name) => {
  act({ subject })
  expect(wholeHistory(START).acts[0]?.name).toBe(name)
})

test('a history is narrowed to one subject or one person', () => {
  act()
  act({ actor: 'user2', actorId: 2, subject: 'user:user2', action: 'signed-in', detail: undefined })
  act({ actor: 'stripe', actorId: undefined, action: 'refund-made', subject: 'booking:TS-ABC123' })
  expect(historyOf('settings', START).acts).toHaveLength(1)
  expect(historyBy(2, START).acts.map(({ did }) => did)).toEqual(['signed in'])
  expect(wholeHistory(START, { actorId: 2 }).acts).toHaveLength(1)
  expect(wholeHistory(START, { actorId: 'site' }).acts.map(({ who }) => who)).toEqual(['Stripe'])
  expect(wholeHistory(START).acts).toHaveLength(3)
  expect(hasHistory('settings')).toBe(true)
  expect(hasHistory('booking:TS-OTHER')).toBe(false)
})

test('acts of a deleted user can still be read', () => {
  act({ actor: 'user2', actorId: 2 })
  db.delete(adminUsers).run()
  expect(wholeHistory(START, { actorId: 'site' }).acts.map(({ who }) => who)).toEqual(['user2'])
})

test('pages of the history follow each other without a gap', () => {
  for (let n = 0; n < 80; n += 1) act({ detail: { changed: [`N ${n}`] } }, minutesAfter(Math.floor(n / 30)))
  const newest = Array.from({ length: 80 }, (_, n) => `N ${79 - n}`)
  const details = (page: RequestedPage) => historyOf('settings', page).acts.map(({ detail }) => detail)

  const first = historyOf('settings', START)
  const second = historyOf('settings', at(`after=${first.cursors.next}`))
  const third = historyOf('settings', at(`after=${second.cursors.next}`))
  const last = historyOf('settings', at(`after=${third.cursors.next}`))
  expect([first, second, third, last].flatMap(({ acts }) => acts.map(({ detail }) => detail))).toEqual(newest)
  expect(first.cursors.previous).toBeNull()
  expect(last.cursors.next).toBeNull()
  expect(details(at(`before=${last.cursors.previous}`))).toEqual(newest.slice(40, 60))
  expect(details(at('end=1'))).toEqual(newest.slice(60))
})
