import { z } from 'zod'
import { readDay } from '#app/platform/days'

const DAY = 'Please choose a day'

/** How far the clock of test mode is to move. */
export const MoveClockForm = z.discriminatedUnion('moveTo', [
  z.object({ moveTo: z.enum(['next-run', 'day', 'week']) }),
  z.object({ moveTo: z.literal('on-day'), onDay: z.string({ error: DAY }).refine(readDay, { error: DAY }) }),
])

export type MoveClockForm = z.output<typeof MoveClockForm>
