import { readdirSync, readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Server } from './servers'

type Bound = 'at most' | 'at least'
/** A measured figure, as a line of the report, and what it is held to, if anything. */
export type Figure = [name: string, value: number, unit: string, bound?: Bound, limit?: number]

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}
export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Processor time of a process so far, all its threads together, in milliseconds. */
export const workedMs = (pid?: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(nanoseconds) / 1e6
  }, 0)

/** What it holds in memory now, in megabytes. */
export const residentMb = (pid?: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** Measures each of several by turns, so that all meet the same weather; the first rounds only warm up. */
export async function inTurn<One, Measured>(
  all: readonly One[],
  { rounds, warmUp }: { rounds: number; warmUp: number },
  measure: (one: One, isWarmUp: boolean) => Promise<Measured>,
): Promise<Measured[][]> {
  const measured = all.map((): Measured[] => [])
  for (let round = -warmUp; round < rounds; round += 1)
    for (const [index, one] of all.entries()) {
      const seen = await measure(one, round < 0)
      if (round >= 0) measured[index]?.push(seen)
    }
  return measured
}

export type Asked = readonly [server: Server, path: string, cookie?: string]

/** How much is asked: for how many seconds, or how many times. */
type Much = { connections: number; duration?: number; amount?: number }

/** Requests a second and processor time for one, in milliseconds: the medians of the rounds. */
export async function loadInTurn(asked: readonly Asked[], rounds: number, much: Much, warmUp = much) {
  const turns = { rounds, warmUp: 1 }
  const loads = await inTurn(asked, turns, async ([{ url, pid }, path, cookie = ''], isWarmUp) => {
    const before = workedMs(pid)
    const headers = { 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) }
    const load = await autocannon({ url: url + path, ...(isWarmUp ? warmUp : much), headers })
    const failed = load.non2xx + load.errors
    if (failed > 0) throw new Error(`${path} failed ${failed} times`)
    return { rate: load.requests.average, workedMs: (workedMs(pid) - before) / load.requests.total }
  })
  return loads.map((all) => ({
    rate: median(all.map(({ rate }) => rate)),
    workedMs: median(all.map((load) => load.workedMs)),
  }))
}
