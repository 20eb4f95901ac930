import { randomUUID } from 'node:crypto'
import { eq, isNull, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { digestOf } from '#app/money/books/quote-digest.server'
import {
  cancelDeparture,
  postponeDeparture,
  sheetOf,
} from '#app/money/changes/schedule/change-schedule.server'
import { now, today } from '#app/platform/clock.server'
import { addDays, instantAt } from '#app/platform/days'
import { purgeExpired } from '#app/server/retention/purge-expired.server'
import { moveClockThrough } from '#app/server/schedule/move-clock.server'
import type { ScheduleReason } from '#app/tours/refund-policy'
import { copyDeparture } from '#app/tours/save-departure.server'
import {
  confirmWatching,
  notifyWatchers,
  startWatching,
  stopWatching,
  watcherByToken,
  watcherCount,
  watcherCountOf,
  watchRequestByToken,
} from '#app/tours/watchers.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { departures, departureWatchers } from '#db/schema/tours'
import { minutesAfter } from '#tests/fixtures/orders'
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
  const asked = startWatching(email, at)
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
  expect(notifyWatchers(NOVEMBER)).toBe(0)
  expect(letters()).toEqual([])
  const asked = () => watchRequestByToken(row('a@example.com')?.confirmToken ?? '')?.state
  expect(asked()).toBe('confirmed')

  openNextYear()
  expect(notifyWatchers(NOVEMBER)).toBe(2)
  expect(notifyWatchers(NOVEMBER)).toBe(0)
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
  // The letter that asked promises no other.
  expect(asked()).toBe('told')
})

test('an address that nobody confirmed is asked once a day and never told', () => {
  for (const email of [
    'victim@example.com',
    'Victim+1@example.com',
    'v.ictim@example.com',
    'victim@example.com',
  ])
    expect(startWatching(email, NOVEMBER)).toEqual({ asked: true })
  expect(questions()).toHaveLength(1)
  expect(watcherCount()).toBe(0)
  const [letter] = questions()
  expect(letter?.textBody).toContain(`/departures/confirm/${row('victim@example.com')?.confirmToken}`)
  expect(letter?.textBody).toContain('after 30 days we’ll delete your address')

  startWatching('victim@example.com', new Date(NOVEMBER.getTime() + 25 * 3_600_000))
  expect(questions()).toHaveLength(2)
  openNextYear()
  expect(notifyWatchers(NOVEMBER)).toBe(0)
  expect(confirmWatching('guess')).toBe(false)
  expect(watchRequestByToken('guess')).toBeUndefined()
  const token = row('victim@example.com')?.confirmToken ?? ''
  expect(watchRequestByToken(token)).toEqual({ maskedEmail: 'v•••@example.com', state: 'unconfirmed' })
  expect([confirmWatching(token), confirmWatching(token)]).toEqual([true, false])
  expect(notifyWatchers(NOVEMBER)).toBe(1)
})

test('nobody waits for a departure while one can be booked', () => {
  openNextYear()
  expect(startWatching('a@example.com', NOVEMBER)).toEqual({ refused: 'on-sale' })
  expect(row('a@example.com')).toBeUndefined()
  expect(questions()).toEqual([])
})

test('the whole site takes three hundred addresses a day', () => {
  for (let asked = 0; asked < 300; asked += 1) startWatching(`reader${asked}@example.com`, NOVEMBER)
  expect(startWatching('reader@example.com', NOVEMBER)).toEqual({ refused: 'too-many' })
  expect(startWatching('reader1@example.com', NOVEMBER)).toEqual({ asked: true })
  expect(startWatching('reader@example.com', new Date(NOVEMBER.getTime() + 25 * 3_600_000))).toEqual({
    asked: true,
  })
})

test('who asks again for the season after is told again', () => {
  watchDepartures('a@example.com', NOVEMBER)
  openNextYear()
  notifyWatchers(NOVEMBER)
  db.update(departures).set({ sales: 'closed' }).run()
  startWatching('a@example.com', NOVEMBER)
  confirmWatching(
    db.select().from(departureWatchers).where(isNull(departureWatchers.toldAt)).get()?.confirmToken ?? '',
  )
  db.update(departures).set({ sales: 'open' }).where(ne(departures.id, 1)).run()
  expect(notifyWatchers(NOVEMBER)).toBe(1)
  expect(letters()).toHaveLength(2)
})

test('who takes it back is forgotten and not told', () => {
  watchDepartures('wanjiru@example.com', NOVEMBER)
  const token = db.select().from(departureWatchers).get()?.token ?? ''
  expect(watcherByToken(token)?.maskedEmail).not.toContain('wanjiru')
  expect(stopWatching(token)).toBe(true)
  expect(stopWatching(token)).toBe(false)
  expect(watcherByToken(token)).toBeUndefined()
  openNextYear()
  expect(notifyWatchers(NOVEMBER)).toBe(0)
})

