import { readDotEnv } from './dot-env'

readDotEnv()

// Reading the settings and migrating the database happen on import, and a failure is reported in one sentence.
try {
  const { serve } = await import('./serve')
  await serve()
} catch (error) {
  console.error(`The site did not start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
