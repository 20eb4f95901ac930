// Takes the write lock of a database again and again; tells the longest it had to wait, in milliseconds.
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'

const file = new Database(process.argv[2] ?? '', { timeout: 10_000 })
let stopped = false
let longest = 0
process.on('message', () => {
  stopped = true
})
process.send?.('ready')
while (!stopped) {
  const start = performance.now()
  file.exec('begin immediate')
  longest = Math.max(longest, performance.now() - start)
  file.exec('commit')
  await pause(1)
}
process.send?.(longest)
process.disconnect()
