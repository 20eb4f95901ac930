import { eq } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { type Db, db, immediately } from '#db/connection.server'
import { siteSettings as settings } from '#db/schema'
import { SETTINGS_FIELDS, type SettingsEntry } from './settings-form'
import { pictureAt } from './site-pictures.server'
import { type SiteSettings, siteSettings } from './site-settings.server'

type Saved =
  | { settings: SiteSettings }
  | { refused: 'changed-meanwhile'; settings: SiteSettings }
  | { refused: 'no-such-picture' }

/**
 * Saves what the site says. Refused, with what is stored now, where somebody has saved other words since the
 * entry's version; without a version the last word counts. Refused, too, where the picture chosen is gone. What is
 * undefined stays as it is.
 */
export function saveSettings(entry: SettingsEntry, staff: Staff, now: Date, outer: Db = db): Saved {
  return immediately(outer, (tx) => {
    const stored = siteSettings()
    const changed = SETTINGS_FIELDS.filter(
      (field) => entry[field] !== undefined && entry[field] !== stored[field],
    )
    // The same form sent twice is no conflict.
    if (changed.length === 0) return { settings: stored }
    if (entry.version !== undefined && entry.version !== stored.version) {
      return { refused: 'changed-meanwhile', settings: stored }
    }

    if (changed.includes('leaderPicture') && !pictureAt(entry.leaderPicture ?? '')) {
      return { refused: 'no-such-picture' }
    }

    const saved = tx
      .update(settings)
      .set({ ...entry, version: stored.version + 1, updatedAt: now })
      .where(eq(settings.id, stored.id))
      .returning()
      .get()
    const detail = { changed: changed.map(words) }
    recordAct({ ...byStaff(staff), action: 'settings-saved', subject: 'settings', detail }, now, tx)
    return { settings: saved }
  })
}

const words = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
