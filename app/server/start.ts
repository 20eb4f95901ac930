import { existsSync } from 'node:fs'

// Before React is imported, which looks at NODE_ENV. Whoever sets it (the image, the demo, a test) sets the rest
// too; a person who types `npm start` means production, with the settings in .env.
if (!process.env.NODE_ENV) {
  process.env.NODE_ENV = 'production'
  if (existsSync('.env')) process.loadEnvFile('.env')
}

// Reading the settings and migrating the database happen on import, and their failure is told in one sentence.
try {
  const { serve } = await import('./serve')
  await serve()
} catch (error) {
  console.error(`The site did not start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
