import { existsSync } from 'node:fs'
import { refuseOtherNode } from './node-version.mjs'

/** Not `process.env.NODE_ENV`: the build replaces that with React's 'production' (vite.config.ts). */
const { env } = process

/**
 * Runs before the settings are read. What sets NODE_ENV (the image, the demo, a test) sets the rest too;
 * anyone who types `npm start` or `npm run staff` means production, with the settings in .env.
 */
export function readDotEnv(): void {
  if (env.NODE_ENV) return
  env.NODE_ENV = 'production'
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** Runs a command typed at the machine, which imports what it needs itself. Errors are one line. */
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
