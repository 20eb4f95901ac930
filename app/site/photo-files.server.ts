import { existsSync, mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Sharp } from 'sharp'
import { env } from '#app/platform/env.server'
import { log } from '#app/platform/log.server'
import { PHOTO_PIXELS_AT_MOST, PHOTO_SIDE_AT_LEAST } from './list-forms'

const HALF_WRITTEN = /\.part$/
const HOUR = 3_600_000

/**
 * The folder of uploads: PICTURES_DIR, or beside the database. LiteFS accepts only databases in its folder.
 */
export const PHOTO_FOLDER = env.PICTURES_DIR ?? join(dirname(env.DATABASE_PATH), 'pictures')

const nameOf = (photo: string, { width, ending }: { width: number; ending: string }) =>
  `${photo}-${width}.${ending}`

/** Writes a photograph's files. */
export const storePhoto = (photo: string, files: EncodedPhoto['files']): Promise<void> =>
  storeFiles(files.map((file) => ({ name: nameOf(photo, file), bytes: file.bytes })))

/** Writes files, each under another name first: no one is served half of one. */
export async function storeFiles(files: { name: string; bytes: Buffer }[]): Promise<void> {
  mkdirSync(PHOTO_FOLDER, { recursive: true })
  for (const { name, bytes } of files) {
    const path = join(PHOTO_FOLDER, name)
    await writeFile(`${path}.part`, bytes, { flush: true })
    await rename(`${path}.part`, path)
  }
  await sweepHalfWritten()
}

const SIZE = /^-\d+\.(avif|webp|jpg)$/

/** Removes a photograph's files; those that are gone already are none to remove. */
export async function discardPhoto(photo: string): Promise<void> {
  for (const name of await namesInFolder()) {
    if (name.startsWith(`${photo}-`) && SIZE.test(name.slice(photo.length)))
      await rm(join(PHOTO_FOLDER, name), { force: true })
  }
}

/** Whether the files of a photograph are there: a restored database may know some that the disk does not. */
export const photoIsThere = (photo: string, widths: readonly number[]): boolean =>
  widths.every((width) => existsSync(join(PHOTO_FOLDER, nameOf(photo, { width, ending: 'jpg' }))))

/** Under no name that the site serves to everyone (front/files.ts). */
const privateName = (name: string): string => `${name}.file`

/** Writes a file that only those may see to whom a page hands it. */
export const storePrivate = (name: string, bytes: Buffer): Promise<void> =>
  storeFiles([{ name: privateName(name), bytes }])

/** The bytes of such a file; null where it is not here. */
export const readPrivate = (name: string): Promise<Buffer<ArrayBuffer> | null> =>
  readFile(join(PHOTO_FOLDER, privateName(name))).catch(() => null)

/** Removes such a file. */
export const discardPrivate = (name: string): Promise<void> => discardFile(privateName(name))

/** Removes a file; one that cannot be removed is logged and harms no one. */
export const discardFile = (name: string): Promise<void> =>
  rm(join(PHOTO_FOLDER, name), { force: true }).catch((error: unknown) =>
    log.error({ err: error, name }, 'A removed file stayed behind'),
  )

/** Removes what a dead process left half-written: an hour older than the file that was just written. */
export async function sweepHalfWritten(): Promise<void> {
  const files = await Promise.all(
    (await namesInFolder()).map(async (name) => {
      const path = join(PHOTO_FOLDER, name)
      const writtenAt = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.NaN,
      )
      return { path, writtenAt }
    }),
  )
  const newest = files.reduce((latest, { writtenAt }) => Math.max(latest, writtenAt || 0), 0)
  for (const { path, writtenAt } of files) {
    if (HALF_WRITTEN.test(path) && newest - writtenAt > HOUR) await rm(path, { force: true })
  }
}

const namesInFolder = () => readdir(PHOTO_FOLDER).catch(() => [] as string[])

type PhotoKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/**
 * What a file is by its first bytes; null for anything but a photograph. Checked before any decoder sees the
 * file, so that those for SVG, PDF, GIF and TIFF never run.
 */
function photoKind(bytes: Uint8Array): PhotoKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp'
  if (text(bytes, 4, 8) !== 'ftyp') return null
  const brand = text(bytes, 8, 12)
  if (brand === 'avif' || brand === 'avis') return 'avif'
  return /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand) ? 'heic' : null
}

export type EncodedPhoto = {
  width: number
  height: number
  widths: number[]
  preview: string
  /** The point that no cut may lose, as shares of the picture. */
  focusX: number
  focusY: number
  files: { width: number; ending: 'avif' | 'webp' | 'jpg'; bytes: Buffer }[]
}

export type NotEncoded = {
  refused: 'not-a-picture' | 'heic' | 'too-many-pixels' | 'too-small' | 'unreadable' | 'busy'
}

const WIDTHS = [400, 640, 960, 1600, 2400]
const LARGEST = 2400
const WAITING_AT_MOST = 4
/** Umber multiplied over at 4%, so that photographs sit well beside painted pictures (rules 10.5). */
const UMBER_VEIL = [0.9776, 0.9718, 0.9686]

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Makes the site's files of an upload: upright, in sRGB, without metadata, never enlarged. One picture at a
 * time, on sharp's threads; refuses what is not a photograph and what would not fit in memory.
 */
