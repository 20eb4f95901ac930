import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { namesOf } from '#app/platform/typed/fields'
import { editableList } from '#app/site/editable-list.server'
import { pictureAt } from '#app/site/gallery.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { departureDays, tourItems, tours } from '#db/schema/tours'
import type { TOUR_ITEM_KINDS } from '#db/values'
import { DAYS_AT_MOST } from './departure-form'
import { departureIn } from './departures.server'
import { type ItineraryDay, type Lodging, lodgingOf, OF_THE_LODGE } from './itinerary'
import { isStop } from './stops'
import { type DayWords, TOUR_ITEMS_AT_MOST, type TourItemWords, type TourWords } from './tour-forms'
import { type Tour, tourIn } from './tours.server'
import { withoutInventedLodging } from './trip-stand-ins.server'

export type TourItemKind = (typeof TOUR_ITEM_KINDS)[number]
export type TourItem = { id: number; kind: TourItemKind; title: string; text: string }
const itemsInOrder = db
  .select({ id: tourItems.id, kind: tourItems.kind, title: tourItems.title, text: tourItems.text })
  .from(tourItems)
  .where(eq(tourItems.tourId, sql.placeholder('tourId')))
  .orderBy(asc(tourItems.position), asc(tourItems.id))
  .prepare()

/** What is included, what people ask and who plays, each list in its order. */
export function itemsOf(tourId: number): Record<TourItemKind, TourItem[]> {
  const all = itemsInOrder.all({ tourId })
  const of = (kind: TourItemKind) => all.filter((item) => item.kind === kind)
  return { inclusion: of('inclusion'), question: of('question'), player: of('player') }
}

/** One of the lists of a journey's page, to be edited. */
export const itemsIn = (tourId: number, kind: TourItemKind) =>
  editableList({
    table: tourItems,
    of: { tourId, kind },
    atMost: TOUR_ITEMS_AT_MOST,
    wordsOf: ({ title, text }): TourItemWords => ({ title, text }),
    event: 'tour-item',
    subject: () => `tour:${tourId}`,
    detail: () => ({ list: kind }),
    detailOfMove: { list: kind },
  })

export type TourWordsSaved = { changed: (keyof TourWords)[] } | { refused: 'changed-since'; tour: Tour }

/** Changes the words of a journey's page; refuses where someone else has since `version` was opened. */
export function saveTourWords(
  tourId: number,
  { version, ...words }: TourWords & { version: number },
  actor: Actor,
  now: Date,
): TourWordsSaved {
  return immediately((tx) => {
    const tour = tourIn(tourId)
    if (tour.version !== version) return { refused: 'changed-since', tour }
    const changed = namesOf(words).filter((field) => tour[field] !== words[field])
    if (changed.length === 0) return { changed }
    tx.update(tours)
      .set({ ...words, version: version + 1, updatedAt: now })
      .where(eq(tours.id, tour.id))
      .run()
    const act = { action: 'tour-words-changed', subject: `tour:${tourId}`, detail: { changed } } as const
    recordAct(now, { ...byStaff(actor), ...act })
    return { changed }
  })
}

const FIRST_STOP = 'Nairobi'

type DepartureDay = ItineraryDay & Lodging & { id: number; picture: string; changedAt: Date | null }

const daysInOrder = db
  .select()
  .from(departureDays)
  .where(eq(departureDays.departureId, sql.placeholder('departureId')))
  .orderBy(asc(departureDays.position), asc(departureDays.id))
  .prepare()

type Row = typeof departureDays.$inferSelect

/** The days of a departure, in order. A stop that the map no longer has becomes FIRST_STOP. */
export const daysOf = (departureId: number): DepartureDay[] =>
  withoutInventedLodging(daysInOrder.all({ departureId }).map(dayIn))

/** Where its days are spent, as staff edit it. */
export const storedLodgingOf = (departureId: number): Lodging[] =>
  daysInOrder.all({ departureId }).map(lodgingOf)

const dayIn = ({ id, title, place, text, kinds, stop, onward, picture, changedAt, ...more }: Row) => ({
  ...{ id, title, place, text, kinds, picture, changedAt, ...lodgingOf(more) },
  stop: isStop(stop) ? stop : FIRST_STOP,
  onward: isStop(onward) ? onward : null,
})

/** The days of a departure, to be edited. Dates follow from their places, a lodge’s facts from its name. */
export function daysIn(departureId: number) {
  const days = dayListOf(departureId)
  return {
    ...days,
    add: (words: DayWords, actor: Actor, now: Date) =>
      immediately(() => days.add(atItsLodge(departureId, words, lodgingOf({})), actor, now)),
    change: (id: number, words: DayWords & { version?: string | undefined }, actor: Actor, now: Date) =>
      immediately(() => {
        const stored = days.open(id)?.words
        return days.change(id, stored ? atItsLodge(departureId, words, stored) : words, actor, now)
      }),
  }
}

/**
 * A day that moves to another lodge leaves the facts of the old one behind: those that other days have of the
 * new one take their place, or nothing does. What staff typed with it stays.
 */
function atItsLodge<Words extends DayWords>(departureId: number, words: Words, before: Lodging): Words {
  if (words.lodge === before.lodge) return words
  const known = factsOf(words.lodge, departureId)
  const followed = OF_THE_LODGE.filter((field) => words[field] === before[field])
  return { ...words, ...Object.fromEntries(followed.map((field) => [field, known?.[field] ?? ''])) }
}

/** What days say of a lodge: one of this departure before others, the newest first. */
const factsOf = (lodge: string, departureId: number) =>
  lodge === ''
    ? undefined
    : db
        .select()
        .from(departureDays)
        .where(and(eq(departureDays.lodge, lodge), ne(departureDays.lodgeAddress, '')))
        .orderBy(
          desc(eq(departureDays.departureId, departureId)),
          desc(departureDays.changedAt),
          desc(departureDays.id),
        )
        .limit(1)
        .get()

const dayListOf = (departureId: number) =>
  editableList({
    table: departureDays,
    of: { departureId },
    atMost: DAYS_AT_MOST,
    wordsOf,
    // An evening like the day is stored as none.
    columnsOf: ({ kind, evening, ...words }) => ({
      ...words,
      kinds: evening === null || evening === kind ? [kind] : [kind, evening],
    }),
    refuses({ picture }) {
      if (!departureIn(departureId)) return 'gone'
      return picture === '' || pictureAt(picture) ? null : 'no-such-picture'
    },
    placeCounts: true,
    event: 'day',
    subject: () => `departure:${departureId}`,
    detail: ({ title }) => ({ title }),
  })

function wordsOf(row: Row): DayWords {
  const { title, place, text, kinds, stop, onward, picture } = dayIn(row)
  const [kind = 'safari', evening = null] = kinds
  return { title, place, text, kind, evening, stop, onward, picture, ...lodgingOf(row) }
}
