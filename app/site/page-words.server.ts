import { eq, sql } from 'drizzle-orm'
import { type ChangedSince, changedSince, versionOf } from '#app/platform/lists/row-versions.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { pageWords as table } from '#db/schema/site'
import { tours } from '#db/schema/tours'
import type { PictureSlug } from '#db/seed/pictures'
import type { JourneyPage, WordedPage } from '#db/values'
import { FILMS } from './films'
import { filmAt, painted, pictureAt } from './gallery.server'
import { fieldsOfPage, firstWords, pageCalled, pointsIn } from './page-words'
import type { PageWords } from './page-words-form'
import { cutAt } from './picture'

const stored = db
  .select()
  .from(table)
  .where(eq(table.page, sql.placeholder('page')))
  .prepare()

/** What a page says: as it was made, with what staff changed. */
export function wordsOf(page: WordedPage): PageWords {
  const first = firstWords(page)
  const changed = stored.get({ page })?.words ?? {}
  return Object.fromEntries(Object.entries(first).map(([name, start]) => [name, changed[name] ?? start]))
}

/** When staff last changed it; null where they never did. */
export const wordsChangedAt = (page: WordedPage): Date | null => stored.get({ page })?.updatedAt ?? null

/** How a picture that was painted for a first screen stands there. Uprights cut it at `portraitPosition`. */
type Hero = {
  tall?: PictureSlug
  portraitPosition?: string
  alt?: string
  ground: 'dusk' | 'night' | 'day'
}

const HEROES = {
  'hero-amboseli': {
    tall: 'hero-amboseli-tall',
    alt: 'Elephants cross dry grass below Kilimanjaro at first light, an acacia before the sun',
    ground: 'dusk',
  },
  'tour-stage': { portraitPosition: '80%', ground: 'night' },
  'twende-home': { portraitPosition: '86%', ground: 'day' },
} satisfies Partial<Record<PictureSlug, Hero>>

/**
 * The first picture of a page for its hero: the chosen one, cut at its focus where it was not painted for
 * this; `own` where none is, or it is gone.
 */
export const firstPicture = (page: WordedPage, own: PictureSlug) => heroOf(wordsOf(page), own)

function heroOf({ picture = '' }: PageWords, own: PictureSlug) {
  const shown = pictureAt(picture) ?? painted(own)
  if (!isHero(shown.slug)) return { wide: shown, portraitPosition: cutAt(shown).x, isChosen: true }
  const { tall, ...stands }: Hero = HEROES[shown.slug]
  return { wide: painted(shown.slug), ...(tall && { tall: painted(tall) }), ...stands }
}

const isHero = (slug: string): slug is keyof typeof HEROES => slug in HEROES

type OfTour = { tourId: number }

export const journeyPage = ({ tourId }: OfTour): JourneyPage => `tour-${tourId}`

/** A camp at night, which could be anywhere on safari. */
const OF_NO_PLACE = 'camp-milky-way'

/**
 * A journey's hero, which its travelers see again at the head of their own pages. One that has no picture
 * yet shows none of a place where it may not go, nor another journey's.
 */
export const tourPicture = (of: OfTour) => firstPicture(journeyPage(of), OF_NO_PLACE)

/** The pictures, the claims and the film that staff chose for the home page. */
export function homeWords() {
  const words = wordsOf('home')
  const { storyPicture = '', storyFilm = '', storyFilmWords = '' } = words
  const { slug, name, poster } = filmAt(storyFilm) ?? { slug: 'story', name: FILMS.story.name }
  return {
    hero: heroOf(words, 'hero-amboseli'),
    claims: pointsIn(words, 'claim'),
    story: pictureAt(storyPicture) ?? painted('story-rift'),
    film: { slug, name, words: storyFilmWords, poster },
  }
}

/** A picture that staff may choose for a place of a journey; null where they have none there. */
export const tourPictures = (of: OfTour) => {
  const { bandPicture = '', doublePicture = '', singlePicture = '' } = wordsOf(journeyPage(of))
  return {
    band: pictureAt(bandPicture),
    rooms: { double: pictureAt(doublePicture), single: pictureAt(singlePicture) },
  }
}

/** What a trip book begins with: its own picture, or the first one of the journey. */
export const tripCover = (of: OfTour) =>
  pictureAt(wordsOf(journeyPage(of)).tripCover ?? '') ?? tourPicture(of).wide

/** The films that staff placed on the page of the tour, with their words. */
export function tourFilms(of: OfTour) {
  const words = wordsOf(journeyPage(of))
  const placed = ['firstFilm', 'secondFilm'].flatMap((place) => {
    const film = filmAt(words[place] ?? '')
    if (!film) return []
    const [title = '', sentence = ''] = [words[`${place}Title`], words[`${place}Words`]]
    const { slug, alt, poster } = film
    return [{ place, slug, alt, poster, title, words: sentence }]
  })
  return { heading: words.filmsTitle ?? '', placed }
}

/** The pages that show a picture or a film, by the names that staff read. */
export const pagesShowing = (chosen: string): string[] =>
  db
    .select()
    .from(table)
    .all()
    .filter(({ page, words }) =>
      Object.entries(fieldsOfPage(page)).some(
        ([name, { kind }]) => (kind === 'picture' || kind === 'film') && words[name] === chosen,
      ),
    )
    .map(({ page }) => nameOfPage(page))

/** What staff call a page; a journey's by the journey. */
export function nameOfPage(page: WordedPage): string {
  const journey = db
    .select({ shortName: tours.shortName })
    .from(tours)
    .where(eq(sql`'tour-' || ${tours.id}`, page))
    .get()
  return journey ? `${journey.shortName}: pictures and films` : pageCalled(page).name
}

type PageWordsSaved =
  | { changed: string[] }
  | { refused: 'no-such-picture' | 'no-such-film'; field: string }
  | ChangedSince<PageWords>

/**
 * Changes what a page says. Refused where someone else saved since `version`, and where a chosen picture or
 * film is gone.
 */
export function savePageWords(
  page: WordedPage,
  words: PageWords,
  version: string | undefined,
  actor: Actor,
  now: Date,
): PageWordsSaved {
  return immediately((tx) => {
    const stored = wordsOf(page)
    const savedSince = changedSince(version, stored, words)
    if (savedSince) return savedSince
    const fields = fieldsOfPage(page)
    const changed = Object.keys(fields).filter((name) => words[name] !== stored[name])
    if (changed.length === 0) return { changed }
    for (const field of changed) {
      const chosen = words[field] ?? ''
      const kind = fields[field]?.kind
      if (kind === 'picture' && chosen !== '' && !pictureAt(chosen))
        return { refused: 'no-such-picture', field }
      if (kind === 'film' && chosen !== '' && !filmAt(chosen)) return { refused: 'no-such-film', field }
    }

    tx.insert(table)
      .values({ page, words, updatedAt: now })
      .onConflictDoUpdate({ target: table.page, set: { words, updatedAt: now } })
      .run()
    const detail = { page, changed }
    recordAct(now, { ...byStaff(actor), action: 'page-words-changed', subject: `page:${page}`, detail })
    return { changed }
  })
}

/** What the form that edits a page keeps, to see whether someone saved in the meantime. */
export const versionOfPage = (page: WordedPage): string => versionOf(wordsOf(page))
