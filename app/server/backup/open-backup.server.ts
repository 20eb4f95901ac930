import { createReadStream } from 'node:fs'
import { mkdir, open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { DATABASE_NAME, type Index, PICTURES_NAME, unbundle } from './bundle.server'
import { faultOfCopy } from './copy-database.server'
import { type Fault, isSealed, Unusable, unsealedBy } from './seal.server'

const MARK_BYTES = 8
const GZIP = Buffer.from([0x1f, 0x8b])

/**
 * Reads a backup wholly into a folder that is empty: decrypts, unpacks, holds each file to its digest, and
 * has SQLite read the database. Only what passed all of it may be used. Refused: what is no backup of this
 * site, damaged, made by a later release, or not opened by any of the keys; what is larger than the disk has
 * room for; and, where there are keys, what is not encrypted: anybody could have made it. `isUnsealedTaken`
 * allows that.
 */
export async function openBackup(
  file: string,
  into: string,
  keys: string[],
  isUnsealedTaken = keys.length === 0,
): Promise<Index | { refused: Fault }> {
  await mkdir(join(into, PICTURES_NAME))
  try {
    const isSealed = await beginsSealed(file)
    if (!isSealed && !isUnsealedTaken) return { refused: 'unsealed' }
    const opened = unsealedBy(isSealed ? keys : null)
    const room = await roomIn(into)
    const index = await pipeline(createReadStream(file), opened, createGunzip(), (source) =>
      unbundle(source, into, room),
    )
    const fault = await faultOfCopy(join(into, DATABASE_NAME))
    return fault ? { refused: fault } : index
  } catch (error) {
    const fault = faultIn(error)
    if (!fault) throw error
    return { refused: fault }
  }
}

/** What a small file unpacks to may fill the disk, and guests could not book: some of it stays free. */
const LEFT_FREE = 0.1

async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize, blocks } = await statfs(folder)
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize - LEFT_FREE * blocks * bsize
}

/** Throws Unusable where the file is neither encrypted by us nor packed. */
async function beginsSealed(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const first = Buffer.alloc(MARK_BYTES)
    await handle.read(first, 0, MARK_BYTES, 0)
    if (isSealed(first)) return true
    if (!first.subarray(0, GZIP.length).equals(GZIP)) throw new Unusable('not-a-backup')
    return false
  } finally {
    await handle.close()
  }
}

/** What a stream's error says of the file; null where it is the disk's, or ours. */
function faultIn(error: unknown): Fault | null {
  if (error instanceof Unusable) return error.fault
  const code = String((error as NodeJS.ErrnoException).code)
  return code.startsWith('Z_') ? 'damaged' : null
}
