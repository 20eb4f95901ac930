import { formatDistanceStrict } from 'date-fns'
import type { OwnSession } from '#app/staff/sessions.server'
import type { ShownSession } from './own-forms'

const MINUTE = 60_000

/** How long ago, by the machine's clock like sessions themselves: the demo's business time is another. */
const ago = (then: Date, at: Date): string =>
  at.getTime() - then.getTime() < MINUTE ? 'just now' : formatDistanceStrict(then, at, { addSuffix: true })

/** A session as its owner reads it: 'Signed in 2 days ago · last seen 5 minutes ago'. */
export const showSession = (
  { browser, startedAt, lastSeenAt, isThis }: OwnSession,
  at: Date,
): ShownSession => ({
  browser,
  isThis,
  times: `Signed in ${ago(startedAt, at)} · last seen ${isThis ? 'just now' : ago(lastSeenAt, at)}`,
})
