import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { isHealthy, isRunning, spawnSite } from './built-site'
import { inDataFolder } from './folder'

const logFile = () => inDataFolder('site.log')
const START_LIMIT = 30_000
const STOP_LIMIT = 15_000

type DemoSite = {
  /** Resolves with the reason when the site ends. */
  ended: Promise<string>
  stop: () => Promise<void>
  lastWords: () => string
}

/**
 * Starts the built site as production runs it, and resolves once it is healthy. Throws what it said
 * otherwise.
 */
export async function startSite(settings: Record<string, string>): Promise<DemoSite> {
  process.stdout.write('  The site: starting …\n')
  // An empty variable counts as unset: what a developer's shell holds must not reach the demo.
  const unset = { GA_MEASUREMENT_ID: '', FLY_APP_NAME: '' }
  const child = spawnSite({ ...process.env, ...unset, ...settings, NODE_ENV: 'production' })
  const words = listenTo(child)
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? `exit code ${code}`)
  const site = {
    ended,
    lastWords: () => `${words.map((line) => `    ${line}`).join('\n')}\n\n  Its log is ${logFile()}`,
    stop: async () => {
      child.kill('SIGTERM')
      const tooLong = wait(STOP_LIMIT, 'too long', { ref: false })
      if ((await Promise.race([ended, tooLong])) === 'too long') child.kill('SIGKILL')
      await ended
    },
  }
  if (await isHealthy(child, `http://localhost:${settings.PORT}`, START_LIMIT)) return site
  const why = isRunning(child) ? `not healthy within ${START_LIMIT / 1000} s` : await ended
  await site.stop()
  throw new Error(`  The site did not start (${why}). Its last words:\n\n${site.lastWords()}`)
}

/** Keeps the site's log in a file, shows its errors, and remembers its last lines. */
function listenTo(child: ChildProcess): string[] {
  const file = createWriteStream(logFile())
  const last: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      file.write(`${line}\n`)
      last.push(line)
      if (last.length > 15) last.shift()
      if (isTrouble(line)) console.error(`  [site] ${line}`)
    })
  }
  return last
}

const isTrouble = (line: string) => !line.startsWith('{') || /^\{"level":"(error|fatal)"/.test(line)
