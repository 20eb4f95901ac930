import { createHash } from 'node:crypto'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { log } from '#app/platform/log.server'
import {
  discardPrivate,
  type PlainPhoto,
  plainPhoto,
  readPrivate,
  storePrivate,
} from '#app/site/photo-files.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { hasRow, rowsBy } from '#db/prepared.server'
import { reviewPhotos, reviews } from '#db/schema/bookings'
import type { ReviewPhotoRefusal } from './review-form'

/** A photograph that came with a review, before anything of it is stored. */
export type SentPhoto = PlainPhoto & { digest: string }

/** What is stored of an upload: an upright JPEG without metadata. Refuses as `plainPhoto` does. */
export async function photoSent(bytes: Uint8Array): Promise<SentPhoto | { refused: ReviewPhotoRefusal }> {
  const made = await plainPhoto(bytes)
  if ('refused' in made) return made
  return { ...made, digest: createHash('sha256').update(made.bytes).digest('hex').slice(0, 32) }
}

const nameOf = (digest: string): string => `review-${digest}`

export const photosOf = rowsBy(reviewPhotos, reviewPhotos.reviewId, reviewPhotos.id)

/** Those of several reviews. */
export const photosOfEach = (reviewIds: number[]) =>
  db
    .select()
    .from(reviewPhotos)
    .where(inArray(reviewPhotos.reviewId, reviewIds))
    .orderBy(asc(reviewPhotos.id))
    .all()

/** On the disk before its row, so that a row has its file. */
export async function storePhotos(photos: SentPhoto[]): Promise<void> {
  for (const { digest, bytes } of photos) await storePrivate(nameOf(digest), bytes)
}

/** Gives a review these photographs instead of those it had; answers the digests of those. */
export function replacePhotos(reviewId: number, photos: SentPhoto[], now: Date, tx: Tx): string[] {
  const before = tx.delete(reviewPhotos).where(eq(reviewPhotos.reviewId, reviewId)).returning().all()
  for (const { digest, width, height } of photos) {
    tx.insert(reviewPhotos)
      .values({ reviewId, digest, width, height, createdAt: now })
      .onConflictDoNothing()
      .run()
  }
  return before.map(({ digest }) => digest)
}

/** Drops the bytes of photographs that no review has. */
export async function discardUnnamed(digests: string[]): Promise<void> {
  for (const digest of digests) if (!isNamed(digest)) await discardPrivate(nameOf(digest))
}

const isNamed = (digest: string): boolean =>
  immediately(() => hasRow(reviewPhotos, eq(reviewPhotos.digest, digest)))

/** The bytes of a photograph; null where it is not one of this review's, or of any where none is named. */
export async function photoBytes(id: number, reviewId?: number): Promise<Buffer<ArrayBuffer> | null> {
  const photo = db.select().from(reviewPhotos).where(eq(reviewPhotos.id, id)).get()
  if (!photo || (reviewId !== undefined && photo.reviewId !== reviewId)) return null
  return readPrivate(nameOf(photo.digest))
}

/** Deletes at most this many reviews written before an instant, with their photographs; answers how many. */
export function purgeReviews(before: Date, atMost: number, tx: Tx): number {
  const over = tx
    .select({ id: reviews.id })
    .from(reviews)
    .where(sql`${reviews.createdAt} < ${before.getTime()}`)
    .orderBy(asc(reviews.createdAt))
    .limit(atMost)
    .all()
    .map(({ id }) => id)
  const digests = photosOfEach(over).map(({ digest }) => digest)
  if (over.length > 0) tx.delete(reviews).where(inArray(reviews.id, over)).run()
  // After the commit: files that a row still names are left alone.
  queueMicrotask(() =>
    discardUnnamed(digests).catch((error: unknown) =>
      log.error({ err: error }, 'Files of reviews stayed behind'),
    ),
  )
  return over.length
}
