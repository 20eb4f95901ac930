import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf, travelerByLink } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { acceptsNoPayments } from '#app/money/books/amounts-owed.server'
import { businessDay, timeForGuests } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom, instantAt, showDay, showDays, showWeekday } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { paintingOf, pictureAt } from '#app/site/gallery.server'
import { tripCover } from '#app/site/page-words.server'
import { siteSettings } from '#app/site/settings.server'
import { type Departure, departureOf, runningOn } from '#app/tours/departures.server'
import { guidesView } from '#app/tours/guides.server'
import { CHAPTER_NAMES, OFFLINE_FILE_BYTES_AT_MOST, TRIP_BOOK_DAYS_AFTER } from '#app/tours/itinerary'
import { lodgesByName } from '#app/tours/lodges.server'
import { nightsIn, staysIn } from '#app/tours/stays'
import { daysOf } from '#app/tours/tour-lists.server'
import { filesOf, notesOf } from '#app/tours/trip-book.server'
import { travelerWords } from '#app/travelers/detail-fields'
import { detailsRow } from '#app/travelers/details.server'
import { ownRoom } from '#app/travelers/room-companion.server'

export type Trip = { traveler: PartyTraveler; booking: Booking; departure: Departure; endsOn: Day }

/**
 * Whose trip book a traveler's own link opens. 'ended' once the booking is no
 * longer active, its departure was canceled, or 30 days after the return
 * (TRIP_BOOK_DAYS_AFTER); null for a link that no one has, as a former traveler's.
 */
export function tripByToken(token: string, today: Day): Trip | 'ended' | null {
  const traveler = travelerByLink(token)
  const booking = traveler && bookingWithId(traveler.bookingId)
  if (!traveler || !booking) return null
  const departure = departureOf(booking)
  const endsOn = addDays(departure.endsOn, TRIP_BOOK_DAYS_AFTER)
  const stands = isPaid(booking.status) && !acceptsNoPayments(booking)
  return stands && today <= endsOn ? { traveler, booking, departure, endsOn } : 'ended'
}

/** Where the lead traveler of a booking finds their trip book; null where it is closed, or there is none. */
export function leadTripBook({ id }: Booking, today: Day): string | null {
  const token = partyOf(id)[0]?.linkToken
  return token && isOpen(tripByToken(token, today)) ? `/traveler/${token}/trip` : null
}

export const isOpen = (found: Trip | 'ended' | null): found is Trip => found !== null && found !== 'ended'

/** For how many seconds from `now` a phone may keep a trip book. */
export const secondsLeft = ({ endsOn }: Trip, now: Date): number =>
  Math.max(0, Math.floor((+instantAt(addDays(endsOn, 1), 0, env.BUSINESS_TIMEZONE) - +now) / 1_000))

export type TripBook = ReturnType<typeof tripBook>

/**
 * All that a traveler's trip book says: of them their flights and their room, of the departure what staff
 * wrote. Nothing that is sealed, no sums, of others no more than rules 5.19 let be shown. What changed after
 * `since` is marked.
 */
export function tripBook({ traveler, departure, endsOn }: Trip, since: Date, now: Date) {
  const today = businessDay(now)
  const changed = (at: Date | null) => at !== null && at > since
  const days = daysOf(departure.id).map((day, index) => shownDay(day, index, departure, today, changed))
  const chapters = notesOf(departure.id).map(({ id, kind, title, text, changedAt }) => ({
    ...{ id, kind, title, text, anchor: `chapter-${id}`, isChanged: changed(changedAt) },
    name: CHAPTER_NAMES[kind],
  }))
  const files = keptFiles(filesOf(departure.id)).map(({ changedAt, ...file }) => ({
    ...file,
    isChanged: changed(changedAt),
  }))
  const details = detailsRow(traveler.id)
  const { contactPhone, contactEmail } = siteSettings()
  const { guides, shownFrom } = guidesView(departure, today)
  return {
    departureId: departure.id,
    name: departure.name,
    called: travelerWords(traveler),
    dates: showDays(departure.startsOn, departure.endsOn),
    running: runningOn(departure, today),
    countdown: countdown(departure, today),
    asOf: timeForGuests(now),
    opensUntil: showDay(endsOn),
    since: showDay(businessDay(since)),
    cover: tripCover(departure),
    stays: staysOf(days),
    chapters,
    files,
    flights: { arrival: details?.arrivalFlight ?? null, departure: details?.departureFlight ?? null },
    room: ownRoom(traveler.id),
    isSingle: traveler.roomType === 'single',
    guides,
    guidesFrom: shownFrom && showDay(shownFrom),
    office: { phone: contactPhone, email: contactEmail },
    changes: [
      ...days
        .filter(({ isChanged }) => isChanged)
        .map(({ anchor, date, title }) => ({ anchor, words: `${date}: ${title}` })),
      ...chapters.filter(({ isChanged }) => isChanged).map(({ anchor, title }) => ({ anchor, words: title })),
      ...(files.some(({ isChanged }) => isChanged) ? [{ anchor: 'files', words: 'Files' }] : []),
    ],
  }
}

function countdown({ startsOn, endsOn }: Departure, today: Day): string | null {
  const left = daysFrom(today, startsOn)
  if (left > 1) return `${left} days to go`
  if (left === 1) return 'Tomorrow we go'
  return today <= endsOn ? `Day ${1 - left}` : null
}

type StoredDay = ReturnType<typeof daysOf>[number]

function shownDay(
  { changedAt, picture, ...day }: StoredDay,
  index: number,
  { startsOn }: Departure,
  today: Day,
  changed: (at: Date | null) => boolean,
) {
  const on = addDays(startsOn, index)
  const [weekday = '', month = '', date = ''] = showWeekday(on).split(' ')
  return {
    ...day,
    picture: pictureAt(picture),
    ...{ day: on, number: index + 1, date: showWeekday(on), weekday, month, dayOfMonth: date },
    anchor: `day-${index + 1}`,
    isToday: on === today,
    isChanged: changed(changedAt),
  }
}

export type TripDay = ReturnType<typeof shownDay>

export type Stay = ReturnType<typeof staysOf>[number]

/** The stays of a trip book, each with what staff wrote of its lodge. */
function staysOf(days: TripDay[]) {
  const told = lodgesByName()
  return staysIn(days).map((stay) => {
    const [first] = stay
    const last = stay.at(-1) ?? first
    const { pictures = [], room, bath, fact, link } = told(first.lodge) ?? {}
    return {
      stop: first.stop,
      lodge: first.lodge,
      address: first.lodgeAddress,
      phone: first.lodgePhone,
      coordinates: first.coordinates,
      dates: stay.length === 1 ? first.date : `${first.date} to ${last.date}`,
      nights: nightsIn(stay),
      picture: pictures[0] ?? paintingOf(first.stop),
      facts: [room, bath, fact].filter(Boolean),
      link,
      days: stay,
    }
  })
}

type StoredFile = ReturnType<typeof filesOf>[number]

/** By their names; a phone keeps the smallest ones, as many as there is room for. */
function keptFiles(files: StoredFile[]) {
  let bytes = 0
  const kept = new Set<number>()
  for (const file of files.toSorted((one, other) => one.bytes - other.bytes)) {
    bytes += file.bytes
    if (bytes <= OFFLINE_FILE_BYTES_AT_MOST) kept.add(file.id)
  }
  return files.map(({ id, title, ending, bytes, changedAt }) => ({
    ...{ id, title, changedAt, isKept: kept.has(id) },
    about: `${ending.toUpperCase()}, ${sizeWords(bytes)}`,
  }))
}

export const sizeWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
