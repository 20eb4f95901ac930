const TITLES = /^(mr|mrs|ms|miss|mx|dr|prof|rev)\.?$/i

/** One name as people write it, and nothing that a mail program would make a link of. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’-]*\.?$/u
const NAME_AT_MOST = 40

/** The first name in a traveler's name, without a title; null where there is none that a letter could repeat. */
export function firstNameOf(name: string): string | null {
  const [first = '', second] = name.trim().split(/\s+/)
  const given = TITLES.test(first) && second ? second : first
  return given.length <= NAME_AT_MOST && NAME.test(given) ? given : null
}
