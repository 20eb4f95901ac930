import autocannon from 'autocannon'
import type { Server } from './servers'

/** A measured figure, as a line of the report, and what it is held to, if anything. */
export type Figure =
  | [name: string, value: number, unit: string]
  | [name: string, value: number, unit: string, bound: 'at most' | 'at least', limit: number]

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}
export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * Measures each of several by turns, so that all meet the same weather; what the first rounds say only warms
 * up.
 */
export async function inTurn<One, Measured>(
  all: readonly One[],
  rounds: number,
  warmUp: number,
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
  const loads = await inTurn(asked, rounds, 1, async ([server, path, cookie = ''], isWarmUp) => {
    const before = server.worked()
    const headers = { 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) }
    const load = await autocannon({ url: server.url + path, ...(isWarmUp ? warmUp : much), headers })
    const failed = load.non2xx + load.errors
    if (failed > 0) throw new Error(`${path} failed ${failed} times`)
    const workedMs = (server.worked() - before) / load.requests.total
    return { rate: load.requests.average, workedMs }
  })
  return loads.map((all) => ({
    rate: median(all.map(({ rate }) => rate)),
    workedMs: median(all.map(({ workedMs }) => workedMs)),
  }))
}
