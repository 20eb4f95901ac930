import { count, eq } from 'drizzle-orm'
import { type Letter, letter, lines, linkTo, words as said } from '#app/mail/letter'
import { greeting, mailboxOf, postTo, postToStaff } from '#app/mail/outbox.server'
import { isSiteLimitReached } from '#app/mail/site-limits.server'
import { businessDay, DAY_MS } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { newLinkToken } from '#app/platform/keys.server'
import { type ChangedSince, changedSince, versionOf } from '#app/platform/lists/row-versions.server'
import { signature } from '#app/site/letter-foot.server'
import { waysToReach } from '#app/site/reach'
import { siteSettings } from '#app/site/settings.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { hasRow } from '#db/prepared.server'
import { leaders } from '#db/schema/leaders'
import { discountCodes } from '#db/schema/money'
import type { Application, LeaderWords } from './leader-form'
import { isLeaderCode, type Leader, leaderWithId, linkToShare, pageOfLeader } from './leaders.server'
import { releaseBlocksOf } from './release-blocks.server'

/** All that staff ever make: the list has no pages. */
export const LEADERS_AT_MOST = 1_000

/** Several of one mailbox in a day are one. */
const SAME_WITHIN_MS = DAY_MS

/**
 * Stores that someone would like to bring others, and tells staff. The same mailbox within a day is one
 * application. Refused beyond what the whole site takes.
 */
export function applyAsLeader(application: Application, now: Date): { id: number } | { refused: 'too-many' } {
  return immediately((tx) => {
    const since = now.getTime() - SAME_WITHIN_MS
    const applied = tx.select().from(leaders).where(eq(leaders.state, 'applied')).all()
    const known = applied.find(
      ({ email, createdAt }) =>
        createdAt.getTime() > since && mailboxOf(email) === mailboxOf(application.email),
    )
    if (known) return { id: known.id }
    if (isSiteLimitReached('leaders', leaders, now, tx)) return { refused: 'too-many' }
    const { name, email, message, phone = null } = application
    const { id } = insertLeader({ name, email, message, phone, state: 'applied' }, now, tx)
    const subject = `leader:${id}`
    recordAct(now, { actor: 'traveler', action: 'leader-applied', subject })
    postToStaff(now, {
      kind: 'leader-application',
      once: id,
      letter: applicationNotice(application, `${env.BASE_URL}/admin/leaders/${id}`),
      headers: { 'Reply-To': application.email },
    })
    return { id }
  })
}

function insertLeader(
  row: Omit<typeof leaders.$inferInsert, 'pageKey' | 'createdAt' | 'updatedAt'>,
  now: Date,
  tx: Tx,
) {
  const keyed = { ...row, pageKey: newLinkToken(), createdAt: now, updatedAt: now }
  return tx.insert(leaders).values(keyed).returning().get()
}

const wordsOf = ({ name, email, phone, code, notes }: Leader): LeaderWords => ({
  ...{ name, email, code: code ?? '', notes },
  phone: phone ?? undefined,
})

const columnsOf = ({ name, email, phone, code, notes }: LeaderWords) => ({
  ...{ name, email, code, notes, phone: phone ?? null },
})

/** What the form of a leader begins with, and the version it keeps. */
export const openLeader = (leader: Leader) => ({
  words: wordsOf(leader),
  version: versionOf(wordsOf(leader)),
})

type Refused = { refused: 'code-taken' | 'too-many' | 'gone' }

const isTaken = (code: string, own: Leader | null): boolean =>
  code !== own?.code && (isLeaderCode(code) || hasRow(discountCodes, eq(discountCodes.code, code)))

/** Adds a leader whom no one had to ask; they get the letter with their links. */
export function addLeader(words: LeaderWords, actor: Actor, now: Date): { id: number } | Refused {
  return immediately((tx) => {
    if (isTaken(words.code, null)) return { refused: 'code-taken' }
    if ((tx.select({ total: count() }).from(leaders).get()?.total ?? 0) >= LEADERS_AT_MOST)
      return { refused: 'too-many' }
    const leader = insertLeader({ ...columnsOf(words), state: 'approved' }, now, tx)
    record('leader-added', leader, actor, now)
    welcome(leader, now)
    return { id: leader.id }
  })
}

