import { z } from 'zod'

const DAY = 'Please choose a day'

/** How far the clock of test mode is to move. */
export const MoveClockForm = z.discriminatedUnion('moveTo', [
  z.object({ moveTo: z.enum(['next-run', 'day', 'week']) }),
  z.object({ moveTo: z.literal('on-day'), onDay: z.iso.date({ error: DAY }) }),
])

export type MoveClockForm = z.output<typeof MoveClockForm>
