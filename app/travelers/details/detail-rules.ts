import { addMonths, format, parseISO } from 'date-fns'
import type { Day } from '#app/platform/days'

/**
 * So many days before the departure a letter asks for details that are missing, once each; the first one
 * first.
 */
export const DETAILS_ASKED_DAYS = [60, 35] as const

export type AskedDays = (typeof DETAILS_ASKED_DAYS)[number]

/**
 * Which letter it is time for while so many days are left: the later one takes the place of the first, where
 * that was missed. Null before the first, and once the journey has begun.
 */
export const askedAt = (daysLeft: number): AskedDays | null =>
  daysLeft < 1 ? null : (DETAILS_ASKED_DAYS.findLast((days) => daysLeft <= days) ?? null)

/** Details of travelers are erased so many days after the return, or after their booking came to nothing. */
export const DETAILS_KEPT_DAYS = 60

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
