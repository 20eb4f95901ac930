// Plain JavaScript without packages: the demo and the tests call it in their first step.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runStep } from './step.mjs'

const SOURCES = ['app', 'db', 'public', 'vite.config.ts', 'remix.config.js', 'package-lock.json']
const BUILT = 'build/server/start.js'

/**
 * Builds the site unless the build is newer than all that it is made from.
 * @param {string} logFolder
 */
export async function build(logFolder) {
  if (existsSync(BUILT) && SOURCES.every((source) => newestIn(source) <= statSync(BUILT).mtimeMs)) return
  const args = ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build']
  await runStep({
    title: 'Building the site',
    command: process.execPath,
    args,
    log: `${logFolder}/build.log`,
  })
}

/**
 * When a file, or anything in a folder, was last changed; a folder's own time tells of files that are gone.
 * @param {string} path
 * @returns {number}
 */
function newestIn(path) {
  if (!existsSync(path)) return 0
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}
