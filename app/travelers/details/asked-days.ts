/** So many days before the departure a letter asks for details that are missing, once each; the first one first. */
export const DETAILS_ASKED_DAYS = [60, 35] as const

export type AskedDays = (typeof DETAILS_ASKED_DAYS)[number]

/**
 * Which letter it is time for while so many days are left: the later one takes the place of the first, where that was
 * missed. Null before the first, and once the journey has begun.
 */
export const askedAt = (daysLeft: number): AskedDays | null =>
  daysLeft < 1 ? null : (DETAILS_ASKED_DAYS.findLast((days) => daysLeft <= days) ?? null)
