import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { env } from '#app/platform/env.server'
import { log } from '#app/platform/log.server'
import type { EncodedPhoto } from './encode-photo.server'

const HALF_WRITTEN = /\.part$/
const HOUR = 3_600_000

/**
 * The folder of the company's own photographs: PICTURES_DIR, or beside the database. Both belong into a
 * backup; LiteFS takes nothing but databases into its folder.
 */
export const PHOTO_FOLDER =
  env.PICTURES_DIR ??
  (env.DATABASE_PATH === ':memory:'
    ? mkdtempSync(join(tmpdir(), 'savanna-pictures-'))
    : join(dirname(env.DATABASE_PATH), 'pictures'))

const fileName = (slug: string, { width, ending }: { width: number; ending: string }) =>
  `${slug}-${width}.${ending}`

/** Writes a photograph's files, each under another name first: nobody is served half of one. */
export async function keepPhoto(slug: string, files: EncodedPhoto['files']): Promise<void> {
  mkdirSync(PHOTO_FOLDER, { recursive: true })
  for (const file of files) {
    const path = join(PHOTO_FOLDER, fileName(slug, file))
    await writeFile(`${path}.part`, file.bytes, { flush: true })
    await rename(`${path}.part`, path)
  }
  await sweepHalfWritten()
}

const SIZE = /^-\d+\.(avif|webp|jpg)$/

/** Removes a photograph's files; those that are gone already are none to remove. */
export async function discardPhoto(slug: string): Promise<void> {
  for (const name of await namesInFolder()) {
    if (name.startsWith(`${slug}-`) && SIZE.test(name.slice(slug.length)))
      await rm(join(PHOTO_FOLDER, name), { force: true })
  }
}

/** Whether the files of a photograph are there: a restored database may know some that the disk does not. */
export const photoIsThere = (slug: string, widths: readonly number[]): boolean =>
  widths.every((width) => existsSync(join(PHOTO_FOLDER, fileName(slug, { width, ending: 'jpg' }))))

/** Under no name that the site serves to everybody (front/photos.ts). */
const privatePath = (name: string): string => join(PHOTO_FOLDER, `${name}.file`)

/** Writes a file that only those may see to whom a page hands it. */
export async function keepPrivate(name: string, bytes: Buffer): Promise<void> {
  mkdirSync(PHOTO_FOLDER, { recursive: true })
  await writeFile(`${privatePath(name)}.part`, bytes, { flush: true })
  await rename(`${privatePath(name)}.part`, privatePath(name))
  await sweepHalfWritten()
}

/** The bytes of such a file; null where it is not here. */
export const readPrivate = (name: string): Promise<Buffer<ArrayBuffer> | null> =>
  readFile(privatePath(name)).catch(() => null)

/** Removes such a file; one that cannot be removed is logged and harms nobody. */
export const discardPrivate = (name: string): Promise<void> =>
  rm(privatePath(name), { force: true }).catch((error: unknown) =>
    log.error({ err: error, name }, 'A removed file stayed behind'),
  )

/**
 * What a process left that ended while it wrote: an hour older than the file just kept, the newest of all.
 */
export async function sweepHalfWritten(): Promise<void> {
  const files = await Promise.all(
    (await namesInFolder()).map(async (name) => {
      const path = join(PHOTO_FOLDER, name)
      return {
        path,
        writtenAt: await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => Number.NaN,
        ),
      }
    }),
  )
  const newest = files.reduce((latest, { writtenAt }) => Math.max(latest, writtenAt || 0), 0)
  for (const { path, writtenAt } of files) {
    if (HALF_WRITTEN.test(path) && newest - writtenAt > HOUR) await rm(path, { force: true })
  }
}

const namesInFolder = () => readdir(PHOTO_FOLDER).catch(() => [] as string[])
