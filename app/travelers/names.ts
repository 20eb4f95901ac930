import { type Day, daysFrom } from '#app/platform/days'

const TITLES = /^(mr|mrs|ms|miss|mx|dr|prof|rev)\.?$/i

/** One name as people write it, and nothing that a mail program would make a link of. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’-]*\.?$/u
const NAME_AT_MOST = 40

/**
 * The first name in a traveler's name, without a title; null where there is none that a letter could repeat.
 */
export function firstNameOf(name: string): string | null {
  const [first = '', second] = name.trim().split(/\s+/)
  const given = TITLES.test(first) && second ? second : first
  return given.length <= NAME_AT_MOST && NAME.test(given) ? given : null
}

/**
 * Until so many days before the departure travelers change names themselves; then tickets and permits are
 * written.
 */
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
