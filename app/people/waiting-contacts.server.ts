import { asc, isNull, sql } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { contactInquiries as contacts } from '#db/schema'
import { lateSince } from './reply-promise'

/** Beyond this many a number says no more; counting goes no further. */
export const WAITING_COUNTED = 1_000
const SHOWN = 5

/** Written as the partial index has it, so that it is the one that is read. */
const isWaiting = isNull(contacts.answeredAt)

const counted = (alsoAsked = sql``) =>
  sql<number>`(select count(*) from (select 1 from ${contacts} where ${isWaiting}${alsoAsked} limit ${sql.raw(String(WAITING_COUNTED))}))`

const counts = db
  .select({
    waiting: counted().as('waiting'),
    late: counted(sql` and ${contacts.createdAt} <= ${sql.placeholder('lateSince')}`).as('late'),
  })
  .from(sql`(select 1)`)
  .prepare()

const longest = db
  .select({
    id: contacts.id,
    firstName: contacts.firstName,
    lastName: contacts.lastName,
    interest: contacts.interest,
    answeredAt: contacts.answeredAt,
    createdAt: contacts.createdAt,
  })
  .from(contacts)
  .where(isWaiting)
  .orderBy(asc(contacts.createdAt), asc(contacts.id))
  .limit(SHOWN)
  .prepare()

export type WaitingCounts = { waiting: number; late: number }

/** How many wait for an answer, and how many of them longer than was promised; 1,000 at most of each. */
export const waitingCounts = (now: Date): WaitingCounts =>
  counts.get({ lateSince: lateSince(now).getTime() }) ?? { waiting: 0, late: 0 }

/** The five who have waited longest for an answer. */
export const longestWaiting = () => longest.all()
