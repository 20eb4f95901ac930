import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { db, immediately } from '#db/connection.server'
import { newsletterSubscriptions as subscriptions } from '#db/schema'
import { readAddresses } from './read-addresses.server'

type Refusal = { line: number; text: string; reason: string }

export type Added = {
  added: number
  alreadyThere: number
  refused: number
  /** The first of those refused. */
  refusals: Refusal[]
}

/** How long the only thread is held between two turns. */
const TURN_MS = 8
const REFUSALS_SHOWN = 50

const known = db
  .select({ id: subscriptions.id, unsubscribedAt: subscriptions.unsubscribedAt, state: subscriptions.state })
  .from(subscriptions)
  .where(eq(sql`lower(${subscriptions.email})`, sql`lower(${sql.placeholder('email')})`))
  .prepare()
const join = db
  .insert(subscriptions)
  .values({
    email: sql.placeholder('email'),
    consentAt: sql.placeholder('now'),
    unsubscribeToken: sql.placeholder('token'),
    consentSource: sql.placeholder('consentSource'),
    createdAt: sql.placeholder('now'),
  })
  .prepare()

const confirm = db
  .update(subscriptions)
  .set({
    waitingSince: null,
    consentAt: sql`${sql.placeholder('now')}`,
    consentSource: sql`${sql.placeholder('consentSource')}`,
  })
  .where(eq(subscriptions.id, sql.placeholder('id')))
  .prepare()

/**
 * Puts the addresses in a text on the newsletter list, whose consent a member of staff asserts; without a welcome,
 * for they did not just ask for one. One that waits for its confirmation needs none then. Somebody who has left is not brought
 * back. Written in portions that stay written: after
 * a crash the same text can be given again, and those who are there already are told apart.
 */
export async function addSubscribers(text: string, staff: Staff, now: Date): Promise<Added> {
  const result: Added = { added: 0, alreadyThere: 0, refused: 0, refusals: [] }
  const found = readAddresses(text)
  for (let isMore = true; isMore; await turn()) {
    immediately(db, () => {
      for (const end = performance.now() + TURN_MS; performance.now() < end; ) {
        const { value, done } = found.next()
        if (done) {
          isMore = false
          return
        }
        if ('refused' in value) refuse(result, { ...value, reason: value.refused })
        else add(value, staff, now, result)
      }
    })
  }
  const { refusals, ...detail } = result
  const { username: actor, id: actorId } = staff
  recordAct({ actor, actorId, action: 'subscribers-added', subject: 'newsletter', detail }, now)
  return result
}

function add(found: { line: number; address: string }, staff: Staff, now: Date, result: Added): void {
  const { address: email, line } = found
  const subscription = known.get({ email })
  if (!subscription) {
    join.run({ email, now, token: randomBytes(24).toString('base64url'), consentSource: staff.username })
    result.added += 1
  } else if (subscription.unsubscribedAt !== null)
    refuse(result, { line, text: email, reason: 'has unsubscribed' })
  else if (subscription.state === 'waiting') {
    confirm.run({ id: subscription.id, now: now.getTime(), consentSource: staff.username })
    result.added += 1
  } else result.alreadyThere += 1
}

function refuse(result: Added, { line, text, reason }: Refusal): void {
  result.refused += 1
  if (result.refusals.length < REFUSALS_SHOWN) result.refusals.push({ line, text, reason })
}
