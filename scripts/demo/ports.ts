import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'

/** The site's port: the wanted one, or, where that is taken, the next free one if the person agrees. */
export async function sitePort(wanted: number): Promise<number> {
  const port = await freePort(wanted)
  if (port === wanted) return port
  console.log(`  Port ${wanted} is taken by another program.`)
  if (!process.stdin.isTTY) {
    console.log(`  Taking port ${port} instead.`)
    return port
  }
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(`  Take port ${port} instead? [Y/n] `)
  asking.close()
  if (/^\s*n/i.test(answer)) throw new Error('  Then choose one yourself: npm run demo -- --port 3100')
  return port
}

/** The wanted port, or the first free one after it; no other demo on this machine takes it until this one ends. */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port += 1) {
    if (claim(port) && (await isFree(port)) && (await isFree(port, '127.0.0.1'))) return port
  }
  throw new Error(`  No port from ${wanted} to ${wanted + 99} is free.`)
}

const claimed = new Set<string>()
process.once('exit', () => {
  for (const note of claimed) rmSync(note, { force: true })
})

/** Two demos that start at the same moment would both find a port free: the note of the first one, made at once, decides. */
function claim(port: number): boolean {
  const note = join(tmpdir(), `savanna-soul-demo-port-${port}`)
  try {
    writeFileSync(note, String(process.pid), { flag: 'wx' })
  } catch {
    if (isAlive(Number(readOf(note)))) return false
    // Left by a demo that was killed.
    rmSync(note, { force: true })
    return claim(port)
  }
  claimed.add(note)
  return true
}

function readOf(note: string): string {
  try {
    return readFileSync(note, 'utf8')
  } catch {
    return ''
  }
}

/** Whether a process of that number runs, whoever it belongs to. */
function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isFree(port: number, host?: string): Promise<boolean> {
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
