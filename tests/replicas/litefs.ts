import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { eventually } from '#tests/fixtures/site'

// Plays LiteFS: copies what is committed from the primary's file to the others', page by page, and writes `.primary` and
// `-pos` as it documents them. It mounts nothing, so that a replica's file could be written: the site itself must not.

const SHIP_MS = 10
/** In which a reader has read its line. */
const READ_MS = 3

export type Node = { name: string; folder: string; databasePath: string }

export function startLiteFs(names: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'savanna-litefs-'))
  const nodes = names.map((name): Node => {
    const folder = join(root, name)
    mkdirSync(folder)
    return { name, folder, databasePath: join(folder, 'safari.db') }
  })
  const named = (name: string): Node => {
    const found = nodes.find((node) => node.name === name)
    if (!found) throw new Error(`There is no ${name}`)
    return found
  }
  const paused = new Set<string>()
  const shipped = new Map<string, bigint>()
  let transaction = 0x2df417n
  let source: Source | null = null
  let stopped = false

  /** The primary's file; its position is asked for by whoever reads `-pos`, so that it is never behind a commit. */
  type Source = { node: Node; file: Database.Database; seen: unknown; serving: Promise<void>; ended: boolean }

  function position(from: Source): bigint {
    const version = from.file.pragma('data_version', { simple: true })
    if (version !== from.seen) {
      from.seen = version
      transaction += 1n
    }
    return transaction
  }

  async function servePosition(from: Source): Promise<void> {
    while (!from.ended) {
      const pipe = await open(`${from.node.databasePath}-pos`, 'w')
      // Its reader may have been killed.
      if (!from.ended) await pipe.writeFile(line(position(from))).catch(() => undefined)
      await pipe.close()
      // The next line is for the next reader: this one has to be gone.
      await wait(READ_MS)
    }
  }

  function follow(node: Node): void {
    shipped.delete(node.name)
    rmSync(`${node.databasePath}-pos`, { force: true })
    writeFileSync(join(node.folder, '.primary'), `${source?.node.name}\n`)
  }

  async function ship(): Promise<void> {
    const from = source
    if (!from) return
    for (const node of nodes) {
      if (node === from.node || paused.has(node.name)) continue
      const now = position(from)
      if (shipped.get(node.name) === now) continue
      await from.file.backup(node.databasePath)
      shipped.set(node.name, now)
      const path = `${node.databasePath}-pos`
      writeFileSync(`${path}.new`, line(now))
      renameSync(`${path}.new`, path)
    }
  }

  const shipping = (async () => {
    while (!stopped) {
      await ship()
      await wait(SHIP_MS)
    }
  })()

  async function unseat(): Promise<void> {
    const from = source
    source = null
    if (!from) return
    from.ended = true
    // Whoever waits for a reader is let go by one.
    const path = `${from.node.databasePath}-pos`
    const reader = await open(path, 'r+')
    await from.serving
    await reader.close()
    from.file.close()
    rmSync(path)
  }

  return {
    named,
    /** Makes a node the primary; its file has to be there, but for the first one's. */
    async promote(name: string): Promise<void> {
      await unseat()
      const node = named(name)
      rmSync(join(node.folder, '.primary'), { force: true })
      rmSync(`${node.databasePath}-pos`, { force: true })
      spawnSync('sh', ['-c', 'mkfifo "$0"', `${node.databasePath}-pos`])
      const file = new Database(node.databasePath)
      file.pragma('journal_mode = WAL')
      const seen = file.pragma('data_version', { simple: true })
      const next: Source = { node, file, seen, serving: Promise.resolve(), ended: false }
      next.serving = servePosition(next)
      source = next
      for (const other of nodes) if (other !== node) follow(other)
    },
    /** The wires to a node are cut: it sees nothing new. */
    cut: (name: string) => void paused.add(name),
    mend: (name: string) => void paused.delete(name),
    /** Resolves once every node that can be reached has all that is committed. */
    settled: (): Promise<void> =>
      eventually(() => {
        const from = source
        if (!from) return false
        const now = position(from)
        return nodes.every(
          (node) => node === from.node || paused.has(node.name) || shipped.get(node.name) === now,
        )
      }),
    rows<Row = Record<string, unknown>>(name: string, query: string, ...values: unknown[]): Row[] {
      const file = new Database(named(name).databasePath, { readonly: true })
      try {
        return file.prepare(query).all(...values) as Row[]
      } finally {
        file.close()
      }
    },
    async close(): Promise<void> {
      stopped = true
      await shipping
      await unseat()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** TXID and checksum, sixteen hexadecimal digits each. */
const line = (transaction: bigint): string =>
  `${transaction.toString(16).padStart(16, '0')}/${randomBytes(8).toString('hex')}\n`