export const encodePhoto = (bytes: Uint8Array): Promise<EncodedPhoto | NotEncoded> => inTurn(bytes, encodeNow)

/** A photograph as one JPEG, upright and without metadata, for the few who may see it. */
export type PlainPhoto = { width: number; height: number; bytes: Buffer }

/** Makes that of an upload, at most 1,600 pixels wide or high. Refuses the same. */
export const plainPhoto = (bytes: Uint8Array): Promise<PlainPhoto | NotEncoded> => inTurn(bytes, plainNow)

async function inTurn<Made>(
  bytes: Uint8Array,
  make: (bytes: Uint8Array) => Promise<Made | NotEncoded>,
): Promise<Made | NotEncoded> {
  const kind = photoKind(bytes)
  if (!kind || kind === 'heic') return { refused: kind ?? 'not-a-picture' }
  if (waiting >= WAITING_AT_MOST) return { refused: 'busy' }
  waiting += 1
  const turn = last.then(() => make(bytes))
  last = turn.catch(() => undefined)
  return turn.finally(() => {
    waiting -= 1
  })
}

/** The pixels of an upload, upright, in sRGB, without metadata, at most `largest` on a side. */
async function uprightOf(
  bytes: Uint8Array,
  largest: number,
): Promise<{ width: number; height: number; picture: () => Sharp } | NotEncoded> {
  // 100 ms of a start that most days need no picture made.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)

  // Only the head of the file is read here, whatever size it claims.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head) return { refused: 'unreadable' }
  if (head.width * head.height > PHOTO_PIXELS_AT_MOST) return { refused: 'too-many-pixels' }
  if (Math.min(head.width, head.height) < PHOTO_SIDE_AT_LEAST) return { refused: 'too-small' }

  const upright = await sharp(bytes, { limitInputPixels: PHOTO_PIXELS_AT_MOST, failOn: 'error' })
    .timeout({ seconds: 60 })
    .autoOrient()
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (!upright || upright.info.channels < 3) return { refused: 'unreadable' }

  const { width, height, channels } = upright.info
  return {
    ...{ width, height },
    picture: () => sharp(upright.data, { raw: { width, height, channels } }).removeAlpha(),
  }
}

const PLAIN_LARGEST = 1600

async function plainNow(bytes: Uint8Array): Promise<PlainPhoto | NotEncoded> {
  const upright = await uprightOf(bytes, PLAIN_LARGEST)
  if ('refused' in upright) return upright
  const { width, height, picture } = upright
  return { width, height, bytes: await picture().jpeg({ quality: 84, mozjpeg: true }).toBuffer() }
}

async function encodeNow(bytes: Uint8Array): Promise<EncodedPhoto | NotEncoded> {
  const upright = await uprightOf(bytes, LARGEST)
  if ('refused' in upright) return upright
  const { width, height } = upright
  const picture = () => upright.picture().linear(UMBER_VEIL, [0, 0, 0])
  const widths = widthsFor(width)
  const files: EncodedPhoto['files'] = []
  for (const each of widths) {
    for (const [ending, encode] of Object.entries(FORMATS)) {
      files.push({
        width: each,
        ending: ending as keyof typeof FORMATS,
        bytes: await encode(picture().resize({ width: each })).toBuffer(),
      })
    }
  }
  const focus = await focusOf(upright.picture(), upright)
  return { width, height, widths, preview: await previewOf(picture()), ...focus, files }
}

/**
 * What stands out in a picture, such as a face: staff may know better. The cut itself is thrown away; its
 * shape is one that no picture has, because only then is anything looked for.
 */
async function focusOf(picture: Sharp, { width, height }: { width: number; height: number }) {
  const half = { width: Math.round(width / 2), height: Math.round(height / 2) }
  const { info } = await picture
    .resize({ width: half.width, height: Math.round(half.height / 2), position: 'attention' })
    .toBuffer({ resolveWithObject: true })
  const { attentionX = 0, attentionY = 0 } = info
  // The corner is its word for nothing.
  if (!attentionX && !attentionY) return MIDDLE
  return { focusX: share(attentionX, half.width), focusY: share(attentionY, half.height) }
}

const MIDDLE = { focusX: 0.5, focusY: 0.5 }

const share = (part: number, whole: number) => Math.round((100 * Math.min(part, whole)) / whole) / 100

/**
 * The qualities of the painted pictures; less effort for AVIF, because someone waits, and color at half the
 * resolution, as in the others: in full, the largest width takes 45 MB more.
 */
const FORMATS = {
  avif: (picture: Sharp) => picture.avif({ quality: 58, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (picture: Sharp) => picture.webp({ quality: 78 }),
  jpg: (picture: Sharp) => picture.jpeg({ quality: 78, mozjpeg: true }),
}

/** The site's widths below the picture's own, and its own; two that are nearly alike are one too many. */
const widthsFor = (own: number) => [...WIDTHS.filter((width) => width < own * 0.85), own]

async function previewOf(picture: Sharp): Promise<string> {
  const bytes = await picture.resize({ width: 24 }).webp({ quality: 30 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}
