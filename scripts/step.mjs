// Plain JavaScript without packages: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const LINES_SHOWN = 30

/**
 * Runs a tool with one line on screen that counts the seconds. What the tool says goes to a log file, whose
 * end is shown when it fails. Throws then.
 * @param {{ title: string, command: string, args: string[], log: string }} step
 */
export async function runStep({ title, command, args, log }) {
  mkdirSync(dirname(log), { recursive: true })
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const line = liveLine(title, seconds)
  const code = await run(command, args, log)
  line.end(code === 0 ? `${title}: done in ${seconds()} s` : `${title}: failed after ${seconds()} s`)
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
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop)
      file.end(() => resolve(code))
    })
  })
}

/**
 * A line that counts the seconds; where nobody watches a terminal, one line at the start and one every 15 s.
 * @param {string} title
 * @param {() => number} seconds
 */
function liveLine(title, seconds) {
  const live = process.stdout.isTTY
  const show = () =>
    process.stdout.write(live ? `\r  ${title} … ${seconds()} s` : `  ${title} … ${seconds()} s\n`)
  show()
  const timer = setInterval(show, live ? 1_000 : 15_000)
  return {
    /** @param {string} text */
    end(text) {
      clearInterval(timer)
      process.stdout.write(live ? `\r\u001b[2K  ${text}\n` : `  ${text}\n`)
    },
  }
}
