import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** All that a demo remembers from one run to the next. */
export const DEMO_FOLDER = 'data/demo'

export const inDemoFolder = (name: string): string => join(DEMO_FOLDER, name)

/** Begins anew; the logs of this run's first steps stay. */
export function forget(): void {
  if (!existsSync(DEMO_FOLDER)) return
  for (const name of readdirSync(DEMO_FOLDER, { encoding: 'utf8' })) {
    if (name !== 'logs') rmSync(inDemoFolder(name), { recursive: true, force: true })
  }
}
