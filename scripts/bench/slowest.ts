import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figure'
import { type Server, startOurs } from './servers'

const REQUESTS = 400
const SHOWN = 4

/** Where the time of a request may go, by the files that it is spent in; the first that fits has it. */
const PARTS: [part: string, files: RegExp][] = [
  ['React, rendering', /\/react-dom\/|\/react\/|react-router-dom|@remix-run\/react/],
  ['Remix, finding the route', /@remix-run\/router|\/react-router\//],
  ['Remix, request and answer', /@remix-run|turbo-stream|set-cookie-parser/],
  ['the database', /better-sqlite3/],
  ['building queries', /drizzle-orm/],
  ['packing', /^node:zlib/],
  ['checking what was sent', /\/zod\//],
  ['Stripe’s SDK', /\/stripe\//],
  ['dates', /date-fns/],
  ['the log', /\/pino|sonic-boom/],
  ['our own code', /build\/server|\/(app|db)\//],
  ['loading modules', /^node:internal\/(modules|bootstrap)/],
  ['Node, sockets and streams', /^node:/],
]

type CallFrame = { functionName: string; url: string; lineNumber: number; columnNumber: number }

type Profile = {
  nodes: { id: number; callFrame: CallFrame }[]
  samples: number[]
  timeDeltas: number[]
}

/** Where the processor time of a page goes, the most first: by a profile of the built site, after its start. */
export async function slowestParts(name: string, path: string, database: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'savanna-bench-'))
  try {
    const site = await startOurs(database, ['--cpu-prof', `--cpu-prof-dir=${folder}`])
    await askOften(site, path)
    await site.close()
    return shownParts(name, profiledParts(folder, site.firstAnswerMs))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where the time went in the longest of the profiles in a folder, without what lies before `sinceMs`. */
export function profiledParts(folder: string, sinceMs: number): [part: string, share: number][] {
  const profiles = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  const [longest = ''] = profiles.sort((one, other) => other.length - one.length)
  return sharesIn(JSON.parse(longest), sinceMs)
}

/** The slowest of them, as figures. */
export const shownParts = (name: string, parts: [part: string, share: number][]): Figure[] =>
  parts.slice(0, SHOWN).map(([part, share], index) => ({
    name: `${name}, ${index === 0 ? 'slowest part' : 'then'}: ${part}`,
    value: 100 * share,
    unit: '%',
  }))

async function askOften({ url }: Server, path: string): Promise<void> {
  const headers = { Cookie: 'traveler=x', 'Accept-Encoding': 'gzip, br' }
  for (let request = 0; request < REQUESTS; request += 1)
    await (await fetch(url + path, { headers })).arrayBuffer()
}

function sharesIn({ nodes, samples, timeDeltas }: Profile, startMs: number): [string, number][] {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const spent = new Map<string, number>()
  let since = 0
  for (const [index, sample] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0
    since += delta
    const part = parts.get(sample)
    if (part && since > startMs * 1_000) spent.set(part, (spent.get(part) ?? 0) + delta)
  }
  const all = [...spent.values()].reduce((sum, one) => sum + one, 0)
  return [...spent]
    .map(([part, time]): [string, number] => [part, time / all])
    .sort((one, other) => other[1] - one[1])
}

function partOf(frame: CallFrame): string | null {
  if (frame.functionName === '(idle)' || frame.functionName === '(root)') return null
  if (frame.functionName === '(garbage collector)') return 'collecting garbage'
  const source = sourceOf(frame)
  return PARTS.find(([, files]) => files.test(source))?.[0] ?? 'Node itself'
}

const maps = new Map<string, SourceMap | null>()

/** The file that a function was written in: the build has packages and our own code in the same files. */
function sourceOf({ url, lineNumber, columnNumber }: CallFrame): string {
  const map = mapOf(url)
  const entry = map?.findEntry(lineNumber, columnNumber)
  return entry && 'originalSource' in entry ? entry.originalSource : url
}

function mapOf(url: string): SourceMap | null {
  const known = maps.get(url)
  if (known !== undefined) return known
  const path = url.includes('/build/server/') ? `${fileURLToPath(url)}.map` : ''
  const map = path && existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null
  maps.set(url, map)
  return map
}
