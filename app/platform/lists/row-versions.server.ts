import { createHash } from 'node:crypto'

type Words = Record<string, unknown>

/** A digest of what a row says, for rows without a version number: it changes with each save. */
export function versionOf(words: Words): string {
  const inOrder = Object.entries(words).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url').slice(0, 22)
}

export type ChangedSince<Stored extends Words> = {
  refused: 'changed-since'
  stored: Stored
  version: string
}

/**
 * Refuses to write `words` over what someone else stored since `opened`; null where no one did, where they
 * stored the same, and without `opened`: then what is stored is replaced.
 */
export function changedSince<Stored extends Words>(
  opened: string | undefined,
  stored: Stored,
  words: Stored,
): ChangedSince<Stored> | null {
  const version = versionOf(stored)
  if (opened === undefined || opened === version || version === versionOf(words)) return null
  return { refused: 'changed-since', stored, version }
}
