import { addMonths } from 'date-fns/addMonths'
import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import { type Day, daysFrom } from '#app/platform/days'
import {
  called,
  capitalized,
  type Field,
  fields,
  NAME_AT_MOST,
  type NamesWith,
  namesOf,
  PHONE_AT_MOST,
} from '#app/platform/typed/fields'

/** The parts of the form. */
export const DETAIL_PARTS = {
  passport: 'Passport',
  health: 'Food and health',
  emergency: 'Emergency contact',
  flights: 'Flights and phone',
} as const

/** Of what a guide works from, for each traveler. */
export type ManifestPart = 'who' | 'health' | 'emergency' | 'flights' | 'contact' | 'booking'
export type ManifestLook = 'diet' | 'medical' | 'phone' | 'reference' | 'strong' | 'quiet'

export type DetailRow = Field & {
  part: keyof typeof DETAIL_PARTS
  /** Where someone writes of another traveler. */
  labelOfOther?: string
  /** Missing while it is empty: every traveler is asked, also those who answered before it was added. */
  isAsked?: true
  /** What would hurt most in a stranger's hands: sealed in the database, and not displayed in the form. */
  isSealed?: true
  /** In which part of the manifest, after which words, and how; null where it has its own place, or none. */
  manifest: { in: ManifestPart; as?: string; look?: ManifestLook } | null
  /** In the manifest's file beside the email, or only with passports; else in the order of the form. */
  file?: 'contact' | 'passports'
}

const askedIn = <Part extends keyof typeof DETAIL_PARTS>(part: Part) =>
  ({ part, isAsked: true, autoComplete: 'off' }) as const

/** What the guide, the lodges and the parks need to know about a traveler. Each field is a column. */
export const DETAILS = fields<DetailRow>()({
  passportName: {
    ...askedIn('passport'),
    label: 'Name in the passport',
    kind: 'name',
    hint: 'Park permits and flights within Kenya are issued in this name: please copy it letter by letter.',
    atMost: NAME_AT_MOST,
    wide: true,
    manifest: { in: 'who', as: 'Passport: ' },
  },
  bornOn: {
    ...askedIn('passport'),
    label: 'Date of birth',
    kind: 'day',
    invalid: 'Please enter the date of birth as a day such as 1970-05-31',
    hint: 'Park permits ask for it.',
    autoComplete: 'bday',
    manifest: { in: 'who', as: 'Born ' },
  },
  nationality: {
    ...askedIn('passport'),
    label: 'Nationality',
    hint: 'It decides which visa and which park permit is needed.',
    atMost: 60,
    autoComplete: 'country-name',
    manifest: { in: 'who' },
  },
  passportNumber: {
    ...askedIn('passport'),
    label: 'Passport number',
    hint: 'Park permits and lodges ask for it. It is stored encrypted.',
    atMost: 30,
    isSealed: true,
    manifest: null,
    file: 'passports',
  },
  passportEndsOn: {
    ...askedIn('passport'),
    label: 'Passport expiration date',
    kind: 'day',
    invalid: 'Please enter the expiration date of the passport as a day such as 1970-05-31',
    manifest: null,
    file: 'passports',
  },
  diet: {
    label: 'Diet',
    kind: 'letter',
    hint: 'So that the kitchens know before the first meal: vegetarian, halal, allergies.',
    atMost: 500,
    rows: 3,
    wide: true,
    part: 'health',
    manifest: { in: 'health', look: 'diet' },
  },
  medicalNotes: {
    label: 'Medical notes',
    kind: 'letter',
    hint: 'So that the guide can help in an emergency: illnesses, medicines, allergies. They are stored encrypted.',
    atMost: 2_000,
    autoComplete: 'off',
    rows: 4,
    wide: true,
    part: 'health',
    isSealed: true,
    manifest: { in: 'health', look: 'medical' },
    file: 'passports',
  },
  emergencyName: {
    ...askedIn('emergency'),
    label: 'Their name',
    called: 'Emergency contact',
    kind: 'name',
    hint: 'Who we call if something happens.',
    atMost: NAME_AT_MOST,
    wide: true,
    manifest: { in: 'emergency' },
  },
  emergencyPhone: {
    ...askedIn('emergency'),
    label: 'Their phone',
    called: 'Phone of the emergency contact',
    kind: 'tel',
    hint: 'With the country code, so that the call goes through from Kenya.',
    atMost: PHONE_AT_MOST,
    manifest: { in: 'emergency', look: 'phone' },
  },
  emergencyRelation: {
    ...askedIn('emergency'),
    label: 'Relationship to traveler',
    called: 'Relationship to the emergency contact',
    hint: 'So that we know who we are speaking with: husband, sister, friend.',
    atMost: 60,
    manifest: { in: 'emergency' },
  },
  arrivalFlight: {
    ...askedIn('flights'),
    label: 'Arrival flight',
    hint: 'So that the driver is there at the right time: airline, number, day and time.',
    atMost: 120,
    wide: true,
    manifest: { in: 'flights', as: 'In: ' },
  },
  departureFlight: {
    ...askedIn('flights'),
    label: 'Departure flight',
    hint: 'So that no one misses it: airline, number, day and time.',
    atMost: 120,
    wide: true,
    manifest: { in: 'flights', as: 'Out: ' },
  },
  ownPhone: {
    label: 'Your phone',
    labelOfOther: 'Their phone on the journey',
    called: 'Own phone',
    kind: 'tel',
    hint: 'So that driver and guide can call: a phone taken along, with its country code.',
    atMost: PHONE_AT_MOST,
    autoComplete: 'tel',
    wide: true,
    part: 'flights',
    manifest: null,
    file: 'contact',
  },
})

