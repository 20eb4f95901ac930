import { z } from 'zod'
import { EMAIL_AT_MOST, oneLine } from '#app/people/single-line'

type Words = { missing: string; tooLong: string; invalid: string }

/**
 * The one parser for addresses that people give us. One address only: "a@x, b@y" is refused here, because a mailer
 * would write to both.
 */
export const emailAddress = ({ missing, tooLong, invalid }: Words) =>
  z
    .string({ error: missing })
    .transform(oneLine)
    // Conform makes the empty text undefined in each part of a pipe.
    .pipe(z.string({ error: missing }).min(1, { error: missing }).max(EMAIL_AT_MOST, { error: tooLong }))
    .pipe(z.email({ error: invalid }))
