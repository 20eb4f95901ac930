// Runs a program, as `node scripts/on-node.mjs scripts/demo.mjs --fresh`, on a Node that it can run on: the
// one that is here or, where that is too old, the long-term release out of npm. Plain JavaScript without
// packages: nothing may be installed yet.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { LONG_TERM, nodeRefused } from '../app/server/node-version.mjs'
import { fetchNode } from './fetched-node.mjs'

const [program = '', ...words] = process.argv.slice(2)
const refused = nodeRefused(process.versions.node)
if (refused) await runOnFetchedNode(refused)
else await runHere()

async function runHere() {
  const file = resolve(program)
  process.argv = [process.execPath, file, ...words]
  if (program.endsWith('.ts')) (await import('tsx/esm/api')).register()
  await import(pathToFileURL(file).href)
}

/** @param {string} refused */
async function runOnFetchedNode(refused) {
  try {
    console.log(`  ${refused} Going on with Node ${LONG_TERM} out of npm.`)
    const { node, folder } = await fetchNode(String(LONG_TERM))
    process.exitCode = await run(node, folder)
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}

/**
 * The program under another Node, which it also finds by name, as do all that it starts. Gives its exit code.
 * @param {string} node
 * @param {string} folder where `node` and `npm` stand by name
 * @returns {Promise<number>}
 */
function run(node, folder) {
  const env = { ...process.env, PATH: folder + delimiter + (process.env.PATH || '') }
  const child = spawn(node, [fileURLToPath(import.meta.url), program, ...words], { stdio: 'inherit', env })
  // A terminal tells both of Ctrl-C; whoever knows this process alone tells only it.
  process.on('SIGINT', () => undefined)
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
