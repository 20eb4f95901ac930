import { z } from 'zod'
import { emailAddress } from '#app/typed/email-address'

/** Where a companion's own link goes. */
export const CompanionLinkForm = z.object({
  email: emailAddress({
    missing: 'Please enter their email address',
    invalid: 'Please enter a valid email address',
  }),
})
