import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'

// npm run demo as people type it for the first time: on a clone that never ran, was killed, or has a neighbour.

/** What a clone has of its own; it reads all else where it is. */
const COPIED = ['scripts', 'package.json', 'package-lock.json', 'tsconfig.json']
const LINKED = ['app', 'build', 'db', 'public', 'node_modules', 'vite.config.ts', 'remix.config.js']

/** All bookings of the season, the journey in October being over: nobody holds a seat. */
const BOOKINGS = 20

const folders: string[] = []
const running: ChildProcess[] = []

/** A clone that is installed and built, and has never run. */
function aClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'savanna-clone-'))
  folders.push(folder)
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true, preserveTimestamps: true })
  for (const name of LINKED) symlinkSync(join(process.cwd(), name), join(folder, name))
  return folder
}

afterEach(async () => {
  for (const demo of running.splice(0)) await stop(demo)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function stop(demo: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (demo.exitCode !== null || demo.signalCode !== null) return
  demo.kill(signal)
  await once(demo, 'exit')
}

/** Runs until the block of addresses is printed; rejects with all that was said where it ends before. */
async function demo(clone: string, args: string[], variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(clone, 'scripts/demo.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
  })
  running.push(child)
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (words: Buffer) => {
      said += words
      const found = /The site +(http:\S+)/.exec(said)?.[1]
      if (found && said.includes('To begin anew')) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(said)))
  })
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  return { child, address, said: () => said }
}

const bookingsIn = (clone: string) => {
  const file = new Database(join(clone, 'data/demo/safari.db'), { readonly: true })
  const total = file.prepare('select count(*) from bookings').pluck().get()
  file.close()
  return total
}

const limit = { timeout: patiently(90_000) }

test('--fresh as the first command begins with a season', limit, async () => {
  const clone = aClone()
  const { child, said } = await demo(clone, ['--fresh', '--port', '4310', '--clock', '2026-11-22'])
  expect(said()).toContain('A season of the company: lived in')
  expect(bookingsIn(clone)).toBe(BOOKINGS)
  await stop(child)

  const again = await demo(clone, ['--port', '4310', '--empty'])
  expect(again.said()).not.toContain('A season')
  expect(bookingsIn(clone)).toBe(BOOKINGS)
})

test('--empty with --clock begins without a season, PORT obeyed', limit, async () => {
  const clone = aClone()
  const { address, said } = await demo(clone, ['--clock', '2025-08-01', '--empty', '--fresh'], {
    PORT: '4330',
  })
  expect(address).toBe('http://localhost:4330')
  expect(said()).toContain('August 1, 2025')
  expect(bookingsIn(clone)).toBe(0)
})

test('two clones started at once both come up', limit, async () => {
  const [one, other] = [aClone(), aClone()]
  const demos = await Promise.all([one, other].map((clone) => demo(clone, ['--empty', '--port', '4350'])))
  expect(demos.map(({ address }) => address).sort()).toEqual([
    'http://localhost:4350',
    'http://localhost:4351',
  ])
})

test('a clone that was killed begins again where it was', limit, async () => {
  const clone = aClone()
  const { child } = await demo(clone, ['--empty', '--port', '4370'])
  const password = () => JSON.parse(readFileSync(join(clone, 'data/demo/secrets.json'), 'utf8')).adminPassword
  const before = password()
  await stop(child, 'SIGKILL')
  const again = await demo(clone, ['--port', '4370'])
  expect(again.address).toBe('http://localhost:4370')
  expect(password()).toBe(before)
  expect(bookingsIn(clone)).toBe(0)
})
