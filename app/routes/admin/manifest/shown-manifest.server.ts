import { businessTime } from '#app/platform/clock.server'
import { addDays, showDays, showWeekday } from '#app/platform/days'
import { counted } from '#app/platform/words'
import { departureInQuery, namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import type { Right } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { dayCount } from '#app/tours/departure'
import type { Departure } from '#app/tours/departures.server'
import { ticksOf } from '#app/tours/guides.server'
import { ROOM_NAMES } from '#app/tours/party'
import { PASSPORT_FIELDS, PASSPORT_MONTHS, passportEndsTooSoon } from '#app/travelers/detail-fields'
import { type ManifestRoom, type ManifestTraveler, manifestTotals } from '#app/views/manifest.server'
import { detailWords, type Lines, lackingWords, linesOf, phoneOf } from './manifest-facts.server'

/**
 * Whose manifest is wanted: that of the departure in the address or its query; without one, of the journey
 * that is under way or next. Throws 503 at a browser that only fetches ahead: what no one looks at is not
 * opened, and the log says who did.
 */
export function requestedDeparture(
  { url, headers }: Request,
  staff: Staff,
  params: { departure?: string } = {},
): Departure {
  const purpose = headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? ''
  if (/prefetch|prerender/.test(purpose)) throw new Response(null, { status: 503 })
  return params.departure
    ? openTo(staff, namedDeparture(params))
    : departureInQuery(new URL(url).searchParams, staff)
}

/** The manifest in words, for the page and for a phone; all but the passports, and what these may see. */
export function shownManifest(
  departure: Departure,
  rooms: ManifestRoom[],
  sees: (right: Right) => boolean,
  at: Date,
) {
  const shown = rooms.map(({ number, roomType, hasFreeBed, travelers }) => ({
    ...{ number, roomType, hasFreeBed },
    kind: ROOM_NAMES[roomType],
    travelers: travelers.map((traveler) => ({
      ...{ id: traveler.id, name: traveler.name, email: traveler.email },
      phone: phoneOf(traveler),
      lines: linesOf(traveler, sees),
      lacking: lackingWords(traveler),
    })),
  }))
  return {
    tourName: departure.name,
    days: showDays(departure.startsOn, departure.endsOn),
    asOf: businessTime(at),
    medical: medicalNeeds(shown),
    totals: totalsInWords(rooms),
    rooms: shown,
  }
}

type RoomWithLines = { number: number; travelers: { id: number; name: string; lines: Lines }[] }

/** What a guide must know without searching: who, in which room, and what, where the reader sees it. */
const medicalNeeds = (rooms: RoomWithLines[]) =>
  rooms.flatMap(({ number, travelers }) =>
    travelers.flatMap(({ id, name, lines }) =>
      lines.health.flatMap((line) =>
        typeof line !== 'string' && line.look === 'medical' ? [{ id, name, number, words: line.words }] : [],
      ),
    ),
  )

/** The days of a departure, and who said on which of them that everyone is aboard. */
export function aboardDays(departure: Departure) {
  const ticks = new Map(ticksOf(departure.id).map((tick) => [tick.day, tick]))
  return Array.from({ length: dayCount(departure) }, (_, index) => {
    const day = addDays(departure.startsOn, index)
    const tick = ticks.get(day)
    const by = tick && `${tick.tickedBy}, ${businessTime(tick.tickedAt)}`
    return { day, name: `Day ${index + 1}, ${showWeekday(day)}`, by: by ?? null }
  })
}

export type AboardDay = ReturnType<typeof aboardDays>[number]

export type ShownManifest = ReturnType<typeof shownManifest>
export type ShownRoom = ShownManifest['rooms'][number]
export type ShownTraveler = ShownRoom['travelers'][number]

/** The passports alone: what guides are asked for at gates and hotels. */
export const shownPassports = ({ endsOn }: Departure, rooms: ManifestRoom[]) =>
  rooms.flatMap(({ travelers }) =>
    travelers.map((traveler) => ({
      ...{ id: traveler.id, name: traveler.name },
      fields: PASSPORT_FIELDS.map((field) => ({
        field,
        words: detailWords(traveler, field),
        warning:
          field === 'passportEndsOn' && passportEndsTooSoon(traveler.details, endsOn) ? ENDS_TOO_SOON : null,
      })),
    })),
  )

export type ShownPassport = ReturnType<typeof shownPassports>[number]

const ENDS_TOO_SOON = `Within ${PASSPORT_MONTHS} months of the return`

const NAMED_AT_MOST = 12
/** Of a diet where it is counted; the traveler's own line has all of it. */
const DIET_CHARACTERS = 60

/** One figure of the whole party; `isMarked` what kitchens and beds need an answer to. */
export type Total = { words: string; isMarked?: boolean }

function totalsInWords(rooms: ManifestRoom[]): Total[] {
  const totals = manifestTotals(rooms)
  const { double, single } = totals.rooms
  const kinds = [double > 0 && counted(double, 'double'), single > 0 && counted(single, 'single')]
  if (totals.travelers === 0) return [{ words: 'No travelers yet' }]
  const diets = totals.diets.map(({ diet, travelers }) => `${abbreviated(diet)} (${travelers})`)
  const free = totals.alone.length
  return [
    { words: `Diets: ${named(diets) || 'none given'}`, isMarked: diets.length > 0 },
    { words: counted(totals.travelers, 'traveler') },
    { words: kinds.filter(Boolean).join(', ') },
    ...(free > 0 ? [{ words: `${counted(free, 'bed')} free`, isMarked: true }] : []),
    { words: `Details ${totals.complete} of ${totals.travelers}` },
    ...earlyBirds(rooms.flatMap(({ travelers }) => travelers)),
  ]
}

/** Of each early bird offer how many it was promised to, and by name those who are the fewer. */
function earlyBirds(everyone: ManifestTraveler[]): Total[] {
  const offers = new Set(everyone.flatMap(({ earlyBirdOffer }) => earlyBirdOffer ?? []))
  return [...offers].map((offer) => {
    const has = ({ earlyBirdOffer }: ManifestTraveler) => earlyBirdOffer === offer
    const [given, others] = [everyone.filter(has), everyone.filter((one) => !has(one))]
    const names = (of: ManifestTraveler[]) => of.map(({ name }) => name).join(', ')
    const whose =
      others.length === 0
        ? 'everyone'
        : others.length < given.length
          ? `all but ${names(others)}`
          : names(given)
    return { words: `Early bird ${given.length}: ${offer} (${whose})` }
  })
}

function abbreviated(diet: string): string {
  const line = diet.replace(/\s+/g, ' ')
  return line.length > DIET_CHARACTERS ? `${line.slice(0, DIET_CHARACTERS)}…` : line
}

function named(names: string[]): string {
  const others = names.length - NAMED_AT_MOST
  return [...names.slice(0, NAMED_AT_MOST), others > 0 && `and ${counted(others, 'other')}`]
    .filter(Boolean)
    .join(', ')
}
