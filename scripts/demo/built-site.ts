import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** The built site as a process of its own, that ends when this one does. */
export const spawnSite = (env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, ['--import', './scripts/demo/end-with-parent.mjs', 'build/server/start.js'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
  })

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
