import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import autocannon from 'autocannon'
import { type Figure, FOLDER } from './figure'
import { startSite } from './site'

const SECONDS = 4
const ROUNDS = 3
/** From memory, and made for one visitor. */
const PATHS = { 'home page': '/', 'a page of one visitor': '/my-booking' }

/**
 * Two processes on one file beside one, in turn, with the load on the same machine: what is gained shows where there are more
 * cores than the processes and the load take.
 */
export async function benchProcesses(): Promise<Figure[]> {
  const path = `${FOLDER}/processes.db`
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  const rates: Record<string, [one: number[], two: number[]]> = {}
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, count] of ['1', '2'].entries()) {
      const site = await startSite(path, { WEB_PROCESSES: count })
      for (const [name, page] of Object.entries(PATHS)) {
        rates[name] ??= [[], []]
        rates[name][at]?.push(await rate(site.url + page))
      }
      await site.close()
    }
  }
  return Object.entries(rates).flatMap(([name, [one, two]]) => [
    { name: `${name}, one process`, value: median(one), unit: '/s' },
    { name: `${name}, two processes on ${availableParallelism()} cores`, value: median(two), unit: '/s' },
    { name: `${name}, two against one`, value: median(two) / median(one), unit: '×' },
  ])
}

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

async function rate(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br' }
  await autocannon({ url, connections: 20, duration: 1, headers })
  return (await autocannon({ url, connections: 20, duration: SECONDS, headers })).requests.average
}
