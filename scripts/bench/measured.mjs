// Preloaded into each server that is measured: ends it with the bench, however that went, and tells when
// asked how long the longest turn of its event loop was since it was last asked, in milliseconds. While a
// turn lasts, nobody else is answered.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
process.on('message', () => {
  delay.enable()
  // A turn that has just ended is noticed by the timer's next run.
  setTimeout(() => {
    process.send?.(delay.max / 1e6)
    delay.reset()
  }, 4)
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// remix-serve ends when nothing keeps it.
process.channel?.unref()
