import { z } from 'zod'
import { type Day, readDay } from '#app/platform/days'
import { emailAddress } from '#app/platform/typed/addresses'
import { letter } from '#app/platform/typed/clean'
import { openedVersion, optionalPersonName, optionalText } from '#app/platform/typed/text'
import { DETAIL_LIMITS, DETAIL_NAMES } from './detail-fields'

/** Nobody who travels is older. In years. */
const AGE_AT_MOST = 120

const text = (field: keyof typeof DETAIL_LIMITS, clean?: (text: string) => string) =>
  optionalText({ label: DETAIL_NAMES[field], atMost: DETAIL_LIMITS[field], ...(clean && { clean }) })

/** A day that may be left empty; `wrong` says what is wrong with one that the calendar has. */
const day = (what: string, wrong: (day: Day) => string | null = () => null) =>
  z
    .string()
    .optional()
    .superRefine((typed, context) => {
      if (typed === undefined) return
      const words = readDay(typed) ? wrong(typed) : `Please write ${what} as a day such as 1970-05-31`
      if (words) context.addIssue({ code: 'custom', message: words })
    })

function wrongBirth(born: Day, today: Day): string | null {
  const oldest = `${Number(today.slice(0, 4)) - AGE_AT_MOST}${today.slice(4)}`
  if (born >= today) return 'This day is in the future: please check the year of birth'
  return born < oldest ? `This is more than ${AGE_AT_MOST} years ago: please check the year of birth` : null
}

const passportNumber = text('passportNumber')
  .refine((number) => number === undefined || /^[A-Za-z\d -]+$/.test(number), {
    error:
      'A passport number has letters from A to Z, digits, spaces and dashes: please copy it from the passport',
  })
  .transform((number) => number?.toUpperCase())

const ticked = z
  .string()
  .max(10)
  .optional()
  .transform((value) => value !== undefined)

/**
 * A traveler's details as the form sends them: everything may be left empty, to follow later. What is sealed comes only
 * where it is written again or is to be removed.
 */
export const detailsForm = (today: Day) =>
  z.object({
    name: optionalPersonName({ label: 'Name' }),
    passportName: optionalPersonName({ label: DETAIL_NAMES.passportName }),
    bornOn: day('the date of birth', (born) => wrongBirth(born, today)),
    nationality: text('nationality'),
    passportNumber,
    removePassportNumber: ticked,
    passportEndsOn: day('the expiration date of the passport'),
    diet: text('diet', letter),
    medicalNotes: text('medicalNotes', letter),
    removeMedicalNotes: ticked,
    emergencyName: optionalPersonName({ label: DETAIL_NAMES.emergencyName }),
    emergencyPhone: text('emergencyPhone'),
    emergencyRelation: text('emergencyRelation'),
    arrivalFlight: text('arrivalFlight'),
    departureFlight: text('departureFlight'),
    ownPhone: text('ownPhone'),
    version: openedVersion(),
  })

export type DetailsWish = z.output<ReturnType<typeof detailsForm>>

/** Where a companion's own link goes. */
export const CompanionLinkForm = z.object({
  email: emailAddress({
    missing: 'Please enter their email address',
    invalid: 'Please enter a valid email address',
  }),
})

const name = (label: string) => optionalPersonName({ label }).transform((text) => text ?? '')

/** What staff change of a traveler, at any time; each may be empty. */
export const TravelerChangeForm = z.object({
  name: name('Name'),
  passportName: name('Name in the passport'),
  email: emailAddress({ missing: 'Please enter a valid email address' })
    .optional()
    .transform((address) => address ?? ''),
  isAnotherPerson: z
    .literal('on')
    .optional()
    .transform((on) => on === 'on'),
  version: openedVersion(),
})

export type TravelerWords = Omit<z.output<typeof TravelerChangeForm>, 'version' | 'isAnotherPerson'>
