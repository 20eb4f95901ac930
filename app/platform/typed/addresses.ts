import { z } from 'zod'
import { EMAIL_AT_MOST, tooLong } from './limits'
import { clearableText, typedText } from './text'

type Words = { missing: string; invalid?: string; label?: string; tooLong?: string }

/**
 * The one parser for addresses that people give us. One address only: "a@x, b@y" is refused here, because a
 * mailer would write to both.
 */
export const emailAddress = ({ missing, invalid = missing, label = 'Email', tooLong: words }: Words) =>
  typedText({
    label,
    missing,
    atMost: EMAIL_AT_MOST,
    words: words ?? tooLong(label, EMAIL_AT_MOST),
  }).pipe(z.email({ error: invalid }))

/** The address of a page elsewhere, by https. Empty means none; undefined stays so. */
export const webAddress = (label: string, atMost: number) =>
  clearableText(label, atMost)
    .refine((typed) => typed === '' || isPage(typed), {
      error: `${label} must be a whole address that begins with https://`,
    })
    .optional()

/**
 * A host without a dot, or with a name and a password before it, is no page that a guest should be sent to.
 */
function isPage(typed: string): boolean {
  if (!/^https:\/\/[^\s\\"<>]+$/i.test(typed) || !URL.canParse(typed)) return false
  const { hostname, username, password } = new URL(typed)
  return hostname.includes('.') && username === '' && password === ''
}
