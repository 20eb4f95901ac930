import { addMonths, format, parseISO } from 'date-fns'
import type { Day } from '#app/days'

/** So long after the return a passport must still be good: Kenya and most airlines ask for it. */
export const PASSPORT_MONTHS = 6

/** Whether a passport ends too soon after a journey's last day; false where its own last day is not known. */
export const passportEndsTooSoon = (
  details: { passportEndsOn: Day | null } | undefined,
  endsOn: Day,
): boolean => details?.passportEndsOn != null && details.passportEndsOn < passportGoodUntil(endsOn)

/** The day until which a passport must be good at least. */
export const passportGoodUntil = (endsOn: Day): Day =>
  format(addMonths(parseISO(endsOn), PASSPORT_MONTHS), 'yyyy-MM-dd')
