import type { BenchSite } from './site'

export type Timing = {
  /** Processor time of the main thread for a request: the median. */
  workedMs: number
  /** What a visitor waits: the 99th percentile. */
  p99Ms: number
  /** The longest turn of a request, during which nobody else is answered: the 99th percentile. */
  heldMs: number
  /** The longest of all. */
  longestHeldMs: number
}

/** The first answers of a process are slow: its code is compiled as it runs. */
const WARM_UP = 40

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0

/** Asks two sites for their pages in turn, one request at a time, so that both meet the same weather. */
export async function timeInTurn(
  asked: readonly { site: BenchSite; path: string; cookie: string }[],
  rounds: number,
): Promise<Timing[]> {
  const worked: number[][] = asked.map(() => [])
  const waited: number[][] = asked.map(() => [])
  const turns: number[][] = asked.map(() => [])
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [index, { site, path, cookie }] of asked.entries()) {
      await site.longestTurn()
      const before = site.worked()
      const start = performance.now()
      const answer = await fetch(site.url + path, { headers: { Cookie: cookie } })
      await answer.arrayBuffer()
      if (!answer.ok || answer.redirected) throw new Error(`${path} answered ${answer.status}`)
      const [waitedMs, workedMs] = [performance.now() - start, site.worked() - before]
      const turnMs = await site.longestTurn()
      if (round < 0) continue
      waited[index]?.push(waitedMs)
      worked[index]?.push(workedMs)
      turns[index]?.push(turnMs)
    }
  }
  return asked.map((_, index) => ({
    workedMs: percentile(worked[index] ?? [], 0.5),
    p99Ms: percentile(waited[index] ?? [], 0.99),
    heldMs: percentile(turns[index] ?? [], 0.99),
    longestHeldMs: Math.max(...(turns[index] ?? [])),
  }))
}
