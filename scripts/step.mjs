// Plain JavaScript without packages: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { liveLine } from './live-line.mjs'

const LINES_SHOWN = 30
/** So often it is said where nobody watches a terminal. */
const QUIET_SECONDS = 15

/**
 * Runs a tool with one line on screen that counts the seconds. What the tool says goes to a log file, whose
 * end is shown when it fails. Throws then.
 * @param {{ title: string, command: string, args: string[], log: string }} step
 */
export async function runStep({ title, command, args, log }) {
  mkdirSync(dirname(log), { recursive: true })
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const line = liveLine(title)
  const show = () => line.show(`${seconds()} s`, { aloud: seconds() % QUIET_SECONDS === 0 })
  show()
  const timer = setInterval(show, 1_000)
  const code = await run(command, args, log).finally(() => clearInterval(timer))
  line.end(code === 0 ? `done in ${seconds()} s` : `failed after ${seconds()} s`)
  if (code === 0) return
  const said = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LINES_SHOWN)
  throw new Error(`${said.map((text) => `    ${text}`).join('\n')}\n\n  All that it said is in ${log}`)
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} log
 * @returns {Promise<number | null>}
 */
function run(command, args, log) {
  const file = createWriteStream(log)
  // On Windows npm is a command file, which only a shell starts.
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  child.stdout.pipe(file, { end: false })
  child.stderr.pipe(file, { end: false })
  const stop = () => {
    child.kill()
    process.exit(1)
  }
  const end = () => void child.kill()
  process.once('SIGINT', stop).once('SIGTERM', stop).once('exit', end)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop).off('exit', end)
      file.end(() => resolve(code))
    })
  })
}
