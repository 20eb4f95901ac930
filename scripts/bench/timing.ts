import type { BenchSite } from './site'

export type Timing = { workedMs: number; p99Ms: number; longestWorkMs: number }

/** The first answers of a process are slow: its code is compiled as it runs. */
const WARM_UP = 40

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0

/**
 * Asks two sites for their pages in turn, one request at a time, so that both meet the same weather: the processor
 * time of the main thread a request, and its 99th percentile; and the 99th percentile of what a visitor waits.
 */
export async function timeInTurn(
  asked: readonly { site: BenchSite; path: string; cookie: string }[],
  rounds: number,
): Promise<Timing[]> {
  const worked: number[][] = asked.map(() => [])
  const waited: number[][] = asked.map(() => [])
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [index, { site, path, cookie }] of asked.entries()) {
      const before = site.worked()
      const start = performance.now()
      const answer = await fetch(site.url + path, { headers: { Cookie: cookie } })
      await answer.arrayBuffer()
      if (!answer.ok || answer.redirected) throw new Error(`${path} answered ${answer.status}`)
      if (round < 0) continue
      waited[index]?.push(performance.now() - start)
      worked[index]?.push(site.worked() - before)
    }
  }
  return asked.map((_, index) => ({
    workedMs: percentile(worked[index] ?? [], 0.5),
    p99Ms: percentile(waited[index] ?? [], 0.99),
    longestWorkMs: percentile(worked[index] ?? [], 0.99),
  }))
}
