// Lives through the days that its parent names, over the database file that both know; may be killed at any
// moment.
import { now } from '#app/platform/clock.server'
import { jobRunsToday } from '#app/server/schedule/daily-jobs.server'
import { moveClockThrough } from '#app/server/schedule/move-clock.server'
import { storageTrouble } from '#db/trouble.server'
import { playAct } from './play-act'
import { type Act, noonOn } from './season'

type Told = { day: string } | { act: Act }

const CHARGE_URL = process.env.CHARGE_URL ?? ''

process.on('message', (told: Told) => {
  void live(told).then(
    () => process.send?.({ done: told }),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})
process.send?.({ ready: true })

async function live(told: Told): Promise<void> {
  if ('act' in told) {
    return playAct(told.act, now(), async (intentId) => {
      await fetch(`${CHARGE_URL}?intent=${intentId}`)
    })
  }
  // A dead process keeps its lease for some seconds, and a slow one the write lock: as the schedule does,
  // what the day owes is asked for until it is done.
  do await moveClockThrough(later(noonOn(told.day), now())).catch(unlessLocked)
  while (jobRunsToday('reminders', now()) || jobRunsToday('overdue', now()))
}

function unlessLocked(error: unknown): void {
  if (storageTrouble(error) !== 'locked') throw error
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)
