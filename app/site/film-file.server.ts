import { open } from 'node:fs/promises'

// An MP4 file is a row of boxes: four bytes of length, four of kind, what is in it. Those that hold boxes
// themselves lead to what the film is made of.

const TOP_KINDS = /^(ftyp|free|skip|wide|mdat|moov|moof|mfra|sidx|ssix|styp|prft|pdin|emsg|meta|udta|uuid)$/
const BOXES_AT_MOST = 20_000
/** What describes a film of an hour takes less. */
const INDEX_BYTES_AT_MOST = 16 * 1024 * 1024

const HEAD = 8
const LONG_HEAD = 16

type Box = { kind: string; from: number; to: number }
type Read = (at: number, length: number) => Promise<Buffer>

/**
 * Whether a file is an MP4 film as a whole: boxes of known kinds that fill it to its last byte, with pictures
 * to play and an index that names a track of them. A beginning like a film's proves nothing.
 */
export async function isFilmFile(path: string, bytes: number): Promise<boolean> {
  const file = await open(path)
  try {
    const read: Read = async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    return await isMp4(read, bytes, (tracks) => tracks.includes('vide'))
  } finally {
    await file.close()
  }
}

/** Whether this is such a file as a whole, with sound alone. */
export const isMp4Sound = (file: Buffer): Promise<boolean> =>
  isMp4(
    async (at, length) => file.subarray(at, at + length),
    file.length,
    (tracks) => tracks.includes('soun') && !tracks.includes('vide'),
  )

async function isMp4(read: Read, bytes: number, plays: (tracks: string[]) => boolean): Promise<boolean> {
  const kinds = new Set<string>()
  for (let at = 0, boxes = 0; at < bytes; boxes += 1) {
    const box = headAt(await read(at, Math.min(LONG_HEAD, bytes - at)), 0, at, bytes)
    if (!box || !TOP_KINDS.test(box.kind) || boxes >= BOXES_AT_MOST) return false
    if (box.kind === 'moov' && !plays(await tracksIn(read, box))) return false
    kinds.add(box.kind)
    at = box.to
  }
  return kinds.has('moov') && (kinds.has('mdat') || kinds.has('moof'))
}

/** The box whose head stands in `bytes` at `offset`: of a file that has it at `at`, and ends at `end`. */
function headAt(bytes: Buffer, offset: number, at: number, end: number): Box | null {
  if (bytes.length < offset + HEAD) return null
  const short = bytes.readUInt32BE(offset)
  const isLong = short === 1
  if (isLong && bytes.length < offset + LONG_HEAD) return null
  const length = isLong ? Number(bytes.readBigUInt64BE(offset + HEAD)) : short === 0 ? end - at : short
  const head = isLong ? LONG_HEAD : HEAD
  if (length < head || at + length > end) return null
  return { kind: bytes.toString('latin1', offset + 4, offset + HEAD), from: at + head, to: at + length }
}

/** What its tracks are of: moov, trak, mdia, and there the handler, 'vide' for pictures. */
async function tracksIn(read: Read, { from, to }: Box): Promise<string[]> {
  if (to - from > INDEX_BYTES_AT_MOST) return []
  const index = await read(from, to - from)
  const within = (boxes: Box[], kind: string): Box[] =>
    boxes.filter((box) => box.kind === kind).flatMap((box) => boxesIn(index, box))
  const whole = { kind: 'moov', from: 0, to: index.length }
  const media = within(within(boxesIn(index, whole), 'trak'), 'mdia')
  return media
    .filter((box) => box.kind === 'hdlr')
    .map((box) => index.toString('latin1', box.from + HEAD, box.from + 12))
}

function boxesIn(index: Buffer, { from, to }: Box): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    const box = headAt(index.subarray(0, to), at, at, to)
    if (!box) break
    boxes.push(box)
    at = box.to
  }
  return boxes
}
