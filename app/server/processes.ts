import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import clusters from 'rate-limiter-flexible/lib/RateLimiterCluster.js'
import { flushLog, log } from '#app/log.server'
import { isUp } from './is-up'

const NEXT_START_MS = 1_000

/**
 * Serves by so many processes on one port and one database (WEB_PROCESSES), until a signal ends all of them. The first one
 * starts by itself, since it may have to migrate; one that ends is replaced. This process answers nobody: it hands connections
 * out in turn, and counts for all of them how often a network address sends something.
 */
export async function serveByProcesses(count: number): Promise<void> {
  new clusters.RateLimiterClusterMaster()
  const ends = new Set<Promise<unknown>>()
  let isStopping = false

  const begin = (): Worker => {
    const worker = cluster.fork()
    let hasServed = false
    void isUp(worker).then(() => {
      hasServed = true
    })
    // What a process that has just ended was to be told is no error.
    worker.on('error', () => undefined)
    const ended = once(worker, 'exit').then(async ([code, signal]) => {
      ends.delete(ended)
      if (isStopping) {
        // One that was only starting has no ears yet.
        if (code !== 0 && signal !== 'SIGTERM') process.exitCode = 1
        return
      }
      log.error({ code, signal }, 'A process of the site has ended')
      // What kept this one from starting would keep the next one.
      if (!hasServed) return stopAll(1)
      await wait(NEXT_START_MS)
      if (!isStopping) begin()
    })
    ends.add(ended)
    return worker
  }

  const tell = (signal: NodeJS.Signals) => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
  }
  const stopAll = (code = 0) => {
    isStopping = true
    process.exitCode = code
    tell('SIGTERM')
    void Promise.all(ends).then(async () => {
      await flushLog()
      process.exit()
    })
  }
  const asked = (signal: NodeJS.Signals) => {
    if (isStopping) tell(signal)
    else stopAll()
  }
  process.on('SIGTERM', asked)
  process.on('SIGINT', asked)

  const first = begin()
  await Promise.race([isUp(first), once(first, 'exit')])
  for (let more = 1; more < count && !isStopping; more += 1) begin()
}