export type DetailField = keyof typeof DETAILS

/** In the order of the form. */
export const DETAIL_FIELDS = namesOf(DETAILS)

/** What gates and hotels ask for. */
export const PASSPORT_FIELDS = DETAIL_FIELDS.filter((field) => DETAILS[field].part === 'passport')

/** What sentences and files call it. */
export const detailName = (field: DetailField): string => called(DETAILS[field])

/** By field what a traveler told us; null for what they did not. */
export type TravelerDetails = Record<DetailField, string | null>

export type SealedField = NamesWith<typeof DETAILS, { isSealed: true }>

export const isSealed = (field: DetailField): field is SealedField => DETAILS[field].isSealed === true

export const SEALED_FIELDS = DETAIL_FIELDS.filter(isSealed)

/** Where a detail stands in its row. */
export type DetailColumn = Exclude<DetailField, SealedField> | `sealed${Capitalize<SealedField>}`

export const detailColumn = (field: DetailField): DetailColumn =>
  isSealed(field) ? `sealed${capitalized(field)}` : (field as Exclude<DetailField, SealedField>)

/** The box of the form that takes out what is sealed. */
export const removalOf = (field: SealedField) => `remove${capitalized(field)}` as const

/** What every traveler is asked for. */
export const ASKED_FIELDS = DETAIL_FIELDS.filter((field) => DETAILS[field].isAsked)

/** 'date of birth, passport number': names of details in a sentence, never what they say. */
export const inOneLine = (fields: readonly DetailField[]): string =>
  fields.map((field) => detailName(field).toLowerCase()).join(', ')

/** What a traveler is called who was not named yet: 'Traveler 2'. */
export const travelerWords = ({ name, position }: { name: string; position: number }): string =>
  name || `Traveler ${position}`

/** How many days before the departure letters ask for details that are missing, the first one first. */
export const DETAILS_ASKED_DAYS = [60, 35] as const

export type AskedDays = (typeof DETAILS_ASKED_DAYS)[number]

/**
 * Which letter it is time for while this many days are left: the later one takes the place of the first,
 * where that was missed. Null before the first, and once the journey has begun.
 */
export const askedAt = (daysLeft: number): AskedDays | null =>
  daysLeft < 1 ? null : (DETAILS_ASKED_DAYS.findLast((days) => daysLeft <= days) ?? null)

/** Details are erased this many days after the return, or after their booking came to nothing. */
export const DETAILS_RETAINED_DAYS = 60

/** So long after the return a passport must still be good: Kenya and most airlines ask for it. */
export const PASSPORT_MONTHS = 6

/** Whether a passport ends too soon after a journey's last day; false where its own last day is not known. */
export const passportEndsTooSoon = (
  details: { passportEndsOn: Day | null } | undefined,
  endsOn: Day,
): boolean => details?.passportEndsOn != null && details.passportEndsOn < passportGoodUntil(endsOn)

/** The day until which a passport must be good at least. */
export const passportGoodUntil = (endsOn: Day): Day =>
  format(addMonths(parseISO(endsOn), PASSPORT_MONTHS), 'yyyy-MM-dd')

/** Travelers change names until this many days before the departure; then tickets and permits are issued. */
export const NAME_CHANGE_DAYS = 45

export const NAME_FIELDS = ['name', 'passportName'] as const
export type NameField = (typeof NAME_FIELDS)[number]

/** By what we call a traveler, and their name in the passport; empty while it is not known. */
export type Names = Record<NameField, string | null | undefined>

/** Which names only staff change by now. One that is still empty can be filled in once, however late. */
export function fixedNames(names: Names, startsOn: Day, today: Day): Record<NameField, boolean> {
  const isLate = daysFrom(today, startsOn) < NAME_CHANGE_DAYS
  return { name: isLate && Boolean(names.name), passportName: isLate && Boolean(names.passportName) }
}
