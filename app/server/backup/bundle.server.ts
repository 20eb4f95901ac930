import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Unusable } from './seal.server'

// Several files in one stream (decision 022): a line of JSON that names them, then their bytes, one after the
// other.

export const DATABASE_NAME = 'safari.db'
export const PICTURES_NAME = 'pictures'

const KIND = 'savanna-soul-backup'
const VERSION = 1
const LINE_AT_MOST = 16_000_000
const CHUNK_BYTES = 262_144

/** Plain names only: nothing is ever written outside of the folder that the files are put into. */
const FILE_NAME = /^(?:safari\.db|pictures\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,250})$/

/** Whether a file may be bundled under this name. */
export const isFileName = (name: string): boolean => FILE_NAME.test(name)

const Head = z.object({ kind: z.literal(KIND), version: z.number() })
const Index = z.object({
  takenAt: z.iso.datetime(),
  files: z
    .array(
      z.object({
        name: z.string().refine(isFileName),
        bytes: z.number().int().min(0),
        sha256: z.string().length(64),
      }),
    )
    .refine(([first]) => first?.name === DATABASE_NAME),
})

/** When the copy was taken, by business time, and its files: the database first. */
export type Index = z.output<typeof Index>

/** A file to be bundled: its name in the bundle, and where it lies. No one may change it in the meantime. */
export type Bundled = { name: string; path: string }

export async function* bundled(files: Bundled[], takenAt: Date): AsyncGenerator<Buffer> {
  const measured: Index['files'] = []
  for (const { name, path } of files) measured.push({ name, ...(await measure(path)) })
  const index = { kind: KIND, version: VERSION, takenAt: takenAt.toISOString(), files: measured }
  yield Buffer.from(`${JSON.stringify(index)}\n`)
  for (const { path } of files) yield* bytesOf(path)
}

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of bytesOf(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

const bytesOf = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: CHUNK_BYTES })

/**
 * Reads a whole bundle and checks each file's length and digest. Writes the files into a folder that has a
 * subfolder for pictures; with null it only reads. All of them may take `room` bytes. Throws Unusable.
 */
export async function unbundle(
  source: AsyncIterable<Buffer>,
  into: string | null,
  room = Number.POSITIVE_INFINITY,
): Promise<Index> {
  const reader = readerOf(source)
  const index = indexIn(await reader.line())
  if (index.files.reduce((sum, { bytes }) => sum + bytes, 0) > room) throw new Unusable('too-large')
  for (const { name, bytes, sha256 } of index.files) {
    const part = reader.next(bytes)
    const digest = await (into === null ? digestOf(part) : write(part, join(into, name)))
    if (digest !== sha256) throw new Unusable('damaged')
  }
  if (!(await reader.isAtEnd())) throw new Unusable('damaged')
  return index
}

function indexIn(line: string): Index {
  const head = Head.safeParse(parsed(line))
  if (!head.success) throw new Unusable('not-a-backup')
  if (head.data.version > VERSION) throw new Unusable('newer')
  const index = Index.safeParse(parsed(line))
  if (!index.success) throw new Unusable('damaged')
  return index.data
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

async function digestOf(part: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of part) hash.update(chunk)
  return hash.digest('hex')
}

async function write(part: AsyncIterable<Buffer>, path: string): Promise<string> {
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    for await (const chunk of part) {
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await file.sync()
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

/** A stream, read by lines and by lengths. */
function readerOf(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function isAtEnd(): Promise<boolean> {
    while (rest.length === 0) {
      const { done, value } = await chunks.next()
      if (done) return true
      rest = value
    }
    return false
  }

  return {
    isAtEnd,
    async line(): Promise<string> {
      const parts: Buffer[] = []
      for (let length = 0; length < LINE_AT_MOST && !(await isAtEnd()); ) {
        const end = rest.indexOf('\n')
        const part = end < 0 ? rest : rest.subarray(0, end)
        rest = rest.subarray(end < 0 ? rest.length : end + 1)
        length += part.length
        parts.push(part)
        if (end >= 0) return Buffer.concat(parts).toString('utf8')
      }
      throw new Unusable('not-a-backup')
    },
    async *next(bytes: number): AsyncGenerator<Buffer> {
      for (let left = bytes; left > 0; ) {
        if (await isAtEnd()) throw new Unusable('damaged')
        const part = rest.subarray(0, left)
        rest = rest.subarray(part.length)
        left -= part.length
        yield part
      }
    },
  }
}
