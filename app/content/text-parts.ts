import { z } from 'zod'

const tooLong = (label: string, atMost: number) =>
  `${label} can be at most ${atMost.toLocaleString('en-US')} characters`

/** Line breaks, control marks and marks that turn the writing direction have no place in a single line. */
const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()

type Line = { label: string; missing: string; atMost: number }

/** One line of text that must be there. Each part of the pipe has the words: conform makes '' undefined in all. */
export const line = ({ label, missing, atMost }: Line) =>
  z
    .string({ error: missing })
    .transform(oneLine)
    .pipe(
      z
        .string({ error: missing })
        .min(1, { error: missing })
        .max(atMost, { error: tooLong(label, atMost) }),
    )

/** One line of text that may be left empty: '' then. */
export const optionalLine = (label: string, atMost: number) =>
  z
    .string()
    .max(atMost, { error: tooLong(label, atMost) })
    .optional()
    .transform((text) => oneLine(text ?? ''))
