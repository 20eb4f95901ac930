import { log } from '#app/log.server'

// Whether the schedule runs at all, by a clock that nobody can set: after a jump of the machine's clock cron may wait for a year.

/** From one look at the pulse to the next. */
export const PULSE_MS = 60_000
/** Looks come every ten seconds; the thread may be busy for a while. */
const SILENT_AFTER_MS = 5 * 60_000

let lastLook: number | null = null
let isSilent = false

/** The schedule has looked for what is due. */
export function noteLook(): void {
  lastLook = performance.now()
}

/** The schedule has been stopped: nothing is expected of it. */
export function forgetLooks(): void {
  lastLook = null
  isSilent = false
}

/** How long ago the schedule last looked, in milliseconds; null where none has been started here. */
export const sinceLook = (clock = performance.now()): number | null =>
  lastLook === null ? null : clock - lastLook

export const scheduleIsSilent = (clock = performance.now()): boolean =>
  (sinceLook(clock) ?? 0) > SILENT_AFTER_MS

/** Writes a line when the schedule has fallen silent, and one when it is heard again. */
export function watchPulse(clock = performance.now()): void {
  const silent = scheduleIsSilent(clock)
  if (silent && !isSilent) log.error('No schedule runs: neither jobs nor mail go out. Restart the site')
  if (!silent && isSilent) log.info('The schedule runs again')
  isSilent = silent
}
