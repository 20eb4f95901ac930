import { readDotEnv } from './dot-env'
import { refuseOtherNode } from './node-version.mjs'

readDotEnv()

let hasMigrated = false
// Reading the settings and migrating the database happen on import, and a failure is reported in one line.
try {
  refuseOtherNode()
  const { listenBeforeReady, prepareDatabase } = await import('./listen')
  const server = await listenBeforeReady()
  hasMigrated = await prepareDatabase(new URL('./migrate.js', import.meta.url))
  const { serve } = await import('./serve')
  await serve(server)
} catch (error) {
  const why = error instanceof Error ? error.message : String(error)
  const state = hasMigrated
    ? 'The database has been migrated to this release: docs/running.md says how to go back.'
    : 'The database was not migrated.'
  console.error(`The site did not start: ${/[.!?]$/.test(why) ? why : `${why}.`} ${state}`)
  process.exit(1)
}
