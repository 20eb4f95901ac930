import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment, machineNow } from '#app/platform/clock.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers, sessions, adminSettings as settings } from '#db/schema/staff'
import { storageTrouble } from '#db/trouble.server'
import { type Actor, byStaff, recordAct } from './audit-log.server'
import { isGuideOnly, ROLE_KEYS, type Role } from './rights'
import { IDLE_HOURS_AT_FIRST, SESSION_DAYS } from './user-forms'

/** 256 random bits, safe in an address. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Stored in place of a token, so that reading the database gives none. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

const read = db.select({ idleHours: settings.idleHours }).from(settings).prepare()

/** After how many hours without a request a session ends. */
export const idleHours = (): number => read.get()?.idleHours ?? IDLE_HOURS_AT_FIRST

/** Takes effect at once, also for open sessions. The database refuses all but 1 to 24. */
export function chooseIdleHours(hours: number, staff: Actor, now: Date): void {
  immediately((tx) => {
    const before = idleHours()
    if (before === hours) return
    // What was idle too long does not come back by a longer time.
    tx.delete(sessions)
      .where(lte(sessions.lastSeenAt, idleSince(machineNow())))
      .run()
    tx.insert(settings)
      .values({ id: 1, idleHours: hours })
      .onConflictDoUpdate({ target: settings.id, set: { idleHours: hours } })
      .run()
    recordAct(now, {
      ...byStaff(staff),
      action: 'idle-hours-chosen',
      subject: 'sign-in',
      detail: { hours, before },
    })
  })
}

export type Staff = { id: number; username: string; role: Role }

const SESSIONS_AT_MOST = 50

// Sessions go by the machine's clock, given as `at`, not by business time (rules 3.4).

/**
 * Begins a session and returns the token for its cookie. `browser` is its kind in plain words. An account has
 * at most 50: the least recently used one ends.
 */
export function beginSession(staff: Staff, browser: string, at: Date): string {
  const token = newToken()
  immediately((tx) => {
    endOldSessions(at)
    tx.insert(sessions)
      .values({
        tokenDigest: digestOf(token),
        adminUserId: staff.id,
        browser,
        createdAt: at,
        lastSeenAt: at,
        expiresAt: new Date(at.getTime() + SESSION_DAYS * DAY_MS),
      })
      .run()
    const theirs = eq(sessions.adminUserId, staff.id)
    const stays = tx
      .select({ tokenDigest: sessions.tokenDigest })
      .from(sessions)
      .where(theirs)
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
      .limit(SESSIONS_AT_MOST)
    tx.delete(sessions)
      .where(and(theirs, notInArray(sessions.tokenDigest, stays)))
      .run()
  })
  return token
}

const idleSince = (at: Date) => new Date(at.getTime() - idleHours() * HOUR_MS)

/** For how long a guide's session is remembered after its last day: it opens nothing (`savedIn`). */
const REMEMBERED_DAYS = 45
/** For how long a browser keeps the token, and can be told whose pages it has. */
export const TOKEN_DAYS = SESSION_DAYS + REMEMBERED_DAYS

/** One that was idle too long stays until its last day, a guide's longer, for `savedIn`; it opens nothing. */
function endOldSessions(at: Date): void {
  const guides = db.select({ id: adminUsers.id }).from(adminUsers).where(inArray(adminUsers.role, GUIDES))
  const isOver = lte(sessions.expiresAt, at)
  const isForgotten = lte(sessions.expiresAt, new Date(at.getTime() - REMEMBERED_DAYS * DAY_MS))
  db.delete(sessions)
    .where(and(isOver, or(isForgotten, notInArray(sessions.adminUserId, guides))))
    .run()
}

const GUIDES = ROLE_KEYS.filter((role) => isGuideOnly({ role }))

/** Whose session a token is; null once it ended, was idle too long, or its account was deleted. */
export function staffOf(token: string, at: Date): Staff | null {
  const digest = digestOf(token)
  const found = staffWithSession.get({ digest, at: at.getTime(), idleSince: idleSince(at).getTime() })
  if (!found) return null
  const { lastSeenAt, ...staff } = found
  // A page makes several requests: once a minute is stored.
  if (at.getTime() - lastSeenAt.getTime() >= MINUTE_MS) writeSeen(digest, at)
  return staff
}

/** Reading goes on where nothing can be written. */
function writeSeen(digest: string, at: Date): void {
  try {
    noteSeen.run({ digest, at: at.getTime() })
  } catch (error) {
    const trouble = storageTrouble(error)
    if (!trouble || trouble === 'copy') throw error
  }
}

