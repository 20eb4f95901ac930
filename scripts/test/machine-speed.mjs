// A program: says how many times longer than on two idle processors an amount of work takes here and now.
import { fileURLToPath } from 'node:url'
import { isMainThread, Worker } from 'node:worker_threads'
import { BROWSERS_AT_ONCE } from './patience.mjs'

const IDLE_MS = 400

if (isMainThread) process.stdout.write(((await timeOfWork()) / IDLE_MS).toFixed(2))
else work()

/** As many do it at once as there are tests at once, so that few processors count as slow. */
async function timeOfWork() {
  const script = fileURLToPath(import.meta.url)
  const startedAt = performance.now()
  const done = () => new Promise((resolve) => new Worker(script).once('exit', resolve))
  await Promise.all(Array.from({ length: BROWSERS_AT_ONCE }, done))
  return performance.now() - startedAt
}

/** Numbers and small objects, always as many. */
function work() {
  const kept = []
  let sum = 1
  for (let step = 0; step < 24_000_000; step += 1) {
    sum = (sum * 69_069 + step) & 0x7fffffff
    if (step % 512 === 0) kept[sum % 100] = JSON.stringify({ step, sum })
  }
  return kept.length
}
