import { z } from 'zod'
import { oneLine } from '#app/people/single-line'

const tooLong = (label: string, atMost: number) =>
  `${label} can be at most ${atMost.toLocaleString('en-US')} characters`

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

/** The address of one of the site's pictures, painted or uploaded. */
export const pictureAddress = () =>
  z
    .string({ error: 'Please choose a picture' })
    .regex(/^\/(pictures|photos)\/[a-z0-9-]+$/, { error: 'Please choose a picture' })

/** One line of text that may be left empty: '' then. */
export const optionalLine = (label: string, atMost: number) =>
  z
    .string()
    .max(atMost, { error: tooLong(label, atMost) })
    .optional()
    .transform((text) => oneLine(text ?? ''))
