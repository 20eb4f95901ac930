import { z } from 'zod'
import { oneLine } from './clean'
import { tooLong } from './limits'

type Text = {
  label: string
  atMost: number
  atLeast?: number
  /** What is said of nothing, or of too little. */
  missing?: string
  /** What is said of too much. */
  words?: string
  /** What is taken out before it is counted; without it, all that has no place in one line. */
  clean?: (text: string) => string
}

/**
 * Text that must be there, of one line unless told otherwise. Each part of the pipe has the words: conform makes the
 * empty text undefined in all of them.
 */
export const typedText = ({
  label,
  atMost,
  atLeast = 1,
  missing = `${label} is required`,
  words = tooLong(label, atMost),
  clean = oneLine,
}: Text) =>
  z
    .string({ error: missing })
    .transform(clean)
    .pipe(z.string({ error: missing }).min(atLeast, { error: missing }).max(atMost, { error: words }))

/** Text that may be left empty: undefined then. */
export const optionalText = ({
  label,
  atMost,
  words = tooLong(label, atMost),
  clean = oneLine,
}: Omit<Text, 'missing' | 'atLeast'>) =>
  z
    .string()
    .optional()
    .transform((text) => (text && clean(text)) || undefined)
    .pipe(z.string().max(atMost, { error: words }).optional())
