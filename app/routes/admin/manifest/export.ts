import { exportOf } from '#app/server/guards/csv-export.server'
import { may } from '#app/staff/rights'
import type { Departure } from '#app/tours/departures.server'
import { manifest } from '#app/views/manifest.server'
import { FACTS } from './manifest-facts.server'
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
    columns: FACTS.filter(
      ({ right, withPassports }) => (!right || may(staff, right)) && (isWithPassports || !withPassports),
    ),
    portions: rowsOf(departure),
  }
})

/** Opened by `csvAnswer`, when the log has it. */
function* rowsOf(departure: Departure) {
  yield manifest(departure).flatMap((room) => room.travelers.map((traveler) => ({ room, traveler })))
}
