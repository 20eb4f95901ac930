import { z } from 'zod'
import { readCursor } from '#app/lists/page-cursor'
import type { Answer } from './operation'

const AFTER = 'after is a place in the list, as its Link header gave it'
const USUAL = 100
const AT_MOST = 1_000
const FROM_TO = `1 to ${AT_MOST.toLocaleString('en-US')}`
const LIMIT = `limit is a whole number from ${FROM_TO}`

/** Which page of a list is asked for (rules 7.6); never more than AT_MOST rows. */
export const LIST = z.strictObject({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: LIMIT })
    .optional()
    .transform((asked) => Math.min(Number(asked ?? USUAL), AT_MOST))
    .describe(`How many rows: ${FROM_TO}, usually ${USUAL}`),
  after: z
    .string()
    .regex(/^\d{1,15}\.\d{1,15}$/, { error: AFTER })
    .optional()
    .transform((place) => readCursor(place ?? null))
    .describe('Where the list goes on, as its Link header gave it'),
})

export const listed = (schema: z.ZodType): Answer => ({
  means: 'Newest first; the address of the next page is in the Link header',
  schema,
})
