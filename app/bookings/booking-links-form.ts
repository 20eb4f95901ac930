import { z } from 'zod'
import { emailAddress } from '#app/typed/email-address'

/** "Send me my link": the address that was booked with. */
export const BookingLinksForm = z.object({
  email: emailAddress({
    missing: 'Please enter your email address',
    invalid: 'Please enter a valid email address',
  }),
})
