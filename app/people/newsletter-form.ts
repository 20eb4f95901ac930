import { z } from 'zod'
import { emailAddress } from '#app/people/email-address'
import { EMAIL_AT_MOST } from '#app/people/single-line'

export const NewsletterForm = z.object({
  email: emailAddress({
    missing: 'Valid email is required',
    invalid: 'Valid email is required',
    tooLong: `Email can be at most ${EMAIL_AT_MOST} characters`,
  }),
})
