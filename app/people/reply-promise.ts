// Apart from the fields of what strangers write: a badge, on every page, needs the promise and not those.

/** Hours within which someone who writes to us hears from a person (rules 5.1). */
export const REPLY_HOURS = 24

/** The promise as a part of a sentence: 'A real person replies within 24 hours.' */
export const REPLY_WITHIN = `within ${REPLY_HOURS} hours`

/** When the promise to someone who wrote at this instant runs out. */
export const replyDueAt = (wroteAt: Date): Date => new Date(wroteAt.getTime() + REPLY_HOURS * 3_600_000)

/** The last instant of writing for which the promise has run out by `now`. */
export const lateSince = (now: Date): Date => new Date(now.getTime() - REPLY_HOURS * 3_600_000)

/** Whether no one has answered though the promised hours have passed. */
export const isReplyLate = (letter: { createdAt: Date; answeredAt: Date | null }, now: Date): boolean =>
  letter.answeredAt === null && letter.createdAt <= lateSince(now)