/** Saves what staff write of a leader; one who has applied is approved with it, and gets their links. */
export function saveLeader(
  id: number,
  { version, ...words }: LeaderWords & { version?: string | undefined },
  actor: Actor,
  now: Date,
): { id: number; isApproved: boolean } | Refused | ChangedSince<LeaderWords> {
  return immediately((tx) => {
    const stored = leaderWithId(id)
    if (!stored) return { refused: 'gone' }
    if (isTaken(words.code, stored)) return { refused: 'code-taken' }
    const savedSince = changedSince(version, wordsOf(stored), words)
    if (savedSince) return savedSince
    const isApproved = stored.state === 'applied'
    const state = isApproved ? 'approved' : stored.state
    const leader = tx
      .update(leaders)
      .set({ ...columnsOf(words), state, updatedAt: now })
      .where(eq(leaders.id, id))
      .returning()
      .get()
    record(isApproved ? 'leader-approved' : 'leader-changed', leader, actor, now)
    if (isApproved) welcome(leader, now)
    return { id, isApproved }
  })
}

/**
 * Ends what a leader may do: links and code open nothing anymore, and what was kept is anyone's. Their guests
 * stay theirs. An application is deleted instead. False where that was done already.
 */
export function endLeader(id: number, actor: Actor, now: Date): boolean {
  return immediately((tx) => {
    const leader = leaderWithId(id)
    if (!leader || leader.state === 'ended') return false
    if (leader.state === 'applied') {
      tx.delete(leaders).where(eq(leaders.id, id)).run()
      record('leader-declined', leader, actor, now)
      return true
    }
    tx.update(leaders).set({ state: 'ended', updatedAt: now }).where(eq(leaders.id, id)).run()
    releaseBlocksOf(id, byStaff(actor), now, tx)
    record('leader-ended', leader, actor, now)
    return true
  })
}

function record(
  action: 'leader-added' | 'leader-approved' | 'leader-changed' | 'leader-ended' | 'leader-declined',
  leader: Leader,
  actor: Actor,
  now: Date,
): void {
  const detail = { ...(leader.code !== null && { code: leader.code }) }
  recordAct(now, { ...byStaff(actor), action, subject: `leader:${leader.id}`, detail })
}

/** Tells staff that someone would like to bring others; answering it answers them. */
const applicationNotice = (application: Application, address: string): Letter => letter`
  # ${application.name} would like to bring people along

  | Name | ${application.name} |
  | Email | ${application.email} |
  | Phone | ${application.phone ?? 'none'} |

  ## Who they would bring

  ${lines(application.message)}

  [Open the application](${address})

  -# Approve it there, and we’ll email them their link.
`

/** What a new leader gets: the link to share, their code and their own page. */
function welcome(leader: Leader, now: Date): void {
  const links = {
    share: linkToShare(leader, businessDay(now)),
    page: pageOfLeader(leader),
    code: leader.code ?? '',
  }
  postTo(leader.email, now, {
    kind: 'leader-approved',
    once: leader.id,
    letter: welcomeLetter(leader.name, links),
  })
}

const welcomeLetter = (
  name: string,
  { share, page, code }: Record<'share' | 'page' | 'code', string>,
): Letter => letter`
  # Welcome: you can bring your people along

  ${greeting(name)}

  Asante sana: thank you. Everyone who books with your link or your code travels with you.

  Your link to share: ${linkTo(share)}

  | Your code | ${code} |

  Send the link to the people you have in mind. Someone who books by another way can type your code at checkout.

  [Open your own page](${page})

  There you see who has booked, which seats are left, and a text to forward. That page is yours alone: please keep its
  link to yourself.

  ${signature()}

  ${waysToReach(siteSettings()) && said`-# Questions? Reply to this email, or ${waysToReach(siteSettings())}.`}
`
