import { desc, eq } from 'drizzle-orm'
import { countWithin } from '#app/mail/site-limits.server'
import { DAY_MS } from '#app/platform/clock.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { caughtMessages as caught } from '#db/schema/people'

export type CaughtMessage = typeof caught.$inferSelect

/** For how many days staff can look through it. */
export const CAUGHT_RETAINED_DAYS = 30

/** Beyond these nothing more is stored on a day: robots come in crowds. */
const CAUGHT_A_DAY = 100
const CAUGHT_BYTES_EACH = 12_000

/** Stores what a form with its hidden field filled brought, for staff to see whether it was a guest. */
export function keepCaught(form: CaughtMessage['form'], words: Record<string, string>, now: Date): void {
  if (Buffer.byteLength(JSON.stringify(words)) > CAUGHT_BYTES_EACH) return
  immediately((tx) => {
    if (countWithin(DAY_MS, caught, CAUGHT_A_DAY, now, tx) >= CAUGHT_A_DAY) return
    tx.insert(caught).values({ form, words, createdAt: now }).run()
  })
}

const SHOWN_AT_MOST = 200

/** The newest first. */
export const caughtMessages = (): CaughtMessage[] =>
  db.select().from(caught).orderBy(desc(caught.createdAt), desc(caught.id)).limit(SHOWN_AT_MOST).all()

export const caughtWith = (id: number): CaughtMessage | undefined =>
  db.select().from(caught).where(eq(caught.id, id)).get()

/** How many there are, at most as many as are shown. */
export const caughtCount = (): number =>
  db.select({ id: caught.id }).from(caught).limit(SHOWN_AT_MOST).all().length

/** Deletes one, as spam or once it was passed on; false where someone has done so already. */
export function endCaught(id: number, as: 'spam' | 'guest', staff: Actor, now: Date): boolean {
  return immediately((tx) => {
    const { changes } = tx.delete(caught).where(eq(caught.id, id)).run()
    if (changes === 0) return false
    const action = as === 'spam' ? 'caught-deleted' : 'caught-passed-on'
    recordAct(now, { ...byStaff(staff), action, subject: 'spam' })
    return true
  })
}
