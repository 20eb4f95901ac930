import { moneyWords, openCents } from '#app/bookings/status'
import { showDay } from '#app/platform/days'
import { dollarsOf, showCents } from '#app/platform/money'
import { ofEach } from '#app/platform/typed/fields'
import type { Right } from '#app/staff/rights'
import {
  DETAIL_FIELDS,
  DETAILS,
  type DetailField,
  type DetailRow,
  detailName,
  inOneLine,
  isSealed,
  type ManifestLook,
  type ManifestPart,
} from '#app/travelers/detail-fields'
import { missingIn } from '#app/travelers/details.server'
import type { ManifestRoom, ManifestTraveler } from '#app/views/manifest.server'
import { PARTS } from './manifest-parts'

/** Words as they are, or such as stand out. */
export type Line = string | { look: ManifestLook; words: string }

type Row = { room: ManifestRoom; traveler: ManifestTraveler }

/** What the manifest says of each traveler: page, phone and file draw the same. */
type Fact = {
  /** Its column of the file. */
  header: string
  cell: (row: Row) => string | number | null
  /** In which part of page and phone it stands, and what is said there. */
  in?: ManifestPart
  said?: (traveler: ManifestTraveler) => Line | Line[] | null
  /** Who sees it, where that is not everyone who opens the manifest. Phones are lost: they see none of it. */
  right?: Right
  /** Only in a file that was asked for with passports. */
  withPassports?: true
}

const fact = (
  header: string,
  cell: (traveler: ManifestTraveler) => string | null,
  more: Omit<Fact, 'header' | 'cell'> = {},
): Fact => ({ header, cell: ({ traveler }) => cell(traveler), ...more })

/** Those that the file has in one place, in the order of the form. */
const details = (file?: DetailRow['file']): Fact[] =>
  DETAIL_FIELDS.filter((field) => DETAILS[field].file === file).map((field) => {
    const { manifest }: DetailRow = DETAILS[field]
    return fact(detailName(field), ({ details }) => details?.[field] ?? null, {
      ...(file === 'passports' && { withPassports: true }),
      ...(manifest && {
        in: manifest.in,
        said: (traveler) => {
          const value = detailWords(traveler, field)
          if (!value) return null
          const words = `${manifest.as ?? ''}${value}`
          return manifest.look ? { look: manifest.look, words } : words
        },
      }),
    })
  })

/** Of a detail that was sealed with a key that is gone. */
const NO_KEY = 'Cannot be read: the key it was sealed with is missing'

/** What a traveler told us in a field, as it is read; null for nothing. */
export function detailWords(
  { details, unreadable }: Pick<ManifestTraveler, 'details' | 'unreadable'>,
  field: DetailField,
): string | null {
  if (isSealed(field) && unreadable.includes(field)) return NO_KEY
  const value = details?.[field] ?? null
  return value && DETAILS[field].kind === 'day' ? showDay(value) : value
}

/** In the order of the file. */
export const FACTS: Fact[] = [
  { header: 'Room', cell: ({ room }) => room.number },
  { header: 'Kind of room', cell: ({ room }) => room.roomType },
  { header: 'Bed free', cell: ({ room }) => (room.hasFreeBed ? 'yes' : null) },
  fact('Traveler', ({ name }) => name),
  fact('Reference', ({ reference }) => reference, {
    in: 'booking',
    said: ({ reference }) => ({ look: 'reference', words: reference }),
  }),
  ...details(),
  fact('Email', ({ email }) => email, { in: 'contact', said: ({ email }) => email ?? 'No email' }),
  ...details('contact'),
  fact('Phone', ({ phone }) => phone, { in: 'contact', said: phoneLines }),
  fact('City', ({ city }) => city, {
    in: 'contact',
    said: ({ city, state, country }) => [city, state, country].filter(Boolean).join(', ') || null,
  }),
  fact('State', ({ state }) => state),
  fact('Country', ({ country }) => country),
  // Page and phone say it once, of the whole party.
  fact('Early bird', ({ earlyBirdOffer }) => earlyBirdOffer),
  // Once for each booking: a sum of the column is what is still to come.
  fact('Balance due', ({ money }) => money && dollarsOf(openCents(money)).toFixed(2), {
    right: 'see money',
    in: 'booking',
    said: ({ money }) => money && { look: 'strong', words: balanceWords(money) },
  }),
  fact('On its way', ({ money }) => money && dollarsOf(money.onItsWayCents).toFixed(2), {
    right: 'see money',
  }),
  fact('Payment', ({ money }) => money && moneyWords(money).words, { right: 'see money' }),
  fact('Missing', ({ missing }) => inOneLine(missing), {
    in: 'booking',
    said: ({ missing }) => (missing.length === 0 ? null : { look: 'quiet', words: missingWords(missing) }),
  }),
  fact('To sign', ({ toSign }) => toSign.join(', '), {
    in: 'booking',
    said: ({ toSign }) =>
      toSign.length === 0 ? null : { look: 'quiet', words: `Not signed: ${toSign.join(', ')}` },
  }),
  ...details('passports'),
  fact('Cannot be read', ({ unreadable }) => inOneLine(unreadable), { withPassports: true }),
]

/** The traveler's own; of a companion who gave none, the lead traveler's. Null where neither is known. */
export function phoneOf({ position, phone, details }: ManifestTraveler) {
  const number = details?.ownPhone ?? phone
  return number ? { number, isOfLead: position > 1 && !details?.ownPhone } : null
}

function phoneLines(traveler: ManifestTraveler): Line[] {
  const called = phoneOf(traveler)
  if (!called) return ['No phone']
  const line: Line = { look: 'phone', words: called.number }
  return called.isOfLead ? ['Phone of the lead traveler:', line] : [line]
}

/** 'details and signature missing': what is still to come, in short; null for nothing. */
export function lackingWords({ missing, toSign }: ManifestTraveler): string | null {
  const lacking = [
    missing.length > 0 && 'details',
    toSign.length > 0 && (toSign.length === 1 ? 'signature' : 'signatures'),
  ].filter(Boolean)
  return lacking.length === 0 ? null : `${lacking.join(' and ')} missing`
}

const balanceWords = (money: NonNullable<ManifestTraveler['money']>): string =>
  money.moneyState === 'balance-open' && money.onItsWayCents === 0
    ? `${showCents(openCents(money))} due`
    : moneyWords(money).words

const ALL_DETAILS = missingIn(undefined).length

const missingWords = (missing: ManifestTraveler['missing']): string =>
  missing.length === ALL_DETAILS ? 'No details yet' : `Missing: ${inOneLine(missing)}`

/** A traveler in lines, by part. Lines that follow each other are one text: each element counts. */
export function linesOf(traveler: ManifestTraveler, sees: (right: Right) => boolean) {
  const lines = ofEach(PARTS, (): Line[] => [])
  for (const { in: part, said, right } of FACTS) {
    if (!part || (right && !sees(right))) continue
    for (const line of [said?.(traveler) ?? []].flat()) {
      const last = lines[part].at(-1)
      if (typeof line === 'string' && typeof last === 'string') lines[part].splice(-1, 1, `${last}\n${line}`)
      else lines[part].push(line)
    }
  }
  return lines
}

export type Lines = ReturnType<typeof linesOf>
