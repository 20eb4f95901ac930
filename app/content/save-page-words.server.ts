import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { type ChangedMeanwhile, changedMeanwhile, versionOf } from '#app/lists/opened-version.server'
import { type Db, db, immediately } from '#db/connection.server'
import { pageWords as table } from '#db/schema'
import { fieldsOfPage } from './page-words'
import { wordsOf } from './page-words.server'
import type { PageWords } from './page-words-form'
import { pictureAt } from './site-pictures.server'
import type { WordedPage } from './worded-pages'

type PageWordsSaved =
  | { changed: string[] }
  | { refused: 'no-such-picture'; field: string }
  | ChangedMeanwhile<PageWords>

/**
 * Changes what a page says; `version` is what staff had opened. Refused where somebody else has saved since, and
 * where a picture that was chosen is gone.
 */
export function savePageWords(
  page: WordedPage,
  words: PageWords,
  version: string | undefined,
  actor: Actor,
  now: Date,
  outer: Db = db,
): PageWordsSaved {
  return immediately(outer, (tx) => {
    const stored = wordsOf(page)
    const meanwhile = changedMeanwhile(version, stored, words)
    if (meanwhile) return meanwhile
    const fields = fieldsOfPage(page)
    const changed = Object.keys(fields).filter((name) => words[name] !== stored[name])
    if (changed.length === 0) return { changed }
    const gone = changed.find((name) => fields[name]?.kind === 'picture' && !pictureAt(words[name] ?? ''))
    if (gone) return { refused: 'no-such-picture', field: gone }

    tx.insert(table)
      .values({ page, words, updatedAt: now })
      .onConflictDoUpdate({ target: table.page, set: { words, updatedAt: now } })
      .run()
    const detail = { page, changed }
    recordAct({ ...byStaff(actor), action: 'page-words-changed', subject: `page:${page}`, detail }, now, tx)
    return { changed }
  })
}

/** What the form that edits a page keeps, to see whether somebody saved in the meantime. */
export const versionOfPage = (page: WordedPage): string => versionOf(wordsOf(page))
