import { createHash } from 'node:crypto'

type Words = Record<string, unknown>

/** A mark of what a row says, for rows that count no versions: another mark later means that somebody saved meanwhile. */
export function versionOf(words: Words): string {
  const inOrder = Object.entries(words).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url').slice(0, 22)
}

export type ChangedMeanwhile<Stored extends Words> = {
  refused: 'changed-meanwhile'
  stored: Stored
  version: string
}

/**
 * Refuses to write `words` over what somebody else has stored since `opened`; null where nobody has, or where they
 * stored the same. Without `opened` nobody looked at the row before, and what is stored is replaced.
 */
export function changedMeanwhile<Stored extends Words>(
  opened: string | undefined,
  stored: Stored,
  words: Stored,
): ChangedMeanwhile<Stored> | null {
  const version = versionOf(stored)
  if (opened === undefined || opened === version || version === versionOf(words)) return null
  return { refused: 'changed-meanwhile', stored, version }
}
