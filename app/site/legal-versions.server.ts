import { createHash } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { db, immediately } from '#db/connection.server'
import { legalVersions } from '#db/schema/site'
import type { LegalPage } from '#db/values'

export type LegalVersion = typeof legalVersions.$inferSelect

const newest = db
  .select()
  .from(legalVersions)
  .where(eq(legalVersions.page, sql.placeholder('page')))
  .orderBy(desc(legalVersions.id))
  .limit(1)
  .prepare()

/** The version of a page by its number; undefined where the page has none of that number. */
export const legalVersion = (page: LegalPage, id: number): LegalVersion | undefined =>
  db
    .select()
    .from(legalVersions)
    .where(and(eq(legalVersions.page, page), eq(legalVersions.id, id)))
    .get()

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

const LINE_LENGTH = 16

/** Enough of the digest to tell two texts of a page apart. */
export const lineOfText = (text: string): string => digestOf(text).slice(0, LINE_LENGTH)

/** The newest version of a page, where that is what its text says now. */
export function versionNow(page: LegalPage, text: string): LegalVersion | undefined {
  const last = newest.get({ page })
  return last?.digest === digestOf(text) ? last : undefined
}

/**
 * The version that a text is: a new one where the page said something else before, so that what somebody
 * agreed to can be read word for word later.
 */
export function versionOfText(page: LegalPage, text: string, now: Date): LegalVersion {
  const known = versionNow(page, text)
  if (known) return known
  return immediately(
    (tx) =>
      versionNow(page, text) ??
      tx
        .insert(legalVersions)
        .values({ page, text, digest: digestOf(text), since: now })
        .returning()
        .get(),
  )
}
