import autocannon from 'autocannon'
import { median } from './figure'
import type { Server } from './servers'

/** Measures each of several by turns, so that all meet the same weather; what the first rounds say only warms up. */
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

/** How much is asked: for so many seconds, or so many times. */
type Much = { connections: number; duration?: number; amount?: number }

/** Requests a second and processor time for one, in milliseconds: the medians of the rounds. */
export async function loadInTurn(asked: readonly Asked[], rounds: number, much: Much, warmUp = much) {
  const loads = await inTurn(asked, rounds, 1, (one, isWarmUp) => loadOf(one, isWarmUp ? warmUp : much))
  const middle = (all: Load[], part: keyof Load) => median(all.map((load) => load[part]))
  return loads.map((all) => ({ rate: middle(all, 'rate'), workedMs: middle(all, 'workedMs') }))
}

type Load = { rate: number; workedMs: number }

async function loadOf([server, path, cookie = '']: Asked, much: Much): Promise<Load> {
  const before = server.worked()
  const headers = { 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) }
  const { requests, non2xx, errors } = await autocannon({ url: server.url + path, ...much, headers })
  if (non2xx + errors > 0) throw new Error(`${path} failed ${non2xx + errors} times`)
  return { rate: requests.average, workedMs: (server.worked() - before) / requests.total }
}
