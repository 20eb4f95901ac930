// Plain JavaScript without packages: the commands of a fresh clone ask it before anything is installed.

/** The oldest that may run it, as major and minor. */
export const OLDEST = '22.14'

/** The long-term release: what the image has, CI tests first, and an older machine fetches. */
export const LONG_TERM = 24

/**
 * Why this release cannot run on a version of Node, such as `20.19.0`; null where it can.
 * @param {string} version
 */
export function nodeRefused(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null
  return `This needs Node ${OLDEST} or later; here is ${version}.`
}

/** For each command first of all: throws where it cannot run on this Node. */
export function refuseOtherNode() {
  const refused = nodeRefused(process.versions.node)
  if (refused) throw new Error(refused)
}