const staffWithSession = db
  .select({
    id: adminUsers.id,
    username: adminUsers.username,
    role: adminUsers.role,
    lastSeenAt: sessions.lastSeenAt,
  })
  .from(sessions)
  .innerJoin(adminUsers, eq(adminUsers.id, sessions.adminUserId))
  .where(
    and(
      eq(sessions.tokenDigest, sql.placeholder('digest')),
      sql`${sessions.expiresAt} > ${sql.placeholder('at')}`,
      sql`${sessions.lastSeenAt} > ${sql.placeholder('idleSince')}`,
    ),
  )
  .prepare()

const noteSeen = db
  .update(sessions)
  .set({ lastSeenAt: sql`${sql.placeholder('at')}` })
  .where(eq(sessions.tokenDigest, sql.placeholder('digest')))
  .prepare()

/**
 * Whose session saved something on a phone, and the instant at which it ends at the latest; also where it has
 * been idle too long since, or has lasted as long as one can. Null once it was ended: by signing out, another
 * password, or the next sign-in.
 */
export function savedIn(token: string, at: Date): { staff: Staff; endsAt: Date; isOver: boolean } | null {
  const found = db
    .select({
      id: adminUsers.id,
      username: adminUsers.username,
      role: adminUsers.role,
      lastSeenAt: sessions.lastSeenAt,
      endsAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(adminUsers, eq(adminUsers.id, sessions.adminUserId))
    .where(eq(sessions.tokenDigest, digestOf(token)))
    .get()
  if (!found) return null
  const { lastSeenAt, endsAt, ...staff } = found
  return { staff, endsAt, isOver: endsAt <= at || lastSeenAt <= idleSince(at) }
}

export type OwnSession = { browser: string; startedAt: Date; lastSeenAt: Date; isThis: boolean }

/** Where an account is signed in, the latest used first. */
export function sessionsOf(userId: number, token: string | null, at: Date): OwnSession[] {
  endOldSessions(at)
  const digest = token && digestOf(token)
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.adminUserId, userId),
        gt(sessions.lastSeenAt, idleSince(at)),
        gt(sessions.expiresAt, at),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .all()
    .map(({ tokenDigest, browser, createdAt, lastSeenAt }) => ({
      browser,
      startedAt: createdAt,
      lastSeenAt,
      isThis: tokenDigest === digest,
    }))
}

/** Gives a session a new token, so that the old one is worthless; null where there is no such session. */
export function renewSession(token: string): string | null {
  const fresh = newToken()
  const { changes } = db
    .update(sessions)
    .set({ tokenDigest: digestOf(fresh) })
    .where(eq(sessions.tokenDigest, digestOf(token)))
    .run()
  return changes === 1 ? fresh : null
}

export const endSession = (token: string): void => {
  db.delete(sessions)
    .where(eq(sessions.tokenDigest, digestOf(token)))
    .run()
}

/** Ends every session of an account except the one with this token; returns how many. */
export const endSessionsOf = (userId: number, exceptToken: string | null): number =>
  db
    .delete(sessions)
    .where(
      and(
        eq(sessions.adminUserId, userId),
        exceptToken === null ? undefined : ne(sessions.tokenDigest, digestOf(exceptToken)),
      ),
    )
    .run().changes

/** False where the account was deleted or its password changed during the check. `now` is business time. */
export function noteSignIn(user: { id: number; username: string; passwordHash: string }, now: Date): boolean {
  return immediately((tx) => {
    const { changes } = tx
      .update(adminUsers)
      .set({ lastLoginAt: now })
      .where(and(eq(adminUsers.id, user.id), eq(adminUsers.passwordHash, user.passwordHash)))
      .run()
    if (changes === 0) return false
    recordAct(now, { ...byStaff(user), action: 'signed-in', subject: `user:${user.username}` })
    return true
  })
}

/** Ends the session of this token, or with `everywhere` all of its account's. Harmless where it has ended. */
export function signOut(token: string, { now, at }: Moment, everywhere = false): void {
  immediately(() => {
    const staff = staffOf(token, at)
    const subject = `user:${staff?.username}`
    if (staff && everywhere) {
      const ended = endSessionsOf(staff.id, null)
      const act = { ...byStaff(staff), action: 'signed-out-everywhere', subject, detail: { ended } } as const
      return recordAct(now, act)
    }
    endSession(token)
    if (staff) recordAct(now, { ...byStaff(staff), action: 'signed-out', subject })
  })
}

// In this order: most browsers also name those they imitate.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const MACHINES: [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'a Mac'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

const LOOKED_AT = 500

/** The browser that a User-Agent header claims to be: 'Chrome on Windows'. */
export function browserWords(userAgent: string | null): string {
  const text = userAgent?.slice(0, LOOKED_AT) ?? ''
  const called = (kinds: [RegExp, string][]) => kinds.find(([sign]) => sign.test(text))?.[1]
  const browser = called(BROWSERS) ?? 'An unknown browser'
  const machine = called(MACHINES)
  return machine ? `${browser} on ${machine}` : browser
}
