import { z } from 'zod'
import { type Day, readDay } from '#app/platform/days'
import { formOf } from '#app/platform/typed/form-schema'
import { checkbox, emailAddress, openedVersion, optionalPersonName } from '#app/platform/typed/text'
import { DETAILS, removalOf, SEALED_FIELDS } from './detail-fields'

/** No one who travels is older. In years. */
const AGE_AT_MOST = 120

function wrongBirth(born: Day, today: Day): string | null {
  const oldest = `${Number(today.slice(0, 4)) - AGE_AT_MOST}${today.slice(4)}`
  if (born >= today) return 'This day is in the future: please check the year of birth'
  return born < oldest ? `This is more than ${AGE_AT_MOST} years ago: please check the year of birth` : null
}

const read = formOf(DETAILS).shape

const passportNumber = read.passportNumber
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

const REMOVALS = Object.fromEntries(SEALED_FIELDS.map((field) => [removalOf(field), ticked])) as Record<
  ReturnType<typeof removalOf>,
  typeof ticked
>

/**
 * A traveler's details as the form sends them: everything may be left empty, to follow later. What is sealed
 * comes only where it is written again or is to be removed.
 */
export const detailsForm = (today: Day) =>
  z.object({
    name: optionalPersonName({ label: 'Name' }),
    ...read,
    bornOn: read.bornOn.superRefine((typed, context) => {
      const words = typed && readDay(typed) && wrongBirth(typed, today)
      if (words) context.addIssue({ code: 'custom', message: words })
    }),
    passportNumber,
    ...REMOVALS,
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
  isAnotherPerson: checkbox(),
  version: openedVersion(),
})

export type TravelerWords = Omit<z.output<typeof TravelerChangeForm>, 'version' | 'isAnotherPerson'>
