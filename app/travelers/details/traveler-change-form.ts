import { z } from 'zod'
import { openedVersion } from '#app/lists/opened-version'
import { emailAddress } from '#app/typed/email-address'
import { optionalPersonName } from '#app/typed/person-name'

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
