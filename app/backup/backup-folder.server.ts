import { readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { businessDay } from '#app/clock.server'
import type { Day } from '#app/days'
import { env } from '#app/env.server'
import { keptOf } from './keeping-rule'

/** Where finished backups lie. */
export const BACKUP_FOLDER =
  env.BACKUP_DIR ??
  (env.DATABASE_PATH === ':memory:'
    ? join(tmpdir(), `savanna-backups-${process.pid}`)
    : join(dirname(env.DATABASE_PATH), 'backups'))

/** What a backup was made for: the night's, one by hand, or the way back from a migration. */
export type Occasion = 'nightly' | 'by-hand' | `before-${string}`

/** A finished backup: the business's day on which it was made, the instant, and what for, all from its name. */
export type Backup = { file: string; day: Day; at: Date; occasion: Occasion }

const NAME =
  /^safari-(\d{4}-\d\d-\d\d)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(?:-(by-hand|before-[\w-]+))?\.gz(?:\.enc)?$/

/** '20250602T080000000Z', as a file's name has room for it. */
export const stampOf = (instant: Date): string => instant.toISOString().replaceAll(/[-:.]/g, '')

/** 'safari-2025-06-02-20250602T080000000Z-by-hand.gz': the business's day, the instant in UTC, and what it was made for. */
export const nameOfBackup = (now: Date, occasion: Occasion, isSealed: boolean): string => {
  const which = occasion === 'nightly' ? '' : `-${occasion}`
  return `safari-${businessDay(now)}-${stampOf(now)}${which}.gz${isSealed ? '.enc' : ''}`
}

/** The finished backups in the folder, newest first; whatever else lies there is not ours. */
export function backupsIn(folder = BACKUP_FOLDER): Backup[] {
  return namesIn(folder)
    .flatMap((name) => {
      const [found, day = '', ...digits] = NAME.exec(name) ?? []
      if (!found) return []
      const [year, month, date, hour, minute, second, milliseconds, occasion = 'nightly'] = digits
      const at = new Date(`${year}-${month}-${date}T${hour}:${minute}:${second}.${milliseconds}Z`)
      return Number.isNaN(at.getTime())
        ? []
        : [{ file: join(folder, name), day, at, occasion: occasion as Occasion }]
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime())
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * The newest finished backup: when it was made, by business time, and how large it is. Null where there is none. One
 * dated after `by` was made by a clock that was ahead, and says nothing of last night.
 */
export function lastBackup(
  folder = BACKUP_FOLDER,
  by?: Date,
): { at: Date; bytes: number; file: string } | null {
  for (const { file, at } of backupsIn(folder)) {
    if (by && at > by) continue
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isFile()) return { at, bytes: found.size, file }
  }
  return null
}

/**
 * Removes the backups that the rule does not keep, but not the one just made, which a clock that went wrong may have
 * dated before others. Answers how many it was.
 */
export async function removeOldBackups(justMade: string, now: Date, folder = BACKUP_FOLDER): Promise<number> {
  const backups = backupsIn(folder)
  const kept = keptOf(backups, now)
  const old = backups.filter((backup) => !kept.has(backup) && backup.file !== justMade)
  for (const { file } of old) await rm(file, { force: true })
  return old.length
}
