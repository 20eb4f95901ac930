import type { PartyTraveler } from '#app/bookings/party.server'
import { businessDay } from '#app/clock.server'
import type { Day } from '#app/days'
import { versionOf } from '#app/lists/opened-version.server'
import { DETAIL_FIELDS, type DetailField, isSealed, type SealedField } from './detail-fields'
import { type DetailsRow, detailsRow, missingIn, storedOf } from './details.server'
import { fixedNames, type NameField } from './name-changes'
import { passportEndsTooSoon } from './passport-validity'
import { canSeal } from './sealed-text.server'

type Dates = { startsOn: Day; endsOn: Day }

type OpenField = Exclude<DetailField, SealedField>

/** What the form of a traveler's details begins with. Of what is sealed it knows only whether something is there. */
export type FormOfDetails = {
  name: string
  details: Record<OpenField, string | null>
  isOnFile: Record<SealedField, boolean>
  /** Whether a passport number and medical notes can be kept at all. */
  canSeal: boolean
  fixed: Record<NameField, boolean>
  /** Something was told that can be erased. */
  isTold: boolean
  missing: DetailField[]
  passportEndsTooSoon: boolean
  version: string
  /** The journey is over: nothing is asked for any more. */
  isOver: boolean
}

export function formOf(traveler: PartyTraveler, dates: Dates, now: Date): FormOfDetails {
  const row = detailsRow(traveler.id)
  const today = businessDay(now)
  return {
    name: traveler.name,
    details: Object.fromEntries(
      DETAIL_FIELDS.filter((field) => !isSealed(field)).map((field) => [field, storedOf(row, field)]),
    ) as FormOfDetails['details'],
    isOnFile: {
      passportNumber: storedOf(row, 'passportNumber') !== null,
      medicalNotes: storedOf(row, 'medicalNotes') !== null,
    },
    canSeal,
    fixed: fixedNames({ name: traveler.name, passportName: row?.passportName }, dates.startsOn, today),
    isTold: row !== undefined,
    missing: missingIn(row),
    passportEndsTooSoon: passportEndsTooSoon(row, dates.endsOn),
    version: versionOfForm(traveler, row),
    isOver: today > dates.endsOn,
  }
}

/** A mark of what the form showed; the instant tells a row that was erased and told anew from the one before it. */
export const versionOfForm = ({ name }: { name: string }, row: DetailsRow | undefined): string =>
  versionOf({ name, version: row?.version ?? 0, at: row?.updatedAt.getTime() ?? 0 })
