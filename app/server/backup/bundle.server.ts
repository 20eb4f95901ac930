import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type DecipherGCM,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Why a file cannot be restored. */
export type Fault = 'not-a-backup' | 'no-key' | 'wrong-key' | 'unsealed' | 'too-large' | 'damaged' | 'newer'

/** Thrown from the middle of a stream; the code that reads a backup turns it into an answer. */
export class Unusable extends Error {
  override name = 'Unusable'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault)
    this.fault = fault
  }
}

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

// An encrypted backup (decision 022): what it is and its version, salt, IV, check of the key; the encrypted
// bytes; tag.

/** The last letter is the version of the format. */
const MARK = Buffer.from('SAVANNA1')
const SALT_BYTES = 16
const IV_BYTES = 12
const KEY_BYTES = 32
const TAG_BYTES = 16
const CHECK_AT = MARK.length + SALT_BYTES + IV_BYTES
const HEAD_BYTES = CHECK_AT + KEY_BYTES

const CIPHER = 'aes-256-gcm'
/** A tenth of a second and 32 MB, off the main thread: a person's passphrase may be guessed. */
const COST = { N: 32_768, r: 8, p: 1, maxmem: 67_108_864 }

export const isSealed = (firstBytes: Buffer): boolean => firstBytes.subarray(0, MARK.length).equals(MARK)

/** A pipeline step that encrypts and authenticates; without a passphrase the bytes stay as they are. */
export const sealedBy = (passphrase: string | undefined) =>
  passphrase === undefined ? asItIs : sealing(passphrase)

/** The way back, with whichever passphrase is the right one; null: it was not encrypted. */
export const unsealedBy = (passphrases: string[] | null) =>
  passphrases === null ? asItIs : unsealing(passphrases)

async function* asItIs(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source
}

const sealing = (passphrase: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES)
    const iv = randomBytes(IV_BYTES)
    const { key, check } = await keysOf(passphrase, Buffer.concat([MARK, salt, iv]))
    const head = Buffer.concat([MARK, salt, iv, check])
    const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(head)
    yield head
    for await (const chunk of source) yield cipher.update(chunk)
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
  }

/** What comes out may be believed only when all of it came, for the tag is at the end. Throws Unusable. */
const unsealing = (passphrases: string[]) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let held: Buffer = Buffer.alloc(0)
    let decipher: DecipherGCM | null = null
    for await (const chunk of source) {
      held = Buffer.concat([held, chunk])
      if (!decipher) {
        if (held.length < HEAD_BYTES) continue
        decipher = await decipherFor(held.subarray(0, HEAD_BYTES), passphrases)
        held = held.subarray(HEAD_BYTES)
      }
      if (held.length <= TAG_BYTES) continue
      yield decipher.update(held.subarray(0, -TAG_BYTES))
      held = held.subarray(-TAG_BYTES)
    }
    if (!decipher || held.length < TAG_BYTES) throw new Unusable('damaged')
    decipher.setAuthTag(held)
    try {
      decipher.final()
    } catch {
      throw new Unusable('damaged')
    }
  }

async function decipherFor(head: Buffer, passphrases: string[]): Promise<DecipherGCM> {
  for (const passphrase of passphrases) {
    const { key, check } = await keysOf(passphrase, head.subarray(0, CHECK_AT))
    if (!timingSafeEqual(check, head.subarray(CHECK_AT))) continue
    const iv = head.subarray(MARK.length + SALT_BYTES, CHECK_AT)
    return createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(head)
  }
  throw new Unusable(passphrases.length > 0 ? 'wrong-key' : 'no-key')
}

/** The key, and what tells at once whether it is the right one; `head` is all that stands before that. */
async function keysOf(passphrase: string, head: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  const salt = head.subarray(MARK.length, MARK.length + SALT_BYTES)
  const made = await new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase, salt, 2 * KEY_BYTES, COST, (error, bytes) => (error ? reject(error) : resolve(bytes))),
  )
  const check = createHmac('sha256', made.subarray(KEY_BYTES)).update(head).digest()
  return { key: made.subarray(0, KEY_BYTES), check }
}
