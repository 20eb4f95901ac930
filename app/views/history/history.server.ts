import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { env } from '#app/platform/env.server'
import { type PageAsked, type PageCursors, pageOf } from '#app/platform/lists/page-cursor'
import { db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { auditLog as log } from '#db/schema'
import { type ShownAct, showAct } from './shown-event'

export type History = { acts: ShownAct[]; cursors: PageCursors }

/** About what, and whose acts: 'site' for those where nobody was signed in, and of users who are gone. */
export type HistoryFilter = { subject?: string; actorId?: number | 'site' }

const PAGE_SIZE = 50

/** What happened to a subject, as 'booking:TS-ABC123', newest first. */
export const historyOf = (subject: string, page: PageAsked): History => wholeHistory(page, { subject })

/** What a user did, newest first. */
export const historyBy = (actorId: number, page: PageAsked): History => wholeHistory(page, { actorId })

/** The whole audit log, newest first, or what the filter leaves of it. */
export function wholeHistory(asked: PageAsked, { subject, actorId }: HistoryFilter = {}): History {
  const place = 'cursor' in asked ? { at: asked.cursor.at.getTime(), id: asked.cursor.id } : {}
  const by = actorId === undefined ? 'anybody' : actorId === 'site' ? 'site' : 'actor'
  const found = QUESTIONS()[subject === undefined ? 'anything' : 'subject'][by][asked.from].all({
    subject,
    actorId,
    ...place,
  })
  const { rows, cursors } = pageOf(found, PAGE_SIZE, asked, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { acts: rows.map((act) => showAct(act, env.BUSINESS_TIMEZONE)), cursors }
}

/** Whether anything is known of a subject. */
export const hasHistory = (subject: string): boolean => known.get({ subject }) !== undefined

const known = db
  .select({ id: log.id })
  .from(log)
  .where(eq(log.subject, sql.placeholder('subject')))
  .limit(1)
  .prepare()

/**
 * The four ways to read a page, prepared once. Each walks an index: instants are followed by the row's id.
 */
function questions(...conditions: SQL[]) {
  const place = sql`(${sql.placeholder('at')}, ${sql.placeholder('id')})`
  const question = (beyond: SQL | undefined, way: typeof asc) =>
    db
      .select()
      .from(log)
      .where(and(...conditions, beyond))
      .orderBy(way(log.createdAt), way(log.id))
      .limit(PAGE_SIZE + 1)
      .prepare()
  return {
    start: question(undefined, desc),
    after: question(sql`(${log.createdAt}, ${log.id}) < ${place}`, desc),
    before: question(sql`(${log.createdAt}, ${log.id}) > ${place}`, asc),
    end: question(undefined, asc),
  }
}

const OF_SUBJECT = eq(log.subject, sql.placeholder('subject'))
const BY_ACTOR = eq(log.actorId, sql.placeholder('actorId'))
const BY_SITE = isNull(log.actorId)

const QUESTIONS = prepared(() => ({
  anything: { anybody: questions(), actor: questions(BY_ACTOR), site: questions(BY_SITE) },
  subject: {
    anybody: questions(OF_SUBJECT),
    actor: questions(OF_SUBJECT, BY_ACTOR),
    site: questions(OF_SUBJECT, BY_SITE),
  },
}))

/**
 * The subject that a person means who types a booking's reference, a username or the subject itself. Where
 * nothing is known of any, what was typed.
 */
export function subjectMeant(typed: string): string {
  const readings = [`booking:${typed.toUpperCase()}`, `user:${typed}`, typed, typed.toLowerCase()]
  return readings.find(hasHistory) ?? typed
}
