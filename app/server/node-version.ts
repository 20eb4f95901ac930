/** From 24.19 on, a statement that better-sqlite3 12 lets go of may end the whole process (decision 008). */
const NODE_TOO_NEW = 24

/** Why this release cannot run on a version of Node, such as `22.23.3`; null where it can. */
export const nodeRefused = (version: string): string | null =>
  Number.parseInt(version, 10) >= NODE_TOO_NEW
    ? `Node ${NODE_TOO_NEW} and later cannot run this release: use Node 22`
    : null
