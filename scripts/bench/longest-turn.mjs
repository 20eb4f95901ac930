// Preloaded into a measured site: tells how long the longest turn of its event loop was since it was last asked,
// in milliseconds. While a turn lasts, nobody else is answered.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The timer that notices turns; what it notices is at most so much too long. */
const RESOLUTION_MS = 1

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

process.on('message', (asked) => {
  if (asked !== 'longest-turn') return
  // A turn that has just ended is noticed by the timer's next run.
  setTimeout(() => {
    process.send?.({ longestTurnMs: delay.max / 1e6 })
    delay.reset()
  }, 4 * RESOLUTION_MS)
})
