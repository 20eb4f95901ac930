import { z } from 'zod'
import { formOf } from '#app/platform/typed/form-schema'
import { WAITLIST } from './waitlist-fields'

/** A wish to wait, as the form of the journey's page sends it: for the departure of that first day. */
export const WaitlistForm = formOf(WAITLIST)
  .extend({ departure: z.string().max(10).optional() })
  .transform(({ atLeast, atMost, phone, ...wish }) => ({
    ...wish,
    phone: phone ?? null,
    atLeast: Number(atLeast),
    atMost: Number(atMost),
  }))
  .refine(({ atLeast, atMost }) => atLeast <= atMost, {
    path: ['atMost'],
    error: 'At most cannot be fewer than at least',
  })
