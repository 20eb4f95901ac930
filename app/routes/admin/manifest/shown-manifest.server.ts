import { moneyWords, openCents } from '#app/bookings/status'
import { businessTime } from '#app/platform/clock.server'
import { addDays, type Day, showDay, showDays, showWeekday } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { departureInQuery } from '#app/server/guards/named-rows.server'
import { may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { dayCount } from '#app/tours/departure'
import type { Departure } from '#app/tours/departures.server'
import { aboardOf } from '#app/tours/guides.server'
import { ROOM_NAMES } from '#app/tours/party'
import {
  DETAIL_FIELDS,
  DETAILS,
  type DetailRow,
  inOneLine,
  PASSPORT_MONTHS,
  passportGoodUntil,
} from '#app/travelers/detail-fields'
import { missingIn } from '#app/travelers/details.server'
import { type ManifestRoom, type ManifestTraveler, manifestTotals } from '#app/views/manifest.server'

/**
 * Whose manifest is wanted: that of the departure in the address; without one, of the journey that is under
 * way or next. Throws 503 at a browser that only fetches ahead: what no one looks at is not opened, and the
 * log says who did.
 */
export function requestedDeparture({ url, headers }: Request, staff: Staff): Departure {
  const purpose = headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? ''
  if (/prefetch|prerender/.test(purpose)) throw new Response(null, { status: 503 })
  return departureInQuery(new URL(url).searchParams, staff)
}

/**
 * The manifest in words, for the page and for a phone; all but the passports. Money only for those who may
 * see it.
 */
export const shownManifest = (departure: Departure, rooms: ManifestRoom[], staff: Staff, at: Date) => ({
  tourName: departure.name,
  days: showDays(departure.startsOn, departure.endsOn),
  asOf: businessTime(at),
  totals: totalsInWords(departure, rooms),
  rooms: rooms.map(({ number, roomType, hasFreeBed, travelers }) => ({
    number,
    kind: ROOM_NAMES[roomType],
    hasFreeBed,
    travelers: travelers.map((traveler) => shownTraveler(traveler, may(staff, 'see money'))),
  })),
})

/** The days of a departure, and who said on which of them that everyone is aboard. */
export function aboardDays(departure: Departure) {
  const ticks = new Map(aboardOf(departure.id).map((tick) => [tick.day, tick]))
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
export type ShownTraveler = ReturnType<typeof shownTraveler>

/** The passports alone: what guides are asked for at gates and hotels. */
export function shownPassports({ endsOn }: Departure, rooms: ManifestRoom[]) {
  const goodUntil = passportGoodUntil(endsOn)
  const endsTooSoon = (day: Day | null | undefined) => (day && day < goodUntil ? ENDS_TOO_SOON : null)
  return rooms.flatMap(({ travelers }) =>
    travelers.map(({ id, name, details, unreadable }) => ({
      id,
      name,
      passportName: details?.passportName ?? null,
      nationality: details?.nationality ?? null,
      bornOn: dayOf(details?.bornOn),
      number: unreadable.includes('passportNumber') ? NO_KEY : (details?.passportNumber ?? null),
      endsOn: dayOf(details?.passportEndsOn),
      endsTooSoon: endsTooSoon(details?.passportEndsOn),
    })),
  )
}

export type ShownPassport = ReturnType<typeof shownPassports>[number]

/** Of a detail that was sealed with a key that is gone. */
const NO_KEY = 'Cannot be read: the key it was sealed with is missing'

const ENDS_TOO_SOON = `Within ${PASSPORT_MONTHS} months of the return`

const NAMED_AT_MOST = 12
/** Of a diet where it is counted; the traveler's own line has all of it. */
const DIET_CHARACTERS = 60

function totalsInWords({ seats }: Departure, rooms: ManifestRoom[]): string[] {
  const totals = manifestTotals(rooms)
  const { double, single } = totals.rooms
  const paid = `${totals.travelers} of ${seats} seats paid for: ${counted(double, 'double room')}, ${counted(single, 'single room')}.`
  if (totals.travelers === 0) return [paid]
  const diets = totals.diets.map(({ diet, travelers }) => `${abbreviated(diet)} (${travelers})`)
  return [
    paid,
    `Still alone in a double room: ${named(totals.alone) || 'no one'}.`,
    `Details complete: ${totals.complete} of ${totals.travelers}.`,
    `Diets: ${named(diets) || 'none given'}.`,
  ]
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

const shownTraveler = (
  { details, money, missing, unreadable, ...traveler }: ManifestTraveler,
  withMoney: boolean,
) => ({
  id: traveler.id,
  name: traveler.name,
  who: linesIn('who', details),
  earlyBird: traveler.earlyBirdOffer && `Early bird: ${traveler.earlyBirdOffer}`,
  diet: details?.diet ?? null,
  medical: unreadable.includes('medicalNotes') ? NO_KEY : (details?.medicalNotes ?? null),
  emergency: linesIn('emergency', details),
  emergencyPhone: details?.emergencyPhone ?? null,
  flights: linesIn('flights', details),
  email: traveler.email,
  phone: details?.ownPhone ?? traveler.phone,
  /** Of a companion who gave none: the lead traveler's. */
  isBorrowedPhone: traveler.position > 1 && !details?.ownPhone && traveler.phone !== null,
  home: [traveler.city, traveler.state, traveler.country].filter(Boolean).join(', '),
  reference: traveler.reference,
  balance: withMoney && money ? balanceWords(money) : null,
  missing: missingWords(missing),
})

const balanceWords = (money: NonNullable<ManifestTraveler['money']>): string =>
  money.moneyState === 'balance-open' ? `${showCents(openCents(money))} due` : moneyWords(money).words

const ALL_DETAILS = missingIn(undefined).length

function missingWords(missing: ManifestTraveler['missing']): string | null {
  if (missing.length === ALL_DETAILS) return 'No details yet'
  return missing.length > 0 ? `Missing: ${inOneLine(missing)}` : null
}

const dayOf = (day: Day | null | undefined): string | null => (day ? showDay(day) : null)

/** The details that belong in a column, a line each. */
const linesIn = (place: Place, details: ManifestTraveler['details']): string =>
  DETAIL_FIELDS.flatMap((field) => {
    const { manifest, kind }: DetailRow = DETAILS[field]
    const value = details?.[field]
    return manifest?.in === place && value
      ? `${manifest.as ?? ''}${kind === 'day' ? showDay(value) : value}`
      : []
  }).join('\n')

type Place = NonNullable<DetailRow['manifest']>['in']
