import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { count, eq, like } from 'drizzle-orm'
import { log } from '#app/platform/log.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { films } from '#db/schema/site'
import { slugOf } from './editable-list.server'
import { isFilmFile } from './film-file.server'
import { FILM_BYTES_AT_MOST, FILMS_AT_MOST, type FilmRefusal } from './films'
import { pictureAt } from './gallery.server'
import type { FilmWords } from './list-forms'
import { pagesShowing } from './page-words.server'
import { PHOTO_FOLDER, sweepHalfWritten } from './photo-files.server'

type Stored = { id: number } | { refused: FilmRefusal }

/**
 * Stores a received film: its file first, then its row. Its address holds a digest of its content, so that
 * the file never changes under its name. Refused beyond twenty, and where the same film is here or the
 * picture is gone.
 */
export async function storeFilm(
  received: ReceivedFilm,
  words: FilmWords,
  actor: Actor,
  now: Date,
): Promise<Stored> {
  const { path, bytes, digest } = received
  const slug = `${slugOf(words.title, 'film')}-${digest}`
  await rename(path, fileOf(slug))
  await sweepHalfWritten()
  const stored = immediately((tx): Stored => {
    if (isHere(`%-${digest}`)) return { refused: 'already-here' }
    const [{ all } = { all: 0 }] = tx.select({ all: count() }).from(films).all()
    if (all >= FILMS_AT_MOST) return { refused: 'too-many' }
    if (!pictureAt(words.poster)) return { refused: 'no-such-picture' }
    const { id } = tx
      .insert(films)
      .values({ ...words, slug, bytes, createdBy: actor.username, createdAt: now })
      .returning({ id: films.id })
      .get()
    const detail = { title: words.title, bytes }
    recordAct(now, { ...byStaff(actor), action: 'film-uploaded', subject: `film:${slug}`, detail })
    return { id }
  })
  if ('refused' in stored && !isHere(slug)) await discardFilm(slug)
  return stored
}

const isHere = (slug: string): boolean =>
  db.select({ id: films.id }).from(films).where(like(films.slug, slug)).get() !== undefined

type Removed = { slug: string } | { refused: 'gone' } | { refused: 'in-use'; by: string[] }

/** Removes a film that no page shows: its row, then its file. A file that cannot be removed is logged. */
export async function removeFilm(id: number, actor: Actor, now: Date): Promise<Removed> {
  const removed = immediately((tx): Removed => {
    const film = tx.select().from(films).where(eq(films.id, id)).get()
    if (!film) return { refused: 'gone' }
    const { slug, title } = film
    const by = pagesShowing(slug)
    if (by.length > 0) return { refused: 'in-use', by }
    tx.delete(films).where(eq(films.id, id)).run()
    recordAct(now, { ...byStaff(actor), action: 'film-removed', subject: `film:${slug}`, detail: { title } })
    return { slug }
  })
  if ('slug' in removed) {
    await discardFilm(removed.slug).catch((error: unknown) =>
      log.error({ err: error, film: removed.slug }, 'The file of a removed film stayed behind'),
    )
  }
  return removed
}

/** A film that has arrived wholly, under a name that no one is served. */
type ReceivedFilm = { path: string; bytes: number; digest: string }

const HEAD_BYTES = 12
/** Pictures, sound and QuickTime begin with the same box: browsers play none of them as a film. */
const OTHER_BRAND = /^(he|mif|msf|avi[fs]|qt|crx|jp|M4[AB])/

const isMp4 = (head: Buffer): boolean =>
  head.toString('latin1', 4, 8) === 'ftyp' && !OTHER_BRAND.test(head.toString('latin1', 8, HEAD_BYTES))

/**
 * Writes a film to disk as it arrives, and looks at the whole of it then. What is no film is read to its end
 * and dropped; reading stops if too large.
 */
export async function receiveFilm(
  data: AsyncIterable<Buffer>,
): Promise<ReceivedFilm | { refused: FilmRefusal }> {
  mkdirSync(PHOTO_FOLDER, { recursive: true })
  const path = join(PHOTO_FOLDER, `film-${randomUUID()}.part`)
  const file = await open(path, 'wx')
  let received: Awaited<ReturnType<typeof writeFilm>> | undefined
  try {
    received = await writeFilm(data, (chunk) => file.appendFile(chunk))
    await file.sync()
    if ('bytes' in received && !(await isFilmFile(path, received.bytes))) received = { refused: 'not-a-film' }
  } finally {
    await file.close()
    if (!received || 'refused' in received) await rm(path, { force: true })
  }
  return 'refused' in received ? received : { path, ...received }
}

async function writeFilm(
  data: AsyncIterable<Buffer>,
  write: (chunk: Buffer) => Promise<void>,
): Promise<{ bytes: number; digest: string } | { refused: FilmRefusal }> {
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  for await (const chunk of data) {
    bytes += chunk.length
    if (bytes > FILM_BYTES_AT_MOST) return { refused: 'too-large' }
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
    if (head.length === HEAD_BYTES && !isMp4(head)) continue
    hash.update(chunk)
    await write(chunk)
  }
  if (bytes === 0) return { refused: 'missing' }
  if (!isMp4(head)) return { refused: 'not-a-film' }
  return { bytes, digest: hash.digest('hex').slice(0, 12) }
}

const fileOf = (slug: string) => join(PHOTO_FOLDER, `${slug}.mp4`)

export const discardReceived = ({ path }: ReceivedFilm): Promise<void> => rm(path, { force: true })

const discardFilm = (slug: string): Promise<void> => rm(fileOf(slug), { force: true })

/** Whether a film's file is there: a restored database may know some that the disk does not. */
export const filmIsThere = (slug: string): boolean => existsSync(fileOf(slug))
