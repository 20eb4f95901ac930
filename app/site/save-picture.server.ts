import { createHash } from 'node:crypto'
import { and, eq, like, ne, type SQL } from 'drizzle-orm'
import { log } from '#app/platform/log.server'
import { valuesOf } from '#app/platform/typed/fields'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { galleryImages } from '#db/schema/site'
import { PICTURES, type PictureSlug } from '#db/seed/pictures'
import { editableList, slugOf, unusedSlug } from './editable-list.server'
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

/** The words, and the point that no cut may lose where staff set it: else it is looked for. */
type NewPicture = PictureWords & Partial<Pick<EncodedPhoto, 'focusX' | 'focusY'>>

export type PhotoAdded = { id: number } | NotEncoded | { refused: 'already-here' }

/**
 * Makes the site's files of an upload, then its row at the end of the gallery. Their name holds a digest of
 * their content: no file ever changes under its name, and the same photograph, or a form sent twice, is not
 * added twice.
 */
export async function addPhoto(
  bytes: Uint8Array,
  words: NewPicture,
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
  fileName: string
  digest: string
  words: NewPicture
  shape: Omit<EncodedPhoto, 'files'>
  bytes: number
}

/** Writes a photograph's files, before the row that shows it. */
export async function preparePhoto(
  bytes: Uint8Array,
  words: NewPicture,
  replaces?: number,
): Promise<Prepared | Exclude<PhotoAdded, { id: number }>> {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  if (isKnownPhoto(digest, replaces)) return { refused: 'already-here' }
  const encoded = await encodePhoto(bytes)
  if ('refused' in encoded) return encoded
  const fileName = `${slugOf(words.title, 'photograph')}-${digest}`
  const { files, ...shape } = encoded
  await storePhoto(fileName, files)
  return { fileName, digest, words, shape, bytes: bytes.length }
}

/** Adds a photograph whose files are there to the end of the gallery. */
export function addPreparedPhoto(
  { fileName, digest, words, shape, bytes }: Prepared,
  actor: Actor,
  now: Date,
  tx: Tx,
): { id: number; slug: string } | { refused: 'already-here' } {
  if (isKnownPhoto(digest)) return { refused: 'already-here' }
  // That of a picture whose file was replaced since still has its first one's name.
  const slug = unusedSlug(galleryImages, fileName)
  const position = lastPosition(galleryImages, undefined, tx)
  const { id } = tx
    .insert(galleryImages)
    .values({ ...shape, ...words, slug, fileName, isUploaded: true, position, createdAt: now })
    .returning({ id: galleryImages.id })
    .get()
  const detail = { title: words.title, bytes }
  recordAct(now, { ...byStaff(actor), action: 'picture-uploaded', subject: `picture:${slug}`, detail })
  return { id, slug }
}

export type PhotoReplaced = { replaced: true } | { refused: 'gone' } | Exclude<PhotoAdded, { id: number }>

/**
 * Puts another file in the place of a photograph's: its address, words and order stay, and with them all that
 * shows it. The point that no cut may lose was one of the former file: it is looked for again. `seen` is the
 * file that staff meant: what someone else put there since is not replaced.
 */
export async function replacePhoto(
  id: number,
  { bytes, seen }: { bytes: Uint8Array; seen: string },
  actor: Actor,
  now: () => Date,
): Promise<PhotoReplaced> {
  const isSeen = and(eq(galleryImages.id, id), eq(galleryImages.fileName, seen))
  const before = db.select().from(galleryImages).where(isSeen).get()
  if (!before) return { refused: 'gone' }
  const prepared = await preparePhoto(bytes, before, id)
  if ('refused' in prepared) return prepared

  const { fileName, digest, shape } = prepared
  const replaced = immediately((tx): PhotoReplaced => {
    if (isKnownPhoto(digest, id)) return { refused: 'already-here' }
    const { changes } = tx
      .update(galleryImages)
      .set({ ...shape, fileName, formerFiles: formerOf(before) })
      .where(isSeen)
      .run()
    if (changes === 0) return { refused: 'gone' }
    const { title, slug } = before
    const detail = { title, bytes: prepared.bytes }
    recordAct(now(), { ...byStaff(actor), action: 'picture-replaced', subject: `picture:${slug}`, detail })
    return { replaced: true }
  })
  await discardUnusedPhoto({ fileName: 'refused' in replaced ? fileName : seen })
  return replaced
}

/** Names of files that lead to the present one: the latest of them. */
const FORMER_FILES_AT_MOST = 20

const formerOf = ({ formerFiles, fileName }: typeof galleryImages.$inferSelect): string[] =>
  [...formerFiles, fileName ?? ''].slice(-FORMER_FILES_AT_MOST)

/** Removes the files that no picture has, or none anymore. Those that cannot be removed harm no one. */
export async function discardUnusedPhoto({ fileName }: { fileName: string }): Promise<void> {
  if (hasPhoto(eq(galleryImages.fileName, fileName))) return
  await discardPhoto(fileName).catch((error: unknown) =>
    log.error({ err: error, picture: fileName }, 'Files of a removed photograph stayed behind'),
  )
}

/** Whether another picture than this one has it. */
const isKnownPhoto = (digest: string, id = 0): boolean =>
  hasPhoto(and(like(galleryImages.fileName, `%-${digest}`), ne(galleryImages.id, id)))

const hasPhoto = (which: SQL | undefined): boolean =>
  db.select({ id: galleryImages.id }).from(galleryImages).where(which).get() !== undefined

const galleryList = editableList({
  table: galleryImages,
  wordsOf: (row): FocusedPicture => ({
    ...valuesOf(PICTURE, row),
    file: row.fileName ?? row.slug,
    focusX: Math.round(100 * row.focusX),
    focusY: Math.round(100 * row.focusY),
  }),
  columnsOf: ({ focusX, focusY, file: _file, ...words }) => ({
    ...words,
    focusX: focusX / 100,
    focusY: focusY / 100,
  }),
  event: 'picture',
  subject: ({ slug }) => `picture:${slug}`,
})
export const { open: openPicture, change: changePicture, move: movePicture } = galleryList

export type PictureRemoved = { removed: true } | { refused: 'gone' } | { refused: 'in-use'; by: string[] }

type Taken = { files: string | null } | Exclude<PictureRemoved, { removed: true }>

/**
 * Removes a picture from the gallery: its row, then its files. Refuses a photograph that something else still
 * shows.
 */
export async function removePicture(id: number, actor: Actor, now: Date): Promise<PictureRemoved> {
  const taken = immediately((tx): Taken => {
    const picture = tx.select().from(galleryImages).where(eq(galleryImages.id, id)).get()
    if (!picture) return { refused: 'gone' }
    const by = picture.isUploaded ? placesShowing(picture.slug, tx) : []
    if (by.length > 0) return { refused: 'in-use', by }
    galleryList.remove(id, actor, now)
    return { files: picture.fileName }
  })
  if ('refused' in taken) return taken
  if (taken.files) await discardUnusedPhoto({ fileName: taken.files })
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
