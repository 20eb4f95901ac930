import { eq } from 'drizzle-orm'
import { valuesOf } from '#app/platform/typed/fields'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { db, immediately } from '#db/connection.server'
import { siteSettings as settings, contentVersion as versions } from '#db/schema/site'
import { pictureAt } from './gallery.server'
import { SETTINGS, SETTINGS_FIELDS, type SettingsEntry } from './settings-form'
import { withoutStandIns } from './stand-ins.server'

/** By name: what else the row may hold is not for pages. */
const SHOWN = {
  id: settings.id,
  ...valuesOf(SETTINGS, settings),
  version: settings.version,
  updatedAt: settings.updatedAt,
}

const readSettings = db.select(SHOWN).from(settings).prepare()

export type SiteSettings = NonNullable<ReturnType<typeof readSettings.get>>

/** What the site says to guests: what the seed invented, and nobody has replaced yet, is empty. */
export const siteSettings = (): SiteSettings => withoutStandIns(storedSettings())

/** What staff wrote, as they edit it. The seed makes the row, so a site without it is broken: throws. */
export function storedSettings(): SiteSettings {
  const row = readSettings.get()
  if (!row) throw new Error('There are no site settings')
  return row
}

type Saved =
  | { settings: SiteSettings }
  | { refused: 'changed-since'; settings: SiteSettings }
  | { refused: 'no-such-picture' }

/**
 * Saves what the site says; what is undefined stays. Refused, with what is stored now, where someone else
 * saved since the entry's version, if it has one, and where the chosen picture is gone.
 */
export function saveSettings(entry: SettingsEntry, staff: Staff, now: Date): Saved {
  return immediately((tx) => {
    const stored = storedSettings()
    const changed = SETTINGS_FIELDS.filter(
      (field) => entry[field] !== undefined && entry[field] !== stored[field],
    )
    // The same form sent twice is no conflict.
    if (changed.length === 0) return { settings: stored }
    if (entry.version !== undefined && entry.version !== stored.version) {
      return { refused: 'changed-since', settings: stored }
    }

    if (changed.includes('leaderPicture') && !pictureAt(entry.leaderPicture ?? '')) {
      return { refused: 'no-such-picture' }
    }

    const saved = tx
      .update(settings)
      .set({ ...entry, version: stored.version + 1, updatedAt: now })
      .where(eq(settings.id, stored.id))
      .returning(SHOWN)
      .get()
    const detail = { changed: changed.map(words) }
    recordAct(now, { ...byStaff(staff), action: 'settings-saved', subject: 'settings', detail })
    return { settings: saved }
  })
}

const words = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const readVersion = db.select({ version: versions.version }).from(versions).prepare()

/** Rises whenever something changes that public pages show; the database's triggers raise it. */
export const contentVersion = (): number => readVersion.get()?.version ?? 0
