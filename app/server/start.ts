import cluster from 'node:cluster'
import { readDotEnv } from './dot-env'

readDotEnv()

// Reading the settings and migrating the database happen on import, and a failure is reported in one sentence.
try {
  const { env } = await import('#app/env.server')
  if (env.WEB_PROCESSES > 1 && cluster.isPrimary) {
    const { serveByProcesses } = await import('./processes')
    await serveByProcesses(env.WEB_PROCESSES)
  } else {
    const { openDoor, readyDatabase } = await import('./door')
    const server = await openDoor()
    await readyDatabase(new URL('./migrate.js', import.meta.url))
    const { serve } = await import('./serve')
    await serve(server)
  }
} catch (error) {
  console.error(`The site did not start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
