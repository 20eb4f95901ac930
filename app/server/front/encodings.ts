import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The best encoding that a visitor takes and that we have. */
export function bestEncoding(accepts: string | string[] | undefined, have: Encoding[]): Encoding {
  const taken = String(accepts ?? '')
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim().toLowerCase()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return have.find((encoding) => taken.includes(encoding)) ?? 'identity'
}

/** Quality 11 and 9: for what is packed once and sent often. */
export const packTightly = {
  br: (body: Buffer) => packBrotli(body, 11),
  gzip: (body: Buffer) => zip(body, { level: 9 }),
}

/** Quality 4 and 5: for what is packed for one visitor. */
export const packQuickly = {
  br: (body: Buffer) => packBrotli(body, 4),
  gzip: (body: Buffer) => zip(body, { level: 5 }),
}

const packBrotli = (body: Buffer, quality: number) =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })

const PACKABLE = /^(text\/|application\/(json|javascript|manifest\+json|xml|ld\+json)|image\/svg)/

/** Whether a type and size are worth packing; pictures, films and fonts are packed already. */
export const worthPacking = (type: string, size: number): boolean => size > 1_000 && PACKABLE.test(type)
