import { moneyWords, openCents } from '#app/bookings/status'
import { dollarsOf } from '#app/platform/money'
import { exportOf } from '#app/server/guards/csv-export.server'
import { may } from '#app/staff/rights'
import type { Departure } from '#app/tours/departures.server'
import { DETAIL_FIELDS, DETAILS, type DetailRow, detailName, inOneLine } from '#app/travelers/detail-fields'
import { type ManifestRoom, type ManifestTraveler, manifest } from '#app/views/manifest.server'
import { requestedDeparture } from './shown-manifest.server'

/**
 * The manifest for a spreadsheet, a row for each traveler, in dollars. Passports and medical notes are in it
 * only where they were asked for, by `with=passports`.
 */
export const loader = exportOf('manifest', ({ request, query, staff }) => {
  const departure = requestedDeparture(request, staff)
  const isWithPassports = query.get('with') === 'passports'
  return {
    subject: `departure:${departure.id}`,
    detail: { kind: isWithPassports ? 'csv-with-passports' : 'csv' } as const,
    fileName: `manifest-${departure.startsOn}${isWithPassports ? '-with-passports' : ''}.csv`,
    columns: [
      ...COLUMNS,
      ...(may(staff, 'see money') ? MONEY : []),
      MISSING,
      ...(isWithPassports ? SEALED : []),
    ],
    portions: rowsOf(departure),
  }
})

/** Opened by `csvAnswer`, when the log has it. */
function* rowsOf(departure: Departure) {
  yield manifest(departure).flatMap((room) => room.travelers.map((traveler) => ({ room, traveler })))
}

type Row = { room: ManifestRoom; traveler: ManifestTraveler }

const column = (header: string, cell: (traveler: ManifestTraveler) => string | null) => ({
  header,
  cell: ({ traveler }: Row) => cell(traveler),
})
const detailsIn = (file?: DetailRow['file']) =>
  DETAIL_FIELDS.filter((field) => DETAILS[field].file === file).map((field) =>
    column(detailName(field), ({ details }) => details?.[field] ?? null),
  )

const COLUMNS = [
  { header: 'Room', cell: ({ room }: Row) => room.number },
  { header: 'Kind of room', cell: ({ room }: Row) => room.roomType },
  { header: 'Bed free', cell: ({ room }: Row) => (room.hasFreeBed ? 'yes' : null) },
  column('Traveler', ({ name }) => name),
  column('Reference', ({ reference }) => reference),
  ...detailsIn(),
  column('Email', ({ email }) => email),
  ...detailsIn('contact'),
  column('Phone', ({ phone }) => phone),
  column('City', ({ city }) => city),
  column('State', ({ state }) => state),
  column('Country', ({ country }) => country),
  column('Early bird', ({ earlyBirdOffer }) => earlyBirdOffer),
]

const MONEY = [
  // Once for each booking: a sum of the column is what is still to come.
  column('Balance due', ({ money }) => money && dollarsOf(openCents(money)).toFixed(2)),
  column('Payment', ({ money }) => money && moneyWords(money).words),
]

const MISSING = column('Missing', ({ missing }) => inOneLine(missing))

const SEALED = [
  ...detailsIn('passports'),
  column('Cannot be read', ({ unreadable }) => inOneLine(unreadable)),
]
