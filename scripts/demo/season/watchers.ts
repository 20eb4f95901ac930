import { eq } from 'drizzle-orm'
import { now } from '#app/platform/clock.server'
import type { Staff } from '#app/staff/sessions.server'
import { confirmWatching, startWatching, stopWatching } from '#app/tours/watchers.server'
import { db } from '#db/connection.server'
import { departureWatchers } from '#db/schema/tours'
import { postponeTo } from './departure-life'
import { at, done, type Entry } from './diary'

const ON = '2024-09-03'

/** They ask in the hour in which nothing is on sale; the last does not press the button of the letter. */
const WATCHERS = ['lena.fischer@example.com', 'tom.avila@example.com', 'ray.dunn@example.com']
const [, LEAVES = '', UNCONFIRMED = ''] = WATCHERS

/**
 * Two are told that February's departure opens. One has his address deleted then; the other hears as well
 * that it is postponed by a week.
 */
export const watchers = (staff: () => Staff, february: () => number): Entry[] => [
  ...WATCHERS.map((email, place) => ({ at: at(ON, 10.25 + place / 10), command: () => watch(email) })),
  {
    at: at('2024-09-09', 10),
    command: () =>
      postponeTo(february(), '2025-02-13', 'The lodge in Amboseli has rooms a week later.', staff()),
  },
  { at: at(ON, 20), command: () => stopWatching(watcherCalled(LEAVES).token) },
]

function watch(email: string): void {
  done(startWatching(email, now()))
  if (email !== UNCONFIRMED) confirmWatching(watcherCalled(email).confirmToken ?? '')
}

function watcherCalled(email: string) {
  const watcher = db.select().from(departureWatchers).where(eq(departureWatchers.email, email)).get()
  if (!watcher) throw new Error(`${email} does not watch`)
  return watcher
}
