import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a clone has of its own, because it is run or changed there; it reads all else where it is. */
const COPIED = ['scripts', 'package.json', 'package-lock.json', 'tsconfig.json']
const LINKED = ['app', 'build', 'db', 'public', 'node_modules', 'vite.config.ts', 'remix.config.js']

const folders: string[] = []
const running: ChildProcess[] = []

/** A clone that is installed and built, and has never run; `own` is copied, too, to be changed there. */
export function aClone(own: string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'savanna-clone-'))
  folders.push(folder)
  for (const name of [...COPIED, ...own])
    cpSync(name, join(folder, name), { recursive: true, preserveTimestamps: true })
  for (const name of LINKED)
    if (!own.includes(name)) symlinkSync(join(process.cwd(), name), join(folder, name))
  return folder
}

/** Ends all that the test started, and removes the clones: for afterEach. */
export async function clearAway(): Promise<void> {
  for (const child of running.splice(0)) await stop(child)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/**
 * `npm run demo`, or dev; `up` is the address of the printed block, and rejects with all that was said where
 * it ends before.
 */
export function startIn(
  clone: string,
  command: 'demo' | 'dev',
  args: string[],
  variables: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [join(clone, `scripts/${command}.mjs`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
  })
  running.push(child)
  let said = ''
  const up = new Promise<string>((resolve, reject) => {
    const hear = (words: Buffer) => {
      said += words
      const found = /The site +(http:\S+)/.exec(said)?.[1]
      if (found && said.includes('To start over')) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(said)))
  })
  return { child, up, said: () => said }
}

/** The same, once it is up. */
export async function runIn(...asked: Parameters<typeof startIn>) {
  const { child, up, said } = startIn(...asked)
  return { child, address: await up, said }
}
