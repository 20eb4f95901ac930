import { z } from 'zod'
import { openedVersion } from '#app/lists/opened-version'
import { optionalText, typedText } from '#app/typed/text'
import { DAY_KINDS } from './day-kinds'
import { isStop, type StopName } from './stops'

/** The longest that each text of a day may be, in characters. */
export const DAY_LIMITS = { title: 80, place: 60, text: 500 } as const

const wrongStop = 'Please choose a place of the map'
const stop = z.custom<StopName>(isStop, { error: wrongStop })

/** One day of a departure, as staff write it. */
export const DayForm = z.object({
  title: typedText({ label: 'Title', atMost: DAY_LIMITS.title }),
  place: typedText({ label: 'Place', atMost: DAY_LIMITS.place }),
  text: typedText({ label: 'Text', atMost: DAY_LIMITS.text }),
  kind: z.enum(DAY_KINDS, { error: 'Please choose what the day is made of' }),
  evening: z
    .enum(DAY_KINDS, { error: 'Please choose what the evening is made of, or nothing' })
    .optional()
    .transform((kind) => kind ?? null),
  stop,
  onward: optionalText({ label: 'Ends in', atMost: DAY_LIMITS.place })
    .refine((name) => name === undefined || isStop(name), { error: wrongStop })
    .transform((name) => (isStop(name) ? name : null)),
  version: openedVersion(),
})

export type DayWords = Omit<z.output<typeof DayForm>, 'version'>
