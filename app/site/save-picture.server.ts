import { createHash } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { log } from '#app/platform/log.server'
import { valuesOf } from '#app/platform/typed/fields'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { galleryImages } from '#db/schema/site'
import { PICTURES, type PictureSlug } from '#db/seed/pictures'
import { editableList, slugOf } from './editable-list.server'
import { isPainted, paintedSlugs } from './gallery.server'
import { type FocusedPicture, PICTURE, type PictureWords } from './list-forms'
import { lastPosition } from './ordered-rows.server'
import {
  discardPhoto,
  type EncodedPhoto,
  encodePhoto,
  type NotEncoded,
  storePhoto,
} from './photo-files.server'
import { placesShowing } from './picture-uses.server'

export type PhotoAdded = { id: number } | NotEncoded | { refused: 'already-here' }

/**
 * Makes the site's files of an upload, then its row at the end of the gallery. Its address holds a digest of
 * its content: the files never change under their names, and the same photograph, or a form sent twice, is
 * not added twice.
 */
export async function addPhoto(
  bytes: Uint8Array,
  words: PictureWords,
  actor: Actor,
  now: () => Date,
): Promise<PhotoAdded> {
  const prepared = await preparePhoto(bytes, words)
  if ('refused' in prepared) return prepared
  const added = immediately((tx) => addPreparedPhoto(prepared, actor, now(), tx))
  if ('refused' in added) await discardUnusedPhoto(prepared)
  return added
}

type Prepared = {
  slug: string
  digest: string
  words: PictureWords
  shape: Omit<EncodedPhoto, 'files'>
  bytes: number
}

/** Writes a photograph's files, before the row that shows it. */
export async function preparePhoto(
  bytes: Uint8Array,
  words: PictureWords,
): Promise<Prepared | Exclude<PhotoAdded, { id: number }>> {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  if (isKnownPhoto(digest)) return { refused: 'already-here' }
  const encoded = await encodePhoto(bytes)
  if ('refused' in encoded) return encoded
  const slug = `${slugOf(words.title, 'photograph')}-${digest}`
  const { files, ...shape } = encoded
  await storePhoto(slug, files)
  return { slug, digest, words, shape, bytes: bytes.length }
}

/** Adds a photograph whose files are there to the end of the gallery. */
export function addPreparedPhoto(
  { slug, digest, words, shape, bytes }: Prepared,
  actor: Actor,
  now: Date,
  tx: Tx,
): { id: number } | { refused: 'already-here' } {
  if (isKnownPhoto(digest)) return { refused: 'already-here' }
  const position = lastPosition(galleryImages, undefined, tx)
  const { id } = tx
    .insert(galleryImages)
    .values({ ...words, ...shape, slug, fileName: slug, isUploaded: true, position, createdAt: now })
    .returning({ id: galleryImages.id })
    .get()
  const detail = { title: words.title, bytes }
  recordAct(now, { ...byStaff(actor), action: 'picture-uploaded', subject: `picture:${slug}`, detail })
  return { id }
}

/** Removes the files of one that is not in the gallery after all. */
export async function discardUnusedPhoto({ slug }: { slug: string }): Promise<void> {
  if (!isInGallery(slug)) await discardPhoto(slug)
}

const isKnownPhoto = (digest: string): boolean => isInGallery(`%-${digest}`)

const isInGallery = (slug: string): boolean =>
  db.select({ id: galleryImages.id }).from(galleryImages).where(like(galleryImages.slug, slug)).get() !==
  undefined

const galleryList = editableList({
  table: galleryImages,
  wordsOf: (row): FocusedPicture => ({
    ...valuesOf(PICTURE, row),
    focusX: Math.round(100 * row.focusX),
    focusY: Math.round(100 * row.focusY),
  }),
  columnsOf: ({ focusX, focusY, ...words }) => ({ ...words, focusX: focusX / 100, focusY: focusY / 100 }),
  event: 'picture',
  subject: ({ slug }) => `picture:${slug}`,
})
export const { open: openPicture, change: changePicture, move: movePicture } = galleryList

export type PictureRemoved = { removed: true } | { refused: 'gone' } | { refused: 'in-use'; by: string[] }

type Taken = { picture: { slug: string; isUploaded: boolean } } | Exclude<PictureRemoved, { removed: true }>

/**
 * Removes a picture from the gallery: its row, then its files. Refuses a photograph that something else still
 * shows. Files that cannot be removed are logged and harm no one.
 */
export async function removePicture(id: number, actor: Actor, now: Date): Promise<PictureRemoved> {
  const taken = immediately((tx): Taken => {
    const picture = tx.select().from(galleryImages).where(eq(galleryImages.id, id)).get()
    if (!picture) return { refused: 'gone' }
    const by = picture.isUploaded ? placesShowing(picture.slug, tx) : []
    if (by.length > 0) return { refused: 'in-use', by }
    galleryList.remove(id, actor, now)
    return { picture }
  })
  if ('refused' in taken) return taken
  if (taken.picture.isUploaded) {
    await discardPhoto(taken.picture.slug).catch((error: unknown) =>
      log.error({ err: error, picture: taken.picture.slug }, 'Files of a removed photograph stayed behind'),
    )
  }
  return { removed: true }
}

/** Adds one of the site's painted pictures again; false where it is in the gallery or does not exist. */
export function addPaintedPicture(slug: string, actor: Actor, now: Date): boolean {
  if (!isPainted(slug)) return false
  const { title, alt, place, width, height, focus, preview } = PICTURES[slug]
  return immediately((tx) => {
    const position = lastPosition(galleryImages, undefined, tx)
    const { changes } = tx
      .insert(galleryImages)
      .values({
        ...{ slug, title, alt, place, width, height, preview, position },
        focusX: focus.x,
        focusY: focus.y,
        createdAt: now,
      })
      .onConflictDoNothing()
      .run()
    if (changes > 0) recordAct(now, { ...byStaff(actor), action: 'picture-hung', subject: `picture:${slug}` })
    return changes > 0
  })
}

/** The painted pictures that are not in the gallery, by their titles. */
export function unusedPaintings(shown: readonly { slug: string }[]): { slug: PictureSlug; title: string }[] {
  const slugs = new Set(shown.map(({ slug }) => slug))
  return paintedSlugs()
    .filter((slug) => !slugs.has(slug))
    .map((slug) => ({ slug, title: PICTURES[slug].title }))
}
