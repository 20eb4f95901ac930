import { createHash } from 'node:crypto'
import { like } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { slugOf } from '#app/content/slug'
import { lastPosition } from '#app/lists/ordered-rows.server'
import { db, immediately } from '#db/connection.server'
import { galleryImages } from '#db/schema'
import { encodePhoto, type NotEncoded } from './encode-photo.server'
import type { PictureWords } from './gallery-form'
import { discardPhoto, keepPhoto } from './photo-files.server'

export type Hung = { id: number } | NotEncoded | { refused: 'already-here' }

/**
 * Makes the site's files of an upload and hangs it at the end of the gallery. The digest of its content is a part
 * of its address, so that the files never change under their names, and the same photograph, or a form that is
 * sent twice, is not hung twice. The row is written last: a picture that is shown has its files.
 */
export async function hangPhoto(
  bytes: Uint8Array,
  words: PictureWords,
  actor: Actor,
  now: () => Date,
): Promise<Hung> {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  if (hangsAlready(digest)) return { refused: 'already-here' }

  const encoded = await encodePhoto(bytes)
  if ('refused' in encoded) return encoded

  const slug = `${slugOf(words.title, 'photograph')}-${digest}`
  const { files, ...shape } = encoded
  await keepPhoto(slug, files)
  const hung = immediately(db, (tx): Hung => {
    if (hangsAlready(digest)) return { refused: 'already-here' }
    const { id } = tx
      .insert(galleryImages)
      .values({
        ...words,
        ...shape,
        slug,
        isUploaded: true,
        position: lastPosition(galleryImages, undefined, tx),
        createdAt: now(),
      })
      .returning({ id: galleryImages.id })
      .get()
    recordAct(
      {
        ...byStaff(actor),
        action: 'picture-uploaded',
        subject: `picture:${slug}`,
        detail: { title: words.title, bytes: bytes.length },
      },
      now(),
      tx,
    )
    return { id }
  })
  if ('refused' in hung && !isHung(slug)) await discardPhoto(slug)
  return hung
}

const hangsAlready = (digest: string): boolean => isHung(`%-${digest}`)

const isHung = (slug: string): boolean =>
  db.select({ id: galleryImages.id }).from(galleryImages).where(like(galleryImages.slug, slug)).get() !==
  undefined
