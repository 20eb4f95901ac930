import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

// SQLite's write-ahead log as it lies on the disk (https://www.sqlite.org/fileformat2.html#walformat).

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

type Frame = { from: number; to: number; isCommit: boolean }

/** The frames of the log's present generation, in order. */
export function framesOf(wal: Buffer): Frame[] {
  const frames: Frame[] = []
  if (wal.length < HEADER_BYTES) return frames
  const bytes = FRAME_HEADER_BYTES + wal.readUInt32BE(8)
  const salts = wal.subarray(16, 24)
  for (let from = HEADER_BYTES; from + bytes <= wal.length; from += bytes) {
    // What an earlier generation has left behind has other salts.
    if (!wal.subarray(from + 8, from + 16).equals(salts)) break
    frames.push({ from, to: from + bytes, isCommit: wal.readUInt32BE(from + 4) !== 0 })
  }
  return frames
}

/**
 * Every state that a power cut can leave of a database file and its log: cut after each commit, and in the
 * middle of what was written next, of which the disk has half.
 */
export function* cutsOf(
  base: string,
  walPath: string,
  into: string,
): Generator<{ commit: number; torn: () => void }> {
  const wal = readFileSync(walPath)
  const frames = framesOf(wal)
  const commits = frames.filter(({ isCommit }) => isCommit)
  for (const [at, { to }] of commits.entries()) {
    const lay = (upTo: number) => {
      copyFileSync(base, into)
      writeFileSync(`${into}-wal`, wal.subarray(0, upTo))
    }
    lay(to)
    const next = commits[at + 1]
    // Up to the middle of the frame that would have been the commit.
    yield { commit: at, torn: () => lay(next ? Math.floor((Math.max(to, next.from) + next.to) / 2) : to) }
  }
}

/**
 * As if the power had gone while the log's next frame was half written: its head is there, its page is not.
 */
export function tearOff(walPath: string): void {
  if (!existsSync(walPath)) return
  const wal = readFileSync(walPath)
  const last = framesOf(wal).at(-1)
  if (!last) return
  const half = wal.subarray(last.from, Math.floor((last.from + last.to) / 2))
  writeFileSync(walPath, Buffer.concat([wal.subarray(0, last.to), half]))
}
