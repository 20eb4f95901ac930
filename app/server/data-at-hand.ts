import type { EntryContext } from '@remix-run/node'

type Page = Pick<EntryContext, 'serverHandoffStream' | 'renderMeta'>

/**
 * Reads what the loaders found, as the browser will be handed it, before the page is rendered: React then waits for
 * nothing. `isWhole` unless a loader promised something for later, which a part of the page may still wait for.
 */
export async function withDataAtHand<Context extends Page>(
  context: Context,
): Promise<{ context: Context; isWhole: boolean }> {
  const reader = context.serverHandoffStream?.getReader()
  if (!reader) return { context, isWhole: true }
  const decoder = new TextDecoder()
  const streamCache: NonNullable<NonNullable<Page['renderMeta']>['streamCache']> = {}
  let pieces = 0
  for (let done = false; !done; pieces += 1) {
    const read = await reader.read()
    done = read.done
    const value = read.value ? decoder.decode(read.value, { stream: true }) : ''
    streamCache[pieces] = Object.assign(Promise.resolve(), { result: { done, value } })
  }
  reader.releaseLock()
  return { context: { ...context, renderMeta: { streamCache } }, isWhole: pieces <= ALL_AT_ONCE }
}

/** The data in one piece, and its end. */
const ALL_AT_ONCE = 2
