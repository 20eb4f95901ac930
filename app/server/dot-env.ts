import { existsSync } from 'node:fs'

/**
 * Before React is imported, which looks at NODE_ENV. What sets it (the image, the demo, a test) sets the rest too; a
 * person who types `npm start` or `npm run staff` means production, with the settings in .env.
 */
export function readDotEnv(): void {
  if (process.env.NODE_ENV) return
  process.env.NODE_ENV = 'production'
  if (existsSync('.env')) process.loadEnvFile('.env')
}
