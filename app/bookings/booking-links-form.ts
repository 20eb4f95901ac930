import { z } from 'zod'
import { emailAddress } from '#app/people/email-address'
import { EMAIL_AT_MOST } from '#app/people/single-line'

const INVALID = 'Please enter a valid email address'

/** "Send me my link": the address that was booked with. */
export const BookingLinksForm = z.object({
  email: emailAddress({
    missing: 'Please enter your email address',
    invalid: INVALID,
    tooLong: `Email can be at most ${EMAIL_AT_MOST} characters`,
  }),
})
