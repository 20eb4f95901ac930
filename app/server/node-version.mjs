// Plain JavaScript without packages: the commands of a fresh clone ask it before anything is installed.

const OLDEST = { major: 20, minor: 12 }
/** From 24.19 on, a statement that better-sqlite3 12 lets go of may end the whole process (decision 008). */
const TOO_NEW = 24

/**
 * Why this release cannot run on a version of Node, such as `22.23.3`; null where it can.
 * @param {string} version
 */
export function nodeRefused(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major >= TOO_NEW) return `Node ${TOO_NEW} and later cannot run this release: use Node 22.`
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return null
  return `This needs Node ${OLDEST.major}.${OLDEST.minor} or later; here is ${version}.`
}

/** For each command first of all: throws where it cannot run on this Node. */
export function refuseOtherNode() {
  const refused = nodeRefused(process.versions.node)
  if (refused) throw new Error(refused)
}
