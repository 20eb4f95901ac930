import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The best encoding that a visitor takes and that we have. */
export function bestEncoding(accepts: string | string[] | undefined, have: readonly Encoding[]): Encoding {
  const taken = takenBy(String(accepts ?? ''))
  return have.find((encoding) => taken.includes(encoding)) ?? 'identity'
}

const READ_AT_MOST = 100
const read = new Map<string, string[]>()

/** Browsers say it in a few ways only. */
function takenBy(accepts: string): string[] {
  const before = read.get(accepts)
  if (before) return before
  if (read.size >= READ_AT_MOST) read.clear()
  const taken = accepts
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim().toLowerCase()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .flatMap(([name]) => name ?? [])
  read.set(accepts, taken)
  return taken
}

/** Quality 11 and 9: for what is packed once and sent often. */
export const packTightly = {
  br: (body: Buffer) => packBrotli(body, 11),
  gzip: (body: Buffer) => zip(body, { level: 9 }),
}

/** What a thread of its own costs more to wake for than to pack. */
const SMALL = 128_000

/** Level 3, for one visitor: a third of brotli's time, for a twentieth more bytes; for lists a fifth more. */
export const packQuickly = (body: Buffer): Buffer | Promise<Buffer> =>
  body.length > SMALL ? zip(body, { level: 3 }) : gzipSync(body, { level: 3 })

const packBrotli = (body: Buffer, quality: number) =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
    },
  })

/** As many bits as look back over all of it: a wider window is memory to be cleared for nothing. */
const windowFor = (size: number): number =>
  Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS + 6, Math.ceil(Math.log2(size + 1)) + 1),
  )

const PACKABLE = /^(text\/|application\/(json|javascript|manifest\+json|xml|ld\+json)|image\/svg)/

/** Whether a type and size are worth packing; pictures, films and fonts are packed already. */
export const worthPacking = (type: string, size: number): boolean => size > 1_000 && PACKABLE.test(type)

const TYPES: Record<string, string> = {
  '.aac': 'audio/aac',
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** The type of a file by its name's ending. */
export const contentType = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.')).toLowerCase()] ?? 'application/octet-stream'
