import { readDotEnv } from './dot-env'

readDotEnv()

// Reading the settings and migrating the database happen on import, and a failure is reported in one sentence.
try {
  const { openDoor, readyDatabase } = await import('./door')
  const server = await openDoor()
  await readyDatabase(new URL('./migrate.js', import.meta.url))
  const { serve } = await import('./serve')
  await serve(server)
} catch (error) {
  console.error(`The site did not start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
