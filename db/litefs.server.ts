import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '#app/platform/env.server'

/**
 * The name of the machine that may write, where that is another one: what `.primary` holds
 * (https://fly.io/docs/litefs/primary/). Null where this one may, where
 * LiteFS has no connection to the machine that may, and where there is no LiteFS.
 */
export function primaryElsewhere(): string | null {
  if (!env.LITEFS_DIR) return null
  try {
    return readFileSync(join(env.LITEFS_DIR, '.primary'), 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
