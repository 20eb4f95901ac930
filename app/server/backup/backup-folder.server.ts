import { readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { env } from '#app/platform/env.server'

const KEPT_DAYS = 7
const KEPT_WEEKS = 5
/** The longest that a night's backup is kept. */
export const BACKUP_MONTHS = 12
const KEPT_BY_HAND = 7

/** How many of each span are kept, and how the business's days fall into them; weeks begin on Monday. */
const SPANS: { kept: number; of: (day: Day) => string }[] = [
  { kept: KEPT_DAYS, of: (day) => day },
  { kept: KEPT_WEEKS, of: (day) => format(parseISO(day), 'RRRR-II') },
  { kept: BACKUP_MONTHS, of: (day) => day.slice(0, 7) },
]

type Made = { day: Day; at: Date; occasion: string }

/**
 * What to retain: the newest nightly backup of each of the last days, weeks and months, the last ones made by
 * hand, and the one before the last migration. Those dated after `now` are counted apart: a wrong clock
 * removes nothing that no newer backup replaces.
 */
export function retainedBackups<Backup extends Made>(backups: Backup[], now: Date): Set<Backup> {
  const ahead = backups.filter(({ at }) => at > now)
  return new Set([...newestBySpan(backups.filter(({ at }) => at <= now)), ...newestBySpan(ahead)])
}

function newestBySpan<Backup extends Made>(backups: Backup[]): Backup[] {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const madeFor = (isMeant: (occasion: string) => boolean) =>
    newestFirst.filter(({ occasion }) => isMeant(occasion))
  return [
    ...bySpans(madeFor((occasion) => occasion === 'nightly')),
    ...madeFor((occasion) => occasion === 'by-hand').slice(0, KEPT_BY_HAND),
    ...madeFor((occasion) => occasion.startsWith('before-')).slice(0, 1),
  ]
}

function bySpans<Backup extends Made>(newestFirst: Backup[]): Backup[] {
  return SPANS.flatMap(({ kept, of }) => {
    const newestOf = new Map<string, Backup>()
    for (const backup of newestFirst) {
      const span = of(backup.day)
      if (!newestOf.has(span)) newestOf.set(span, backup)
    }
    return [...newestOf.values()].slice(0, kept)
  })
}

/** Where finished backups lie. */
export const BACKUP_FOLDER = env.BACKUP_DIR ?? join(dirname(env.DATABASE_PATH), 'backups')

/** What a backup was made for: the night's, one by hand, or the way back from a migration. */
export type Occasion = 'nightly' | 'by-hand' | `before-${string}`

/** A finished backup: its business day, instant and occasion, all read from its name. */
export type Backup = { file: string; day: Day; at: Date; occasion: Occasion }

const NAME =
  /^safari-(\d{4}-\d\d-\d\d)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(?:-(by-hand|before-[\w-]+))?\.gz(?:\.enc)?$/

/** '20250602T080000000Z', as a file's name has room for it. */
export const stampOf = (instant: Date): string => instant.toISOString().replaceAll(/[-:.]/g, '')

/** 'safari-2025-06-02-20250602T080000000Z-by-hand.gz': business day, instant in UTC, occasion. */
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

/** The newest finished backup, or null; not one dated after `by`, by a clock that was ahead. */
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

/** Removes what is not retained, but not the backup just made, which a wrong clock may have dated early. */
export async function removeOldBackups(justMade: string, now: Date, folder = BACKUP_FOLDER): Promise<number> {
  const backups = backupsIn(folder)
  const kept = retainedBackups(backups, now)
  const old = backups.filter((backup) => !kept.has(backup) && backup.file !== justMade)
  for (const { file } of old) await rm(file, { force: true })
  return old.length
}
