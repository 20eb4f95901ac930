import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteContact } from '#app/people/change-contact.server'
import { removeNote, saveNote } from '#app/people/notes.server'
import { unsubscribe } from '#app/people/subscribers.server'
import { now } from '#app/platform/clock.server'
import { makeBackup } from '#app/server/backup/make-backup.server'
import { erasePerson } from '#app/server/personal/erase-person.server'
import { storeRecoveryCodes, takeRecoveryCode } from '#app/staff/second-factor.server'
import { deleteUser } from '#app/staff/users.server'
import { eraseDetails } from '#app/travelers/save-details.server'
import { db } from '#db/connection.server'
import { travelerDetails, travelers } from '#db/schema/bookings'
import { contactInquiries, newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { adminUsers, passwordResets, secondFactors, sessions } from '#db/schema/staff'
import { patiently } from '#scripts/test/patience.mjs'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'

// A copy is restored after people have left, and things have ended, as they do.

const home = vi.hoisted(() => {
  const folder = `/tmp/savanna-gone-${process.pid}`
  process.env.DATABASE_PATH = `${folder}/safari.db`
  return folder
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const DAY = 24 * 3_600_000
/** Inquiries are kept for two years: this one's end on the day after the copy. */
const NEARLY_TWO_YEARS = 729.5 * DAY

const staff = (id: number, username: string) =>
  db.insert(adminUsers).values({ id, username, passwordHash: '-', createdAt: now() }).run()
const inquiry = (id: number, age = 0) =>
  db
    .insert(contactInquiries)
    .values({
      id,
      firstName: 'Asha',
      lastName: 'Mwangi',
      email: 'asha@example.com',
      phone: '1',
      interest: 'cultural',
      message: '-',
      createdAt: new Date(now().getTime() - age),
    })
    .run()
const subscriber = (email: string, token: string, left: Date | null) =>
  db
    .insert(subscriptions)
    .values({
      email,
      consentAt: now(),
      unsubscribeToken: token,
      confirmToken: `${token}-yes`,
      createdAt: now(),
      unsubscribedAt: left,
      waitingSince: left,
    })
    .run()

/** A copy is made, all that can go goes, and the copy is put in place elsewhere two days later. */
async function aDayAtTheCompany(): Promise<string> {
  for (const [id, name] of [[1, 'Wambui'] as const, [2, 'Otieno'] as const]) staff(id, name)
  db.insert(sessions)
    .values({ tokenDigest: 'ended', adminUserId: 1, createdAt: now(), expiresAt: new Date(9e12) })
    .run()
  db.insert(passwordResets)
    .values({ adminUserId: 1, tokenDigest: 'used', endsAt: new Date(9e12) })
    .run()
  db.insert(secondFactors)
    .values({
      id: 1,
      adminUserId: 1,
      sealedSecret: '-',
      recoverySalt: 's',
      begunAt: now(),
      turnedOnAt: now(),
    })
    .run()
  db.transaction((tx) => storeRecoveryCodes(1, ['used', 'unused'], tx))
  for (const [id, age] of [[1, 0] as const, [2, 0] as const, [3, NEARLY_TWO_YEARS] as const]) inquiry(id, age)
  subscriber('leaves@example.com', 'token-1', null)
  subscriber('is-erased@example.com', 'token-4', null)
  subscriber('leaves-again@example.com', 'token-2', now())
  subscriber('stays@example.com', 'token-3', null)
  for (const note of ['one', 'two', 'three'])
    saveNote(
      { contactId: note === 'one' ? 1 : 2 },
      { note, dueOn: null, formKey: note },
      { id: 1, username: 'Wambui' },
      now(),
    )
  const { booking } = await aPaidBooking()
  const traveler = db.select().from(travelers).get()
  if (!traveler) throw new Error(`Nobody travels on ${booking.reference}`)
  db.insert(travelerDetails).values({ travelerId: traveler.id, diet: 'no nuts', updatedAt: now() }).run()
  const { file } = await makeBackup(now(), 'nightly', new AbortController().signal)

  db.transaction((tx) => takeRecoveryCode(1, 'used', tx))
  deleteUser(2, { id: 1, username: 'Wambui', role: 'admin' }, now())
  for (const token of ['token-1', 'token-2']) unsubscribe(token, now())
  eraseDetails(traveler as never, now())
  deleteContact(1, { id: 1, username: 'Wambui' }, now())
  removeNote({ contactId: 2 }, 2, { id: 1, username: 'Wambui' }, now())
  await erasePerson('Is-Erased@example.com', { id: 1, username: 'Wambui' }, now())
  return file
}

let said = ''
let restored: Database.Database
beforeAll(async () => {
  const file = await aDayAtTheCompany()
  const elsewhere = join(home, 'elsewhere')
  mkdirSync(elsewhere)
  copyFileSync(join(home, 'gone-for-good.jsonl'), join(elsewhere, 'gone-for-good.jsonl'))
  const DATABASE_PATH = join(elsewhere, 'safari.db')
  const CLOCK_START = new Date(now().getTime() + 2 * DAY).toISOString()
  const child = spawn(process.execPath, ['build/server/restore.js', file], {
    env: { ...process.env, DATABASE_PATH, CLOCK_START },
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words) => (said += words))
  const [code] = await once(child, 'close')
  expect({ code, said }).toMatchObject({ code: 0 })
  restored = new Database(DATABASE_PATH, { readonly: true })
}, patiently(60_000))
afterAll(() => restored?.close())

const list = (query: string) => restored.prepare(query).pluck().all()

test.each([
  [
    'sessions and links to a new password have ended',
    'select 1 from sessions union all select 1 from password_resets',
    [],
  ],
  ['a used recovery code is used', 'select code_hash from recovery_codes', ['unused']],
  ['staff who were removed are', 'select username from admin_users', ['Wambui']],
  [
    'who left the newsletter has left, also for the second time',
    "select email from newsletter_subscriptions where state = 'left' order by id",
    ['leaves@example.com', 'leaves-again@example.com'],
  ],
  [
    'a person who was erased is in no table',
    "select email from newsletter_subscriptions where email like 'is-%' union select action from audit_log where action = 'person-erased'",
    ['person-erased'],
  ],
  ['details that a traveler erased are gone', 'select 1 from traveler_details', []],
  [
    'an inquiry that staff deleted is gone, and one whose time is over',
    'select id from contact_inquiries',
    [2],
  ],
  ['a note that was removed is gone, and one on that inquiry', 'select text from notes', ['three']],
])('after a restore %s', (_, query, left) => {
  expect(list(query)).toEqual(left)
})

test('a restore says how much it ended and erased', () => {
  expect(said).toContain('Ended again: 1 sessions of staff, 1 links to a new password.')
  expect(said).toMatch(/Kept no longer by now, and erased: [1-9]\d*\./)
})
