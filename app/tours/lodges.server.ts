import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Day } from '#app/platform/days'
import { valuesOf } from '#app/platform/typed/fields'
import { counted } from '#app/platform/words'
import { editableList } from '#app/site/editable-list.server'
import { paintingOf, pictureAt } from '#app/site/gallery.server'
import { isSampleCompany } from '#app/site/stand-ins.server'
import type { Actor } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { lodges } from '#db/schema/site'
import { departureDays } from '#db/schema/tours'
import { LODGES } from '#db/seed/lodges'
import { departuresNotOver } from './departures.server'
import type { ItineraryDay, Lodging } from './itinerary'
import { LODGE, type LodgeWords, picturesIn, placedPictures } from './lodge-form'

/** Shown to guests where a day has its name (staysOf). */
export const lodgeList = editableList({
  table: lodges,
  wordsOf: (row): LodgeWords => ({ ...valuesOf(LODGE, row), ...placedPictures(row.pictures) }),
  columnsOf: ({ name, place, room, bath, fact, link, ...pictures }) => ({
    ...{ name, place, room, bath, fact, link },
    pictures: picturesIn(pictures),
  }),
  refuses(words, id) {
    if (isNamed(words.name, id)) return 'known-name'
    return picturesIn(words).every((address) => pictureAt(address)) ? null : 'no-such-picture'
  },
  event: 'lodge',
  subject: ({ id }) => `lodge:${id}`,
  detail: ({ name: title }) => ({ title }),
})

/** Whether another lodge has this name: days would not know which one they mean. */
const isNamed = (name: string, id = 0): boolean =>
  db
    .select({ id: lodges.id })
    .from(lodges)
    .where(and(eq(sql`lower(${lodges.name})`, name.toLowerCase()), ne(lodges.id, id)))
    .get() !== undefined

/** Changes what is written of a lodge; the days that name it follow to its new name. */
export function changeLodge(
  id: number,
  words: LodgeWords & { version?: string | undefined },
  actor: Actor,
  now: Date,
) {
  return immediately((tx) => {
    const before = lodgeList.open(id)?.words.name
    const changed = lodgeList.change(id, words, actor, now)
    if ('id' in changed && before !== undefined && before !== words.name)
      tx.update(departureDays)
        .set({ lodge: words.name, changedAt: now })
        .where(eq(departureDays.lodge, before))
        .run()
    return changed
  })
}

export const lodgeNames = (): string[] => lodgeList.all().map(({ name }) => name)

const inOrder = db.select().from(lodges).orderBy(asc(lodges.position), asc(lodges.id)).prepare()

/** What guests read of the lodge that a day names; null where staff have written nothing of it. */
export function lodgesByName(): (name: string) => ReturnType<typeof shown> | null {
  const rows = inOrder.all()
  const isOwn = isSampleCompany()
  return (name) => {
    const row = rows.find((one) => one.name === name)
    return row ? shown(row, isOwn) : null
  }
}

/** How many departures that are not over sleep in the lodge of a name, and show its pictures to guests. */
export function departuresSleepingIn(today: Day): (lodge: string) => number {
  const ids = departuresNotOver(today).map(({ id }) => id)
  const nights = db
    .selectDistinct({ lodge: departureDays.lodge, departureId: departureDays.departureId })
    .from(departureDays)
    .where(inArray(departureDays.departureId, ids))
    .all()
  return (name) => nights.filter(({ lodge }) => lodge === name).length
}

/** Where the travelers of these days sleep, each lodge once, with its nights. */
export function lodgesOf(days: (ItineraryDay & Lodging)[]) {
  const told = lodgesByName()
  const names = [...new Set(days.map(({ lodge }) => lodge))].filter(Boolean)
  return names.map((name) => {
    const there = days.filter(({ lodge }) => lodge === name)
    const [{ place, stop } = { place: '', stop: 'Nairobi' }] = there
    const { pictures, ...words } = told(name) ?? { ...NOTHING_TOLD, name, place }
    const [first = paintingOf(stop), ...more] = pictures
    return { ...words, nights: counted(there.length, 'night'), picture: first, more }
  })
}

const NOTHING_TOLD = { room: '', bath: '', fact: '', link: '', pictures: [] }

const INVENTED = new Set(LODGES.flatMap(({ room, bath, fact }) => [room, bath, fact]))

function shown(row: typeof lodges.$inferSelect, isOwn: boolean) {
  const told = (words: string) => (INVENTED.has(words) && !isOwn ? '' : words)
  return {
    name: row.name,
    place: row.place,
    room: told(row.room),
    bath: told(row.bath),
    fact: told(row.fact),
    link: row.link,
    pictures: row.pictures.flatMap((address) => pictureAt(address) ?? []),
  }
}
