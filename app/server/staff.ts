import { existsSync } from 'node:fs'

// As start.ts: whoever sets NODE_ENV sets the rest too.
if (!process.env.NODE_ENV) {
  process.env.NODE_ENV = 'production'
  if (existsSync('.env')) process.loadEnvFile('.env')
}

try {
  const { linkByHand } = await import('#app/staff/link-by-hand.server')
  console.log(linkByHand(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
