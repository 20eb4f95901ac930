import { count, eq, like } from 'drizzle-orm'
import { log } from '#app/platform/log.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { films } from '#db/schema'
import { slugOf } from './editable-list.server'
import type { FilmWords } from './film-form'
import { FILMS_AT_MOST, type FilmRefusal } from './films'
import { discardFilm, keepFilmFile, type ReceivedFilm } from './gallery/film-files.server'
import { pictureAt } from './gallery/gallery.server'
import { pagesShowing } from './page-words.server'

type Kept = { id: number } | { refused: FilmRefusal }

/**
 * Gives a film that has arrived its name and its row, the row last: a film that can be chosen has its file.
 * Its address holds a digest of its content, so that the file never changes under its name. Refused beyond
 * twenty, and where the same film is here or the picture is gone.
 */
export async function keepFilm(
  received: ReceivedFilm,
  words: FilmWords,
  actor: Actor,
  now: Date,
): Promise<Kept> {
  const { bytes, digest } = received
  const slug = `${slugOf(words.title, 'film')}-${digest}`
  await keepFilmFile(received, slug)
  const kept = immediately((tx): Kept => {
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
    recordAct({ ...byStaff(actor), action: 'film-uploaded', subject: `film:${slug}`, detail }, now)
    return { id }
  })
  if ('refused' in kept && !isHere(slug)) await discardFilm(slug)
  return kept
}

const isHere = (slug: string): boolean =>
  db.select({ id: films.id }).from(films).where(like(films.slug, slug)).get() !== undefined

type Removed = { slug: string } | { refused: 'gone' } | { refused: 'in-use'; by: string[] }

/**
 * Removes a film that no page shows; its file goes after its row. A file that cannot be removed is logged.
 */
export async function removeFilm(id: number, actor: Actor, now: Date): Promise<Removed> {
  const removed = immediately((tx): Removed => {
    const film = tx.select().from(films).where(eq(films.id, id)).get()
    if (!film) return { refused: 'gone' }
    const { slug, title } = film
    const by = pagesShowing(slug)
    if (by.length > 0) return { refused: 'in-use', by }
    tx.delete(films).where(eq(films.id, id)).run()
    recordAct({ ...byStaff(actor), action: 'film-removed', subject: `film:${slug}`, detail: { title } }, now)
    return { slug }
  })
  if ('slug' in removed) {
    await discardFilm(removed.slug).catch((error: unknown) =>
      log.error({ err: error, film: removed.slug }, 'The file of a removed film stayed behind'),
    )
  }
  return removed
}
