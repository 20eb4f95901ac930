import { z } from 'zod'

/** After how many hours without a request a session ends, where staff have not chosen. */
export const IDLE_HOURS_AT_FIRST = 12
export const IDLE_HOURS_AT_MOST = 24

const WORDS = `Choose from 1 to ${IDLE_HOURS_AT_MOST} hours`

/** What staff choose for all sessions. */
export const IdleHours = z.object({
  idleHours: z.coerce
    .number({ error: WORDS })
    .int({ error: WORDS })
    .min(1, { error: WORDS })
    .max(IDLE_HOURS_AT_MOST, { error: WORDS }),
})
