import { asc } from 'drizzle-orm'
import { type Day, showDays } from '#app/platform/days'
import { contentVersion } from '#app/site/settings.server'
import { db } from '#db/connection.server'
import { tours } from '#db/schema/tours'
import { typeInWords } from './departure'

/** A journey: its name, and the words of its page. One run of it is a departure. */
export type Tour = typeof tours.$inferSelect

const inOrder = db.select().from(tours).orderBy(asc(tours.id)).prepare()

/** Drafts too, in the order in which staff made them. */
export const allTours = (): Tour[] => inOrder.all()

/** Those that guests could see once: ended ones too. */
export const publishedTours = (): Tour[] => allTours().filter(({ state }) => state !== 'draft')

/** Those in the menu, in lists and in search engines. */
export const shownTours = (): Tour[] => allTours().filter(({ state }) => state === 'shown')

/** Throws where it is gone, which the database prevents. */
export function tourIn(id: number): Tour {
  const tour = allTours().find((one) => one.id === id)
  if (!tour) throw new Error(`There is no tour ${id}`)
  return tour
}

/** The one that the company began with, also once it has ended. Throws where the seed did not make one. */
export function originalTour(): Tour {
  const [tour] = allTours()
  if (!tour) throw new Error('There is no tour')
  return tour
}

/** What is meant where no one says which. */
export const firstTour = (): Tour => shownTours()[0] ?? originalTour()

/** 'Oct 16 to Oct 27, 2025': with its journey where there are several, which may begin on one day. */
export function departureInWords({ tourId, startsOn, endsOn }: Called): string {
  const all = allTours()
  const journey = all.length > 1 && all.find(({ id }) => id === tourId)?.shortName
  return `${showDays(startsOn, endsOn)}${journey ? `, ${journey}` : ''}`
}

type Called = { tourId: number; startsOn: Day; endsOn: Day }

/** The journey whose page has this address; undefined for a draft's. */
export const tourAt = (path: string): Tour | undefined =>
  publishedTours().find((tour) => pathOf(tour) === path)

export const pathOf = ({ path }: Pick<Tour, 'path'>): string => `/${path}`

/** The list of journeys; with one alone it leads to its page. */
export const TOURS_PATH = '/journeys'

/** Where guests see what can be booked, when no journey is at hand. */
export function toursPath(): string {
  const [one, another] = shownTours()
  return one && !another ? pathOf(one) : TOURS_PATH
}

/** For every page of the site: the first journey, the list where there are more, and all their addresses. */
export function journeysForGuests() {
  const shown = shownTours()
  const first = firstTour()
  return {
    first: { to: pathOf(first), label: first.shortName },
    view: `View ${typeInWords(first.tourType)}`,
    list: shown.length > 1 ? { to: TOURS_PATH, label: 'Journeys' } : null,
    paths: shown.map(pathOf),
  }
}

let pages = new Set<string>()
let version = -1

/** The same question for the front, which asks at each request. */
export function isTourPage(path: string): boolean {
  const current = contentVersion()
  if (current !== version) {
    pages = new Set(publishedTours().map(pathOf))
    version = current
  }
  return pages.has(path)
}
