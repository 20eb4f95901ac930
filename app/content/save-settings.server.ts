import { eq } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import { SETTINGS_FIELDS, type SettingsEntry } from '#app/content/settings-form'
import { type SiteSettings, siteSettings } from '#app/content/site-settings.server'
import type { Staff } from '#app/staff/sessions.server'
import { type Db, db, immediately } from '#db/connection.server'
import { siteSettings as settings } from '#db/schema'

type Saved = { settings: SiteSettings } | { refused: 'changed-meanwhile'; settings: SiteSettings }

/**
 * Saves what the site says. Refused, with what is stored now, where somebody has saved other words since the
 * entry's version; without a version the last word counts. What is undefined stays as it is.
 */
export function saveSettings(entry: SettingsEntry, staff: Staff, now: Date, outer: Db = db): Saved {
  return immediately(outer, (tx) => {
    const stored = siteSettings()
    const changed = SETTINGS_FIELDS.filter(
      (field) => entry[field] !== undefined && entry[field] !== stored[field],
    )
    // The same form sent twice is no quarrel.
    if (changed.length === 0) return { settings: stored }
    if (entry.version !== undefined && entry.version !== stored.version) {
      return { refused: 'changed-meanwhile', settings: stored }
    }

    const saved = tx
      .update(settings)
      .set({ ...entry, version: stored.version + 1, updatedAt: now })
      .where(eq(settings.id, stored.id))
      .returning()
      .get()
    const act = { ...byStaff(staff), action: 'settings-saved', subject: 'settings' }
    recordAct({ ...act, detail: { changed: changed.map(words) } }, now, tx)
    return { settings: saved }
  })
}

const words = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
