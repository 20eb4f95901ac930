import { NAME_AT_MOST, PHONE_AT_MOST } from '#app/platform/typed/limits'

/** What the guide, the lodges and the parks need to know about a traveler, in the order of the form. */
export const DETAIL_FIELDS = [
  'passportName',
  'bornOn',
  'nationality',
  'passportNumber',
  'passportEndsOn',
  'diet',
  'medicalNotes',
  'emergencyName',
  'emergencyPhone',
  'emergencyRelation',
  'arrivalFlight',
  'departureFlight',
  'ownPhone',
] as const

export type DetailField = (typeof DETAIL_FIELDS)[number]

/** By field what a traveler told us; null for what they did not. */
export type TravelerDetails = Record<DetailField, string | null>

export const DETAIL_NAMES: Record<DetailField, string> = {
  passportName: 'Name in the passport',
  bornOn: 'Date of birth',
  nationality: 'Nationality',
  passportNumber: 'Passport number',
  passportEndsOn: 'Passport expiration date',
  diet: 'Diet',
  medicalNotes: 'Medical notes',
  emergencyName: 'Emergency contact',
  emergencyPhone: 'Phone of the emergency contact',
  emergencyRelation: 'Relationship to the emergency contact',
  arrivalFlight: 'Arrival flight',
  departureFlight: 'Departure flight',
  ownPhone: 'Own phone',
}

/** What would hurt most in a stranger's hands: sealed in the database, and never shown again by the form. */
export const SEALED_FIELDS = ['passportNumber', 'medicalNotes'] as const
export type SealedField = (typeof SEALED_FIELDS)[number]

export const isSealed = (field: DetailField): field is SealedField =>
  SEALED_FIELDS.some((sealed) => sealed === field)

/** The longest that each text may be, in characters. */
export const DETAIL_LIMITS = {
  passportName: NAME_AT_MOST,
  nationality: 60,
  passportNumber: 30,
  diet: 500,
  medicalNotes: 2_000,
  emergencyName: NAME_AT_MOST,
  emergencyPhone: PHONE_AT_MOST,
  emergencyRelation: 60,
  arrivalFlight: 120,
  departureFlight: 120,
  ownPhone: PHONE_AT_MOST,
} as const satisfies Partial<Record<DetailField, number>>

/** Who eats everything and is well has nothing to say; their own phone was not asked from the beginning. */
const NEVER_MISSING: readonly DetailField[] = ['diet', 'medicalNotes', 'ownPhone']

/** What every traveler is asked for. */
export const ASKED_FIELDS = DETAIL_FIELDS.filter((field) => !NEVER_MISSING.includes(field))

/** Which of the details are still missing; all that are asked for, where nothing was told. */
export const missingDetails = (details: TravelerDetails | undefined): DetailField[] =>
  ASKED_FIELDS.filter((field) => !details?.[field])

/** 'date of birth, passport number': names of details in a sentence, never what they say. */
export const inOneLine = (fields: readonly DetailField[]): string =>
  fields.map((field) => DETAIL_NAMES[field].toLowerCase()).join(', ')

/** What a traveler is called who was not named yet: 'Traveler 2'. */
export const travelerWords = ({ name, position }: { name: string; position: number }): string =>
  name || `Traveler ${position}`
