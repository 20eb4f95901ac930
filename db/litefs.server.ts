import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '#app/env.server'

// What LiteFS writes into the folder that it mounts (https://fly.io/docs/litefs/primary/ and /position/).

/**
 * The name of the machine that may write, where that is another one: what `.primary` holds. Null where this one may, where
 * LiteFS has no connection to who may, and where there is no LiteFS.
 */
export function primaryElsewhere(): string | null {
  if (!env.LITEFS_DIR) return null
  return read(join(env.LITEFS_DIR, '.primary'))?.trim() || null
}

const POSITION = /^([\da-f]{16})\/[\da-f]{16}\n/

/**
 * How far this machine's copy of the database has come: the number of its last transaction, in hexadecimal digits of which
 * there are always as many, so that they are compared as they are. Null where there is no LiteFS.
 */
export function position(): string | null {
  if (!env.LITEFS_DIR) return null
  return POSITION.exec(read(`${env.DATABASE_PATH}-pos`) ?? '')?.[1] ?? null
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
