import { readFileSync, writeFileSync } from 'node:fs'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { inDataFolder } from './folder'

/** When the tour was on sale. */
export const FIRST_START = new Date('2025-06-01T14:00:00Z')
const NOTED_EVERY = 2_000

/**
 * Where the demo's clock starts: where it stopped in the run before, for what was booked then must not lie in
 * the future; a later instant if one was asked for.
 */
export function whereTheClockStarts(asked: Date | null): Date {
  const stopped = whereItStopped()
  if (!stopped) return asked ?? FIRST_START
  if (!asked || showDate(asked) === showDate(stopped)) return stopped
  if (asked > stopped) return asked
  console.log(
    `  The data reaches to ${showDate(stopped)}, so the clock goes on from there.` +
      `\n  To go back to ${showDate(asked)}, start over: --fresh --clock …`,
  )
  return stopped
}

/** Notes the demo's time while it runs; call the returned function when it stops. */
export function keepClock(clockStart: Date): () => void {
  const offset = clockStart.getTime() - Date.now()
  // The next note is included, so that nothing that happens before it lies in the next run's future.
  const note = () =>
    writeFileSync(inDataFolder('clock'), new Date(Date.now() + offset + NOTED_EVERY).toISOString())
  note()
  const timer = setInterval(note, NOTED_EVERY)
  return () => {
    clearInterval(timer)
    note()
  }
}

/** The demo's time, that runs on from where it starts. */
export function businessTime(clockStart: Date): () => Date {
  const offset = clockStart.getTime() - Date.now()
  return () => new Date(Date.now() + offset)
}

/** 'June 1, 2025' in Chicago. */
export const showDate = (instant: Date): string =>
  format(new TZDate(instant.getTime(), 'America/Chicago'), 'MMMM d, yyyy')

function whereItStopped(): Date | null {
  try {
    return new Date(readFileSync(inDataFolder('clock'), 'utf8'))
  } catch {
    return null
  }
}
