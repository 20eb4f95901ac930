// A Node out of npm, for machines whose own is too old. Plain JavaScript without packages: nothing is
// installed yet.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { LONG_TERM } from '../app/server/node-version.mjs'
import { runStep } from './step.mjs'

const ON_WINDOWS = process.platform === 'win32'

/**
 * A release of Node, such as `24` or `22.14.0`, with an npm that it can run: fetched once into a cache folder
 * of the user. `node` is the program, `folder` where `node` and `npm` stand by name. Throws with what to
 * install where npm cannot fetch it.
 * @param {string} release
 */
export async function fetchNode(release) {
  const home = join(cacheFolder(), `node-${release}`)
  if (!existsSync(home)) await fetch(release, home)
  return { node: programIn(home), folder: join(home, 'node_modules', '.bin') }
}

/** The newest release that npm has for this machine. */
export const newestNode = () =>
  execFileSync('npm', ['view', packageOfNode(), 'version'], { encoding: 'utf8', shell: ON_WINDOWS }).trim()

/**
 * @param {string} release
 * @param {string} home
 */
async function fetch(release, home) {
  mkdirSync(cacheFolder(), { recursive: true })
  const log = join(cacheFolder(), 'fetch.log')
  // Whole or not at all: two commands may fetch it at the same moment.
  const inTheMaking = mkdtempSync(`${home}-`)
  const packages = [`${packageOfNode()}@${release}`, 'npm@11']
  const quiet = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund']
  const args = ['install', '--prefix', inTheMaking, ...quiet, ...packages]
  try {
    await runStep({ title: `Fetching Node ${release}`, command: 'npm', args, log })
    execFileSync(programIn(inTheMaking), ['--version'])
    if (!existsSync(home)) renameSync(inTheMaking, home)
  } catch {
    throw new Error(
      `  npm could not fetch Node ${release}: install Node ${LONG_TERM} from https://nodejs.org and run this again. (${log})`,
    )
  } finally {
    rmSync(inTheMaking, { recursive: true, force: true })
  }
}

/**
 * The package with the program for this machine. The package `node` only fetches it, by a script while it is
 * installed, and some of its releases name one that there is not.
 */
function packageOfNode() {
  const system = ON_WINDOWS ? 'win' : process.platform
  const prefix = system === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${system}-${process.arch}`
}

/** @param {string} home */
const programIn = (home) =>
  join(home, 'node_modules', packageOfNode(), 'bin', ON_WINDOWS ? 'node.exe' : 'node')

function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const own = process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache')
  return join(XDG_CACHE_HOME || LOCALAPPDATA || own, 'savanna-soul')
}
