import { addMonths, format, parseISO } from 'date-fns'
import { type Day, daysFrom } from '#app/platform/days'

/** How many days before the departure letters ask for details that are missing, the first one first. */
export const DETAILS_ASKED_DAYS = [60, 35] as const

export type AskedDays = (typeof DETAILS_ASKED_DAYS)[number]

/**
 * Which letter it is time for while this many days are left: the later one takes the place of the first,
 * where that was missed. Null before the first, and once the journey has begun.
 */
export const askedAt = (daysLeft: number): AskedDays | null =>
  daysLeft < 1 ? null : (DETAILS_ASKED_DAYS.findLast((days) => daysLeft <= days) ?? null)

/** Details are erased this many days after the return, or after their booking came to nothing. */
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

const TITLES = /^(mr|mrs|ms|miss|mx|dr|prof|rev)\.?$/i

/** One name as people write it, and nothing that a mail program would make a link of. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’-]*\.?$/u
const NAME_AT_MOST = 40

/** The first name in a traveler's name, without a title; null for one that no letter should repeat. */
export function firstNameOf(name: string): string | null {
  const [first = '', second] = name.trim().split(/\s+/)
  const given = TITLES.test(first) && second ? second : first
  return given.length <= NAME_AT_MOST && NAME.test(given) ? given : null
}

/** Travelers change names until this many days before the departure; then tickets and permits are issued. */
export const NAME_CHANGE_DAYS = 45

export const NAME_FIELDS = ['name', 'passportName'] as const
export type NameField = (typeof NAME_FIELDS)[number]

/** By what we call a traveler, and their name in the passport; empty while it is not known. */
export type Names = Record<NameField, string | null | undefined>

/** Which names only staff change by now. One that is still empty can be filled in once, however late. */
export function fixedNames(names: Names, startsOn: Day, today: Day): Record<NameField, boolean> {
  const isLate = daysFrom(today, startsOn) < NAME_CHANGE_DAYS
  return { name: isLate && Boolean(names.name), passportName: isLate && Boolean(names.passportName) }
}
