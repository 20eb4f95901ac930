import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

type Spawned = {
  env: NodeJS.ProcessEnv
  /** Standard output and standard error. */
  output: ['pipe', 'pipe'] | ['ignore', 'inherit']
  preloaded?: string[]
  /** Bounds the heap, in megabytes. */
  heapMb?: number
}

/** The built site as a process of its own, that ends when this one does. */
export const spawnSite = ({ env, output, preloaded = [], heapMb }: Spawned): ChildProcess =>
  spawn(
    process.execPath,
    [
      ...(heapMb ? [`--max-old-space-size=${heapMb}`] : []),
      ...['./scripts/demo/end-with-parent.mjs', ...preloaded].flatMap((path) => ['--import', path]),
      'build/server/start.js',
    ],
    { stdio: ['ignore', ...output, 'ipc'], env },
  )

/** So long one question may take, in milliseconds: a process that stops may take it and never answer. */
export const ANSWERS_WITHIN = 3_000

/** Whether it answers within `limit` milliseconds that it is well; false as soon as it has ended. */
export async function isHealthy(child: ChildProcess, url: string, limit: number): Promise<boolean> {
  for (const end = Date.now() + limit; Date.now() < end && isRunning(child); await wait(100)) {
    const health = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN) }).catch(
      () => null,
    )
    if (health?.ok) return true
  }
  return false
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

/**
 * The built site as production runs it, to be measured at `url`: of this shell's variables it has none but
 * the path. Throws where it is not well within `limit` milliseconds.
 */
export async function startMeasuredSite(
  url: string,
  variables: Record<string, string>,
  { limit, preloaded, heapMb }: { limit: number; preloaded?: string[]; heapMb?: number },
) {
  const child = spawnSite({
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: new URL(url).port,
      BASE_URL: url,
      ...variables,
    },
    output: ['ignore', 'inherit'],
    preloaded,
    heapMb,
  })
  const close = async () => {
    child.kill('SIGTERM')
    if (isRunning(child)) await once(child, 'exit')
  }
  if (await isHealthy(child, url, limit)) return { child, close }
  await close()
  throw new Error('  The site did not start')
}
