import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { noteGone } from '#app/platform/gone-for-good.server'
import {
  cursorOf,
  type PageCursors,
  pageOf,
  type RequestedPage,
  readsBackwards,
} from '#app/platform/lists/page-cursor'
import { folded } from '#app/platform/typed/folded'
import { db, immediately } from '#db/connection.server'
import { adminUsers as users } from '#db/schema/staff'
import { type Actor, byStaff, recordAct } from './audit-log.server'
import { hashPassword, isCommonPassword } from './password.server'
import { may, type Role } from './rights'
import type { Staff } from './sessions.server'
import { COMMON_PASSWORDS } from './user-forms'

/** All that screens and calls may know of a user (rules 7.11). */
export type User = {
  id: number
  username: string
  role: Role
  createdAt: Date
  lastLoginAt: Date | null
}

const SHOWN = {
  id: users.id,
  username: users.username,
  role: users.role,
  createdAt: users.createdAt,
  lastLoginAt: users.lastLoginAt,
}

/** A page of the users, newest first. */
export function usersPage(asked: RequestedPage, size: number): { rows: User[]; cursors: PageCursors } {
  // Ids ascend with creation and are never reused.
  const [isBeyond, inOrder] = readsBackwards(asked) ? [gt, asc] : [lt, desc]
  const found = db
    .select(SHOWN)
    .from(users)
    .where('cursor' in asked ? isBeyond(users.id, asked.cursor.id) : undefined)
    .orderBy(inOrder(users.id))
    .limit(size + 1)
    .all()
  return pageOf(found, size, asked, cursorOf)
}

export const findUser = (id: number): User | null =>
  db.select(SHOWN).from(users).where(eq(users.id, id)).get() ?? null

/** The whole row of an account, with the hash of its password. */
export const accountWith = (id: number) => db.select().from(users).where(eq(users.id, id)).get()

/** Names that differ only in case, or in an accent, are one name. */
export const comparableName = (name: string) => folded(name.trim())

/** The account of that name; of two from an older release, whose names differ in an accent, the exact one. */
export function userCalled(username: string): typeof users.$inferSelect | null {
  const found = db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.username})`, username.normalize('NFC').trim().toLowerCase()))
    .get()
  if (found) return found
  // The index knows only the letters A to Z; staff are few enough to read them all.
  const name = comparableName(username)
  return (
    db
      .select()
      .from(users)
      .all()
      .find((user) => comparableName(user.username) === name) ?? null
  )
}

/** Whose confirmed address it is; an address belongs to one account. */
export const accountWithEmail = (email: string) =>
  db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .get()

/** The user's id in an address; 0, which no one has, where it is not a number. */
export const userIdIn = (id: string | undefined): number => (/^\d{1,15}$/.test(id ?? '') ? Number(id) : 0)

/**
 * As the account is now: whoever deletes stays, so an account that may manage others always remains (rules
 * 6.1).
 */
export function mayManage({ id }: Staff): boolean {
  const user = findUser(id)
  return user !== null && may(user, 'change users')
}

export type GuideContact = { guideName: string; guidePhone: string }

/** How a guide is introduced to travelers; null where the account is gone, or is not a guide's. */
export const guideContact = (id: number): GuideContact | null =>
  db
    .select({ guideName: users.guideName, guidePhone: users.guidePhone })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'guide')))
    .get() ?? null

/** False where nothing changes. The log does not repeat the contact. */
export function introduceGuide(id: number, contact: GuideContact, staff: Actor, now: Date): boolean {
  return immediately((tx) => {
    const [user, before] = [findUser(id), guideContact(id)]
    if (!user || !before) return false
    if (before.guideName === contact.guideName && before.guidePhone === contact.guidePhone) return false
    tx.update(users).set(contact).where(eq(users.id, id)).run()
    recordAct(now, { ...byStaff(staff), action: 'guide-introduced', subject: `user:${user.username}` })
    return true
  })
}

type Deleted = { user: User } | { refused: 'own-account' | 'unknown' | 'signed-out' }

/**
 * Deletes an account; its sessions end, its history stays under its name. Refuses one's own (rules 6.1). Of
 * two people who delete each other at once, the second is already signed out.
 */
export function deleteUser(id: number, staff: Staff, now: Date): Deleted {
  return immediately((tx) => {
    if (!mayManage(staff)) return { refused: 'signed-out' }
    if (id === staff.id) return { refused: 'own-account' }
    const user = findUser(id)
    if (!user) return { refused: 'unknown' }
    tx.delete(users).where(eq(users.id, id)).run()
    noteGone({ what: 'user', id, createdAt: user.createdAt.getTime() }, now)
    const { username, role } = user
    recordAct(now, {
      ...byStaff(staff),
      action: 'user-deleted',
      subject: `user:${username}`,
      detail: { role },
    })
    return { user }
  })
}

const anyAccount = () => db.select({ id: users.id }).from(users).limit(1).get()

/**
 * Creates the first staff account, unless one exists or a value is missing. Throws where the password is too
 * common.
 */
export async function ensureFirstAccount(
  account: { username: string | undefined; password: string | undefined },
  now: Date,
): Promise<void> {
  const { username, password } = account
  if (!username || !password || anyAccount()) return
  if (isCommonPassword(password)) {
    throw new Error(
      `ADMIN_PASSWORD is one of the ${COMMON_PASSWORDS} most common passwords, or a word of the site: choose another.`,
    )
  }
  const passwordHash = await hashPassword(password)
  immediately((tx) => {
    if (anyAccount()) return
    tx.insert(users).values({ username, passwordHash, role: 'admin', createdAt: now }).run()
    recordAct(now, { actor: 'start', action: 'account-created', subject: `user:${username}` })
  })
}
