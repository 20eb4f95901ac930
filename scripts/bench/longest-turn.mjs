// Preloaded into a measured site: tells how long the longest turn of its event loop was since it was last
// asked, in milliseconds. While a turn lasts, nobody else is answered.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('message', () => {
  // A turn that has just ended is noticed by the timer's next run.
  setTimeout(() => {
    process.send?.(delay.max / 1e6)
    delay.reset()
  }, 4)
})
