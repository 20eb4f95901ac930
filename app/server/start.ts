import { readDotEnv } from './dot-env'

readDotEnv()

/** From 24.19 on, a statement that better-sqlite3 12 lets go of may end the whole process (decision 008). */
const NODE_TOO_NEW = 24

let hasMigrated = false
// Reading the settings and migrating the database happen on import, and a failure is reported in one line.
try {
  if (Number.parseInt(process.versions.node, 10) >= NODE_TOO_NEW)
    throw new Error('Node 24 and later cannot run this release: use Node 22')
  const { openDoor, readyDatabase } = await import('./door')
  const server = await openDoor()
  hasMigrated = await readyDatabase(new URL('./migrate.js', import.meta.url))
  const { serve } = await import('./serve')
  await serve(server)
} catch (error) {
  const why = error instanceof Error ? error.message : String(error)
  const state = hasMigrated
    ? 'The database has been migrated to this release: docs/deploying.md says how to go back.'
    : 'The database was not migrated.'
  console.error(`The site did not start: ${/[.!?]$/.test(why) ? why : `${why}.`} ${state}`)
  process.exit(1)
}
