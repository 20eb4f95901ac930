import { eq, isNull, ne } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now, today } from '#app/platform/clock.server'
import { addDays, instantAt } from '#app/platform/days'
import { moveClockThrough } from '#app/server/schedule/move-clock.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { tellWatchers } from '#app/tours/tell-watchers.server'
import {
  askToWatch,
  confirmWatching,
  stopWatching,
  watcherBehind,
  watcherCount,
  watchRequestBehind,
} from '#app/tours/watchers.server'
import { db } from '#db/connection.server'
import { departures, departureWatchers, outbox } from '#db/schema'
import { aStaffMember } from '#tests/fixtures/paid-bookings'

const NOVEMBER = new Date('2026-11-22T18:00:00Z')
const staff = aStaffMember()

beforeEach(() => {
  db.delete(departureWatchers).run()
  db.delete(outbox).run()
  db.delete(departures).where(ne(departures.id, 1)).run()
})

const letters = () =>
  db.select().from(outbox).where(eq(outbox.kind, 'departure-opened')).orderBy(outbox.id).all()
const questions = () => db.select().from(outbox).where(eq(outbox.kind, 'departure-confirmation')).all()
const row = (email: string) =>
  db.select().from(departureWatchers).where(eq(departureWatchers.email, email)).get()

/** Asks, and presses the button behind the link in the letter. */
function watchDepartures(email: string, at: Date) {
  const asked = askToWatch(email, at)
  confirmWatching(row(email)?.confirmToken ?? '')
  return asked
}

function openNextYear() {
  const copied = copyDeparture(1, '2027-10-14', staff, NOVEMBER)
  if ('refused' in copied) throw new Error(copied.refused)
  db.update(departures).set({ sales: 'open' }).where(ne(departures.id, 1)).run()
}

test('everybody who asked gets one letter once it opens', () => {
  for (const email of ['a@example.com', 'b@example.com', 'A@example.com'])
    expect(watchDepartures(email, NOVEMBER)).toEqual({ asked: true })
  expect(watcherCount()).toBe(2)
  expect(tellWatchers(NOVEMBER)).toBe(0)
  expect(letters()).toEqual([])

  openNextYear()
  expect(tellWatchers(NOVEMBER)).toBe(2)
  expect(tellWatchers(NOVEMBER)).toBe(0)
  expect(letters().map(({ toAddress, kind }) => [toAddress, kind])).toEqual([
    ['a@example.com', 'departure-opened'],
    ['b@example.com', 'departure-opened'],
  ])
  expect(letters()[0]).toMatchObject({
    subject: 'Texas Country Music & Safari Tour: Oct 14 to Oct 25, 2027 can be booked',
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
  expect(letters()[0]?.textBody).toContain('/texascountrysafari?departure=2027-10-14')
  expect(watcherCount()).toBe(0)
})

test('an address that nobody confirmed is asked once a day and never told', () => {
  for (const email of [
    'victim@example.com',
    'Victim+1@example.com',
    'v.ictim@example.com',
    'victim@example.com',
  ])
    expect(askToWatch(email, NOVEMBER)).toEqual({ asked: true })
  expect(questions()).toHaveLength(1)
  expect(watcherCount()).toBe(0)
  const [letter] = questions()
  expect(letter?.textBody).toContain(`/departures/confirm/${row('victim@example.com')?.confirmToken}`)
  expect(letter?.textBody).toContain('after 30 days we delete your address')

  askToWatch('victim@example.com', new Date(NOVEMBER.getTime() + 25 * 3_600_000))
  expect(questions()).toHaveLength(2)
  openNextYear()
  expect(tellWatchers(NOVEMBER)).toBe(0)
  expect(confirmWatching('guess')).toBe(false)
  expect(watchRequestBehind('guess')).toBeUndefined()
  const token = row('victim@example.com')?.confirmToken ?? ''
  expect(watchRequestBehind(token)).toEqual({ maskedEmail: 'v•••@example.com', isWaiting: true })
  expect([confirmWatching(token), confirmWatching(token)]).toEqual([true, false])
  expect(tellWatchers(NOVEMBER)).toBe(1)
})

test('nobody waits for a departure while one can be booked', () => {
  openNextYear()
  expect(askToWatch('a@example.com', NOVEMBER)).toEqual({ refused: 'on-sale' })
  expect(row('a@example.com')).toBeUndefined()
  expect(questions()).toEqual([])
})

test('the whole site takes three hundred addresses a day', () => {
  for (let asked = 0; asked < 300; asked += 1) askToWatch(`reader${asked}@example.com`, NOVEMBER)
  expect(askToWatch('reader@example.com', NOVEMBER)).toEqual({ refused: 'too-many' })
  expect(askToWatch('reader1@example.com', NOVEMBER)).toEqual({ asked: true })
  expect(askToWatch('reader@example.com', new Date(NOVEMBER.getTime() + 25 * 3_600_000))).toEqual({
    asked: true,
  })
})

test('who asks again for the season after is told again', () => {
  watchDepartures('a@example.com', NOVEMBER)
  openNextYear()
  tellWatchers(NOVEMBER)
  db.update(departures).set({ sales: 'closed' }).run()
  askToWatch('a@example.com', NOVEMBER)
  confirmWatching(
    db.select().from(departureWatchers).where(isNull(departureWatchers.toldAt)).get()?.confirmToken ?? '',
  )
  db.update(departures).set({ sales: 'open' }).where(ne(departures.id, 1)).run()
  expect(tellWatchers(NOVEMBER)).toBe(1)
  expect(letters()).toHaveLength(2)
})

test('who takes it back is forgotten and not told', () => {
  watchDepartures('wanjiru@example.com', NOVEMBER)
  const token = db.select().from(departureWatchers).get()?.token ?? ''
  expect(watcherBehind(token)?.maskedEmail).not.toContain('wanjiru')
  expect(stopWatching(token)).toBe(true)
  expect(stopWatching(token)).toBe(false)
  expect(watcherBehind(token)).toBeUndefined()
  openNextYear()
  expect(tellWatchers(NOVEMBER)).toBe(0)
})

test('many are told in portions, each of them once', () => {
  for (let n = 0; n < 120; n += 1) watchDepartures(`reader${n}@example.com`, NOVEMBER)
  openNextYear()
  expect([1, 2, 3, 4].map(() => tellWatchers(NOVEMBER))).toEqual([50, 50, 20, 0])
  expect(new Set(letters().map(({ toAddress }) => toAddress)).size).toBe(120)
})

test('a moved clock tells them on the day it opens', async () => {
  watchDepartures('wanjiru@example.com', now())
  openNextYear()
  const opens = addDays(today(), 2)
  db.update(departures).set({ salesOpenOn: opens }).where(ne(departures.id, 1)).run()
  db.update(departures).set({ sales: 'closed' }).where(eq(departures.id, 1)).run()
  await moveClockThrough(instantAt(addDays(today(), 1), 12, 'Africa/Nairobi'))
  expect(watcherCount()).toBe(1)
  await moveClockThrough(instantAt(opens, 12, 'Africa/Nairobi'))
  expect(watcherCount()).toBe(0)
})
