import { createHash } from 'node:crypto'
import { asc, count, eq } from 'drizzle-orm'
import { type ChangedSince, changedSince, versionOf } from '#app/platform/lists/row-versions.server'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { rowBy, rowsBy } from '#db/prepared.server'
import { documents, documentVersions } from '#db/schema/documents'
import { DOCUMENTS_AT_MOST, type DocumentWords, VERSIONS_AT_MOST } from './document-form'

export type DocumentVersion = typeof documentVersions.$inferSelect
/** With what it says now. */
export type TourDocument = typeof documents.$inferSelect & { now: DocumentVersion }

type Saved =
  | { id: number }
  | { refused: 'gone' | 'too-many' | 'too-many-versions' }
  | ChangedSince<DocumentWords>

/** What a document has said, the first version first. */
export const versionsOf = rowsBy(documentVersions, documentVersions.documentId, documentVersions.id)

const rowOf = rowBy(documents, documents.id)

/** The documents of a departure, the first one first; also those that have ended. */
export const documentsOf = (departureId: number): TourDocument[] =>
  db
    .select()
    .from(documents)
    .where(eq(documents.departureId, departureId))
    .orderBy(asc(documents.id))
    .all()
    .map(withVersion)

/** One of them; undefined where the departure has none of that number. */
export function documentIn(departureId: number, id: number): TourDocument | undefined {
  const row = rowOf(id)
  return row?.departureId === departureId ? withVersion(row) : undefined
}

const withVersion = (row: typeof documents.$inferSelect): TourDocument => ({
  ...row,
  now: versionsOf(row.id).at(-1) as DocumentVersion,
})

const wordsOf = ({ signers, daysBefore, now: { title, text } }: TourDocument): DocumentWords => ({
  ...{ title, signers, daysBefore, text },
  asksAgain: false,
})

/** What staff do with the documents of a departure, as a list's page asks for it (list-answers.server.ts). */
export const documentsIn = (departureId: number) => ({
  open(id: number): { words: DocumentWords; version: string } | null {
    const document = documentIn(departureId, id)
    return document ? { words: wordsOf(document), version: versionOf(wordsOf(document)) } : null
  },

  add(words: DocumentWords, actor: Actor, now: Date): Saved {
    return immediately((tx) => {
      const total = tx
        .select({ total: count() })
        .from(documents)
        .where(eq(documents.departureId, departureId))
        .get()
      if ((total?.total ?? 0) >= DOCUMENTS_AT_MOST) return { refused: 'too-many' }
      const { signers, daysBefore } = words
      const { id } = tx
        .insert(documents)
        .values({ departureId, signers, daysBefore, createdAt: now })
        .returning({ id: documents.id })
        .get()
      writeVersion(id, { ...words, asksAgain: true }, now, tx)
      recordDepartureAct(now, departureId, byStaff(actor), 'document-added', { title: words.title })
      return { id }
    })
  },

  /** Other words are a new version; with `asksAgain` also the same ones are. */
  change(
    id: number,
    { version, ...words }: DocumentWords & { version?: string | undefined },
    actor: Actor,
    now: Date,
  ): Saved {
    return immediately((tx) => {
      const stored = documentIn(departureId, id)
      if (!stored || stored.endedAt !== null) return { refused: 'gone' }
      const { signers, daysBefore, title, text, asksAgain } = words
      const savedSince = changedSince(version, wordsOf(stored), { ...words, asksAgain: false })
      if (savedSince) return savedSince
      const isNew = title !== stored.now.title || text !== stored.now.text || asksAgain
      if (isNew && versionsOf(id).length >= VERSIONS_AT_MOST) return { refused: 'too-many-versions' }
      if (isNew) writeVersion(id, words, now, tx)
      tx.update(documents).set({ signers, daysBefore }).where(eq(documents.id, id)).run()
      recordDepartureAct(now, departureId, byStaff(actor), 'document-changed', { title })
      return { id }
    })
  },

  /** No one is asked to sign it from now on; what was signed stays. */
  remove(id: number, actor: Actor, now: Date): boolean {
    return immediately((tx) => {
      const stored = documentIn(departureId, id)
      if (!stored || stored.endedAt !== null) return false
      tx.update(documents).set({ endedAt: now }).where(eq(documents.id, id)).run()
      recordDepartureAct(now, departureId, byStaff(actor), 'document-ended', { title: stored.now.title })
      return true
    })
  },
})

/** The documents that are still asked for, with what they say now, as a copied departure begins. */
export function copyDocuments(from: number, to: number, now: Date, tx: Tx): void {
  for (const { signers, daysBefore, endedAt, now: version } of documentsOf(from)) {
    if (endedAt !== null) continue
    const { id } = tx
      .insert(documents)
      .values({ departureId: to, signers, daysBefore, createdAt: now })
      .returning({ id: documents.id })
      .get()
    writeVersion(id, { ...version, asksAgain: true }, now, tx)
  }
}

/** What the digest of a signature is made of. */
const digestOf = ({ title, text }: Pick<DocumentWords, 'title' | 'text'>): string =>
  createHash('sha256').update(`${title}\n\n${text}`).digest('hex')

function writeVersion(
  documentId: number,
  { title, text, asksAgain }: Pick<DocumentWords, 'title' | 'text' | 'asksAgain'>,
  now: Date,
  tx: Tx,
): void {
  const digest = digestOf({ title, text })
  tx.insert(documentVersions).values({ documentId, title, text, digest, asksAgain, since: now }).run()
}
