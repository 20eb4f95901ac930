import { existsSync } from 'node:fs'
import { refuseOtherNode } from './node-version.mjs'

/**
 * Not `process.env.NODE_ENV`: the build puts React's word for production in the place of that
 * (vite.config.ts).
 */
const { env } = process

/**
 * Before the settings are read. What sets NODE_ENV (the image, the demo, a test) sets the rest too; a
 * person who types `npm start` or `npm run staff` means production, with the settings in .env.
 */
export function readDotEnv(): void {
  if (env.NODE_ENV) return
  env.NODE_ENV = 'production'
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/**
 * A command that a person types at the machine. It imports what it needs by itself: the settings are read on
 * import. What it throws is said in one line.
 */
export async function runByHand(command: () => Promise<void>): Promise<void> {
  readDotEnv()
  try {
    refuseOtherNode()
    await command()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
