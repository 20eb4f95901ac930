// Tries for the write lock of a database all the time; tells the longest that it was refused in one go, in
// milliseconds: that is how long the other process held it.
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'

const file = new Database(process.argv[2] ?? '', { timeout: 0 })
let stopped = false
let longest = 0
let firstRefused: number | null = null
process.on('message', () => {
  stopped = true
})
process.send?.('ready')
while (!stopped) {
  if (gotLock()) {
    firstRefused = null
    await pause(0)
  } else {
    // Not since the last success: in between this process may have had no processor, and nobody the lock.
    firstRefused ??= performance.now()
    longest = Math.max(longest, performance.now() - firstRefused)
  }
}
process.send?.(longest)
process.disconnect()

function gotLock(): boolean {
  try {
    file.exec('begin immediate')
  } catch {
    return false
  }
  file.exec('commit')
  return true
}
