import { z } from 'zod'
import { EMAIL_AT_MOST, tooLong } from './limits'
import { typedText } from './text'

type Words = { missing: string; invalid?: string; label?: string; tooLong?: string }

/**
 * The one parser for addresses that people give us. One address only: "a@x, b@y" is refused here, because a mailer
 * would write to both.
 */
export const emailAddress = ({ missing, invalid = missing, label = 'Email', tooLong: words }: Words) =>
  typedText({
    label,
    missing,
    atMost: EMAIL_AT_MOST,
    words: words ?? tooLong(label, EMAIL_AT_MOST),
  }).pipe(z.email({ error: invalid }))