test('many are told in portions, each of them once', () => {
  for (let n = 0; n < 120; n += 1) watchDepartures(`reader${n}@example.com`, NOVEMBER)
  openNextYear()
  expect([1, 2, 3, 4].map(() => notifyWatchers(NOVEMBER))).toEqual([50, 50, 20, 0])
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

describe('who watched a departure that is canceled or postponed', () => {
  const WINTER = new Date('2026-12-05T18:00:00Z')
  const next = () => {
    const found = db.select().from(departures).where(ne(departures.id, 1)).get()
    if (!found) throw new Error('Nothing opened')
    return found
  }
  beforeEach(() => {
    db.update(departures).set({ sales: 'open' }).run()
  })
  const wish = (because: ScheduleReason, formKey: string = randomUUID()) => ({
    departureId: next().id,
    words: 'The park is closed.',
    quoted: digestOf(sheetOf(next().id, because, WINTER)),
    formKey,
  })
  const callOff = () => cancelDeparture(wish('departure-canceled'), staff, WINTER)
  const postpone = (startsOn: string) =>
    postponeDeparture({ ...wish('departure-postponed'), startsOn }, staff, WINTER)
  const told = () =>
    db.select().from(outbox).where(eq(outbox.kind, 'departure-watched')).orderBy(outbox.id).all()
  const toldWho = () => told().map(({ toAddress }) => toAddress)

  function watchedAndOpened(...emails: string[]) {
    for (const email of emails) watchDepartures(email, NOVEMBER)
    openNextYear()
    while (notifyWatchers(NOVEMBER) > 0);
  }

  test('hears it once, and waits for the next opening where nothing else is open', () => {
    watchedAndOpened('a@example.com', 'b@example.com', 'gone@example.com')
    expect(letters()[0]?.textBody).toContain(
      'only if we have to cancel or postpone this departure within 30 days',
    )
    stopWatching(row('gone@example.com')?.token ?? '')
    expect(watcherCountOf(next().id)).toBe(2)
    expect(callOff()).toHaveProperty('changed')
    expect(told()).toEqual([])
    for (const _ of ['once', 'and again']) while (notifyWatchers(WINTER) > 0);
    expect(toldWho()).toEqual(['a@example.com', 'b@example.com'])
    expect(told()[0]).toMatchObject({
      subject: 'Canceled: Texas Country Music & Safari Tour, Oct 14 to Oct 25, 2027',
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    })
    for (const words of ['No other departure is open', 'on the day the next one opens', '/departures/stop/'])
      expect(told()[0]?.textBody).toContain(words)
    expect(watcherCount()).toBe(2)

    const another = copyDeparture(1, '2028-10-12', staff, WINTER)
    if ('refused' in another) throw new Error(another.refused)
    db.update(departures).set({ sales: 'open' }).where(eq(departures.startsOn, '2028-10-12')).run()
    while (notifyWatchers(WINTER) > 0);
    const again = letters().filter(({ subject }) => subject.includes('2028'))
    expect(again.map(({ toAddress }) => toAddress)).toEqual(['a@example.com', 'b@example.com'])
    expect(watcherCount()).toBe(0)
  })

  test('reads what else is open, and is not told of that a second time', () => {
    watchedAndOpened('a@example.com')
    const another = copyDeparture(1, '2028-10-12', staff, WINTER)
    if ('refused' in another) throw new Error(another.refused)
    db.update(departures).set({ sales: 'open' }).where(eq(departures.startsOn, '2028-10-12')).run()
    callOff()
    while (notifyWatchers(WINTER) > 0);
    expect(told()[0]?.textBody).toContain('Oct 12 to Oct 23, 2028: from $4,500 per person')
    expect(letters()).toHaveLength(1)
    expect(watcherCount()).toBe(0)
  })

  test('hears it where they asked on its page, and keeps waiting; who never confirmed does not', () => {
    openNextYear()
    db.update(departures).set({ salesOpenOn: '2027-01-10' }).where(ne(departures.id, 1)).run()
    watchDepartures('a@example.com', NOVEMBER)
    startWatching('stranger@example.com', NOVEMBER)
    expect(row('a@example.com')?.departureId).toBe(next().id)
    expect(postpone('2027-11-11')).toHaveProperty('changed')
    while (notifyWatchers(WINTER) > 0);
    expect(toldWho()).toEqual(['a@example.com'])
    expect(told()[0]?.subject).toBe('New dates: Texas Country Music & Safari Tour, Nov 11 to Nov 22, 2027')
    callOff()
    while (notifyWatchers(WINTER) > 0);
    expect(toldWho()).toEqual(['a@example.com', 'a@example.com'])
    expect(watcherCount()).toBe(1)
  })

  test('hears it once where they asked again in the meantime', () => {
    watchedAndOpened('A@example.com')
    db.update(departures).set({ sales: 'closed' }).run()
    watchDepartures('a@example.com', NOVEMBER)
    expect(db.select().from(departureWatchers).all()).toHaveLength(2)
    expect(watcherCountOf(next().id)).toBe(1)
    callOff()
    while (notifyWatchers(WINTER) > 0);
    expect(toldWho()).toHaveLength(1)
    expect(watcherCount()).toBe(1)
  })

  test('hears it though the days for which the address is retained end before the letter is written', async () => {
    watchedAndOpened('a@example.com')
    expect(postpone('2027-11-11')).toHaveProperty('changed')
    const late = minutesAfter(31 * 24 * 60, NOVEMBER)
    await purgeExpired(late)
    while (notifyWatchers(late) > 0);
    expect(toldWho()).toEqual(['a@example.com'])
    await purgeExpired(late)
    expect(row('a@example.com')).toBeUndefined()
  })

  test('has the promise of one letter kept where it was made without this', () => {
    watchDepartures('a@example.com', NOVEMBER)
    db.update(departureWatchers).set({ departureId: null }).run()
    openNextYear()
    notifyWatchers(NOVEMBER)
    expect(letters()[0]?.textBody).toContain('We won’t send another')
    callOff()
    while (notifyWatchers(WINTER) > 0);
    expect(told()).toEqual([])
  })
})
