import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { takeNote } from './pid-note'

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
  if (/^\s*n/i.test(answer)) throw new Error('  Then choose one yourself: -- --port 3100')
  return port
}

/**
 * The wanted port, or the first free one after it; no other demo on this machine takes it until this one
 * ends.
 */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port += 1) {
    if (takeNote(noteOf(port)) && (await isFree(port)) && (await isFree(port, '127.0.0.1'))) return port
  }
  throw new Error(`  No port from ${wanted} to ${wanted + 99} is free.`)
}

/** A port is found free long before it is listened on: until then the note keeps other demos away from it. */
const noteOf = (port: number) => join(tmpdir(), `savanna-soul-demo-port-${port}`)

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
