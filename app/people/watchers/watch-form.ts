import { z } from 'zod'
import { emailAddress } from '#app/typed/email-address'

export const WatchForm = z.object({ email: emailAddress({ missing: 'Valid email is required' }) })
