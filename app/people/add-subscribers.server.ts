import { setImmediate as turn } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { newLinkToken } from '#app/platform/keys.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { db, immediately } from '#db/connection.server'
import { newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { wasErased } from './erased-addresses.server'
import { readAddresses, TURN_MS } from './read-list.server'

type Refusal = { line: number; text: string; reason: string }

export type Added = {
  added: number
  alreadyThere: number
  refused: number
  /** The first of those refused. */
  refusals: Refusal[]
}

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
 * Puts the addresses in a text, or in one column, on the newsletter list, without a welcome; staff assert
 * their consent, so one that waits is confirmed. Someone who unsubscribed, or was erased, is not added again.
 * Committed in portions: after a crash the same text can be given again.
 */
export async function addSubscribers(text: string, staff: Staff, now: Date, column?: number): Promise<Added> {
  const result: Added = { added: 0, alreadyThere: 0, refused: 0, refusals: [] }
  const found = readAddresses(text, column)
  for (let isMore = true; isMore; await turn()) {
    immediately(() => {
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
  recordAct(now, { ...byStaff(staff), action: 'subscribers-added', subject: 'newsletter', detail })
  return result
}

function add(found: { line: number; address: string }, staff: Staff, now: Date, result: Added): void {
  const { address: email, line } = found
  const subscription = known.get({ email })
  if (!subscription && wasErased(email))
    refuse(result, { line, text: email, reason: 'was erased on request' })
  else if (!subscription) {
    join.run({ email, now, token: newLinkToken(), consentSource: staff.username })
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

export type ListFile = { text: string } | { refused: string }

/** Reads a file of addresses in the encodings of spreadsheets. Refuses, in a sentence, what is not text. */
export function textOfList(bytes: Uint8Array): ListFile {
  if (startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, [0xd0, 0xcf])) {
    return { refused: 'This is a spreadsheet, not a CSV file. Save it as CSV first, then choose that file.' }
  }
  const text = startsWith(bytes, [0xff, 0xfe])
    ? decoded(bytes, 'utf-16le')
    : startsWith(bytes, [0xfe, 0xff])
      ? decoded(bytes, 'utf-16be')
      : (decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252'))
  if (text === null || text.includes('\0')) {
    return { refused: 'This file is not text. Please choose a CSV or text file with email addresses.' }
  }
  return { text }
}

const startsWith = (bytes: Uint8Array, mark: number[]) => mark.every((byte, index) => bytes[index] === byte)

/** Null where the bytes are not of that encoding. A byte order mark is left out. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
