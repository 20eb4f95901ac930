import { eq, like } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Tx } from '#db/connection.server'
import { experiences, films, lodges, siteSettings, testimonials } from '#db/schema/site'
import { departureDays } from '#db/schema/tours'
import { pagesShowing } from './page-words.server'

type Place = {
  table: SQLiteTable
  column: SQLiteColumn
  name: SQLiteColumn
  called: (name: string) => string
}

/** Where staff choose one picture, and what they call that place. Pages are asked apart. */
const PLACES: Place[] = [
  place(experiences, experiences.imageUrl, experiences.title, (title) => title),
  place(films, films.poster, films.title, (title) => `Film: ${title}`),
  place(testimonials, testimonials.picture, testimonials.name, (name) => `Story of ${name}`),
  place(departureDays, departureDays.picture, departureDays.title, (title) => `Day: ${title}`),
  place(siteSettings, siteSettings.leaderPicture, siteSettings.leaderName, () => 'Leadership profile'),
]

function place(table: SQLiteTable, column: SQLiteColumn, name: SQLiteColumn, called: Place['called']): Place {
  return { table, column, name, called }
}

/** The places that show a photograph, in the words of staff. */
export function placesShowing(slug: string, tx: Tx): string[] {
  const address = `/photos/${slug}`
  const single = PLACES.flatMap(({ table, column, name, called }) =>
    tx
      .select({ name })
      .from(table)
      .where(eq(column, address))
      .all()
      .map((row) => called(String(row.name))),
  )
  const shownByLodges = tx
    .select({ name: lodges.name })
    .from(lodges)
    .where(like(lodges.pictures, `%"${address}"%`))
    .all()
    .map(({ name }) => `Lodge: ${name}`)
  return [...new Set([...single, ...shownByLodges, ...pagesShowing(address)])]
}
